//! The contract: what replies are judged by, read once and before any of them.

mod kind;

mod notes;

mod references;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;

use super::shown;
use crate::check::rules::facts::{self, Facts};
use crate::check::rules::file::{self, Opened};
use crate::check::rules::{Rulebook, Setting};
use crate::check::schema::Schema;
use crate::cli::Check;
use crate::refusal::{Finding, Refusal, SourceFile};
use crate::tell::{Contract, ContractFile};
use kind::{FACTS, RULES, SCHEMA};
use references::{Folder, Log};

/// What came of reading it.
pub(super) struct Loaded {
    /// What judges, or all that is wrong: with the schema, then with the rules or the facts.
    pub(super) terms: Result<Terms, Refusal>,
    /// What the verdict says of it.
    pub(super) contract: Contract,
    /// The files that were read though the command line does not name them, each with what it is.
    pub(super) read: Vec<(PathBuf, &'static str)>,
}

/// A contract without a fault.
pub(super) struct Terms {
    /// The schema; `None` when none is named.
    pub(super) schema: Option<Schema>,
    /// The rules and policies.
    pub(super) book: Rulebook,
    /// What these may know, and how far they may go.
    pub(super) setting: Setting,
    /// What was probably not meant as it stands in the rule file.
    pub(super) notes: Vec<Finding>,
}

/// A rule file without a fault, and its text.
struct Rules {
    opened: Opened,
    file: Option<Arc<SourceFile>>,
}

/// Reads all that the command line names, and the schema that the rule file names.
pub(super) fn load(args: &Check) -> Loaded {
    let mut loading = Loading {
        args,
        contract: Contract::default(),
        read: Vec::new(),
    };
    let terms = loading.terms();
    let Loading { contract, read, .. } = loading;
    Loaded {
        terms,
        contract,
        read,
    }
}

/// What is doubtful in the schema and in the rule file, a line each.
pub(super) fn doubts(schema: Option<&Schema>, notes: &[Finding]) -> Vec<String> {
    let doubts = schema.map(Schema::doubts).unwrap_or_default();
    let mut lines = notes::lines(&doubts, "schema");
    lines.extend(notes::lines(notes, "rules"));
    lines
}

struct Loading<'a> {
    args: &'a Check,
    contract: Contract,
    read: Vec<(PathBuf, &'static str)>,
}

impl Loading<'_> {
    fn terms(&mut self) -> Result<Terms, Refusal> {
        let rules = self.rules();
        let schema = self.schema(rules.as_ref().ok());
        let with_facts = rules.and_then(|Rules { opened, .. }| {
            let facts = self.facts(&opened.book)?;
            Ok((opened, facts))
        });
        match (schema, with_facts) {
            (Ok(schema), Ok((Opened { book, notes }, facts))) => Ok(Terms {
                schema,
                book,
                setting: self.setting(facts),
                notes,
            }),
            (Err(schema), Err(rules)) => Err(schema.and(rules)),
            (Err(no), Ok(_)) | (Ok(_), Err(no)) => Err(no),
        }
    }

    fn rules(&mut self) -> Result<Rules, Refusal> {
        let Some(path) = &self.args.rules else {
            let (book, notes, file) = (Rulebook::default(), Vec::new(), None);
            let opened = Opened { book, notes };
            return Ok(Rules { opened, file });
        };
        let bytes = RULES.read(path)?;
        self.contract.rules = Some(ContractFile::new(path.to_string_lossy(), &bytes));
        let file = RULES.text(path, bytes)?;
        Ok(Rules {
            opened: file::read(Arc::clone(&file))?,
            file: Some(file),
        })
    }

    /// The schema of the command line, else that of the rule file.
    fn schema(&mut self, rules: Option<&Rules>) -> Result<Option<Schema>, Refusal> {
        if let Some(path) = &self.args.schema {
            let bytes = SCHEMA.read(path)?;
            return self.compiled(path, bytes).map(Some);
        }
        let Some((rules, path)) = rules.and_then(|rules| Some((rules, self.named(rules)?))) else {
            return Ok(None);
        };
        let bytes = match self.folder() {
            None if path.is_relative() => Err("what comes from a pipe has no folder".to_owned()),
            _ => SCHEMA.bytes(&path),
        };
        let bytes = bytes.map_err(|why| self.missing(rules, &path, &why))?;
        self.read.push((path.clone(), "is the schema"));
        self.compiled(&path, bytes).map(Some)
    }

    /// The schema that the rule file names, seen from there.
    fn named(&self, rules: &Rules) -> Option<PathBuf> {
        let folder = self.folder().unwrap_or(Path::new(""));
        rules.opened.book.schema().map(|name| folder.join(name))
    }

    /// Where the rule file stands; a pipe stands nowhere.
    fn folder(&self) -> Option<&Path> {
        let file = self.args.rules.as_deref().filter(|file| file.is_file())?;
        file.parent()
    }

    /// That the schema is not there which the rule file names.
    fn missing(&self, rules: &Rules, path: &Path, why: &str) -> Refusal {
        let by = self.args.rules.as_deref().unwrap_or(Path::new(""));
        let message = format!(
            "cannot read the schema {}, which {} names: {why}",
            shown(path),
            shown(by)
        );
        let help = match self.folder() {
            Some(_) => "it is looked for beside the rule file; `--schema` names another",
            None => "name it with `--schema`",
        };
        let mut finding = Finding::new(SCHEMA.code, message).help(help);
        finding.place.file.clone_from(&rules.file);
        finding.place.span = rules.opened.book.schema_span();
        Refusal::one(finding)
    }

    fn compiled(&mut self, path: &Path, bytes: Vec<u8>) -> Result<Schema, Refusal> {
        self.contract.schema = Some(ContractFile::new(path.to_string_lossy(), &bytes));
        let file = SCHEMA.text(path, bytes)?;
        let log = Log::default();
        let folder = Folder::of(path, self.args.schema_root.as_deref(), &log);
        let schema =
            folder.and_then(|Folder { place, reader }| Schema::compile_at(file, &place, reader));
        let read = log.files().into_iter();
        self.read
            .extend(read.map(|file| (file, "is read by a `$ref`")));
        schema
    }

    fn facts(&mut self, book: &Rulebook) -> Result<Facts, Refusal> {
        let args = self.args;
        let file = args.facts.as_ref().map(|path| {
            let bytes = FACTS.read(path)?;
            kind::json(path, FACTS.text(path, bytes)?)
        });
        let facts = facts::check(book, file.transpose()?, &args.fact)?;
        let from = args.facts.as_ref().map(|path| path.to_string_lossy());
        let from = from.or_else(|| (!args.fact.is_empty()).then(|| "--fact".into()));
        self.contract.facts = from.map(|from| ContractFile::new(from, facts.text().as_bytes()));
        Ok(facts)
    }

    fn setting(&self, facts: Facts) -> Setting {
        Setting {
            facts,
            now: self.args.now.unwrap_or_else(Timestamp::now),
            max_steps: self.args.max_steps,
            max_findings: usize::try_from(self.args.max_findings).unwrap_or(usize::MAX),
            approved: self.args.approve.clone(),
        }
    }
}

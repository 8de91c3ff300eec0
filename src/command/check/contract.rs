//! The contract: the schema's file, read once and before any reply.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::references::{Folder, Log, broken, read};
use super::shown;
use crate::check::schema::Schema;
use crate::cli::Check;
use crate::read::document::place::position;
use crate::refusal::text::escaped;
use crate::refusal::{Finding, Refusal};
use crate::tell::{Contract, ContractFile};

/// What came of reading it.
pub(super) struct Loaded {
    /// The schema, ready to judge; `Ok(None)` when none is named.
    pub(super) schema: Result<Option<Schema>, Refusal>,
    /// What the verdict says of it.
    pub(super) contract: Contract,
    /// The files that its `$ref`s read.
    pub(super) read: Vec<PathBuf>,
}

/// Reads and compiles the schema.
pub(super) fn load(args: &Check) -> Loaded {
    let unread = |schema| Loaded {
        schema,
        contract: Contract { schema: None },
        read: Vec::new(),
    };
    let Some(path) = &args.schema else {
        return unread(Ok(None));
    };
    let bytes = match read(path) {
        Ok(bytes) => bytes,
        Err(why) => {
            let message = format!("cannot read the schema {}: {why}", shown(path));
            return unread(Err(broken(path, message)));
        }
    };
    let file = ContractFile::new(path.to_string_lossy(), &bytes);
    let log = Log::default();
    let schema = compile(path, bytes, args.schema_root.as_deref(), &log);
    Loaded {
        schema: schema.map(Some),
        contract: Contract { schema: Some(file) },
        read: log.files(),
    }
}

/// How many doubts about a schema are told.
const MOST_DOUBTS: usize = 10;

/// What is doubtful in the schema, a line each.
pub(super) fn doubts(schema: &Schema) -> Vec<String> {
    let doubts = schema.doubts();
    let more = doubts.len().saturating_sub(MOST_DOUBTS);
    let told = doubts.iter().take(MOST_DOUBTS).map(doubt);
    told.chain((more > 0).then(|| format!("and {more} more about the schema")))
        .collect()
}

/// `FILE:LINE:COL: message`.
fn doubt(finding: &Finding) -> String {
    let message = finding.message.show(false);
    let place = &finding.place;
    match place.file.as_ref().zip(place.span.as_ref()) {
        Some((file, span)) => {
            let at = position(&file.text, span.start);
            let name = escaped(&file.name);
            format!("{name}:{}:{}: {message}", at.line, at.column)
        }
        None => message,
    }
}

fn compile(path: &Path, bytes: Vec<u8>, root: Option<&Path>, log: &Log) -> Result<Schema, Refusal> {
    let file = Schema::source(path.to_string_lossy().into_owned(), bytes)?;
    let Folder { place, reader } = Folder::of(path, root, log)?;
    Schema::compile_at(Arc::new(file), &place, reader)
}

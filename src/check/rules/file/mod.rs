//! A rule file's text to what it says, or everything that is wrong with it and where.

mod cycles;

mod desk;

mod entries;

mod expressions;

mod facts;

mod json;

mod keys;

mod names;

mod notes;

mod section;

mod spots;

mod syntax;

mod template;

mod variables;

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::book::Rulebook;
use super::cel::value::Kind;
use crate::refusal::{Code, Finding, Refusal, SourceFile};
use desk::Desk;
use entries::Entries;
use expressions::Names;
pub(in crate::check) use expressions::place;
use keys::TOP;
use section::{Section, check_keys, kind, table, tables};

/// The largest rule file, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// How many facts, variables and entries (rules and policies together) a file may have of each.
const MOST: usize = 1000;

/// The version of the format that is read here.
const VERSION: usize = 1;

/// A rule file without a fault.
#[derive(Debug)]
pub struct Opened {
    /// What it says.
    pub book: Rulebook,
    /// What was probably not meant as it stands: warnings, each at its place in the file.
    pub notes: Vec<Finding>,
}

/// Reads a rule file.
///
/// # Errors
/// `setup.rules`: all faults of the file in order of their place, each at its very bytes; of many
/// the first fifty.
pub fn read(file: Arc<SourceFile>) -> Result<Opened, Refusal> {
    if file.text.len() > MAX_BYTES {
        return Err(too_large(file));
    }
    let mut desk = Desk::new(&file);
    let mut book = Rulebook::default();
    syntax::read(&mut desk, |desk, table| book = self::book(desk, table));
    let notes = desk.settle()?;
    book.file = Some(file);
    Ok(Opened { book, notes })
}

fn too_large(file: Arc<SourceFile>) -> Refusal {
    let message = format!(
        "the rule file has {} bytes, more than 1 MiB",
        file.text.len()
    );
    let mut finding = Finding::new(Code::SetupRules, message).help("split it");
    finding.place.file = Some(file);
    Refusal::one(finding)
}

/// What a file says. Parts with a fault are left out.
fn book(desk: &mut Desk<'_>, table: &DeTable<'_>) -> Rulebook {
    let top = Section::new(desk, table, 0..0);
    if !has_known_version(desk, &top) {
        return Rulebook::default();
    }
    check_keys(desk, &top, &TOP, "the file");
    let schema = top.filled(desk, &TOP, "schema");
    let mut book = Rulebook {
        schema: schema.as_ref().map(|said| said.text.to_owned()),
        schema_span: schema.map(|said| said.span),
        ..Rulebook::default()
    };
    let mut names = Names::default();
    if let Some(section) = named(desk, &top, "facts") {
        book.facts = facts::read(desk, &section);
    }
    let facts = book.facts.iter();
    names.facts = facts.map(|fact| (fact.name.clone(), fact.kind)).collect();
    let variables = named(desk, &top, "variables");
    names.variables = variables.iter().flat_map(variables::declared).collect();
    lend(desk, &mut names);
    if let Some(section) = variables {
        book.variables = variables::read(desk, &section, &mut names);
    }
    book.tools = named(desk, &top, "tools").map(|section| entries::tools(desk, &section));
    judges(desk, &top, &names, &mut book);
    if desk.is_sound() {
        notes::unused(desk, &book);
    }
    book
}

/// Tells a version that is not the one read here; `false` if the rest cannot be understood.
fn has_known_version(desk: &mut Desk<'_>, top: &Section<'_>) -> bool {
    let Some(member) = top.get("version") else {
        return true;
    };
    let span = member.value.span();
    let DeValue::Integer(number) = member.value.get_ref() else {
        let message = format!("`version` must be the number 1, not {}", kind(member.value));
        desk.fault(span, message, "write `version = 1`");
        return true;
    };
    let written = desk.raw(&span);
    match entries::whole(number) {
        Some(VERSION) => true,
        Some(version) if version > VERSION => {
            let message =
                format!("the file is of version {written}, and this jgate reads version 1");
            desk.fault(span, message, "use a later jgate, or write `version = 1`");
            false
        }
        _ => {
            let message = format!("there is no version {written} of rule files");
            desk.fault(span, message, "write `version = 1`");
            true
        }
    }
}

/// The table of this name, which holds at most so many members.
fn named<'t>(desk: &mut Desk<'_>, top: &Section<'t>, name: &str) -> Option<Section<'t>> {
    let mut section = table(desk, top, TOP.key(name)?)?;
    if let Some(over) = section.members.get(MOST) {
        too_many(desk, over.at.clone(), name);
        section.members.truncate(MOST);
    }
    Some(section)
}

fn too_many(desk: &mut Desk<'_>, span: Range<usize>, what: &str) {
    let message = format!("this is one of more than {MOST} {what}");
    desk.fault(
        span,
        message,
        format!("a file has at most {MOST} of them: split it"),
    );
}

/// Reads the entries in the order of the file, so that of two with one id the second is told.
fn judges(desk: &mut Desk<'_>, top: &Section<'_>, names: &Names, book: &mut Rulebook) {
    let of = |desk: &mut Desk<'_>, name: &str| match TOP.key(name) {
        Some(key) => tables(desk, top, key),
        None => Vec::new(),
    };
    let rules = of(desk, "rules").into_iter().map(|section| (true, section));
    let mut all: Vec<_> = rules.collect();
    all.extend(
        of(desk, "policy")
            .into_iter()
            .map(|section| (false, section)),
    );
    all.sort_by_key(|(_, section)| section.span.start);
    if let Some((_, over)) = all.get(MOST) {
        too_many(desk, over.span.clone(), "rules and policies");
        all.truncate(MOST);
    }
    let mut entries = Entries::new(names, top.get("tools").is_some());
    for (is_rule, section) in &all {
        if *is_rule {
            book.rules.extend(entries.rule(desk, section));
        } else {
            book.policies.extend(entries.policy(desk, section));
        }
    }
}

/// Where TOML is broken, a declaration may be unreadable: every word that begins a line is then
/// taken for a name too, so that nothing is called unknown that is only not seen.
fn lend(desk: &Desk<'_>, names: &mut Names) {
    if !desk.is_broken() {
        return;
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let lines = desk.file.text.lines();
    let words = lines.map(|line| {
        let line = line.trim_start().trim_start_matches(['"', '\'']);
        let header = line.strip_prefix("[facts.");
        header
            .unwrap_or(line)
            .split(|c| !is_word(c))
            .next()
            .unwrap_or_default()
    });
    let words: HashSet<&str> = words.filter(|word| !word.is_empty()).collect();
    for known in [&mut names.facts, &mut names.variables] {
        let own: HashSet<String> = known.iter().map(|(name, _)| name.clone()).collect();
        let lent = words.iter().filter(|word| !own.contains(**word));
        known.extend(lent.map(|word| ((*word).to_owned(), Kind::Any)));
    }
}

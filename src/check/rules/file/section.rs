//! A table of the file as the reader walks it: its keys in order of the text, and typed values.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::desk::{Desk, all_of, quoted};
use super::keys::{self, Key, Part};
use crate::refusal::near::near;

/// A table.
pub(super) struct Section<'t> {
    /// Its header, or all of an inline one.
    pub(super) span: Range<usize>,
    pub(super) members: Vec<Member<'t>>,
}

/// A key and what it holds.
#[derive(Clone)]
pub(super) struct Member<'t> {
    pub(super) name: &'t str,
    /// The bytes of the key.
    pub(super) at: Range<usize>,
    pub(super) value: &'t Spanned<DeValue<'t>>,
}

/// A string.
#[derive(Clone)]
pub(super) struct Said<'t> {
    pub(super) text: &'t str,
    /// Its bytes in the file, with the quotes.
    pub(super) span: Range<usize>,
}

impl<'t> Section<'t> {
    /// The members of a table in order, without those on lines that TOML cannot read.
    pub(super) fn new(desk: &Desk<'_>, table: &'t DeTable<'t>, span: Range<usize>) -> Self {
        let member = |(key, value): (&'t Spanned<_>, _)| Member {
            name: name(key),
            at: key.span(),
            value,
        };
        let mut members: Vec<_> = table.iter().map(member).collect();
        members.retain(|member| !desk.is_broken_at(&member.span()));
        members.sort_by_key(|member| member.at.start);
        Self { span, members }
    }

    /// The member of this name.
    pub(super) fn get(&self, name: &str) -> Option<&Member<'t>> {
        self.members.iter().find(|member| member.name == name)
    }

    /// The text under a key, checked to be one that is not empty.
    pub(super) fn filled(&self, desk: &mut Desk<'_>, part: &Part, name: &str) -> Option<Said<'t>> {
        let said = self.text(desk, part, name)?;
        if said.text.trim().is_empty() {
            let example = part.key(name).map_or("", |key| key.example);
            let message = format!("{} is empty", quoted(name));
            desk.fault(
                said.span,
                message,
                format!("write something like `{example}`"),
            );
            return None;
        }
        Some(said)
    }

    /// The text under a key, if it is there, checked to be one.
    pub(super) fn text(&self, desk: &mut Desk<'_>, part: &Part, name: &str) -> Option<Said<'t>> {
        let member = self.get(name)?;
        let example = part.key(name).map_or("", |key| key.example);
        member.text(desk, example)
    }
}

fn name<'t>(key: &'t Spanned<std::borrow::Cow<'t, str>>) -> &'t str {
    key.get_ref()
}

impl<'t> Member<'t> {
    /// From the key to the end of the value; of a table with a header of its own, the key.
    fn span(&self) -> Range<usize> {
        let value = self.value.span();
        self.at.start.min(value.start)..self.at.end.max(value.end)
    }

    /// The string that it holds, or a fault.
    pub(super) fn text(&self, desk: &mut Desk<'_>, example: &str) -> Option<Said<'t>> {
        let text = string(self.value);
        if text.is_none() {
            not_a_string(desk, self.name, self.value, example);
        }
        text
    }
}

/// The string that a value is.
pub(super) fn string<'t>(value: &'t Spanned<DeValue<'t>>) -> Option<Said<'t>> {
    let span = value.span();
    let text = value.get_ref().as_str()?;
    Some(Said { text, span })
}

/// Tells that a string belongs where `value` stands.
pub(super) fn not_a_string(
    desk: &mut Desk<'_>,
    name: &str,
    value: &Spanned<DeValue<'_>>,
    example: &str,
) {
    let message = format!("{} must be a string, not {}", quoted(name), kind(value));
    let help = match value.get_ref() {
        DeValue::Array(_) | DeValue::Table(_) => format!("write something like `{example}`"),
        _ => format!("put it in quotes, as in `{example}`"),
    };
    desk.fault(value.span(), message, help);
}

/// What a value is, in words.
pub(super) fn kind(value: &Spanned<DeValue<'_>>) -> &'static str {
    match value.get_ref() {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "`true` or `false`",
        DeValue::Datetime(_) => "a date or a time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Tells the keys of a section that nobody knows, and those that are missing. `what` names it:
/// "the rule `a`".
pub(super) fn check_keys(desk: &mut Desk<'_>, section: &Section<'_>, part: &Part, what: &str) {
    for member in &section.members {
        if part.key(member.name).is_none() {
            let message = format!("{} is no key of {}", quoted(member.name), part.name);
            desk.fault(member.at.clone(), message, meant(member.name, part));
            if part.name == keys::TOP.name && !desk.is_broken() && is_part(member.value) {
                desk.distrust(&[member.at.start]);
            }
        }
    }
    for key in part.keys.iter().filter(|key| key.required) {
        if section.get(key.name).is_none() {
            let message = format!("{what} has no `{}`", key.name);
            desk.absent(
                section.span.clone(),
                message,
                format!("add `{}`", key.example),
            );
        }
    }
}

/// Whether a value is a table or a list of them: under a name that is misspelt it declares what is
/// named elsewhere.
fn is_part(value: &Spanned<DeValue<'_>>) -> bool {
    match value.get_ref() {
        DeValue::Table(_) => true,
        DeValue::Array(values) => is_of_tables(values),
        _ => false,
    }
}

/// What was probably meant by a key that a part does not have.
fn meant(name: &str, part: &Part) -> String {
    let alias = keys::meant(name).filter(|own| part.key(own).is_some());
    if let Some(meant) = alias.or_else(|| near(name, part.names())) {
        return format!("did you mean `{meant}`?");
    }
    let elsewhere = keys::PARTS.iter().find(|part| part.key(name).is_some());
    if let Some(other) = elsewhere {
        return format!("it belongs {}", other.place);
    }
    let names: Vec<_> = part.names().collect();
    format!("{} has {}", part.name, all_of(&names, "and"))
}

/// The table under a key of the top, as a section.
pub(super) fn table<'t>(desk: &mut Desk<'_>, top: &Section<'t>, key: &Key) -> Option<Section<'t>> {
    let member = top.get(key.name)?;
    match member.value.get_ref() {
        DeValue::Table(table) => Some(Section::new(desk, table, member.value.span())),
        DeValue::Array(tables) if is_of_tables(tables) => {
            let message = format!("`{}` is one table, not a list of them", key.name);
            let help = format!("write `{}`, with one bracket on each side", key.example);
            desk.fault(member.value.span(), message, help);
            None
        }
        _ => {
            let message = format!("`{}` must be a table, not {}", key.name, kind(member.value));
            let help = format!(
                "write `{}` on a line of its own, and its keys below",
                key.example
            );
            desk.fault(member.value.span(), message, help);
            None
        }
    }
}

fn is_of_tables(values: &[Spanned<DeValue<'_>>]) -> bool {
    values.iter().all(|value| value.get_ref().is_table())
}

/// The tables of a list under a key of the top, as sections.
pub(super) fn tables<'t>(desk: &mut Desk<'_>, top: &Section<'t>, key: &Key) -> Vec<Section<'t>> {
    let Some(member) = top.get(key.name) else {
        return Vec::new();
    };
    let name = key.name;
    let DeValue::Array(values) = member.value.get_ref() else {
        let message = match member.value.get_ref() {
            DeValue::Table(_) => format!("`{name}` is a list of tables, not one table"),
            _ => format!(
                "`{name}` must be a list of tables, not {}",
                kind(member.value)
            ),
        };
        let help = format!("begin each with `[[{name}]]`, two brackets on each side");
        desk.fault(member.value.span(), message, help);
        return Vec::new();
    };
    let mut sections = Vec::new();
    for value in values {
        if let DeValue::Table(table) = value.get_ref() {
            if !desk.is_broken_at(&value.span()) {
                sections.push(Section::new(desk, table, value.span()));
            }
        } else {
            let message = format!("each of `{name}` must be a table, not {}", kind(value));
            let help = format!("begin each with `[[{name}]]` on a line of its own");
            desk.fault(value.span(), message, help);
        }
    }
    sections
}

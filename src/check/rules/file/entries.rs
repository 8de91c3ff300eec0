//! `[[rules]]`, `[[policy]]` and `[tools]`.

use std::collections::HashMap;

use toml::de::{DeInteger, DeValue};

use super::desk::{Desk, quoted};
use super::expressions::{self, Gives, Names};
use super::keys::{self, Part};
use super::names::{self, one_of};
use super::notes;
use super::section::{Said, Section, check_keys, kind, not_a_string, string};
use super::template;
use crate::check::rules::book::{Decision, Entry, Policy, Rule, Tools};
use crate::refusal::Severity;

const SEVERITIES: [(&str, Severity); 2] = [("error", Severity::Error), ("warn", Severity::Warning)];

const DECISIONS: [(&str, Decision); 3] = [
    ("deny", Decision::Deny),
    ("ask", Decision::Ask),
    ("allow", Decision::Allow),
];

/// What entries are read with.
pub(super) struct Entries<'n> {
    pub(super) names: &'n Names,
    /// The line of each id.
    ids: HashMap<String, usize>,
    /// Whether `[tools]` is there.
    pub(super) has_tools: bool,
}

impl<'n> Entries<'n> {
    /// Reads entries that may use these names.
    pub(super) fn new(names: &'n Names, has_tools: bool) -> Self {
        Self {
            names,
            ids: HashMap::new(),
            has_tools,
        }
    }

    /// One of `[[rules]]`, unless a fault keeps it from being one.
    pub(super) fn rule(&mut self, desk: &mut Desk<'_>, section: &Section<'_>) -> Option<Rule> {
        let part = &keys::RULE;
        let entry = self.entry(desk, section, part);
        let said = section.filled(desk, part, "expression");
        let scope = self.names.scope(entry.tools.is_some());
        let expression = said.and_then(|said| {
            let expression = expressions::compile(desk, &said, Gives::Condition, &scope)?;
            notes::constant_rule(desk, &said, &expression);
            Some(expression)
        });
        let severity = section.filled(desk, part, "severity");
        let severity = severity.map_or(Some(Severity::Error), |said| {
            one_of(desk, "severity", &said, &SEVERITIES)
        });
        Some(Rule {
            entry,
            expression: expression?,
            severity: severity?,
        })
    }

    /// One of `[[policy]]`, unless a fault keeps it from being one.
    pub(super) fn policy(&mut self, desk: &mut Desk<'_>, section: &Section<'_>) -> Option<Policy> {
        let part = &keys::POLICY;
        let entry = self.entry(desk, section, part);
        let said = section.filled(desk, part, "decision")?;
        let decision = one_of(desk, "decision", &said, &DECISIONS)?;
        if decision == Decision::Allow && entry.tools.is_none() {
            notes::idle_allow(desk, &said);
        }
        Some(Policy { entry, decision })
    }

    /// What rules and policies have in common.
    fn entry(&mut self, desk: &mut Desk<'_>, section: &Section<'_>, part: &Part) -> Entry {
        let id = section.filled(desk, part, "id");
        let name = id.as_ref().map_or_else(
            || part.name.to_owned(),
            |id| format!("{} {}", part.name, quoted(id.text)),
        );
        check_keys(desk, section, part, &name);
        if let Some(id) = &id {
            self.check_id(desk, id);
        }
        let tools = self.tools(desk, section, part);
        let scope = self.names.scope(tools.is_some());
        let when = section.filled(desk, part, "when");
        let when = when.and_then(|said| {
            let when = expressions::compile(desk, &said, Gives::Condition, &scope)?;
            notes::constant_when(desk, &said, &when);
            Some(when)
        });
        let message = section.filled(desk, part, "message");
        let at = section.text(desk, part, "at");
        if let Some(at) = &at {
            names::check_pointer(desk, at);
        }
        Entry {
            id: id.map(|id| id.text.to_owned()).unwrap_or_default(),
            tools,
            when,
            message: message.map(|said| template::read(desk, &said, &scope)),
            at: at.map(|at| at.text.to_owned()),
        }
    }

    /// Tells an id that is none, or that was given before.
    fn check_id(&mut self, desk: &mut Desk<'_>, id: &Said<'_>) {
        names::check_id(desk, id);
        let line = desk.line(id.span.start);
        if let Some(first) = self.ids.get(id.text) {
            let message = format!("the id {} stands on line {first} too", quoted(id.text));
            let help = "give each rule and each policy an id of its own";
            desk.fault(id.span.clone(), message, help);
        } else {
            self.ids.insert(id.text.to_owned(), line);
        }
    }

    /// The tools whose calls an entry judges. One whose `tool` has a fault judges none.
    fn tools(
        &self,
        desk: &mut Desk<'_>,
        section: &Section<'_>,
        part: &Part,
    ) -> Option<Vec<String>> {
        let member = section.get("tool")?;
        let example = part.key("tool").map_or("", |key| key.example);
        let said = match member.value.get_ref() {
            DeValue::Array(values) if values.is_empty() => {
                let help = "name a tool, or leave `tool` out to judge the value";
                desk.fault(member.value.span(), "`tool` names no tool", help);
                Vec::new()
            }
            DeValue::Array(values) => {
                let mut said = Vec::new();
                for value in values {
                    match string(value) {
                        Some(text) => said.push(text),
                        None => not_a_string(desk, "tool", value, example),
                    }
                }
                said
            }
            _ => member.text(desk, example).into_iter().collect(),
        };
        for tool in &said {
            names::check_tool(desk, tool);
        }
        if !self.has_tools {
            let message = "`tool` needs `[tools]` in the file".to_owned();
            let help = "add `[tools]` with `default = \"deny\"`, or what else holds for tools that no policy speaks of";
            desk.absent(member.at.clone(), message, help.to_owned());
        }
        Some(said.iter().map(|said| said.text.to_owned()).collect())
    }
}

/// Reads `[tools]`.
pub(super) fn tools(desk: &mut Desk<'_>, section: &Section<'_>) -> Tools {
    let part = &keys::TOOLS;
    check_keys(desk, section, part, part.name);
    let default = section.filled(desk, part, "default");
    let default = default.and_then(|said| one_of(desk, "default", &said, &DECISIONS));
    Tools {
        default: default.unwrap_or(Decision::Deny),
        max_calls: max_calls(desk, section),
    }
}

fn max_calls(desk: &mut Desk<'_>, section: &Section<'_>) -> Option<usize> {
    let value = section.get("max-calls")?.value;
    let count = value.get_ref().as_integer().and_then(whole);
    if count.is_none_or(|count| count < 1) {
        let seen = match value.get_ref() {
            DeValue::Integer(_) => desk.raw(&value.span()).to_owned(),
            _ => kind(value).to_owned(),
        };
        let message = format!("`max-calls` must be a whole number of at least 1, not {seen}");
        let help = "to allow no call at all, write `default = \"deny\"` and no policy";
        desk.fault(value.span(), message, help);
    }
    count
}

/// A whole number that is not negative, as far as it can count.
pub(super) fn whole(number: &DeInteger<'_>) -> Option<usize> {
    let digits = number.as_str().trim_start_matches('+');
    let value = u128::from_str_radix(digits, number.radix()).ok()?;
    Some(usize::try_from(value).unwrap_or(usize::MAX))
}

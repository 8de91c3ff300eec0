//! `[facts]`: what the caller must give, each with its JSON Schema.

use std::sync::Arc;

use toml::de::DeValue;

use super::desk::{Desk, quoted};
use super::json::Json;
use super::keys;
use super::names;
use super::section::{Member, Section, kind};
use crate::check::rules::book::Fact;
use crate::check::rules::cel::value::Kind;
use crate::check::schema::{Reader, Schema};
use crate::refusal::{Code, Finding, SourceFile};

/// How a fact is declared.
const EXAMPLE: &str = "limit = { type = \"number\" }";

/// The types of JSON Schema, and those of expressions.
const TYPES: [(&str, Kind); 7] = [
    ("array", Kind::List),
    ("boolean", Kind::Bool),
    ("integer", Kind::Number),
    ("null", Kind::Null),
    ("number", Kind::Number),
    ("object", Kind::Map),
    ("string", Kind::String),
];

/// Reads the facts that are declared. One with a fault is declared nonetheless.
pub(super) fn read(desk: &mut Desk<'_>, section: &Section<'_>) -> Vec<Fact> {
    let members = section.members.iter();
    members.map(|member| fact(desk, member)).collect()
}

fn fact(desk: &mut Desk<'_>, member: &Member<'_>) -> Fact {
    names::check_name(desk, member, "fact");
    let (schema, kind) = match member.value.get_ref() {
        DeValue::Table(_) | DeValue::Boolean(_) => (schema(desk, member), kind_of(member)),
        _ => {
            no_schema(desk, member);
            (Schema::anything(), Kind::Any)
        }
    };
    Fact {
        name: member.name.to_owned(),
        schema,
        kind,
        place: member.at.clone(),
    }
}

/// Tells what stands where a schema belongs.
fn no_schema(desk: &mut Desk<'_>, member: &Member<'_>) {
    let (name, value) = (quoted(member.name), kind(member.value));
    let text = member.value.get_ref().as_str().unwrap_or_default();
    let help = if TYPES.iter().any(|(known, _)| *known == text) {
        format!("write `{} = {{ type = \"{text}\" }}`", member.name)
    } else if keys::TOP.key(member.name).is_some() {
        format!("`{}` belongs {}", member.name, keys::TOP.place)
    } else {
        format!("write something like `{EXAMPLE}`; its value comes from the caller")
    };
    let message = format!("the fact {name} must be a JSON Schema, not {value}");
    desk.fault(member.value.span(), message, help);
}

/// The type in expressions of a fact whose schema names one type.
fn kind_of(member: &Member<'_>) -> Kind {
    let table = member.value.get_ref().as_table();
    let named = table.and_then(|table| table.get("type")?.get_ref().as_str());
    let known = TYPES.iter().find(|(known, _)| Some(*known) == named);
    known.map_or(Kind::Any, |(_, kind)| *kind)
}

/// Compiles a fact's schema. What is wrong or doubtful in it is told at its place in TOML.
fn schema(desk: &mut Desk<'_>, member: &Member<'_>) -> Schema {
    let Some(json) = Json::new(desk, member.value) else {
        return Schema::anything();
    };
    let file = SourceFile {
        name: "fact".to_owned(),
        text: json.text.clone(),
    };
    let alone: Reader = Box::new(|_| Err("a fact's schema stands by itself".to_owned()));
    let (schema, findings) = match Schema::compile(Arc::new(file), Some(alone)) {
        Ok(schema) => {
            let doubts = schema.doubts();
            (schema, doubts)
        }
        Err(refusal) => (Schema::anything(), refusal.findings),
    };
    for finding in findings {
        desk.push(moved(finding, member, &json));
    }
    schema
}

/// A finding in the JSON of a schema as one in the rule file.
fn moved(mut finding: Finding, member: &Member<'_>, json: &Json) -> Finding {
    let span = finding.place.span.as_ref();
    let place = span.and_then(|span| json.place(span));
    let is_whole = span.is_none_or(|span| span.start == 0);
    let help = finding.help.as_ref().map(|help| help.show(false));
    // What is said of a whole schema file has its reader look for another file.
    if is_whole && help.is_none_or(|help| !help.contains("did you mean")) {
        finding.help = Some(format!("write something like `{EXAMPLE}`").into());
    }
    finding.code = Code::SetupRules;
    finding.place.span = Some(place.unwrap_or_else(|| member.at.clone()));
    finding.place.pointer = None;
    finding
}

//! What is often written in place of a schema, or of a keyword's value, and what was meant by it.

use jsonschema::Draft;

use super::{walk, words};
use crate::read::document::{Document, Kind, Node, pointer};
use crate::refusal::{Finding, Text};

/// What other languages call the types.
#[rustfmt::skip]
const TYPES: [(&str, &str); 26] = [
    ("arr", "array"), ("bool", "boolean"), ("decimal", "number"), ("dict", "object"),
    ("dictionary", "object"), ("double", "number"), ("float", "number"), ("hash", "object"),
    ("int", "integer"), ("int32", "integer"), ("int64", "integer"), ("list", "array"),
    ("long", "integer"), ("map", "object"), ("nil", "null"), ("none", "null"),
    ("numeric", "number"), ("record", "object"), ("set", "array"), ("str", "string"),
    ("struct", "object"), ("text", "string"), ("tuple", "array"), ("uint", "integer"),
    ("undefined", "null"), ("void", "null"),
];

/// Formats that are taken for types.
const FORMATS: [(&str, &str); 7] = [
    ("date", "date"),
    ("date-time", "date-time"),
    ("datetime", "date-time"),
    ("email", "email"),
    ("time", "time"),
    ("uri", "uri"),
    ("uuid", "uuid"),
];

/// The keys that others put a schema under.
const WRAPPERS: [&str; 6] = [
    "function",
    "input_schema",
    "inputSchema",
    "json_schema",
    "parameters",
    "schema",
];

/// What was meant by a value that a draft does not allow at a place in a schema file.
pub(super) fn help(document: &Document<'_>, draft: Draft, finding: &Finding) -> Option<Text> {
    let at = finding.place.pointer.as_deref()?;
    let node = document.resolve(at)?;
    let text = node.string().unwrap_or_default();
    match (walk::last_keyword(at)?, node.kind()) {
        ("type", Kind::String) => a_type(&text),
        ("items", Kind::Array) if draft >= Draft::Draft202012 => Some(
            "since 2020-12 the schemas of single elements stand in `prefixItems`; or name an older draft in `$schema`"
                .into(),
        ),
        (keyword @ ("exclusiveMinimum" | "exclusiveMaximum"), Kind::Boolean)
            if draft > Draft::Draft4 =>
        {
            Some(limit(document, at, keyword).into())
        }
        ("required", Kind::Boolean) => Some(required(at)),
        ("properties", Kind::String) => {
            let meant = a_type_name(&text)?;
            Some(format!("write `{{\"type\": \"{meant}\"}}`").into())
        }
        _ => None,
    }
}

fn a_type_name(text: &str) -> Option<&'static str> {
    const OWN: [&str; 7] = [
        "array", "boolean", "integer", "null", "number", "object", "string",
    ];
    let plain = text.to_ascii_lowercase();
    let other = || TYPES.iter().find(|(other, _)| *other == plain);
    let own = OWN.iter().find(|own| **own == plain).copied();
    own.or_else(|| Some(other()?.1))
}

fn a_type(text: &str) -> Option<Text> {
    if let Some(meant) = a_type_name(text) {
        return Some(format!("did you mean \"{meant}\"?").into());
    }
    let plain = text.to_ascii_lowercase();
    if matches!(&*plain, "any" | "mixed" | "unknown") {
        return Some("leave `type` out: then any type is allowed".into());
    }
    let (_, format) = FORMATS.iter().find(|(name, _)| *name == plain)?;
    let write = format!("write `\"type\": \"string\", \"format\": \"{format}\"`");
    Some(write.into())
}

fn limit(document: &Document<'_>, at: &str, keyword: &str) -> String {
    let beside = if keyword == "exclusiveMinimum" {
        "minimum"
    } else {
        "maximum"
    };
    let schema = at
        .rsplit_once('/')
        .and_then(|(schema, _)| document.resolve(schema));
    let limit = schema.and_then(|schema| schema.get(beside));
    let limit = limit.filter(|limit| limit.kind() == Kind::Number && limit.raw().len() < 40);
    let (raw, instead) = match limit {
        Some(limit) => (limit.raw(), format!(" in place of `{beside}`")),
        None => ("0", String::new()),
    };
    format!(
        "only draft 4 has a boolean here: give the limit itself, as in `\"{keyword}\": {raw}`{instead}"
    )
}

fn required(at: &str) -> Text {
    let tokens: Vec<_> = pointer::tokens(at).collect();
    match tokens.as_slice() {
        [.., properties, name, _] if properties == "properties" => Text::new()
            .own("list the names in the `required` of the object around it: `\"required\": [\"")
            .key(name)
            .own("\"]`"),
        _ => "list the names of the required keys: `\"required\": [\"a\", \"b\"]`".into(),
    }
}

/// What is said of a file that holds a schema under a key, as providers' requests do.
pub(super) fn wrapped(root: Node<'_>) -> Option<Text> {
    let is_own = |node: Node<'_>| {
        let types = node.get("type").and_then(Node::string);
        let has_type = types.is_some_and(|name| a_type_name(&name).is_some());
        let mut keys = node.members().filter_map(|(key, _)| key.string());
        let refuses =
            |key: &str| key != "type" && walk::is_keyword(key) && !walk::only_annotates(key);
        has_type || keys.any(|key| refuses(&key))
    };
    if root.kind() != Kind::Object {
        return None;
    }
    let (mut node, mut path) = (root, Vec::new());
    while !is_own(node) {
        let below = WRAPPERS.iter().find_map(|key| {
            let inner = node.get(key).filter(|inner| inner.kind() == Kind::Object);
            Some((*key, inner?))
        });
        let (key, inner) = below.filter(|_| path.len() < 3)?;
        path.push(key);
        node = inner;
    }
    let path = words::quoted(&path.join("."));
    (node.index() > 0).then(|| format!("the schema stands under {path}: give that alone").into())
}

/// What is said of a file whose first character is none of JSON.
pub(super) fn opening(text: &str) -> Option<(Text, &'static str)> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with("```") {
        let message = "the schema is not JSON: it begins with a code fence";
        return Some((message.into(), "leave the fence out"));
    }
    let first = text.chars().next()?;
    if matches!(first, '{' | '[' | '"' | '\'' | '/') {
        return None;
    }
    let first = first.to_string();
    let message = Text::new()
        .own("the schema is not JSON: it begins with `")
        .key(&first)
        .own("`");
    Some((
        message,
        "is it YAML, or were the schema and the reply swapped?",
    ))
}

//! What a schema wants, in few words.

use jsonschema::JsonType;
use serde_json::Value;

use super::words;

/// How many references are followed.
const HOPS: usize = 8;

/// What would satisfy `schema`, as `"monthly" or "yearly"` or `an integer`, when a few words can
/// say it. References inside `root`, the whole file, are followed.
pub(super) fn describe(root: &Value, schema: &Value) -> Option<String> {
    let schema = follow(root, schema)?;
    if let Some(options) = schema.get("enum").and_then(Value::as_array) {
        return Some(values(options));
    }
    if let Some(value) = schema.get("const") {
        return Some(words::shown(value));
    }
    if let Some(types) = schema.get("type") {
        return of_types(schema, types);
    }
    let branches = schema
        .get("anyOf")
        .or_else(|| schema.get("oneOf"))?
        .as_array()?;
    let branch = |branch| {
        let branch = follow(root, branch)?;
        let nested = branch
            .get("anyOf")
            .or_else(|| branch.get("oneOf"))
            .is_some();
        if nested { None } else { describe(root, branch) }
    };
    let mut said: Vec<_> = branches.iter().take(7).map(branch).collect::<Option<_>>()?;
    said.dedup();
    (branches.len() < 7).then(|| words::list(&said, "or"))
}

/// Values as alternatives.
pub(super) fn values(options: &[Value]) -> String {
    let shown: Vec<_> = options.iter().map(words::shown).collect();
    words::few(&shown, "or")
}

/// The schema behind references inside the file.
pub(super) fn follow<'v>(root: &'v Value, schema: &'v Value) -> Option<&'v Value> {
    let mut schema = schema;
    for _ in 0..HOPS {
        let Some(reference) = schema.get("$ref").and_then(Value::as_str) else {
            return Some(schema);
        };
        let pointer = super::library::decoded(reference.strip_prefix('#')?)?;
        schema = root.pointer(&pointer)?;
    }
    None
}

fn of_types(schema: &Value, types: &Value) -> Option<String> {
    let one = |name: &Value| Some(of_type(schema, name.as_str()?.parse().ok()?));
    match types {
        Value::Array(names) => {
            let said: Vec<_> = names.iter().map(one).collect::<Option<_>>()?;
            Some(words::list(&said, "or"))
        }
        name => one(name),
    }
}

fn of_type(schema: &Value, json_type: JsonType) -> String {
    let plain = words::json_type(json_type);
    match json_type {
        JsonType::String => match schema.get("format").and_then(Value::as_str) {
            Some(name) => format(name).to_owned(),
            None => match schema.get("pattern").and_then(Value::as_str) {
                Some(pattern) => format!("{plain} that matches {}", words::quoted(pattern)),
                None => plain.to_owned(),
            },
        },
        JsonType::Integer | JsonType::Number => {
            let limit = |key: &str| schema.get(key).filter(|limit| limit.is_number());
            match (limit("minimum"), limit("maximum")) {
                (Some(low), Some(high)) => format!("{plain} from {low} to {high}"),
                (Some(low), None) => format!("{plain} of at least {low}"),
                (None, Some(high)) => format!("{plain} of at most {high}"),
                (None, None) => plain.to_owned(),
            }
        }
        JsonType::Object => {
            let required = schema.get("required").and_then(Value::as_array);
            let names: Vec<_> = required
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(words::quoted)
                .collect();
            if names.is_empty() {
                plain.to_owned()
            } else {
                format!("{plain} with {}", words::few(&names, "and"))
            }
        }
        _ => plain.to_owned(),
    }
}

/// What a format asks for.
pub(super) fn format(name: &str) -> &str {
    match name {
        "date" => "a date such as 2025-02-28",
        "date-time" => "a date and time such as 2025-02-28T09:30:00Z",
        "time" => "a time such as 09:30:00Z",
        "duration" => "a duration such as P3DT12H",
        "email" | "idn-email" => "an e-mail address",
        "hostname" | "idn-hostname" => "a host name",
        "ipv4" => "an IPv4 address",
        "ipv6" => "an IPv6 address",
        "uri" => "a URI such as https://example.com/a",
        "uri-reference" => "a URI or a relative reference",
        "iri" => "an IRI such as https://example.com/a",
        "iri-reference" => "an IRI or a relative reference",
        "uri-template" => "a URI template",
        "json-pointer" => "a JSON Pointer",
        "relative-json-pointer" => "a relative JSON Pointer",
        "regex" => "a regular expression",
        "uuid" => "a UUID",
        "int32" => "an integer of 32 bits",
        "int64" => "an integer of 64 bits",
        _ => "a string",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_schema_is_said_in_few_words() {
        let root = json!({"$defs": {"p": {"enum": ["a", "b"]}, "loop": {"$ref": "#/$defs/loop"}}});
        let said = |schema: Value| describe(&root, &schema);
        let is = |schema, words: &str| assert_eq!(said(schema).as_deref(), Some(words));
        is(json!({"$ref": "#/$defs/p"}), "\"a\" or \"b\"");
        is(json!({"const": 1}), "1");
        is(json!({"type": ["string", "null"]}), "a string or null");
        is(
            json!({"type": "string", "format": "date"}),
            "a date such as 2025-02-28",
        );
        is(
            json!({"type": "integer", "minimum": 1}),
            "an integer of at least 1",
        );
        is(
            json!({"type": "object", "required": ["x"]}),
            "an object with `x`",
        );
        is(
            json!({"anyOf": [{"type": "null"}, {"$ref": "#/$defs/p"}]}),
            "null or \"a\" or \"b\"",
        );
        for schema in [
            json!({}),
            json!(true),
            json!({"$ref": "#/$defs/loop"}),
            json!({"$ref": "x.json"}),
            json!({"anyOf": [{}]}),
        ] {
            assert_eq!(said(schema), None);
        }
    }
}

//! What is often written in place of a schema: told with what was meant.

use super::{compile, compile_with};

/// The message and the help of the first finding.
#[track_caller]
fn told(schema: &str) -> (String, String) {
    let refusal = compile(schema).expect_err(schema);
    let first = refusal.deciding();
    let help = first.help.as_ref().map(|help| help.show(true));
    (first.message.show(false), help.unwrap_or_default())
}

#[test]
fn a_keyword_of_another_draft_or_place_says_what_to_write() {
    let property = |schema: &str| told(&format!(r#"{{"properties":{{"a":{schema}}}}}"#)).1;
    let types = |name: &str| property(&format!(r#"{{"type":"{name}"}}"#));
    for (name, meant) in [
        ("int", "did you mean \"integer\"?"),
        ("bool", "did you mean \"boolean\"?"),
        ("float", "did you mean \"number\"?"),
        ("str", "did you mean \"string\"?"),
        ("dict", "did you mean \"object\"?"),
        ("list", "did you mean \"array\"?"),
        ("String", "did you mean \"string\"?"),
        ("strng", "did you mean \"string\"?"),
        ("date", "write `\"type\": \"string\", \"format\": \"date\"`"),
        ("any", "leave `type` out: then any type is allowed"),
    ] {
        assert_eq!(types(name), meant);
    }
    assert_eq!(
        property(r#"{"type":["int","null"]}"#),
        "did you mean \"integer\"?"
    );
    assert!(property(r#"{"items":[{"type":"string"}]}"#).contains("`prefixItems`"));
    assert_eq!(
        property(r#"{"exclusiveMinimum":true,"minimum":3}"#),
        "only draft 4 has a boolean here: give the limit itself, as in `\"exclusiveMinimum\": 3` in place of `minimum`"
    );
    assert!(property(r#"{"exclusiveMaximum":false}"#).ends_with("`\"exclusiveMaximum\": 0`"));
    assert_eq!(
        property(r#"{"required":true}"#),
        "list the names in the `required` of the object around it: `\"required\": [\"a\"]`"
    );
    assert_eq!(property("\"string\""), "write `{\"type\": \"string\"}`");
    let old =
        r#"{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]}"#;
    assert!(compile(old).is_ok());
}

#[test]
fn a_property_is_no_keyword_whatever_its_name() {
    let (message, help) = told(r#"{"properties":{"type":5,"required":{"type":"int"}}}"#);
    assert!(
        message.starts_with("`properties.type` must be"),
        "{message}"
    );
    assert_eq!(help, "");
}

#[test]
fn what_is_no_json_from_the_first_character_is_not_mended_as_json() {
    let help = "is it YAML, or were the schema and the reply swapped?";
    for text in ["Sure, here it is: {}", "S: 1\nb: 2", "\n  S"] {
        let message = "the schema is not JSON: it begins with `S`";
        assert_eq!(told(text), (message.into(), help.into()), "{text}");
    }
    assert_eq!(told("# schema\ntype: object").1, help);
    assert_eq!(told("---\ntype: object").1, help);
    assert_eq!(told("```json\n{}\n```").1, "leave the fence out");
    assert_eq!(told("{type: 1}").1, "put each key in double quotes");
    assert!(told("// c\n{}").0.contains("comment"));
}

#[test]
fn a_schema_in_a_request_is_found() {
    for (schema, path) in [
        (
            r#"{"name":"a","strict":true,"schema":{"type":"object"}}"#,
            "schema",
        ),
        (
            r#"{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object"}}}"#,
            "json_schema.schema",
        ),
        (
            r#"{"type":"function","function":{"name":"a","parameters":{"properties":{}}}}"#,
            "function.parameters",
        ),
        (
            r#"{"name":"a","description":"b","input_schema":{"type":"object"}}"#,
            "input_schema",
        ),
    ] {
        let said = format!("the schema stands under `{path}`: give that alone");
        assert_eq!(told(schema), (said, String::new()));
    }
    for fine in [
        r#"{"type":"object","schema":{"type":"object"}}"#,
        r#"{"properties":{"parameters":{"type":"object"}}}"#,
    ] {
        assert!(compile(fine).is_ok(), "{fine}");
    }
}

#[test]
fn only_a_schema_that_is_no_file_may_have_been_read_before() {
    assert_eq!(
        told(""),
        ("the schema `s.json` is empty".into(), String::new())
    );
    let piped = compile_with(" ", None).unwrap_err();
    let help = piped.deciding().help.as_ref().unwrap().show(false);
    assert_eq!(help, "a shell's `<(…)` can be read only once");
}

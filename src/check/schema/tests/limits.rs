//! Large, deep and hostile replies: bounded findings, bounded work.

use super::{check, compile, lines, told};
use crate::read::document::Document;
use crate::refusal::Code;

#[test]
fn findings_are_sorted_capped_and_counted() {
    let reply = r#"{"b":[1,2,3],"a":4}"#;
    let schema = r#"{"properties":{"a":{"type":"string"},"b":{"items":{"type":"string"}}}}"#;
    let refusal = check(schema, reply, 3).unwrap_err();
    let pointers: Vec<_> = refusal
        .findings
        .iter()
        .filter_map(|finding| finding.place.pointer.clone())
        .collect();
    assert_eq!(pointers, ["/b/0", "/b/1", "/b/2"]);
    assert_eq!(refusal.more, 1);
    assert_eq!(check(schema, reply, 0).unwrap_err().findings.len(), 1);
}

#[test]
fn the_same_thing_is_said_once() {
    let schema = r#"{"allOf":[{"type":"string"},{"type":"string"}],"type":"string"}"#;
    assert_eq!(told(schema, "1").len(), 1);
}

#[test]
fn many_errors_cost_no_more_than_some() {
    let ones = format!("[{}1]", "1,".repeat(300_000));
    let refusal = check(r#"{"items":{"type":"string"}}"#, &ones, 20).unwrap_err();
    assert_eq!(refusal.findings.len(), 20);
    assert!((1..2000).contains(&refusal.more), "the pass was cut");
    let nested = format!(
        "[{}[]]",
        format!("[{}[]],", "[1,1],".repeat(50)).repeat(500)
    );
    let refusal = check(
        r#"{"items":{"items":{"items":{"type":"string"}}}}"#,
        &nested,
        20,
    )
    .unwrap_err();
    assert_eq!(refusal.deciding().place.pointer.as_deref(), Some("/0/0/0"));
    let refusal = check(r#"{"unevaluatedItems":false}"#, &ones, 5).unwrap_err();
    assert!(refusal.findings.len() == 5 && refusal.more > 0);
}

#[test]
fn many_keys_are_told_and_counted() {
    let keys: Vec<_> = (0..50_000).map(|n| format!("\"k{n}\":1")).collect();
    let reply = format!("{{{}}}", keys.join(","));
    let refusal = check(
        r#"{"properties":{"k0":{}},"additionalProperties":false}"#,
        &reply,
        20,
    )
    .unwrap_err();
    assert_eq!(refusal.findings.len() + refusal.more, 49_999);
    let properties: Vec<_> = (0..500)
        .map(|n| format!("\"k{}\":{{\"type\":\"integer\"}}", n * 100))
        .collect();
    let schema = format!("{{\"properties\":{{{}}}}}", properties.join(","));
    assert_eq!(told(&schema, &reply), Vec::<String>::new());
}

#[test]
fn unique_items_are_linear() {
    let items: Vec<_> = (0..100_000).map(|n| format!("{{\"n\":{n}}}")).collect();
    let unique = format!("[{}]", items.join(","));
    assert_eq!(
        told(r#"{"uniqueItems":true}"#, &unique),
        Vec::<String>::new()
    );
}

#[test]
fn deep_values_and_recursive_schemas_end() {
    let deep = |inner: &str| format!("{}{inner}{}", "[".repeat(127), "]".repeat(127));
    let tree = r##"{"type":"array","items":{"$ref":"#"}}"##;
    assert_eq!(told(tree, &deep("")), Vec::<String>::new());
    assert_eq!(told(tree, &deep("1")).len(), 1);
    let mutual = r##"{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"type":"null"},{"type":"array","items":{"$ref":"#/$defs/b"}}]},
        "b":{"anyOf":[{"type":"string"},{"type":"array","items":{"$ref":"#/$defs/a"}}]}}}"##;
    assert_eq!(told(mutual, &deep("1")).len(), 1);
    let doubled = r##"{"anyOf":[{"type":"array","items":{"$ref":"#"},"minItems":1},{"type":"array","items":{"$ref":"#"},"maxItems":9,"minItems":1}]}"##;
    assert!(!told(doubled, &deep("")).is_empty());
    for endless in [
        r##"{"allOf":[{"$ref":"#"}]}"##,
        r##"{"type":"object","$ref":"#"}"##,
    ] {
        assert_eq!(
            told(endless, r#"{"\u0061":1,"b":[]}"#),
            Vec::<String>::new(),
            "{endless}"
        );
    }
}

#[test]
fn nothing_long_or_hostile_gets_into_a_message() {
    let long = "x".repeat(100_000);
    let schema = format!(
        r#"{{"enum":["{long}"],"pattern":"^{long}$","properties":{{"{long}":false}},"maxLength":1,"items":{{"const":"{long}"}}}}"#
    );
    for reply in [
        format!("\"{long}\""),
        format!("{{\"{long}\":1}}"),
        format!("[\"{long}\"]"),
        "\"\\u001b[2J\"".to_owned(),
    ] {
        let refusal = check(&schema, &reply, 20).unwrap_err();
        for line in lines(&refusal) {
            let said = line.split_once(": ").map_or(&*line, |(_, said)| said);
            assert!(
                said.len() < 500 && !said.contains('\u{1b}'),
                "{}",
                said.len()
            );
        }
        let feedback = refusal.deciding().feedback.as_ref().unwrap().show(false);
        assert!(feedback.len() < 600, "{}", feedback.len());
    }
}

#[test]
fn a_regular_expression_that_explodes_is_a_fault_of_the_schema() {
    let pattern = r"^(?=(a|aa)+$)(a|b)\\1";
    let bad = format!("\"{}!\"", "a".repeat(60));
    for (schema, reply, place) in [
        (
            format!(r#"{{"pattern":"{pattern}"}}"#),
            bad.clone(),
            "/pattern",
        ),
        (
            format!(r#"{{"items":{{"properties":{{"p":{{"pattern":"{pattern}"}}}}}}}}"#),
            format!("[{{\"p\":{bad}}}]"),
            "/items/properties/p/pattern",
        ),
        (
            format!(r#"{{"not":{{"pattern":"{pattern}"}}}}"#),
            bad.clone(),
            "/not/pattern",
        ),
        (
            format!(r#"{{"anyOf":[{{"pattern":"{pattern}"}},{{"type":"null"}}]}}"#),
            bad.clone(),
            "/anyOf/0/pattern",
        ),
        (
            format!(r#"{{"properties":{{"o":{{"patternProperties":{{"{pattern}":false}}}}}}}}"#),
            format!("{{\"o\":{{{bad}:1}}}}"),
            "/properties/o/patternProperties/^(?=(a|aa)+$)(a|b)\\1",
        ),
    ] {
        let refusal = check(&schema, &reply, 20).unwrap_err();
        assert_eq!(refusal.code(), Code::SetupSchema, "{schema}");
        assert!(refusal.deciding().place.file.is_some());
        let pointer = refusal.deciding().place.pointer.as_deref().unwrap();
        assert!(place.starts_with(pointer), "{pointer}");
    }
    // What is decided without the pattern is decided.
    let schema =
        format!(r#"{{"properties":{{"p":{{"pattern":"{pattern}"}},"q":{{"type":"string"}}}}}}"#);
    assert_eq!(
        told(&schema, &format!("{{\"p\":{bad},\"q\":1}}")),
        ["schema.type /q: `q` must be a string, not a number"]
    );
    let schema = format!(r#"{{"anyOf":[{{"pattern":"{pattern}"}},{{"type":"string"}}]}}"#);
    assert_eq!(told(&schema, &bad), Vec::<String>::new());
}

#[test]
fn a_satisfied_schema_gives_the_document_back() {
    let schema = compile(r#"{"type":"object"}"#).unwrap();
    let document = Document::parse(" {\"a\": 1} ", 128).unwrap();
    assert_eq!(
        schema.check(document, 20).unwrap().document().raw(),
        "{\"a\": 1}"
    );
    assert!(super::Schema::anything().is_satisfied_by(&Document::parse("1", 128).unwrap()));
}

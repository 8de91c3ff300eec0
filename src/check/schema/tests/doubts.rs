//! What is doubtful in a schema: told, and never a reason to refuse.

use super::compile;
use crate::refusal::{Finding, Severity};

/// Each doubt as the text it points at and the message.
fn doubts(schema: &str) -> Vec<String> {
    let told = |finding: &Finding| {
        assert_eq!(finding.severity, Severity::Warning);
        let file = finding.place.file.as_ref().unwrap();
        let text = file.text.get(finding.place.span.clone().unwrap()).unwrap();
        format!("{} {text}: {}", file.name, finding.message.show(false))
    };
    compile(schema).unwrap().doubts().iter().map(told).collect()
}

#[test]
fn a_misspelt_keyword_is_doubtful_and_refuses_nothing() {
    let said = |key: &str, meant: &str| {
        format!("s.json \"{key}\": `{key}` is no keyword of JSON Schema: did you mean `{meant}`?")
    };
    assert_eq!(
        doubts(r#"{"type":"object","propertis":{"a":{}},"requird":["a"]}"#),
        [said("propertis", "properties"), said("requird", "required")]
    );
    assert_eq!(
        doubts(r#"{"$defs":{},"minlength":3,"additionalproperties":false}"#),
        [
            "s.json {\"$defs\":{},\"minlength\":3,\"additionalproperties\":false}: the schema allows every value"
                .to_owned(),
            said("minlength", "minLength"),
            said("additionalproperties", "additionalProperties"),
        ]
    );
    assert_eq!(
        doubts(r##"{"items":{"anyof":[]},"properties":{"type":{"ref":"#"}}}"##),
        [said("anyof", "anyOf"), said("ref", "$ref")]
    );
    assert_eq!(
        doubts(r#"{"properties":{"a":{"type":"string","nullable":true}}}"#),
        ["s.json \"nullable\": `nullable` is OpenAPI, not JSON Schema: null is refused"]
    );
}

#[test]
fn what_is_no_misspelt_keyword_is_not_doubtful() {
    for fine in [
        r#"{"type":"object","properties":{"requird":{},"minlength":{}},"required":["requird"]}"#,
        r#"{"const":{"requird":1},"enum":[{"tyep":1}],"default":{"tyep":1},"examples":[{"tyep":1}]}"#,
        r#"{"type":"object","example":1,"nullable":true,"discriminator":{},"xml":{},"externalDocs":{},"x-type":1,"id":"a","definitions":{},"dependencies":{},"table":1,"note":1,"kind":2,"unit":"s","name":"n","label":"l"}"#,
        r##"{"$ref":"#/types/a","types":{"a":{"type":["string","null"],"nullable":true}}}"##,
        r#"{"type":"string","nullable":false}"#,
        r#"{"$ref":"address.json"}"#,
        "true",
    ] {
        let told = doubts(fine);
        let told: Vec<_> = told
            .iter()
            .filter(|line| !line.contains("`nullable`"))
            .collect();
        assert!(told.is_empty(), "{fine}: {told:?}");
    }
    assert_eq!(
        doubts(r#"{"title":"any","$defs":{"a":{"type":"string"}}}"#).len(),
        1
    );
}

//! Faults of a schema: told before a reply is read, each at its place in its file.

use super::{Schema, check, compile, compile_with, lines, told};
use crate::refusal::{Code, Refusal};

#[track_caller]
fn faults(schema: &str) -> Vec<String> {
    let refusal = compile(schema).expect_err(schema);
    assert!(
        refusal
            .findings
            .iter()
            .all(|finding| finding.code == Code::SetupSchema && finding.place.file.is_some())
    );
    places(&refusal)
}

/// Each finding as the text it points at, the message, and the help behind a bar.
fn places(refusal: &Refusal) -> Vec<String> {
    let place = |finding: &crate::refusal::Finding| {
        let file = finding.place.file.as_ref()?;
        let text = file.text.get(finding.place.span.clone()?)?;
        Some(format!("{} {}", file.name, text))
    };
    let lines = lines(refusal)
        .into_iter()
        .map(|line| line.split_once(": ").unwrap().1.to_owned());
    let place = |finding| place(finding).unwrap_or_else(|| "-".to_owned());
    refusal
        .findings
        .iter()
        .map(place)
        .zip(lines)
        .map(|(place, line)| format!("{place}: {line}"))
        .collect()
}

#[test]
fn a_file_that_is_no_schema_says_why() {
    assert_eq!(faults(" \n"), ["-: the schema `s.json` is empty"]);
    assert_eq!(
        faults(r#"{"type":"string",}"#),
        [
            "s.json ,: the schema is not JSON: a comma stands before the closing brace | leave the comma out"
        ]
    );
    assert_eq!(
        faults(r#"{"type":"object","type":1}"#),
        [
            "s.json \"type\": the schema is not JSON: an object names `type` twice | name each key once"
        ]
    );
    assert_eq!(
        faults("[1]"),
        [
            "s.json [1]: a schema is an object or a boolean, not an array | this looks like a reply, not a schema: were the two swapped?"
        ]
    );
    let nothing = "the schema holds no keyword of JSON Schema, so it would allow all";
    assert_eq!(
        faults(r#"{"name":"x"}"#),
        [format!(
            "s.json {{\"name\":\"x\"}}: {nothing} | this looks like a reply, not a schema: were the two swapped?"
        )]
    );
    assert_eq!(
        faults(r#"{"tyep":"string"}"#),
        [format!(
            "s.json {{\"tyep\":\"string\"}}: {nothing} | `tyep`: did you mean `type`?"
        )]
    );
    assert_eq!(faults(&"[".repeat(200)).len(), 1);
    for fine in ["{}", "true", r#"{"title":"any"}"#, r#"{"$defs":{}}"#] {
        assert_eq!(told(fine, "1"), Vec::<String>::new(), "{fine}");
    }
}

#[test]
fn every_fault_against_the_draft_is_told() {
    let schema = r#"{"type":"sting","properties":{"a":{"minLength":-1,"pattern":"[a","required":"x"},"b":5},"format":"emial"}"#;
    assert_eq!(
        faults(schema),
        [
            "s.json \"sting\": `type` must be \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\", \"string\" or an array, not \"sting\" | did you mean \"string\"?",
            "s.json -1: `properties.a.minLength` must be at least 0, not -1",
            "s.json \"[a\": `[a` is no regular expression: a `[` is not closed",
            "s.json \"x\": `properties.a.required` must be an array, not a string",
            "s.json 5: `properties.b` must be a boolean or an object, not a number",
            "s.json \"emial\": `format` names none that jgate can check: \"emial\" | did you mean \"email\"?",
        ]
    );
    assert_eq!(
        faults(r#"{"maximum":98765432109876543210}"#),
        [
            "s.json 98765432109876543210: no 64-bit number holds 98765432109876543210 exactly | write it with fewer digits, or compare strings"
        ]
    );
    assert_eq!(
        faults(r#"{"patternProperties":{"(":{}}}"#),
        ["s.json \"(\": `(` is no regular expression: a `(` is not closed"]
    );
}

#[test]
fn each_draft_is_known_by_its_name_and_no_other() {
    for draft in [
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema",
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/2020-12/schema#",
    ] {
        let schema = format!(r#"{{"$schema":"{draft}","type":"string","format":"date"}}"#);
        assert_eq!(told(&schema, "\"2025-02-30\"").len(), 1, "{draft}");
    }
    assert_eq!(told(r#"{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true}"#, "1").len(), 1);
    for named in [
        r#""http://json-schema.org/draft-03/schema#""#,
        r#""my.json""#,
        "7",
    ] {
        let told = faults(&format!(r#"{{"$schema":{named},"type":"string"}}"#));
        assert!(
            told[0].starts_with(&format!(
                "s.json {named}: `$schema` names no draft that jgate knows"
            )),
            "{told:?}"
        );
    }
}

#[test]
fn formats_are_keywords_only_where_schemas_stand() {
    let data = r#"{"properties":{"format":{"type":"string"}},"const":{"format":"q"},"examples":[{"format":"q"}],"default":{"format":"q"},"enum":[{"format":"q"}]}"#;
    assert!(compile(data).is_ok());
    for (format, meant) in [
        ("emial", "email"),
        ("datetime", "date-time"),
        ("url", "uri"),
        ("Date", "date"),
        ("int-32", "int32"),
    ] {
        let told = faults(&format!(
            r##"{{"$ref":"#/x/y","x":{{"y":{{"items":{{"format":"{format}"}}}}}}}}"##
        ));
        assert_eq!(
            told,
            [format!(
                "s.json \"{format}\": `format` names none that jgate can check: \"{format}\" | did you mean \"{meant}\"?"
            )]
        );
    }
    assert!(faults(r#"{"format":"zzzzzz"}"#)[0].contains("known are date, "));
    for draft in ["draft-04", "draft-07"] {
        let schema =
            format!(r#"{{"$schema":"http://json-schema.org/{draft}/schema#","format":"uuid"}}"#);
        assert_eq!(
            (
                told(&schema, "\"x\"").len(),
                told(&schema, "\"123e4567-e89b-12d3-a456-426614174000\"").len()
            ),
            (1, 0),
            "{draft}"
        );
    }
    for format in ["float", "double", "byte", "binary", "password"] {
        assert!(told(&format!(r#"{{"format":"{format}"}}"#), "\"anything\"").is_empty());
    }
}

#[test]
fn references_read_files_below_the_folder_and_nothing_else() {
    assert_eq!(
        told(r#"{"$ref":"address.json"}"#, r#"{"street":1}"#),
        ["schema.type /street: `street` must be a string, not a number"]
    );
    assert_eq!(
        told(r#"{"$ref":"defs/a%20b.json"}"#, "{}"),
        ["schema.required : `street` is missing"]
    );
    assert_eq!(
        told(
            r#"{"$ref":"x/../address.json#/properties/kind"}"#,
            "\"Home\""
        )
        .len(),
        1
    );
    let own = r#"{"$id":"https://ex.com/s/t.json","$ref":"address.json"}"#;
    assert_eq!(told(own, "{}"), ["schema.required : `street` is missing"]);
    let folder = "only files below the schema's folder are read, or below `--schema-root`";
    for (reference, why) in [
        (
            "https://ex.com/a.json",
            "jgate reads nothing from a network",
        ),
        ("../up.json", "it leaves the folder of the schema"),
        ("/etc/passwd", "it leaves the folder of the schema"),
        (
            "file:///etc/passwd",
            "it is no file below the schema's folder",
        ),
        ("%2e%2e/up.json", "it leaves the folder of the schema"),
        (
            "..%2fup.json",
            "its name leaves the folder of the schema, or could",
        ),
        (
            "a%5cb.json",
            "its name leaves the folder of the schema, or could",
        ),
        (
            "a//b.json",
            "its name leaves the folder of the schema, or could",
        ),
    ] {
        let told = faults(&format!(r#"{{"$ref":"{reference}"}}"#));
        assert_eq!(
            told,
            [format!(
                "s.json \"{reference}\": `$ref` to `{reference}` cannot be followed: {why} | {folder}"
            )]
        );
    }
    assert_eq!(
        faults(r#"{"$ref":"nope.json"}"#),
        ["s.json \"nope.json\": `$ref` to `nope.json` cannot be followed: there is no `nope.json`"]
    );
    let piped = compile_with(r#"{"$ref":"address.json"}"#, None).unwrap_err();
    assert!(places(&piped)[0].contains("a schema from a pipe has no folder | give the schema as a file, or name its folder with `--schema-root DIR`"));
}

#[test]
fn a_schema_below_the_root_names_files_from_its_own_place() {
    let file = |text: &str| {
        std::sync::Arc::new(crate::refusal::SourceFile {
            name: "s.json".to_owned(),
            text: text.to_owned(),
        })
    };
    let at = |text: &str| {
        Schema::compile_at(file(text), "defs/deep/s.json", Some(Box::new(super::shelf)))
    };
    assert!(at(r#"{"$ref":"../../address.json"}"#).is_ok());
    assert!(at(r#"{"$ref":"../a%20b.json"}"#).is_ok());
    assert!(at(r#"{"$ref":"../../../address.json"}"#).is_err());
    assert!(at(r#"{"$id":"https://ex.com/x/s.json","$ref":"address.json"}"#).is_err());
}

#[test]
fn faults_of_a_referenced_file_are_told_in_it() {
    let schema = r#"{"properties":{"a":{"$ref":"typo.json"},"b":{"$ref":"twice.json"},"c":{"$ref":"cut.json"},"d":{"$ref":"net.json"}}}"#;
    assert_eq!(
        faults(schema),
        [
            "cut.json : the schema is not JSON: the JSON ends before it is complete",
            "net.json \"https://ex.com/a.json\": `$ref` to `https://ex.com/a.json` cannot be followed: jgate reads nothing from a network | only files below the schema's folder are read, or below `--schema-root`",
            "twice.json \"a\": the schema is not JSON: an object names `a` twice | name each key once",
            "typo.json \"sting\": `type` must be \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\", \"string\" or an array, not \"sting\" | did you mean \"string\"?",
            "typo.json \"emial\": `format` names none that jgate can check: \"emial\" | did you mean \"email\"?",
        ]
    );
}

#[test]
fn a_reference_to_nothing_is_told_with_what_was_meant() {
    let schema = r##"{"properties":{"a":{"$ref":"#/definitions/adress"},"b":{"$ref":"#/definitions/zip"}},"definitions":{"address":{}},"$defs":{"zip":{}}}"##;
    assert_eq!(
        faults(schema),
        [
            "s.json \"#/definitions/adress\": `$ref` names nothing: `#/definitions/adress` | did you mean `#/definitions/address`?",
            "s.json \"#/definitions/zip\": `$ref` names nothing: `#/definitions/zip` | did you mean `#/$defs/zip`?",
        ]
    );
    assert_eq!(
        faults(r##"{"$ref":"#nope"}"##),
        ["s.json \"#nope\": a `$ref` names nothing: `#nope`"]
    );
    assert_eq!(
        faults(r#"{"$ref":"address.json#/nope"}"#),
        ["s.json \"address.json#/nope\": `$ref` names nothing: `address.json#/nope`"]
    );
    assert_eq!(
        faults(r#"{"$ref":"http://[x"}"#),
        ["s.json \"http://[x\": `$ref` is no URI reference: `http://[x`"]
    );
    assert_eq!(
        faults(r#"{"$id":"a b","type":"string"}"#),
        ["s.json \"a b\": `$id` is no URI reference"]
    );
}

#[test]
fn one_schema_judges_many_documents() {
    let schema = r#"{"type":"array","items":{"type":"integer"}}"#;
    assert!(check(schema, "[1]", 20).is_ok() && check(schema, "[\"a\"]", 20).is_err());
}

#[test]
fn a_reference_that_leads_only_to_itself_is_refused() {
    let why = "this `$ref` leads only to itself, so nothing would be asked of the value";
    assert_eq!(
        faults(r##"{"$ref":"#"}"##),
        [format!("s.json \"#\": {why}")]
    );
    assert_eq!(
        faults(
            r##"{"properties":{"x":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"title":"b","$ref":"s.json#/$defs/a"}}}"##
        ),
        [format!("s.json \"#/$defs/b\": {why}")]
    );
    let old =
        r##"{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#","type":"string"}"##;
    assert_eq!(faults(old).len(), 1);
    for fine in [
        r##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}"##,
        r##"{"type":"object","additionalProperties":{"$ref":"#"}}"##,
        r##"{"const":{"$ref":"#"}}"##,
    ] {
        assert!(compile(fine).is_ok(), "{fine}");
    }
}

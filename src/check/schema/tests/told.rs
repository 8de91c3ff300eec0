//! What each keyword says of a reply, to a person and to the model.

use super::{check, told};

#[track_caller]
fn says(schema: &str, reply: &str, lines: &[&str]) {
    assert_eq!(told(schema, reply), lines, "{schema} {reply}");
}

fn feedback(schema: &str, reply: &str) -> Vec<String> {
    let refusal = check(schema, reply, 20).unwrap_err();
    let shown = refusal
        .findings
        .iter()
        .filter_map(|finding| finding.feedback.as_ref());
    shown.map(|text| text.show(false)).collect()
}

#[test]
fn every_keyword_of_a_value_says_what_must_be() {
    let of_a = |schema: &str, reply: &str, said: &str| {
        let schema = format!(r#"{{"properties":{{"a":{schema}}}}}"#);
        says(&schema, &format!(r#"{{"a":{reply}}}"#), &[said]);
    };
    #[rustfmt::skip]
    let table = [
        (r#"{"type":"integer"}"#, "\"x\"", "schema.type /a: `a` must be an integer, not a string"),
        (r#"{"type":"integer"}"#, "\"5\"", "schema.type /a: `a` must be an integer, not a string | leave the quotes out"),
        (r#"{"type":"integer"}"#, "1.5", "schema.type /a: `a` must be an integer, not 1.5"),
        (r#"{"type":["null","string"]}"#, "[]", "schema.type /a: `a` must be a string or null, not an array"),
        (r#"{"type":"boolean"}"#, "\"true\"", "schema.type /a: `a` must be a boolean, not a string | leave the quotes out"),
        (r#"{"enum":["free","pro","max"]}"#, "\"Pro\"", "schema.enum /a: `a` is \"Pro\", not one of \"free\", \"pro\", \"max\" | did you mean \"pro\"?"),
        (r#"{"enum":["only"]}"#, "{}", "schema.enum /a: `a` must be \"only\", not an object"),
        (r#"{"const":"billing"}"#, "\"biling\"", "schema.const /a: `a` must be \"billing\", not \"biling\" | did you mean \"billing\"?"),
        (r#"{"minimum":1}"#, "0", "schema.minimum /a: `a` must be at least 1, not 0"),
        (r#"{"maximum":1.5}"#, "2", "schema.maximum /a: `a` must be at most 1.5, not 2"),
        (r#"{"exclusiveMinimum":0}"#, "0", "schema.exclusiveMinimum /a: `a` must be more than 0, not 0"),
        (r#"{"exclusiveMaximum":0}"#, "0", "schema.exclusiveMaximum /a: `a` must be less than 0, not 0"),
        (r#"{"multipleOf":0.01}"#, "1.005", "schema.multipleOf /a: `a` must be a multiple of 0.01, not 1.005"),
        (r#"{"minLength":1}"#, "\"\"", "schema.minLength /a: `a` must have at least 1 character, not 0"),
        (r#"{"maxLength":2}"#, "\"äöü\"", "schema.maxLength /a: `a` must have at most 2 characters, not 3"),
        (r#"{"pattern":"^x"}"#, "\"y\"", "schema.pattern /a: `a` must match `^x`, not \"y\""),
        (r#"{"format":"date"}"#, "\"2025-02-30\"", "schema.format /a: `a` must be a date: \"2025-02-30\" is not a day of the calendar"),
        (r#"{"format":"date"}"#, "\"30.2.2025\"", "schema.format /a: `a` must be a date such as 2025-02-28, not \"30.2.2025\""),
        (r#"{"format":"int32"}"#, "2147483648", "schema.format /a: `a` must be an integer from -2147483648 to 2147483647, not 2147483648"),
        (r#"{"minItems":2}"#, "[1]", "schema.minItems /a: `a` must have at least 2 elements, not 1"),
        (r#"{"maxItems":0}"#, "[1]", "schema.maxItems /a: `a` must have at most 0 elements, not 1"),
        (r#"{"uniqueItems":true}"#, "[1,2,1.0]", "schema.uniqueItems /a: `a` repeats 1.0: [0] and [2] are the same"),
        (r#"{"contains":{"type":"null"}}"#, "[1]", "schema.contains /a: `a` must hold at least 1 element that is null"),
        (r#"{"contains":{"minimum":1},"minContains":2}"#, "[1]", "schema.minContains /a: `a` must hold at least 2 elements that fit"),
        (r#"{"contains":{"type":"integer"},"maxContains":2}"#, "[1,2,3]", "schema.maxContains /a: `a` must hold at most 2 elements, each an integer"),
        (r#"{"minProperties":1}"#, "{}", "schema.minProperties /a: `a` must have at least 1 key, not 0"),
        (r#"{"maxProperties":1}"#, "{\"x\":1,\"y\":2}", "schema.maxProperties /a: `a` must have at most 1 key, not 2"),
        (r#"{"not":{"type":"null"}}"#, "null", "schema.not /a: `a` must not be null"),
        (r#"{"not":{"required":["x"]}}"#, "{\"x\":1}", "schema.not /a: `a` must not have `x`"),
        (r#"{"not":{"minimum":3}}"#, "5", "schema.not /a: `a` must not be what it is: 5"),
        ("false", "1", "schema.properties /a: `a` is not allowed"),
        (r#"{"prefixItems":[{}],"items":false}"#, "[1,2]", "schema.items /a/1: `a[1]` is not allowed"),
        (r#"{"prefixItems":[{}],"unevaluatedItems":false}"#, "[1,2]", "schema.unevaluatedItems /a/1: `a[1]` is not allowed"),
    ];
    for (schema, reply, said) in table {
        of_a(schema, reply, said);
    }
}

#[test]
fn keys_are_told_at_their_object() {
    says(
        r#"{"required":["billing_cycle"],"properties":{"billing_cycle":{"enum":["monthly","yearly"]}}}"#,
        "{}",
        &["schema.required : `billing_cycle` is missing"],
    );
    says(
        r#"{"properties":{"plan":{}},"additionalProperties":false,"required":["plan"]}"#,
        r#"{"Plan":1,"b":2}"#,
        &[
            "schema.required : `plan` is missing | did you mean `plan` where `Plan` stands?",
            "schema.additionalProperties : `Plan` is not allowed | did you mean `plan`?",
            "schema.additionalProperties : `b` is not allowed | allowed: `plan`",
        ],
    );
    says(
        r#"{"additionalProperties":false}"#,
        r#"{"a":1,"b":2}"#,
        &[
            "schema.additionalProperties : `a` is not allowed",
            "schema.additionalProperties : `b` is not allowed",
        ],
    );
    says(
        r#"{"dependentRequired":{"card":["cvc"]}}"#,
        r#"{"card":1}"#,
        &["schema.dependentRequired : `cvc` is missing: it belongs beside `card`"],
    );
    says(
        r#"{"propertyNames":{"pattern":"^[a-z]+$"}}"#,
        r#"{"a":1,"B2":2}"#,
        &["schema.propertyNames : the key `B2` must match `^[a-z]+$`"],
    );
    let refusal = check(r#"{"additionalProperties":false}"#, r#"{ "a" : 1 }"#, 9).unwrap_err();
    assert_eq!(refusal.deciding().place.span, Some(2..5), "the key");
}

#[test]
fn what_no_part_spoke_of_is_told_unless_a_part_failed() {
    let schema = r#"{"allOf":[{"properties":{"a":{"type":"integer"},"b":{}}}],"unevaluatedProperties":false}"#;
    says(
        schema,
        r#"{"a":1,"c":2}"#,
        &["schema.unevaluatedProperties : `c` is not allowed"],
    );
    says(
        schema,
        r#"{"a":"x","b":1,"c":2}"#,
        &[
            "schema.type /a: `a` must be an integer, not a string",
            "schema.unevaluatedProperties : `c` is not allowed",
        ],
    );
}

#[test]
fn of_alternatives_the_closest_is_told() {
    let shapes = r#"{"oneOf":[{"properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"]},
        {"properties":{"kind":{"const":"square"},"side":{"type":"number"}},"required":["kind","side"]}]}"#;
    says(
        shapes,
        r#"{"kind":"circle","r":"5"}"#,
        &["schema.type /r: `r` must be a number, not a string | leave the quotes out"],
    );
    says(
        shapes,
        r#"{"kind":"sqare"}"#,
        &[
            "schema.oneOf /kind: `kind` must be \"circle\" or \"square\", not \"sqare\" | did you mean \"square\"?",
        ],
    );
    says(shapes, "{}", &["schema.required : `kind` is missing"]);
    assert_eq!(
        feedback(shapes, "{}"),
        ["kind is missing: give \"circle\" or \"square\"."]
    );
    let nullable = r#"{"anyOf":[{"type":"string","maxLength":2},{"type":"null"}]}"#;
    says(
        nullable,
        "5",
        &["schema.anyOf : the value must be a string or null, not a number"],
    );
    says(
        nullable,
        "\"abc\"",
        &["schema.maxLength : the value must have at most 2 characters, not 3"],
    );
    says(
        r#"{"anyOf":[{"required":["a","b"]},{"required":["c"]}]}"#,
        "{}",
        &["schema.required : `c` is missing (in the closest of 2 alternatives)"],
    );
    says(
        r#"{"oneOf":[{"type":"integer"},{"minimum":2},{"type":"null"}]}"#,
        "3",
        &["schema.oneOf : the value fits 2 of 3 alternatives (1 and 2), and may fit only one"],
    );
}

#[test]
fn the_model_is_told_in_one_sentence_with_the_place() {
    let schema = r##"{"properties":{"lines":{"items":{"$ref":"#/$defs/line"}},"plan":{"enum":["free","pro"]}},
        "$defs":{"line":{"required":["qty"],"properties":{"qty":{"type":"integer","minimum":1},"day":{"format":"date"}}}}}"##;
    let reply = r#"{"lines":[{"qty":"x"},{},{"qty":0,"day":"soon"}],"plan":"Pro"}"#;
    assert_eq!(
        feedback(schema, reply),
        [
            "lines[0].qty must be an integer, not a string.",
            "lines[1].qty is missing: give an integer of at least 1.",
            "lines[2].qty must be at least 1, not 0.",
            "lines[2].day must be a date such as 2025-02-28, not \"soon\".",
            "plan must be \"free\" or \"pro\", not \"Pro\".",
        ]
    );
    assert_eq!(
        feedback(r#"{"type":"object"}"#, "[]"),
        ["The value must be an object, not an array."]
    );
}

#[test]
fn the_model_is_told_how_to_write_it() {
    #[rustfmt::skip]
    let table = [
        (r#"{"type":"integer"}"#, r#""2""#, "a must be an integer: write 2, not \"2\"."),
        (r#"{"type":"integer"}"#, r#""2.5""#, "a must be an integer, not a string."),
        (r#"{"type":["boolean","null"]}"#, r#""true""#, "a must be a boolean or null: write true, not \"true\"."),
        (r#"{"anyOf":[{"type":"number"},{"type":"null"}]}"#, r#""2.5""#, "a must be a number or null: write 2.5, not \"2.5\"."),
        (r#"{"type":"object"}"#, r#""{\"b\":1}""#, "a must be an object: send it itself, not as text in a string."),
        (r#"{"type":"object"}"#, r#""{b}""#, "a must be an object, not a string."),
        (r#"{"type":"array"}"#, r#""{}""#, "a must be an array, not a string."),
        (r#"{"uniqueItems":true}"#, r#"["x","y","x"]"#, "a[0] and a[2] are both \"x\": keep one."),
        (r#"{"uniqueItems":true}"#, "[[1],[1]]", "a[0] and a[1] are the same: keep one."),
        (r#"{"propertyNames":{"pattern":"^[a-z]+$"}}"#, r#"{"A1":1}"#, "The key A1 in a must match `^[a-z]+$`."),
        (r#"{"format":"date"}"#, "\"2025-02-30\"", "a must be a date: \"2025-02-30\" is not a day of the calendar."),
        (r#"{"maxLength":1}"#, "\"xy\"", "a must have at most 1 character, not 2."),
    ];
    for (schema, reply, said) in table {
        let schema = format!(r#"{{"properties":{{"a":{schema}}}}}"#);
        assert_eq!(feedback(&schema, &format!(r#"{{"a":{reply}}}"#)), [said]);
    }
    let whole = feedback(r#"{"type":"object"}"#, r#""{\"a\":1}""#);
    assert_eq!(whole, ["Send the object itself, not as text in a string."]);
}

#[test]
fn a_wrong_name_and_the_right_one_make_one_sentence() {
    let schema = r#"{"items":{"properties":{"issued":{}},"required":["issued"],"additionalProperties":false}}"#;
    says(
        schema,
        r#"[{"issed":1}]"#,
        &[
            "schema.required /0: `[0].issued` is missing | did you mean `issued` where `issed` stands?",
            "schema.additionalProperties /0: `[0].issed` is not allowed | did you mean `issued`?",
        ],
    );
    let sentence = "Rename [0].issed to issued.";
    assert_eq!(feedback(schema, r#"[{"issed":1}]"#), [sentence, sentence]);
}

#[test]
fn under_mask_nothing_tells_what_a_value_is() {
    let masked = |schema: &str, reply: &str| {
        let refusal = check(schema, reply, 20).unwrap_err();
        let finding = refusal.deciding();
        let show = |text: &Option<crate::refusal::Text>| text.as_ref().map(|text| text.show(true));
        (
            show(&finding.help).unwrap(),
            show(&finding.feedback).unwrap(),
        )
    };
    let near = r#"{"enum":["urgent","normal"]}"#;
    let told = "The value must be \"urgent\" or \"normal\", not ***.";
    assert_eq!(masked(near, "\"urgnt\""), (String::new(), told.into()));
    let branches = r#"{"anyOf":[{"const":"urgent"},{"type":"null"}]}"#;
    assert_eq!(masked(branches, "\"urgnt\"").0, "");
    let told = "The value must be an integer, not a string.";
    assert_eq!(
        masked(r#"{"type":"integer"}"#, "\"24\""),
        ("leave the quotes out".into(), told.into())
    );
}

#[test]
fn a_finding_has_every_field_of_the_verdict() {
    let schema = r#"{"properties":{"a/b":{"maximum":1}}}"#;
    let refusal = check(schema, r#"{"a/b": 2}"#, 20).unwrap_err();
    let finding = refusal.deciding();
    assert_eq!(finding.place.pointer.as_deref(), Some("/a~1b"));
    assert_eq!(finding.place.span, Some(8..9));
    assert_eq!(
        finding.schema_pointer.as_deref(),
        Some("/properties/a~1b/maximum")
    );
    assert_eq!(
        finding
            .expected
            .as_ref()
            .map(|text| text.show(false))
            .as_deref(),
        Some("at most 1")
    );
    assert_eq!(
        finding
            .actual
            .as_ref()
            .map(|text| text.show(true))
            .as_deref(),
        Some("***")
    );
    assert_eq!(refusal.more, 0);
}

#[test]
fn a_schema_given_as_reply_is_noticed() {
    let lines = told(
        r#"{"required":["name"]}"#,
        r#"{"type":"object","properties":{}}"#,
    );
    assert_eq!(
        lines,
        [
            "schema.required : `name` is missing | this looks like a schema, not a reply: were the two swapped?"
        ]
    );
}

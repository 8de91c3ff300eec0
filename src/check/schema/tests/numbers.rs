//! Numbers that no 64-bit number holds: refused where their value is needed, and only there.

use super::{check, told};
use crate::refusal::Code;

const HUGE: &str = "98765432109876543210";

#[test]
fn a_keyword_that_needs_the_value_refuses_it() {
    #[rustfmt::skip]
    let keywords = [
        r#""minimum":1"#, r#""maximum":1"#, r#""exclusiveMinimum":1"#, r#""exclusiveMaximum":1"#, r#""multipleOf":3"#,
        r#""multipleOf":0.5"#, r#""const":1"#, r#""enum":[1,"a"]"#, r#""enum":[1]"#, r#""format":"int64""#, r#""const":1.5"#,
        r#""anyOf":[{"type":"string"},{"minimum":1}]"#, r#""not":{"const":3}"#,
    ];
    for keyword in keywords {
        for number in [
            HUGE,
            "1e400",
            "-1e400",
            "0.1000000000000000055511151231257827",
        ] {
            let refusal = check(&format!("{{{keyword}}}"), number, 20).unwrap_err();
            assert_eq!(refusal.code(), Code::InexactNumber, "{keyword} {number}");
            assert_eq!(refusal.findings.len(), 1, "{keyword} {number}");
        }
    }
}

#[test]
fn it_may_be_sent_as_a_string_only_where_the_schema_allows_one() {
    let digits = "give a number of at most 15 significant digits";
    let long = "98765432109876543210.5";
    #[rustfmt::skip]
    let table = [
        (r#"{"minimum":1}"#, long, "send it as a string", "send it as a string, or with fewer digits."),
        (r#"{"anyOf":[{"type":"string"},{"minimum":1}]}"#, long, "send it as a string", "send it as a string, or with fewer digits."),
        (r#"{"minimum":1}"#, "1e400", "send it as a string", "send it as a string, or a smaller number."),
        (r#"{"type":"number","minimum":1}"#, long, digits, "give a number of at most 15 significant digits."),
        (r#"{"type":["number","null"],"minimum":1}"#, long, digits, "give a number of at most 15 significant digits."),
        (r#"{"anyOf":[{"type":"number","minimum":1},{"type":"null"}]}"#, long, digits, "give a number of at most 15 significant digits."),
        (r#"{"type":"number","minimum":1}"#, "1e400", "give a smaller number", "give a smaller number."),
        (r#"{"enum":[1,2]}"#, long, "give 1 or 2", "give 1 or 2."),
    ];
    for (schema, number, help, end) in table {
        let schema = format!(r#"{{"properties":{{"b":{schema}}}}}"#);
        let refusal = check(&schema, &format!(r#"{{"a":"é","b":{number}}}"#), 20).unwrap_err();
        let first = refusal.deciding();
        assert_eq!(first.code, Code::InexactNumber, "{schema}");
        let shown = |text: &Option<crate::refusal::Text>| text.as_ref().unwrap().show(false);
        assert_eq!(shown(&first.help), help, "{schema} {number}");
        assert!(
            shown(&first.feedback).ends_with(&format!(" to be judged: {end}"))
                || shown(&first.feedback).ends_with(&format!(" can be judged: {end}")),
            "{}",
            shown(&first.feedback)
        );
    }
}

#[test]
fn values_that_hold_one_cannot_be_compared() {
    for (schema, reply) in [
        (r#"{"uniqueItems":true}"#, format!("[1,{HUGE}]")),
        (r#"{"uniqueItems":true}"#, format!("[{{\"a\":{HUGE}}},2]")),
        (r#"{"const":[1]}"#, format!("[{HUGE}]")),
        (r#"{"enum":[{"a":1}]}"#, format!("{{\"a\":{HUGE}}}")),
    ] {
        let refusal = check(schema, &reply, 20).unwrap_err();
        assert!(
            refusal
                .findings
                .iter()
                .any(|finding| finding.code == Code::InexactNumber),
            "{schema} {reply}"
        );
    }
}

#[test]
fn what_needs_no_value_takes_it() {
    for schema in [
        r#"{"type":"number"}"#,
        r#"{"type":"integer"}"#,
        r#"{"type":["string","integer"]}"#,
        r#"{"not":{"enum":["a"]}}"#,
        "true",
        "{}",
    ] {
        assert_eq!(told(schema, HUGE), Vec::<String>::new(), "{schema}");
        assert_eq!(told(schema, "1e400"), Vec::<String>::new(), "{schema}");
    }
    assert_eq!(
        told(r#"{"type":"integer"}"#, "1e-400"),
        ["schema.type : the value must be an integer, not 1e-400"]
    );
    assert_eq!(
        told(r#"{"uniqueItems":true}"#, &format!("[{HUGE}]")),
        Vec::<String>::new()
    );
}

#[test]
fn other_findings_are_told_beside_it_and_the_first_decides() {
    let schema = r#"{"properties":{"a":{"maximum":5},"b":{"type":"string"}}}"#;
    let first = check(schema, &format!(r#"{{"a":{HUGE},"b":1}}"#), 20).unwrap_err();
    assert_eq!(
        (first.code(), first.findings.len()),
        (Code::InexactNumber, 2)
    );
    let second = check(schema, &format!(r#"{{"b":1,"a":{HUGE}}}"#), 20).unwrap_err();
    assert_eq!((second.code(), second.findings.len()), (Code::Schema, 2));
}

#[test]
fn numbers_are_compared_by_value_and_not_rounded() {
    let is = |schema: &str, reply: &str, valid: bool| {
        assert_eq!(told(schema, reply).is_empty(), valid, "{schema} {reply}");
    };
    is(
        r#"{"const":18446744073709551615}"#,
        "18446744073709551614",
        false,
    );
    is(r#"{"maximum":9007199254740992}"#, "9007199254740993", false);
    is(
        r#"{"maximum":1152921504606847000}"#,
        "1.152921504606847e18",
        true,
    );
    is(
        r#"{"const":1.152921504606847e18}"#,
        "1152921504606847000",
        true,
    );
    is(
        r#"{"const":1.152921504606847e18}"#,
        "1152921504606846976",
        false,
    );
    is(r#"{"multipleOf":0.01}"#, "19.99", true);
    is(r#"{"multipleOf":7}"#, "9223372036854775807", true);
    is(r#"{"const":100}"#, "1e2", true);
    is(
        r#"{"type":"integer","$schema":"http://json-schema.org/draft-04/schema#"}"#,
        "1.0",
        false,
    );
    is(
        r#"{"type":"integer","format":"int64"}"#,
        "9223372036854775808",
        false,
    );
    is(r#"{"format":"int64"}"#, "\"text\"", true);
}

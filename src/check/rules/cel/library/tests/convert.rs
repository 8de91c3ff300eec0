//! Conversions.

use super::super::super::value::Value;
use super::{assert_calls, run, told};

#[test]
fn whole_numbers_are_made() {
    assert_calls(&[
        ("int", "[3.7]", "3"),
        ("int", "[-7.9]", "-7"),
        ("int", "[9223372036854775807.5]", "9223372036854775807"),
        ("int", r#"["-987"]"#, "-987"),
        (
            "int",
            "[9223372036854775808]",
            "conversion: 9223372036854775808 is beyond the whole numbers of 64 bits",
        ),
        ("int", r#"["x"]"#, "conversion: \"x\" is not a whole number"),
        (
            "int",
            r#"["1.0"]"#,
            "conversion: \"1.0\" is not a whole number",
        ),
        (
            "int",
            r#"[" 1"]"#,
            "conversion: \" 1\" is not a whole number",
        ),
        ("int", r#"[""]"#, "conversion: \"\" is not a whole number"),
        ("int", "[true]", "not for these types"),
        ("uint", "[25.5]", "25"),
        ("uint", "[18446744073709551615]", "18446744073709551615"),
        ("uint", r#"["300"]"#, "300"),
    ]);
    for (json, why) in [
        ("[-1]", "-1 is not a whole number from 0 on"),
        ("[-0.5]", "-0.5 is not a whole number from 0 on"),
        (
            "[18446744073709551616]",
            "18446744073709551616 is beyond the whole numbers of 64 bits",
        ),
        (r#"["-1"]"#, "\"-1\" is not a whole number from 0 on"),
        (r#"["a"]"#, "\"a\" is not a whole number"),
        (
            r#"["18446744073709551616"]"#,
            "\"18446744073709551616\" is beyond the whole numbers of 64 bits",
        ),
    ] {
        assert_eq!(super::call("uint", json), format!("conversion: {why}"));
    }
    let far = super::call("int", r#"["-9223372036854775809"]"#);
    assert!(
        far.ends_with("is beyond the whole numbers of 64 bits"),
        "{far}"
    );
}

#[test]
fn a_number_keeps_every_digit() {
    assert_calls(&[
        ("double", r#"["-84.32e7"]"#, "-843200000"),
        (
            "double",
            r#"["0.10000000000000000000000000000000001"]"#,
            "0.10000000000000000000000000000000001",
        ),
        ("double", "[9007199254740993]", "9007199254740993"),
        (
            "double",
            r#"["NaN"]"#,
            "conversion: \"NaN\" is not a number",
        ),
        (
            "double",
            r#"["Infinity"]"#,
            "conversion: \"Infinity\" is not a number",
        ),
        (
            "double",
            r#"["0x10"]"#,
            "conversion: \"0x10\" is not a number",
        ),
        ("string", "[-4.5e-3]", "-0.0045"),
        ("string", "[1.0]", "1"),
        ("string", "[true]", "true"),
        ("string", "[null]", "not for these types"),
        ("string", "[[1]]", "not for these types"),
    ]);
}

#[test]
fn bytes_are_utf8_or_no_string() {
    assert_eq!(super::call("bytes", r#"["ÿ"]"#), "[c3, bf]");
    let back = |bytes: &[u8]| told(run("string", &[Value::Bytes(bytes.into())]));
    assert_eq!(back(&[0xc3, 0xbf]), "ÿ");
    assert_eq!(back(&[0, 0xff]), "conversion: the bytes are not UTF-8");
}

#[test]
fn few_words_are_truths() {
    for (text, given) in [
        ("true", "true"),
        ("True", "true"),
        ("TRUE", "true"),
        ("t", "true"),
        ("1", "true"),
        ("false", "false"),
        ("False", "false"),
        ("FALSE", "false"),
        ("f", "false"),
        ("0", "false"),
        ("TrUe", "conversion: \"TrUe\" is neither `true` nor `false`"),
        ("yes", "conversion: \"yes\" is neither `true` nor `false`"),
    ] {
        assert_eq!(super::call("bool", &format!("[\"{text}\"]")), given);
    }
}

#[test]
fn types_have_names() {
    assert_calls(&[
        ("type", "[1.0]", "int"),
        ("type", "[9223372036854775808]", "double"),
        ("type", "[0.5]", "double"),
        ("type", "[null]", "null_type"),
        ("type", r#"["x"]"#, "string"),
        ("type", "[[]]", "list"),
        ("type", "[{}]", "map"),
        ("type", "[false]", "bool"),
        ("dyn", "[[1]]", "[1]"),
    ]);
    assert_eq!(told(run("type", &[Value::Type("int")])), "type");
}

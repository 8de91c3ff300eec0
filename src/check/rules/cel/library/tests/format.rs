//! Texts with places for values.

use super::super::super::value::{Key, Value};
use super::{assert_calls, call, run, string, told};

#[test]
fn values_stand_in_their_places() {
    assert_calls(&[
        ("format", r#"["no substitution",[]]"#, "no substitution"),
        ("format", r#"["%%%s%% %d",["text",1.0]]"#, "%text% 1"),
        ("format", r#"["%b %b %b",[5,true,-5]]"#, "101 1 -101"),
        (
            "format",
            r#"["%o %x %X",[65535,30,6000]]"#,
            "177777 1e 1770",
        ),
        ("format", r#"["%x",[-255]]"#, "-ff"),
        ("format", r#"["%x",["Hello, ÿ"]]"#, "48656c6c6f2c20c3bf"),
        ("format", r#"["%X",["zÿ"]]"#, "7AC3BF"),
        (
            "format",
            r#"["%s, %s, %s",[true,null,999999999999]]"#,
            "true, null, 999999999999",
        ),
        (
            "format",
            r#"["%s",[["abc",3.14,null,[9,[],{}],{"b":{"y":1},"a":[2]}]]]"#,
            "[abc, 3.14, null, [9, [], {}], {a: [2], b: {y: 1}}]",
        ),
    ]);
    let entries = [
        (Key::String("strKey".into()), string("x")),
        (
            Key::Number(6.into()),
            run("duration", &[string("7m2s")]).unwrap().unwrap(),
        ),
        (Key::Bool(true), Value::from(42)),
    ];
    let map = Value::from(std::collections::BTreeMap::from(entries));
    let given = told(run("format", &[string("%s"), Value::from(vec![map])]));
    assert_eq!(given, "{6: 422s, strKey: x, true: 42}");
}

#[test]
fn fractions_are_rounded_half_to_even() {
    for (format, number, given) in [
        ("%.3f", "1.2345", "1.234"),
        ("%.3f", "1.2355", "1.236"),
        ("%.3f", "1.23450000001", "1.235"),
        ("%.0f", "2.5", "2"),
        ("%.0f", "1.5", "2"),
        ("%.0f", "0.5", "0"),
        ("%.0f", "-0.4", "0"),
        ("%.0f", "99.5", "100"),
        ("%.3f", "-123.4999", "-123.500"),
        ("%.5f", "-1.2", "-1.20000"),
        ("%.2f", "9.999", "10.00"),
        ("%f", "2", "2.000000"),
        ("%.1f", "1e30", "1000000000000000000000000000000.0"),
        ("%.6e", "1052.032911275", "1.052033e+03"),
        ("%e", "2", "2.000000e+00"),
        ("%e", "0", "0.000000e+00"),
        ("%.2e", "0.00099995", "1.00e-03"),
        ("%.2e", "-0.000123456", "-1.23e-04"),
        ("%.0e", "25", "2e+01"),
        ("%.1e", "1e400", "1.0e+400"),
    ] {
        let json = format!("[\"{format}\",[{number}]]");
        assert_eq!(call("format", &json), given, "{json}");
    }
}

#[test]
fn what_does_not_fit_is_told() {
    assert_calls(&[
        (
            "format",
            r#"["%d %d",[0]]"#,
            "error: the format has more places than values",
        ),
        (
            "format",
            r#"["%d",[0.5]]"#,
            "error: `%d` writes a whole number, not 0.5",
        ),
        (
            "format",
            r#"["%d",["a"]]"#,
            "error: `%d` writes a whole number, not a string",
        ),
        (
            "format",
            r#"["%f",[null]]"#,
            "error: `%f` writes a number, not null",
        ),
        (
            "format",
            r#"["%x",[0.5]]"#,
            "error: `%x` writes a whole number, a string or bytes, not 0.5",
        ),
        (
            "format",
            r#"["%b",["a"]]"#,
            "error: `%b` writes a whole number, true or false, not a string",
        ),
        (
            "format",
            r#"["%.501f",[1]]"#,
            "error: a format writes 0 to 500 digits behind the point, not `501`",
        ),
    ]);
    for format in ["%", "%a", "%E", "%.3d", "%.", "%é", "%5", "% "] {
        let given = call("format", &format!("[\"a {format}\",[1]]"));
        assert!(
            given.starts_with(&format!("error: `{format}` is no place for a value; ")),
            "{given}"
        );
    }
    let many = format!("[\"%.{}f\",[1]]", "9".repeat(99));
    assert!(call("format", &many).starts_with("error: a format writes 0 to 500 digits"));
}

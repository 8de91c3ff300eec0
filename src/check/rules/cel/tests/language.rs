//! What expressions give.

use super::gives;

/// Each expression over a value, and what it gives.
fn all(this: &str, cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        assert_eq!(gives(text, this), *wanted, "{text}");
    }
}

#[test]
fn numbers_are_exact_however_they_are_written() {
    all(
        r#"{"a":1.0,"b":0.1,"c":0.2,"big":12345678901234567890.5,"n":7}"#,
        &[
            ("this.b + this.c == 0.3", "true"),
            ("0.1 + 0.2", "0.3"),
            ("this.a == 1", "true"),
            ("this.n / 2", "3.5"),
            ("7 % 4", "3"),
            ("2 * 1.5", "3"),
            ("1 in [this.a]", "true"),
            ("{1: 'x'}[this.a]", "\"x\""),
            ("this.big + 0.5", "12345678901234567891"),
            ("9223372036854775807 + 1", "9223372036854775808"),
            ("-this.n", "-7"),
            ("- -7", "7"),
            ("1u < 2", "true"),
            ("0x10", "16"),
            ("1 / 3", "0.3333333333333333333333333333333333"),
        ],
    );
}

#[test]
fn fields_elements_and_macros() {
    all(
        r#"{"l":[{"q":2},{"q":3}],"o":{"k":null},"in":1,"s":"\u00e9"}"#,
        &[
            ("this.l[1].q", "3"),
            ("this['l'][0]['q']", "2"),
            ("this.in", "1"),
            ("has(this.o.k) && !has(this.o.x)", "true"),
            ("this.o.k == null", "true"),
            ("'k' in this.o", "true"),
            ("this.l.all(x, x.q > 1)", "true"),
            ("this.l.exists(x, x.q > 2)", "true"),
            ("this.l.exists_one(x, x.q > 2)", "true"),
            ("this.l.map(x, x.q * 10)", "[20, 30]"),
            ("this.l.map(x, x.q > 2, x.q)", "[3]"),
            ("this.l.filter(x, x.q > 2)", "[{\"q\":3}]"),
            ("this.o.map(k, k)", "[\"k\"]"),
            (
                "this.l.map(x, this.l.map(y, x.q * y.q))",
                "[[4, 6], [6, 9]]",
            ),
            ("[1] + [2, 3]", "[1, 2, 3]"),
            ("{'a': 1, 'b': [true]}", "{\"a\": 1, \"b\": [true]}"),
            ("'a' + this.s", "\"a\u{e9}\""),
            ("this.s == '\\u00e9'", "true"),
            ("true ? 1 : 2", "1"),
            ("[[1, {'a': 2.0}]] == [[1.0, {'a': 2}]]", "true"),
        ],
    );
}

#[test]
fn an_error_on_one_side_is_made_up_for_by_the_other() {
    all(
        r#"{"a":1,"l":[0,1]}"#,
        &[
            ("this.x || true", "true"),
            ("true || this.x", "true"),
            ("this.x == 1 && false", "false"),
            ("this.x == 1 || false", "error 0..6: `this.x` is missing"),
            ("this.l.exists(i, 1 / i == 1)", "true"),
            ("this.l.all(i, 1 / i == 2)", "false"),
            (
                "this.l.all(i, 1 / i == 1)",
                "error 14..19: division by zero",
            ),
        ],
    );
}

#[test]
fn what_has_no_value_says_why_and_where() {
    all(
        r#"{"a":"x","n":1,"l":[1],"e":1e400,"f":1e-400}"#,
        &[
            ("this.b.c > 1", "error 0..6: `this.b` is missing"),
            (
                "this.a.c",
                "error 0..8: `this.a` is a string and has no fields",
            ),
            ("this.l[1]", "error 0..9: `this.l[1]` is missing"),
            ("this.l['x']", "error 0..11: `this.l['x']` is missing"),
            (
                "this.a > 1",
                "error 0..10: `>` cannot compare a string with a number",
            ),
            (
                "this.a + 1",
                "error 0..10: `+` cannot take a string and a number",
            ),
            (
                "this.n && true",
                "error 0..6: `this.n` is a number, not true or false",
            ),
            (
                "this.n.all(x, true)",
                "error 0..6: `this.n` is a number and has no elements",
            ),
            ("1 / 0", "error 0..5: division by zero"),
            (
                "this.e * this.e > 1",
                "error 0..15: the result has more than 500 digits before or behind the point",
            ),
            ("{'a': 1, 'a': 2}", "error 9..12: this key stands twice"),
        ],
    );
    let long = "{\"n\":1e999,\"m\":1}".to_string();
    assert_eq!(gives("this.m", &long), "1");
    assert_eq!(
        gives("this.n > 0", &long),
        "error 0..6: the number 1e999 has more than 500 digits before or behind the point"
    );
}

//! No expression and no value makes the engine panic, hang or answer twice differently.

use proptest::prelude::*;

use super::compute;

/// Words that expressions are made of.
const WORDS: [&str; 70] = [
    "this",
    "this.a",
    "this.l",
    "this.s",
    "facts",
    "now",
    "true",
    "false",
    "null",
    "0",
    "1",
    "-1",
    "0.5",
    "1e400",
    "9223372036854775807",
    "'x'",
    "''",
    "r'\\d'",
    "b'x'",
    "'\\u00e9'",
    "+",
    "-",
    "*",
    "/",
    "%",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "&&",
    "||",
    "!",
    "?",
    ":",
    "in",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    "x",
    "has(",
    "size(",
    "int(",
    "string(",
    "date(",
    "sum(",
    "unique(",
    "round(",
    "timestamp(",
    "duration(",
    "type(",
    ".all(x, ",
    ".map(x, ",
    ".filter(x, ",
    ".exists(x, ",
    ".contains(",
    ".replace(",
    ".split(",
    ".join(",
    ".format([",
    ".matches(",
    ".substring(",
    "variables.v0",
    ".size()",
];

fn this() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(r#"{"a":1,"l":[1,2.5,"x",null,[],{}],"s":"a\u0000é\ud83d\ude00"}"#.to_owned()),
        Just(r#"{"a":"2025-02-30","l":[],"s":""}"#.to_owned()),
        Just(r#"{"a":-1e-400,"l":[1e400,1e999],"s":"9223372036854775808"}"#.to_owned()),
        Just("null".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn tokens_in_any_order_are_answered(
        words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 1..20),
        this in this(),
    ) {
        let text = words.join(" ");
        let first = compute(&text, &this, 20_000, &["this.a"]);
        prop_assert_eq!(first, compute(&text, &this, 20_000, &["this.a"]));
    }

    #[test]
    fn any_text_is_answered(text in "\\PC{0,60}") {
        let _ = compute(&text, "{}", 1000, &[]);
    }
}

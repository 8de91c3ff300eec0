//! Makes JSON, the texts that models wrap around it, and damage to it.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed};

/// `cases` per property, or as many as `PROPTEST_CASES` says. The same ones in every run,
/// unless `PROPTEST_RNG_SEED` gives another seed.
pub fn config(cases: u32) -> Config {
    let told = Config::default();
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    Config {
        cases: if asked { told.cases } else { cases },
        rng_seed: match told.rng_seed {
            RngSeed::Random => RngSeed::Fixed(0),
            fixed @ RngSeed::Fixed(_) => fixed,
        },
        failure_persistence: None,
        max_global_rejects: u32::MAX,
        max_local_rejects: u32::MAX,
        ..told
    }
}

/// What strings hold that looks like something else where it stands alone.
const IN_STRINGS: &[&str] = &[
    "a",
    "note",
    "{",
    "}",
    "[",
    "]",
    "{}",
    "[1]",
    ",",
    ":",
    "'",
    "`",
    "\\\"",
    "\\\\",
    "\\n",
    "\\u005b",
    "\\ud83d\\ude00",
    "```",
    "```json\\n",
    "~~~",
    "</think>",
    "<think>",
    "[THINK]",
    "[/THINK]",
    "//",
    "/*",
    "é",
    "東京",
    "…",
    "\u{201d}",
    " ",
    "<|channel|>final<|message|>",
    "{\\\"z\\\":1}",
    "null",
    "0",
    "#",
];

/// A string with its quotes.
pub fn string() -> impl Strategy<Value = String> {
    vec(select(IN_STRINGS), 0..4).prop_map(|parts| format!("\"{}\"", parts.concat()))
}

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "7",
    "42",
    "-13",
    "1.50",
    "0.1",
    "1e2",
    "1E+2",
    "-2.5e-3",
    "12345678901234567890",
    "1e-300",
];

const LITERALS: &[&str] = &["true", "false", "null"];

/// How the tokens of a value stand apart: what stands behind an opener, a comma and a colon,
/// and before a closer.
#[derive(Debug, Clone, Copy)]
struct Layout([&'static str; 4]);

const LAYOUTS: &[Layout] = &[
    Layout(["", "", "", ""]),
    Layout(["", " ", " ", ""]),
    Layout([" ", ", ", " : ", " "]),
    Layout(["\n  ", "\n  ", " ", "\n"]),
    Layout(["\r\n\t", "\r\n\t", " ", "\r\n"]),
];

fn array(elements: &[String], Layout([opened, comma, _, closing]): Layout) -> String {
    if elements.is_empty() {
        return "[]".to_owned();
    }
    let comma = format!(",{}", comma.trim_start_matches(','));
    format!("[{opened}{}{closing}]", elements.join(&comma))
}

fn object(members: &[(String, String)], Layout([opened, comma, colon, closing]): Layout) -> String {
    if members.is_empty() {
        return "{}".to_owned();
    }
    let colon = format!(":{}", colon.trim_start_matches([' ', ':']));
    let comma = format!(",{}", comma.trim_start_matches(','));
    let member = |(at, (key, value)): (usize, &(String, String))| {
        // A number makes each key its own.
        format!("{}{at}\"{colon}{value}", &key[..key.len() - 1])
    };
    let members: Vec<_> = members.iter().enumerate().map(member).collect();
    format!("{{{opened}{}{closing}}}", members.join(&comma))
}

fn above(leaf: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    leaf.prop_recursive(4, 24, 4, |inner| {
        let elements = (vec(inner.clone(), 0..4), select(LAYOUTS));
        let members = (vec((string(), inner), 0..4), select(LAYOUTS));
        prop_oneof![
            elements.prop_map(|(elements, layout)| array(&elements, layout)),
            members.prop_map(|(members, layout)| object(&members, layout)),
        ]
    })
}

/// Any value.
pub fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        2 => select(NUMBERS).prop_map(str::to_owned),
        1 => select(LITERALS).prop_map(str::to_owned),
        3 => string(),
    ];
    above(leaf.boxed())
}

/// A container that holds more than numbers.
pub fn container() -> impl Strategy<Value = String> {
    value().prop_filter("a container that is not weak", |text| {
        text.starts_with(['{', '[']) && text.contains(['"', 't', 'f', 'n'])
    })
}

/// An array of numbers and such arrays, or an empty container.
pub fn weak() -> impl Strategy<Value = String> {
    let number = select(NUMBERS).prop_map(str::to_owned);
    let nested = number.prop_recursive(3, 12, 4, |inner| {
        (vec(inner, 0..4), select(LAYOUTS)).prop_map(|(elements, layout)| array(&elements, layout))
    });
    prop_oneof![
        9 => nested.prop_filter("a container", |text| text.starts_with('[')),
        1 => select(&["{}", "[]", "[ ]"][..]).prop_map(str::to_owned),
    ]
}

/// Prose without any value in it.
const PROSE: &[&str] = &[
    "Sure: ",
    "Here it is:\n",
    "It's what you asked for. ",
    "He said \"yes\" to it: ",
    "結果：",
    "« Voilà » : ",
    "Use {name} and {{date}}. ",
    "A set {x | x > 0}, an interval [0, 1) and (0, 1]. ",
    "\\frac{1}{2} \\left[ a \\right] ",
    "fn f() { return; } ",
    "if (a[i] > b) { go(); } ",
    "## Result\n\n",
    "1. first\n2. ",
    "- ",
    "> quoted\n> ",
    "| a | b |\n|---|---|\n| x | ",
    "**Answer**: ",
    "<answer>",
    "<tool_call>\n",
    "\n\n---\n",
    "[link](https://example.com/a) ",
    "[Note: none] ",
    "${PATH} ",
    "C:\\dir ",
    "100% #1 @home & more; ",
    "a < b > c ",
    "`code` ",
    "\u{a0}\u{200b}",
];

/// Prose with values in it that are weak: footnotes, lists of numbers.
const WEAK_PROSE: &[&str] = &[
    "As shown [1][2]. ",
    "See [[3]](url). ",
    "The list [] and the map {}. ",
    "- [ ] to do\n",
];

/// What stands before a reply's answer and does not count.
const REASONING: &[&str] = &[
    "<think>maybe {\"x\": 1} or {bad</think>\n",
    "<thinking>\n[\"a\", </thinking>",
    "[THINK]{\"y\":\"z\"}[/THINK] ",
    "I first thought {\"a\":1}, then ]\n</think>\n",
    "<|channel|>analysis<|message|>{\"a\":\"b\"}<|end|><|start|>assistant<|channel|>final<|message|>",
];

/// What is another program's: values in it count less than those in prose.
const OTHER_CODE: &[&str] = &[
    "```python\nprint({\"v\": \"one\"})\n```\n",
    "~~~sh\necho '{\"v\":1,}'\n~~~\n",
];

/// A text that stands around a value.
#[derive(Debug, Clone)]
pub struct Wrapping {
    pub before: String,
    pub behind: String,
}

impl Wrapping {
    pub fn around(&self, value: &str) -> String {
        format!("{}{value}{}", self.before, self.behind)
    }

    fn inside(self, (opener, closer): (&str, &str)) -> Self {
        let apart = opener.starts_with(['`', '~']) && opener.ends_with('\n');
        let line = if apart && !self.before.is_empty() {
            "\n"
        } else {
            ""
        };
        let last = if apart && !closer.ends_with('\n') && !self.behind.is_empty() {
            "\n"
        } else {
            ""
        };
        Self {
            before: format!("{}{line}{opener}", self.before),
            behind: format!("{closer}{last}{}", self.behind),
        }
    }
}

/// What can stand directly around a value.
const DIRECT: &[(&str, &str)] = &[
    ("", ""),
    ("", ""),
    ("```json\n", "\n```\n"),
    ("```\n", "\n```"),
    ("~~~json\n", "\n~~~\n"),
    ("````JSON\n", "\n````\n"),
    ("`", "`"),
    ("<answer>", "</answer>"),
    ("it is \"", "\"."),
    ("\u{201c}", "\u{201d}"),
    ("(", ")"),
    ("```json\n", "```\n"),
];

fn prose(texts: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    vec(select(texts), 0..=most).prop_map(|parts| parts.concat())
}

/// Prose, lists, tables, code and fences without any value of their own.
pub fn plain() -> impl Strategy<Value = Wrapping> {
    let parts = (prose(PROSE, 3), prose(PROSE, 2), select(DIRECT));
    parts.prop_map(|(before, behind, direct)| Wrapping { before, behind }.inside(direct))
}

/// The same with reasoning, footnotes and other code around it.
pub fn rich() -> impl Strategy<Value = Wrapping> {
    let first = (
        prose(REASONING, 1),
        prose(OTHER_CODE, 1),
        prose(WEAK_PROSE, 1),
    );
    let before = (first, prose(PROSE, 3));
    let before =
        before.prop_map(|((reasoning, code, weak), prose)| [reasoning, code, weak, prose].concat());
    let behind = (prose(PROSE, 2), prose(WEAK_PROSE, 1)).prop_map(|(prose, weak)| prose + &weak);
    let parts = (before, behind, select(DIRECT));
    parts.prop_map(|(before, behind, direct)| Wrapping { before, behind }.inside(direct))
}

/// A text of pieces that mean something to the slicer, in any order.
pub fn soup() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "'",
        "\\",
        "\n",
        "\r\n",
        " ",
        "```",
        "```json\n",
        "```\n",
        "~~~\n",
        "`",
        "<think>",
        "</think>",
        "[THINK]",
        "[/THINK]",
        "<|channel|>analysis<|message|>",
        "<|channel|>final<|message|>",
        "◁think▷",
        "◁/think▷",
        "{\"a\":1}",
        "{\"a\":\"b\"}",
        "[1]",
        "[]",
        "{}",
        "\"a\"",
        "\"a\":",
        "true",
        "null",
        "NaN",
        "1",
        "-",
        ".5",
        "1e400",
        "a",
        "(",
        ")",
        "0, 1",
        "> ",
        "- ",
        "\u{feff}",
        "\u{a0}",
        "é",
        "\u{201c}",
        "\u{0}",
        "\u{1b}",
        "//",
        "/*",
        "\\\"",
        "\\ud800",
        "{{",
        "}}",
        "…",
    ];
    let pieces = vec(
        prop_oneof![9 => select(PIECES).prop_map(str::to_owned), 1 => any::<String>()],
        0..24,
    );
    pieces.prop_map(|pieces| pieces.concat())
}

/// The offsets of a value's structural characters: brackets, commas, colons and the quotes
/// around strings.
pub fn structure(json: &str) -> Vec<usize> {
    let (mut found, mut quoted, mut escaped) = (Vec::new(), false, false);
    for (at, byte) in json.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = quoted,
            b'"' => {
                quoted = !quoted;
                found.push(at);
            }
            b'{' | b'}' | b'[' | b']' | b',' | b':' if !quoted => found.push(at),
            _ => {}
        }
    }
    found
}

/// What may stand in the place of a structural character; empty where it is left out.
pub const IN_ITS_PLACE: &[&str] = &[
    "", "'", "a", " ", "{", "}", "[", "]", "(", ")", "\"", "\u{201d}", ",", ":", ";", "`", "\n",
    "0",
];

#[test]
fn structure_is_all_but_the_content_of_strings() {
    let json = r#"{"a\"}":[1,"]"]}"#;
    let marks: String = structure(json).iter().map(|at| &json[*at..=*at]).collect();
    assert_eq!(marks, r#"{"":[,""]}"#);
}

//! Whatever stands in the file, it is a book or a refusal whose places lie in the text.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::open;
use crate::refusal::Finding;

const GOOD: &str = include_str!("../../../../../tests/data/rules/example.toml");

/// How large the large files are, in bytes.
const SIZE: usize = 1 << 17;

/// What is typed in the wrong place.
const SLIPS: [&str; 16] = [
    "\"", "'", "\"\"\"", "'''", "\\", "{", "}", "[", "]", "=", "\n", ",", "é", "\u{1}", "\r", "#",
];

#[derive(Debug, Clone)]
enum Slip {
    Delete(usize),
    Insert(usize, usize),
    Replace(usize, usize),
}

fn slip() -> impl Strategy<Value = Slip> {
    let (at, with) = (0..GOOD.len(), 0..SLIPS.len());
    prop_oneof![
        (0..GOOD.len()).prop_map(Slip::Delete),
        (at.clone(), with.clone()).prop_map(|(at, with)| Slip::Insert(at, with)),
        (at, with).prop_map(|(at, with)| Slip::Replace(at, with)),
    ]
}

fn slipped(text: &str, slip: &Slip) -> String {
    let (at, typed, gone) = match *slip {
        Slip::Delete(at) => (at, "", 1),
        Slip::Insert(at, with) => (at, SLIPS[with], 0),
        Slip::Replace(at, with) => (at, SLIPS[with], 1),
    };
    let start = text.floor_char_boundary(at.min(text.len()));
    let end = text.ceil_char_boundary((start + gone).min(text.len()));
    let (before, behind) = (text.get(..start).unwrap(), text.get(end..).unwrap());
    format!("{before}{typed}{behind}")
}

/// Reads it, and holds that every finding has its place in it, in order.
fn holds(text: &str) {
    let findings = match open(text) {
        Ok(opened) => opened.notes,
        Err(refusal) => {
            assert!(!refusal.findings.is_empty() && refusal.findings.len() <= 50);
            refusal.findings
        }
    };
    let span = |finding: &Finding| finding.place.span.clone().expect("a place");
    for finding in &findings {
        assert!(text.get(span(finding)).is_some(), "{finding:?} in {text}");
    }
    assert!(findings.is_sorted_by_key(|finding| span(finding).start));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn slips_are_told_at_their_place(slips in prop::collection::vec(slip(), 1..6)) {
        let text = slips.iter().fold(GOOD.to_owned(), |text, slip| slipped(&text, slip));
        holds(&text);
    }
}

#[test]
fn a_file_cut_anywhere_is_told() {
    for (at, _) in GOOD.char_indices() {
        holds(GOOD.get(..at).unwrap());
    }
}

#[test]
fn large_files_are_read_in_linear_time() {
    let fill = |piece: &str| piece.repeat(SIZE / piece.len());
    for piece in [
        "a = 1\n",
        "a:\n",
        "@.",
        "\"",
        "'''",
        "[[rules]]\n",
        "[[rules]\n",
        "{",
        "a={",
        "[a]\n",
        "=",
        "a=\"\\d\"\n",
        "é",
        "a.b=1\n",
        "\"\"\"\\\n",
    ] {
        holds(&fill(piece));
        holds(&format!("version = 1\n{}", fill(piece)));
    }
    holds(&format!(
        "version = 1\n[facts]\na = {{ enum = [{}] }}",
        "1,".repeat(SIZE / 3)
    ));
    holds(&format!(
        "version = 1\n[[rules]]\ntool = [{}]",
        "5,".repeat(SIZE / 3)
    ));
    holds(&format!(
        "version = 1\n[[rules]]\nmessage = \"{}\"",
        "{".repeat(SIZE)
    ));
    let mut many = String::from("version = 1\n[variables]\n");
    for at in 0..100 {
        let _ = writeln!(many, "v{at} = \"{}\"", "a+".repeat(200));
    }
    holds(&many);
}

#[test]
fn patterns_that_cost_much_are_refused_together() {
    let one = r"this.a.matches(r'\w{80}')";
    let all = [one; 100].join(" && ");
    let text = format!("version = 1\n[[rules]]\nid = \"r\"\nexpression = '''{all}'''\n");
    let refusal = open(&text).unwrap_err();
    let last = refusal.findings.last().unwrap();
    let told = last.message.show(false);
    assert_eq!(told, "the patterns of the file are too large together");
}

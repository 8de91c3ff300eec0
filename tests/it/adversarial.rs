//! Inputs that make a naive slicer quadratic, or overflow its stack.

use std::thread;

use jgate::read::slice::Pick;

use crate::data::{gate, judged};

/// A hostile pattern.
pub struct Pattern {
    pub name: &'static str,
    /// About so many bytes of it.
    pub make: fn(usize) -> Vec<u8>,
    /// What must come of it: `accepted`, or any of these codes behind `parse.`.
    pub expected: &'static [&'static str],
}

/// `unit` again and again, cut at `size` bytes.
fn repeated(unit: &str, size: usize) -> Vec<u8> {
    unit.bytes().cycle().take(size).collect()
}

/// `unit` as often as it fits, whole.
fn whole(unit: &str, size: usize) -> Vec<u8> {
    unit.repeat(size / unit.len()).into_bytes()
}

fn joined(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

/// What `line` makes of 0, 1, 2 and so on, up to `size` bytes.
fn counted(size: usize, line: impl Fn(usize) -> String) -> Vec<u8> {
    let mut text = String::new();
    for count in 0.. {
        if text.len() >= size {
            break;
        }
        text.push_str(&line(count));
    }
    text.into_bytes()
}

fn keys(size: usize) -> Vec<u8> {
    let members = counted(size, |count| format!("\"k{count:07}\":0,"));
    joined(&[b"{", &members[..members.len() - 1], b"}"])
}

const fn pattern(
    name: &'static str,
    expected: &'static [&'static str],
    make: fn(usize) -> Vec<u8>,
) -> Pattern {
    Pattern {
        name,
        make,
        expected,
    }
}

const ACCEPTED: &[&str] = &["accepted"];

pub const PATTERNS: &[Pattern] = &[
    pattern("open brackets", &["truncated", "too_deep"], |n| {
        repeated("[", n)
    }),
    pattern("open braces", &["truncated", "malformed", "no_json"], |n| {
        repeated("{", n)
    }),
    pattern("open brackets with keys", &["truncated", "too_deep"], |n| {
        repeated("{\"a\":[", n)
    }),
    pattern(
        "braces and quotes",
        &["truncated", "malformed", "no_json"],
        |n| repeated("{\"", n),
    ),
    pattern(
        "brackets and quotes",
        &["truncated", "malformed", "no_json"],
        |n| repeated("[\"", n),
    ),
    pattern("arrays at one parity of quotes", &["truncated"], |n| {
        repeated("[\"[1,\", \",1,\", ", n)
    }),
    pattern("objects at one parity of quotes", &["truncated"], |n| {
        joined(&[b"{", &repeated("\":{\":1,", n)])
    }),
    pattern("openers in strings", &["truncated"], |n| {
        joined(&[b"[", &repeated("\"[[[[{{{{\",", n)])
    }),
    pattern("openers in an open string", &["truncated"], |n| {
        joined(&[b"{\"a\":\"", &repeated("[{", n)])
    }),
    pattern(
        "a quote and openers",
        &["truncated", "malformed", "no_json"],
        |n| joined(&[b"\"", &repeated("[{", n)]),
    ),
    pattern("open arrays of numbers", &["truncated"], |n| {
        repeated("[1,", n)
    }),
    pattern("one long number", &["truncated"], |n| {
        joined(&[&[b'['; 64], &repeated("1", n)])
    }),
    pattern(
        "openers, then blanks",
        &["truncated", "malformed", "no_json"],
        |n| joined(&[&repeated("{", n / 2), &repeated(" ", n / 2)]),
    ),
    pattern(
        "openers and blanks",
        &["truncated", "malformed", "no_json"],
        |n| repeated("{        ", n),
    ),
    pattern("blanks and a letter", &["no_json"], |n| {
        joined(&[&repeated(" ", n), b"x"])
    }),
    pattern("backslashes", &["truncated", "malformed"], |n| {
        joined(&[b"{\"a\":\"", &repeated("\\", n | 1), b"\"}"])
    }),
    pattern("backslashes and quotes", &["truncated"], |n| {
        joined(&[b"{\"a\":\"", &repeated("\\\\\\\"", n)])
    }),
    pattern("escapes in an open string", &["truncated"], |n| {
        joined(&[b"[\"", &repeated("\\u005b", n)])
    }),
    pattern("fences that open", &["no_json", "truncated"], |n| {
        repeated("```json\n", n)
    }),
    pattern(
        "fences that grow",
        &["no_json", "malformed", "truncated"],
        |n| counted(n, |count| "`".repeat(count % 999 + 3) + "\n"),
    ),
    pattern(
        "two kinds of fence",
        &["no_json", "malformed", "truncated"],
        |n| repeated("~~~\n```\n", n),
    ),
    pattern(
        "a fence of empty lines",
        &["no_json", "malformed", "truncated"],
        |n| joined(&[b"```json", &repeated("\n", n), b"x"]),
    ),
    pattern("reasoning that opens", &["no_json", "truncated"], |n| {
        repeated("<think>", n)
    }),
    pattern("reasoning that closes", ACCEPTED, |n| {
        joined(&[&whole("</think>", n), b"{\"z\":1}"])
    }),
    pattern("reasoning and a string", &["no_json"], |n| {
        joined(&[&whole("<think></think>\"", n), b"<think></think>\"z\""])
    }),
    pattern("almost reasoning", &["no_json"], |n| repeated("</thin", n)),
    pattern("tool tags", &["no_json", "malformed"], |n| {
        repeated("<tool_call>", n)
    }),
    pattern(
        "values near the depth limit",
        &["ambiguous", "truncated"],
        |n| {
            counted(n, |count| {
                format!("{}{count}{}\n", "[".repeat(127), "]".repeat(127))
            })
        },
    ),
    pattern(
        "blocks that miss a closer",
        &["truncated", "too_deep"],
        |n| repeated(&format!("{}1{},", "[".repeat(127), "]".repeat(126)), n),
    ),
    pattern("deep and closed", &["too_deep"], |n| {
        joined(&[&repeated("[", n / 2), &repeated("]", n / 2)])
    }),
    pattern("deep objects", &["too_deep"], |n| {
        joined(&[&whole("{\"a\":", n), b"1", &repeated("}", n / 5)])
    }),
    pattern("deep and one short", &["truncated", "too_deep"], |n| {
        joined(&[&repeated("[", n / 2), &repeated("]", n / 2 - 1)])
    }),
    pattern("closers", &["malformed", "no_json"], |n| repeated("}]", n)),
    pattern(
        "crossed brackets",
        &["malformed", "no_json", "truncated"],
        |n| repeated("[}{]", n),
    ),
    pattern("equal candidates", ACCEPTED, |n| whole("{\"a\":1}\n", n)),
    pattern("different candidates", &["ambiguous"], |n| {
        counted(n, |count| format!("{{\"a\":{count}}}\n"))
    }),
    pattern("two candidates again and again", &["ambiguous"], |n| {
        whole("{\"a\":1,\"b\":\"x\"}\n{\"b\":2}\n", n)
    }),
    pattern("many keys", ACCEPTED, keys),
    pattern("a key twice at the end", &["duplicate_key"], |n| {
        let mut keys = keys(n);
        keys.pop();
        joined(&[&keys, b",\"k0000000\":1}"])
    }),
    pattern("many objects", ACCEPTED, |n| {
        joined(&[b"[", &whole("{\"a\":{\"b\":{\"c\":1}}},", n), b"{}]"])
    }),
    pattern("words in brackets", ACCEPTED, |n| {
        joined(&[&whole("{word} [word] ", n), b"\n{\"ok\":1}"])
    }),
    pattern(
        "beginnings of literals",
        &["no_json", "malformed", "truncated"],
        |n| repeated("[tru [fals [nul ", n),
    ),
    pattern("a bad byte at the end", &["not_utf8"], |n| {
        joined(&[&whole("\u{e9}", n), b"\xff"])
    }),
    pattern("one long string", ACCEPTED, |n| {
        joined(&[b"{\"s\":\"", &repeated("x", n), b"\"}"])
    }),
    pattern("line ends", &["no_json"], |n| {
        joined(&[&whole("\r\n", n), b"x"])
    }),
    pattern("backticks on one line", &["no_json"], |n| {
        repeated("a``` ", n)
    }),
    pattern("quoting marks", &["no_json", "truncated"], |n| {
        repeated(&("> ".repeat(500) + "```\n"), n)
    }),
    pattern(
        "quotes in brackets",
        &["no_json", "malformed", "truncated"],
        |n| repeated("[a\" ", n),
    ),
    pattern("empty lists that open", &["truncated", "malformed"], |n| {
        repeated("[[] x ", n)
    }),
];

#[test]
fn each_hostile_pattern_is_judged_right_on_a_small_stack() {
    let judge = || {
        let gate = gate(None, Pick::Only);
        let mut faults = Vec::new();
        for size in [16 << 10, 64 << 10] {
            for pattern in PATTERNS {
                let came =
                    judged(&gate, &(pattern.make)(size)).map_or_else(|code| code, |_| "accepted");
                let came = came.strip_prefix("parse.").unwrap_or(came);
                if !pattern.expected.contains(&came) {
                    faults.push(format!(
                        "{} of {size}: {came}, not {:?}",
                        pattern.name, pattern.expected
                    ));
                }
            }
        }
        faults
    };
    let faults = thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(judge)
        .unwrap()
        .join();
    let faults = faults.expect("no overflow");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

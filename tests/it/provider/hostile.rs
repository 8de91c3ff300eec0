//! Responses that are damaged, or made to break what reads them.

use super::{fixtures, judge, named};

/// The same numbers in every run (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % most.max(1) as u64).unwrap()
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Some bytes of an input, not many.
    fn some(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let start = self.below(bytes.len());
        let most = self.pick(&[2, 20, 200, bytes.len()]);
        start..(start + 1 + self.below(most)).min(bytes.len())
    }
}

/// What is put into an input.
const INSERTED: &[&str] = &[
    "null",
    "\0",
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\n",
    "\n\n",
    "\r",
    "\\ud800",
    "0",
    "-1",
    "1e999",
    "data: ",
    "data: [DONE]\n\n",
    "event: error\n",
    "\u{feff}",
    "😀",
    "{}\n",
    "true",
    "\"index\":99,",
    "\"error\":{},",
    "\"stop\"",
];

/// Damages an input in one way.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    match random.below(8) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        1 => drop(bytes.drain(random.some(bytes))),
        2 => {
            let again = bytes[random.some(bytes)].to_vec();
            drop(bytes.splice(at..at, again));
        }
        3 => swap_lines(bytes, random),
        4 => bytes.truncate(at),
        5 => empty_value(bytes, at),
        6 if at < bytes.len() => bytes[at] = random.pick(b"{}[],:\"\\0n\n "),
        _ => {
            let inserted = random.pick(INSERTED).bytes();
            drop(bytes.splice(at..at, inserted));
        }
    }
}

fn swap_lines(bytes: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<_> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let (one, other) = (random.below(lines.len()), random.below(lines.len()));
    if !lines.is_empty() {
        lines.swap(one, other);
    }
    *bytes = lines.concat();
}

/// Puts null in the place of the value of a member behind `at`.
fn empty_value(bytes: &mut Vec<u8>, at: usize) {
    let Some(colon) = bytes[at..].windows(2).position(|two| two == b"\":") else {
        return;
    };
    let start = at + colon + 2;
    let end = bytes[start..].iter().position(|byte| b",}]".contains(byte));
    let end = start + end.unwrap_or_default();
    drop(bytes.splice(start..end, *b"null"));
}

#[test]
fn no_damage_makes_it_panic() {
    const FORMATS: &[&str] = &[
        "text",
        "auto",
        "openai-chat",
        "openai-responses",
        "anthropic",
        "gemini",
        "ollama",
        "bedrock",
        "cohere",
    ];
    let mut random = Random(5);
    let fixtures = fixtures();
    // A long one takes its time and shows no more.
    let short: Vec<_> = fixtures
        .iter()
        .filter(|fixture| fixture.bytes.len() < 5000)
        .collect();
    let mut outcomes = std::collections::BTreeMap::new();
    for round in 0..3000 {
        let fixture = short[round % short.len()];
        let mut bytes = fixture.bytes.clone();
        for _ in 0..=random.below(3) {
            damage(&mut bytes, &mut random);
        }
        let own = judge(named(fixture.from()), None, &bytes);
        *outcomes
            .entry(own.out.err().unwrap_or("accepted"))
            .or_insert(0) += 1;
        judge(named("auto"), Some(0), &bytes);
        judge(jgate::read::provider::Given::Unsaid, None, &bytes);
        judge(named(random.pick(FORMATS)), None, &bytes);
    }
    // Much of it gets past the first look.
    assert!(
        outcomes["accepted"] > 80 && outcomes.len() > 10,
        "{outcomes:?}"
    );
}

/// A response that holds this in each place in which the format is looked through.
fn envelopes(inner: &str) -> [(&'static str, String); 8] {
    [
        (
            "openai-chat",
            format!(r#"{{"object":"chat.completion","choices":[{inner}]}}"#),
        ),
        (
            "openai-chat",
            format!("data: {{\"choices\":[{inner}]}}\n\ndata: [DONE]\n\n"),
        ),
        (
            "openai-responses",
            format!(r#"{{"object":"response","status":"completed","output":[{inner}]}}"#),
        ),
        (
            "anthropic",
            format!(r#"{{"type":"message","content":[{inner}],"stop_reason":"end_turn"}}"#),
        ),
        ("gemini", format!(r#"[{{"candidates":[{inner}]}}]"#)),
        (
            "ollama",
            format!("{{\"message\":{inner},\"done\":false}}\n{{\"message\":{{}},\"done\":true}}\n"),
        ),
        (
            "bedrock",
            format!(r#"{{"output":{{"message":{inner}}},"stopReason":"end_turn"}}"#),
        ),
        (
            "cohere",
            format!(r#"{{"finish_reason":"COMPLETE","message":{inner}}}"#),
        ),
    ]
}

#[test]
fn what_no_parser_takes_is_refused_in_an_envelope_too() {
    let deep = "[".repeat(100_000);
    let closed = deep.clone() + &"]".repeat(100_000);
    let members = r#"{"a":"#.repeat(20_000);
    let twice = r#"{"content":"{}","role":"assistant","content":"[1]"}"#;
    for inner in [
        &deep,
        &closed,
        &members,
        twice,
        "{\"content\":\"\\ud800\"}",
        "{,}",
    ] {
        for (from, input) in envelopes(inner) {
            let came = judge(named(from), None, input.as_bytes());
            let start = &input[..input.len().min(120)];
            assert_eq!(came.out, Err("provider.error"), "{from}: {start}");
            assert_eq!(came.text, None, "{from}: {start}");
        }
    }
}

//! Where a model thinks aloud: text that holds no answer.

/// Names of the tags that models put around their reasoning, in angle brackets.
const NAMES: &[&str] = &[
    "think",
    "thinking",
    "thought",
    "thoughts",
    "reasoning",
    "scratchpad",
    "seed:think",
];

/// Other marks around reasoning: what opens it and what closes it. The last is the Harmony
/// format's analysis channel, which ends where the final channel begins.
const MARKS: &[(&str, &str)] = &[
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    (
        "<|channel|>analysis<|message|>",
        "<|channel|>final<|message|>",
    ),
];

/// What `ollama run` prints before and behind reasoning, at the beginning of a reply.
const PRINTED: (&str, &str) = ("Thinking...\n", "\n...done thinking.\n");

/// How far from the beginning that may stand, in bytes of white space.
const NEAR: usize = 16;

/// A reasoning tag at some place of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// One that opens; holds the offset behind it and how it is closed.
    Open(usize, Close),
    /// One that closes; holds the offset behind it.
    Close(usize),
}

/// What ends a reasoning.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Close {
    Mark(&'static str),
    Name(&'static str),
}

/// The bytes that a tag can begin with.
pub(super) const fn may_begin(byte: u8) -> bool {
    matches!(byte, b'<' | b'[' | b'T' | 0xe2)
}

/// The reasoning tag that begins at byte `at`.
pub(super) fn tag(text: &str, at: usize) -> Option<Tag> {
    let rest = text.get(at..)?;
    for (open, close) in MARKS {
        if rest.starts_with(open) {
            return Some(Tag::Open(at + open.len(), Close::Mark(close)));
        }
        if rest.starts_with(close) {
            return Some(Tag::Close(at + close.len()));
        }
    }
    if at < NEAR && rest.starts_with(PRINTED.0) {
        // Unless it ends, it is the model's own word.
        let first = text.get(..at)?.trim_ascii().is_empty();
        let behind = at + PRINTED.0.len() - 1;
        let ends = first && rest.contains(PRINTED.1);
        return ends.then_some(Tag::Open(behind, Close::Mark(PRINTED.1)));
    }
    let inner = rest.strip_prefix('<')?;
    let closing = inner.starts_with('/');
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    let (name, length) = name(inner)?;
    let end = at + rest.len() - inner.len() + length;
    Some(if closing {
        Tag::Close(end)
    } else {
        Tag::Open(end, Close::Name(name))
    })
}

/// The name that a tag begins with, behind its bracket, and the length up to its end.
fn name(inner: &str) -> Option<(&'static str, usize)> {
    NAMES.iter().find_map(|name| {
        let head = inner.get(..name.len())?;
        let tail = inner.get(name.len()..)?;
        let blank = tail.len() - tail.trim_start_matches([' ', '\t']).len();
        let ends = tail.as_bytes().get(blank) == Some(&b'>');
        (head.eq_ignore_ascii_case(name) && ends && blank < 9)
            .then_some((*name, name.len() + blank + 1))
    })
}

/// The offset behind the first end of a reasoning, textually, from `at` on.
pub(super) fn end(text: &str, at: usize, close: &Close) -> Option<usize> {
    let rest = text.get(at..)?;
    match close {
        Close::Mark(mark) => rest.find(mark).map(|found| at + found + mark.len()),
        Close::Name(wanted) => rest.match_indices("</").find_map(|(found, _)| {
            let (name, length) = name(rest.get(found + 2..)?)?;
            (name == *wanted).then_some(at + found + 2 + length)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_known_in_any_case_and_near_tags_are_not() {
        assert_eq!(
            tag("a<Think>b", 1),
            Some(Tag::Open(8, Close::Name("think")))
        );
        assert_eq!(tag("</thinking >", 0), Some(Tag::Close(12)));
        assert_eq!(tag("[/THINK]", 0), Some(Tag::Close(8)));
        for text in [
            "<thin>",
            "<think",
            "</thin",
            "<thinker>",
            "[think]",
            "<answer>",
            "<",
        ] {
            assert_eq!(tag(text, 0), None, "{text}");
        }
    }

    #[test]
    fn a_reasoning_ends_at_its_first_closing_tag() {
        assert_eq!(
            end("x</thinking>y</THINK>z", 0, &Close::Name("think")),
            Some(21)
        );
        assert_eq!(end("x</thinking", 0, &Close::Name("thinking")), None);
        assert_eq!(end("x[/THINK]", 0, &Close::Mark("[/THINK]")), Some(9));
    }
}

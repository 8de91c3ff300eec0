//! Several answers to one request, in one piece or told in turns.

use super::twins::events;
use super::{Came, judge, named};

/// A chunk that says something in a choice, or ends it.
fn chunk(choice: u64, said: &str) -> String {
    let (content, reason) = match said.strip_prefix("end:") {
        Some(reason) => (String::new(), format!("\"{reason}\"")),
        None => (format!(r#""content":"{said}""#), "null".to_owned()),
    };
    format!(
        r#"{{"object":"chat.completion.chunk","choices":[{{"index":{choice},"delta":{{{content}}},"finish_reason":{reason}}}]}}"#
    )
}

fn streamed(chunks: &[(u64, &str)], choice: Option<u32>) -> Came {
    let chunks: Vec<_> = chunks.iter().map(|(at, said)| chunk(*at, said)).collect();
    judge(named("openai-chat"), choice, events(&chunks).as_bytes())
}

/// The same in one piece, of choices that say all at once.
fn complete(choices: &[(&str, &str)], choice: Option<u32>) -> Came {
    let message = |(at, (said, reason)): (usize, &(&str, &str))| {
        format!(
            r#"{{"index":{at},"message":{{"role":"assistant","content":"{said}"}},"finish_reason":"{reason}"}}"#
        )
    };
    let choices: Vec<_> = choices.iter().enumerate().map(message).collect();
    let choices = choices.join(",");
    let response = format!(r#"{{"object":"chat.completion","choices":[{choices}]}}"#);
    judge(named("openai-chat"), choice, response.as_bytes())
}

#[test]
fn choices_that_are_told_in_turns_are_kept_apart() {
    let chunks = [
        (1, "[1"),
        (0, "[0"),
        (0, "]"),
        (1, "]"),
        (1, "end:stop"),
        (0, "end:stop"),
    ];
    let pieces = [("[0]", "stop"), ("[1]", "stop")];
    for (choice, expected) in [
        (None, Err("parse.ambiguous")),
        (Some(0), Ok("[0]".to_owned())),
        (Some(1), Ok("[1]".to_owned())),
        (Some(2), Err("provider.unrecognised")),
    ] {
        let whole = complete(&pieces, choice);
        assert_eq!(whole.out, expected, "{choice:?}");
        let streamed = streamed(&chunks, choice);
        assert_eq!(
            (streamed.out, streamed.text),
            (whole.out, whole.text),
            "{choice:?}"
        );
    }
}

#[test]
fn choices_that_are_the_same_are_one_answer() {
    let same = [(0, "[0]"), (1, "[0]"), (0, "end:stop"), (1, "end:stop")];
    assert_eq!(streamed(&same, None).out.as_deref(), Ok("[0]"));
    let same = [("[0]", "stop"), ("[0]", "stop")];
    assert_eq!(complete(&same, None).out.as_deref(), Ok("[0]"));
}

#[test]
fn a_choice_that_has_not_ended_is_no_answer() {
    let one = [(0, "[0]"), (1, "[0]"), (0, "end:stop")];
    assert_eq!(streamed(&one, None).out, Err("provider.interrupted"));
    assert_eq!(streamed(&one, Some(0)).out.as_deref(), Ok("[0]"));
    assert_eq!(streamed(&one, Some(1)).out, Err("provider.interrupted"));
}

#[test]
fn a_choice_that_was_cut_off_is_not_the_same_as_one_that_was_not() {
    let cut = [("[0]", "stop"), ("[0]", "length")];
    assert_eq!(complete(&cut, None).out, Err("parse.ambiguous"));
    assert_eq!(complete(&cut, Some(0)).out.as_deref(), Ok("[0]"));
    assert_eq!(complete(&cut, Some(1)).out, Err("provider.truncated"));
}

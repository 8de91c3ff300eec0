//! A stream that is cut anywhere is never taken for a whole one.

use super::twins::TWINS;
use super::variants::variants;
use super::{Came, fixtures, judge, named};

/// The offsets at which a stream is cut: all, or some, among them those around line ends.
fn offsets(stream: &[u8], all: bool) -> Vec<usize> {
    let lines = |at: usize| stream[..at].ends_with(b"\n") || stream[at..].starts_with(b"\n");
    // Each cut of a long stream takes its time, and shows no more than the others.
    let far = stream.len() / LONG;
    let step = 41 * far.max(1).pow(2);
    let some = |at: usize| at.is_multiple_of(step) || (far == 0 && lines(at));
    (0..stream.len()).filter(|at| all || some(*at)).collect()
}

/// More bytes than in any stream that was not recorded.
const LONG: usize = 4000;

/// The beginning of a stream may pass only where all that the answer says and its stop reason
/// stood in it: then what was cut off holds nothing that matters. Else it is interrupted, or
/// refused for what the whole stream is refused for; before its form can be seen it is no response,
/// and what ends within a character is no text.
fn fault(cut: &Came, whole: &Came, stream: &[u8]) -> Option<String> {
    if cut.text.is_some() {
        let same = (&cut.text, &cut.out) == (&whole.text, &whole.out);
        let ended = cut.stop.is_some() && cut.stop == whole.stop;
        return (!same || !ended).then(|| format!("passed as {cut:?}"));
    }
    let right = match cut.out.as_ref().err().copied() {
        Some("provider.interrupted") => true,
        Some("provider.error") if !stream.contains(&b':') => true,
        Some("parse.empty") => stream.trim_ascii().is_empty() || stream == "\u{feff}".as_bytes(),
        Some("parse.not_utf8") => std::str::from_utf8(stream).is_err(),
        code => code == whole.out.as_ref().err().copied() && cut.stop == whole.stop,
    };
    (!right).then(|| format!("refused as {cut:?}"))
}

#[test]
fn no_beginning_of_a_stream_is_taken_for_all_of_it() {
    let mut passed = 0;
    for fixture in fixtures().iter().filter(|fixture| fixture.is_stream()) {
        let from = named(fixture.from());
        let whole = judge(from, None, &fixture.bytes);
        let stream = std::str::from_utf8(&fixture.bytes).expect("UTF-8");
        let own = ("as it is", stream.to_owned());
        let made = !fixture.file.starts_with("llama-cpp-");
        for (how, stream) in variants(stream).into_iter().chain([own]) {
            for at in offsets(stream.as_bytes(), made && how == "as it is") {
                let stream = &stream.as_bytes()[..at];
                let cut = judge(from, None, stream);
                passed += usize::from(cut.text.is_some());
                if let Some(fault) = fault(&cut, &whole, stream) {
                    let shown = String::from_utf8_lossy(stream);
                    panic!("{}, {how}, cut at {at}: {fault}\n{shown}", fixture.file);
                }
            }
        }
    }
    assert!(passed > 100, "the end of the stream may be missing");
}

#[test]
fn an_answer_passes_without_the_end_of_its_stream_and_that_is_told() {
    let pieces = ["[1", ", 2]"].map(str::to_owned);
    for twin in TWINS {
        let stream = (twin.stream)(&pieces);
        let Some(last) = stream.trim_ascii_end().rfind("\n\n") else {
            continue;
        };
        let whole = judge(named(twin.from), None, stream.as_bytes());
        let cut = judge(named(twin.from), None, &stream.as_bytes()[..last]);
        let end = match twin.from {
            "openai-chat" => "[DONE]",
            "anthropic" => "message_stop",
            _ => {
                assert_eq!(cut.out, Err("provider.interrupted"), "{}", twin.name);
                continue;
            }
        };
        let told = format!("the stream ended without `{end}`, though its answer is finished");
        assert_eq!(cut.told, [told], "{}", twin.name);
        assert_eq!(
            cut,
            Came {
                told: cut.told.clone(),
                ..whole
            },
            "{}",
            twin.name
        );
    }
}

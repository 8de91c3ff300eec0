//! What is no response of the provider that was named, or cannot be read as one; and why.
//!
//! What only whoever set up the pipe can mend is told as that: sending the same request again would
//! not help. What a server may answer in place of a response is told as its error.

use std::ops::Range;

use super::Provider;
use super::detect::detect;
use super::frame::{Frame, Framing};
use crate::read::document::{Arena, Fault, Offence};
use crate::refusal::{Code, Finding, Text};

/// That a response, or a document of it, cannot be read.
pub(super) fn unreadable(
    source: &str,
    framing: Framing,
    frame: &Frame<'_>,
    fault: &Fault,
) -> Finding {
    let at = frame.place(&fault.span());
    let text = frame.text.trim_start_matches('\u{feff}').trim_ascii_start();
    let begun = text.starts_with(['{', '[']);
    let setup = |(message, help): (&'static str, &'static str)| {
        Finding::new(Code::ProviderUnrecognised, message)
            .at(at.clone())
            .help(help)
    };
    if fault.is_end() && begun {
        return match framing {
            Framing::Lines if !frame.last => setup(SPREAD),
            _ => {
                let message = "the response ended before it was complete";
                Finding::new(Code::ProviderInterrupted, message).at(at)
            }
        };
    }
    if let Some(known) = unprepared(source, text, framing, fault) {
        return setup(known);
    }
    broken(framing, text, begun, fault).at(at)
}

/// Documents over several lines, one behind the other.
const SPREAD: (&str, &str) = (
    "several documents stand one behind the other, and not each on a line",
    "put each on a line (`jq -c .`); if each is a response, add `--lines`",
);

/// What went wrong in the pipe, and what to do: of a text that is no JSON.
fn unprepared(
    source: &str,
    text: &str,
    framing: Framing,
    fault: &Fault,
) -> Option<(&'static str, &'static str)> {
    if source.starts_with("HTTP/") {
        let help = "leave it out: `curl` without `-i`, `--include` or `-D -`";
        return Some(("the response has its HTTP header before it", help));
    }
    if text.starts_with('\u{1b}') {
        let help = "leave the colours out: `jq -M`";
        return Some(("the response is coloured for a terminal", help));
    }
    if is_repr(text) || text.starts_with("{'") || text.starts_with("[{'") {
        return Some(PRINTED);
    }
    if let Offence::Trailing { .. } = fault.what {
        return Some(match framing {
            Framing::Events => (
                "the events of the stream run into each other",
                "keep the blank lines between them: pipe the stream in as it comes (`curl -N`)",
            ),
            Framing::Lines => SPREAD,
            Framing::Document if text.starts_with('"') => (
                "these are JSON strings, and no response",
                "pipe the response in as it comes (`jq` without `-R`)",
            ),
            Framing::Document if !text.starts_with(['{', '[']) => return None,
            Framing::Document => (
                "something follows the end of the response",
                "pipe in the response alone (`curl` without `-w` and `-v`)",
            ),
        });
    }
    let begins = |line: &str| line.starts_with("{\"") || line.starts_with("data:");
    let later = !text.starts_with(['<', '{', '[']) && text.lines().skip(1).any(begins);
    later.then_some((
        "something stands before the response",
        "pipe in the response alone (`curl` without `-v`, nothing of a log)",
    ))
}

/// How Python shows an object.
pub(super) const PRINTED: (&str, &str) = (
    "this is how Python prints an object, and not its JSON",
    "print the JSON: `response.model_dump_json()`, or `json.dumps(response)`",
);

/// Whether a text begins as Python prints an object of an SDK: `Name(key=`, alone or in a list, or
/// with nothing but `content='` before what was said.
pub(super) fn is_repr(text: &str) -> bool {
    let whole = text.trim_ascii_end();
    let text = text.strip_prefix('[').unwrap_or(text);
    if text.starts_with("content='") || text.starts_with("content=\"") {
        return text.contains(" additional_kwargs={") || text.contains(" response_metadata={");
    }
    if !whole.ends_with([')', ']']) {
        return false;
    }
    let name = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    let named = text.starts_with(|c: char| c.is_ascii_uppercase());
    let Some(inside) = name.strip_prefix('(').filter(|_| named) else {
        return false;
    };
    let key = inside.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == '_');
    key.len() < inside.len() && key.starts_with('=')
}

/// A response that is not JSON for no reason that is known.
fn broken(framing: Framing, text: &str, begun: bool, fault: &Fault) -> Finding {
    let what = match framing {
        Framing::Document => "the response is not JSON",
        Framing::Events => "an event of the stream is not JSON",
        Framing::Lines => "a line of the stream is not JSON",
    };
    let what = Text::new().own(what);
    if begun {
        let what = what.own(": ").text(fault.what.text());
        return Finding::new(Code::ProviderError, what);
    }
    let what = what.own(": it begins `").seen(text).own("`");
    let finding = Finding::new(Code::ProviderError, what);
    match framing {
        Framing::Document if text.starts_with('<') => {
            finding.help("a page came in place of a response: is the address right?")
        }
        Framing::Document => finding.help("if it is the model's text itself, leave out `--from`"),
        Framing::Events | Framing::Lines => finding,
    }
}

/// That a response is not of the provider that was named.
pub(super) fn unrecognised(
    source: &str,
    provider: &Provider,
    at: Range<usize>,
    arena: &mut Arena,
) -> Finding {
    let text = Text::new().own(format!("this is no response of `{}`", provider.name));
    let finding = Finding::new(Code::ProviderUnrecognised, text).at(at);
    match detect(source, arena) {
        Some(other) if other.name != provider.name => {
            finding.help(format!("it is one of `{0}`: `--from {0}`", other.name))
        }
        _ if source.trim_ascii_start().starts_with('"') => {
            finding.help("it is a JSON string: take out what it says first (`jq -r .`)")
        }
        _ => finding.help(
            "give all of the response, or the `--field` that it stands in, and the format that it \
             is in; if it is the model's text itself, leave out `--from`",
        ),
    }
}

/// That something else stands among the documents of a response.
pub(super) fn foreign(provider: &Provider, at: Range<usize>) -> Finding {
    let message = format!(
        "this stands among what is of `{}`, and is nothing of it",
        provider.name
    );
    Finding::new(Code::ProviderUnrecognised, message)
        .at(at)
        .help(
            "if each line is a response, add `--lines`, and `--field` if it stands inside a record",
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_python_prints_is_told_from_prose() {
        for text in [
            "ChatCompletion(id='1', choices=[])",
            "[TextBlock(text='{}', type='text')]",
            "content='{}' additional_kwargs={} id='1'",
            "Message(stop_reason='end_turn')",
        ] {
            assert!(is_repr(text), "{text}");
        }
        for text in [
            "Response (see below): {}",
            "Answer(s): {\"a\":1}",
            "F(x)=1",
            "Invoice(total=5) = {\"total\":5}",
            "content='x' then {\"a\":1}",
            "content: {}",
            "[1,2]",
            "message(text='x')",
            "",
        ] {
            assert!(!is_repr(text), "{text}");
        }
    }
}

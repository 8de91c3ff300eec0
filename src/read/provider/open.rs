//! Opens a response: reads its documents one after the other and settles what they say.

use super::answer::Answer;
use super::failure::Failure;
use super::frame::{Frame, Framing, is_events, parse};
use super::outcome::{self, Settled};
use super::view::View;
use super::{Envelope, Provider, TABLE};
use crate::read::document::{Arena, Document, Fault, Kind};
use crate::read::reply::Reply;
use crate::refusal::{Code, Finding, Refusal, Text};

/// A response that was opened.
#[derive(Debug)]
pub struct Opened<'a> {
    /// What the assistant said, or why there is nothing to judge. That counts in the response.
    pub said: Result<Reply<'a>, Refusal>,
    /// What it tells of itself, if it is one at all.
    pub envelope: Option<Envelope<'a>>,
    /// What is told of it and refuses nothing, without a place.
    pub warnings: Vec<Finding>,
}

/// Opens the response that stands in `outer`. Of several choices `choice` names one. `arena` is only
/// used on the way; a text that does not stand in the response as it is said is written to `room`.
pub fn open<'a>(
    outer: &Reply<'a>,
    provider: &'static Provider,
    choice: Option<u64>,
    arena: &mut Arena,
    room: &'a mut String,
) -> Opened<'a> {
    let source = outer.text;
    let refused = |refusal, envelope| Opened {
        said: Err(refusal),
        envelope,
        warnings: Vec::new(),
    };
    let framing = Framing::of(source, arena);
    let mut answer = match gather(source, provider, framing, arena) {
        Ok(answer) => answer,
        Err(refusal) => return refused(refusal, None),
    };
    let settled = outcome::settle(&mut answer, source, choice, arena);
    let unended = answer.streamed && !answer.ended && framing == Framing::Events;
    let envelope = Envelope {
        provider,
        stop_reason: stop_reason(&answer, choice),
        source,
        model: answer.model,
        usage: answer.usage,
    };
    let Settled { text, mut warnings } = match settled {
        Ok(settled) => settled,
        Err(refusal) => return refused(refusal, Some(envelope)),
    };
    let reply = outer.clone().inner(text, room);
    if reply.text.trim_ascii().is_empty() {
        return refused(outcome::blank().into(), Some(envelope));
    }
    if unended && !provider.end.is_empty() {
        let message = format!(
            "the stream ended without `{}`, though its answer is finished",
            provider.end
        );
        warnings.push(outcome::warning(Code::ProviderInterrupted, message));
    }
    Opened {
        said: Ok(reply),
        envelope: Some(envelope),
        warnings,
    }
}

fn stop_reason(answer: &Answer, choice: Option<u64>) -> Option<String> {
    let choice = match choice {
        Some(choice) => answer.choices.get(&choice),
        None => answer.choices.values().next(),
    };
    let ended = choice?.stop.as_ref()?;
    (!ended.word.is_empty()).then(|| ended.word.clone())
}

/// Takes in all documents of a response.
fn gather(
    source: &str,
    provider: &'static Provider,
    framing: Framing,
    arena: &mut Arena,
) -> Result<Answer, Refusal> {
    let mut answer = Answer {
        streamed: framing != Framing::Document,
        ..Answer::default()
    };
    let (mut known, mut strange) = (false, None);
    for frame in framing.frames(source) {
        if framing == Framing::Events {
            match frame.text.trim_ascii() {
                "" => continue,
                "[DONE]" => {
                    answer.ended = true;
                    continue;
                }
                _ => {}
            }
        }
        let document = match parse(&frame, arena) {
            Ok(document) => document,
            // The rest of it did not arrive, and nothing that came before is worth less for it.
            Err(fault) if frame.last && fault.is_end() && framing != Framing::Document => break,
            Err(fault) => return Err(unreadable(source, framing, &frame, &fault).into()),
        };
        let whole = View::new(document.root(), &frame);
        let parts = (whole.kind() == Kind::Array).then(|| whole.elements());
        answer.streamed |= parts.is_some();
        let alone = parts.is_none().then_some(whole);
        for part in parts.into_iter().flatten().chain(alone) {
            if take(&mut answer, provider, part, frame.event) {
                known = true;
            } else {
                strange.get_or_insert_with(|| part.span());
            }
        }
        *arena = document.into_arena();
    }
    match strange {
        Some(at) if !known => Err(unrecognised(source, provider, framing, at, arena).into()),
        _ => Ok(answer),
    }
}

/// Takes in one document; says whether it could be one of this provider.
fn take(answer: &mut Answer, provider: &Provider, whole: View<'_>, event: &str) -> bool {
    let failure = Failure::told(whole);
    let known = (provider.take)(answer, whole);
    let failure = failure.or_else(|| {
        let error = !known && event == "error";
        let bare = || Failure::bare(whole, provider.bare_errors);
        if error {
            Some(Failure::of(whole, whole))
        } else {
            bare().filter(|_| !known)
        }
    });
    match failure {
        Some(failure) => {
            answer.failure.get_or_insert(failure);
            true
        }
        None => known,
    }
}

/// That a response, or a document of it, cannot be read.
fn unreadable(source: &str, framing: Framing, frame: &Frame<'_>, fault: &Fault) -> Finding {
    let at = frame.place(&fault.span());
    let begun = frame
        .text
        .trim_start_matches('\u{feff}')
        .trim_ascii_start()
        .starts_with(['{', '[']);
    if fault.is_end() && begun {
        let message = "the response ended before it was complete";
        return Finding::new(Code::ProviderInterrupted, message).at(at);
    }
    if source.starts_with("HTTP/") {
        let message = "the response has its HTTP header before it";
        let help = "leave it out: `curl` without `-i`, `--include` or `-D -`";
        return Finding::new(Code::ProviderUnrecognised, message)
            .at(0..5)
            .help(help);
    }
    let what = match framing {
        Framing::Document => "the response is not JSON",
        Framing::Events => "an event of the stream is not JSON",
        Framing::Lines => "a line of the stream is not JSON",
    };
    if begun {
        let text = Text::new().own(what).own(": ").text(fault.what.text());
        return Finding::new(Code::ProviderError, text).at(at);
    }
    let text = Text::new()
        .own(what)
        .own(": it begins `")
        .seen(frame.text.trim_ascii_start())
        .own("`");
    let help = "if it is the model's text itself, leave out `--from`";
    Finding::new(Code::ProviderError, text).at(at).help(help)
}

/// That a response is not of the provider that was named.
fn unrecognised(
    source: &str,
    provider: &Provider,
    framing: Framing,
    at: std::ops::Range<usize>,
    arena: &mut Arena,
) -> Finding {
    let text = Text::new().own(format!("this is no response of `{}`", provider.name));
    let finding = Finding::new(Code::ProviderUnrecognised, text).at(at);
    match signed(source, framing, arena) {
        Detected::One(other) if other.name != provider.name => {
            finding.help(format!("it is one of `{0}`: `--from {0}`", other.name))
        }
        _ => finding.help(
            "name the format it is in, or leave out `--from` if it is the model's text itself",
        ),
    }
}

/// What an input plainly is.
#[derive(Debug, Clone, Copy)]
pub enum Detected {
    /// No response of any provider.
    Nothing,
    /// A response of this one.
    One(&'static Provider),
    /// It could be of this one or that.
    Either(&'static Provider, &'static Provider),
}

impl Detected {
    /// Why an input that is this cannot be judged as a text; `None` if it can.
    #[must_use]
    pub fn refusal(self, at: std::ops::Range<usize>) -> Option<Refusal> {
        let (what, help) = match self {
            Self::Nothing => return None,
            Self::One(provider) => (
                format!(
                    "this is a response of `{}`, not the text in it",
                    provider.name
                ),
                format!(
                    "add `--from {}`; `--from text` judges it as it stands",
                    provider.name
                ),
            ),
            Self::Either(one, other) => (
                "this looks like the responses of several providers".to_owned(),
                format!(
                    "say which: `--from {}`, `--from {}` or `--from text`",
                    one.name, other.name
                ),
            ),
        };
        let finding = Finding::new(Code::ProviderUnrecognised, what).at(at);
        Some(Refusal::one(finding.help(help)))
    }
}

/// What a whole input plainly is: looks into a document, the events of a stream, or the first line.
#[must_use]
pub fn detect(source: &str, arena: &mut Arena) -> Detected {
    let framing = Framing::of(source, arena);
    signed(source, framing, arena)
}

/// The same where only a stream is looked for; a document is left alone.
#[must_use]
pub fn detect_stream(source: &str, arena: &mut Arena) -> Detected {
    let several = || {
        let (first, rest) = source.split_once('\n').unwrap_or((source, ""));
        first.trim_ascii_end().ends_with('}') && rest.trim_ascii_start().starts_with('{')
    };
    if is_events(source) || several() {
        return match Framing::of(source, arena) {
            Framing::Document => Detected::Nothing,
            framing => signed(source, framing, arena),
        };
    }
    Detected::Nothing
}

/// What a value plainly is.
#[must_use]
pub fn detect_value(document: &Document<'_>) -> Detected {
    let frame = Frame::new("", 0, true);
    signature(View::new(document.root(), &frame))
}

/// Whose signature a document bears: the only one, any of an event stream, or the first line's.
fn signed(source: &str, framing: Framing, arena: &mut Arena) -> Detected {
    for frame in framing.frames(source) {
        if let Ok(document) = parse(&frame, arena) {
            let found = signature(View::new(document.root(), &frame));
            *arena = document.into_arena();
            if !matches!(found, Detected::Nothing) {
                return found;
            }
        }
        if framing == Framing::Lines {
            break;
        }
    }
    Detected::Nothing
}

/// Whose signature a value bears.
fn signature(whole: View<'_>) -> Detected {
    let marks = || TABLE.iter().flat_map(|provider| provider.marks).copied();
    if whole.kind() != Kind::Array && !whole.has_any(marks) {
        return Detected::Nothing;
    }
    let mut signed = TABLE.iter().filter(|provider| (provider.signature)(whole));
    match (signed.next(), signed.next()) {
        (None, _) => Detected::Nothing,
        (Some(one), None) => Detected::One(one),
        (Some(one), Some(other)) => Detected::Either(one, other),
    }
}

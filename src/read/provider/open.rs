//! Opens a response: reads its documents one after the other and settles what they say.

use std::ops::Range;

use super::answer::Answer;
use super::detect::signature;
use super::failure::Failure;
use super::frame::{DONE, Frame, Framing, is_lines, parse};
use super::outcome::{self, Settled};
use super::strange::{foreign, unreadable, unrecognised};
use super::view::View;
use super::{Envelope, Provider};
use crate::read::document::{Arena, Document, Kind};
use crate::read::reply::Reply;
use crate::refusal::{Code, Finding, Refusal};

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
    choice: Option<u32>,
    arena: &mut Arena,
    room: &'a mut String,
) -> Opened<'a> {
    let source = outer.text;
    let refused = |refusal, envelope| Opened {
        said: Err(refusal),
        envelope,
        warnings: Vec::new(),
    };
    let mut answer = match gather(source, provider, Framing::of(source), arena) {
        Ok(answer) => answer,
        Err(refusal) => return refused(refusal, None),
    };
    let settled = outcome::settle(&mut answer, source, choice, arena);
    let unended = answer.framing == Framing::Events && !answer.ended;
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

fn stop_reason(answer: &Answer, choice: Option<u32>) -> Option<String> {
    let choice = match choice {
        Some(choice) => answer.choices.get(&choice),
        None => answer.choices.values().next(),
    };
    let ended = choice.and_then(|choice| choice.stop.as_ref());
    let word = ended.map(|ended| ended.word.clone());
    let blocked = || {
        answer
            .blocked
            .as_ref()
            .map(|(reason, _)| format!("block:{reason}"))
    };
    word.filter(|word| !word.is_empty()).or_else(blocked)
}

/// Takes in all documents of a response.
fn gather(
    source: &str,
    provider: &'static Provider,
    framing: Framing,
    arena: &mut Arena,
) -> Result<Answer, Refusal> {
    let mut gathered = Gathered {
        answer: Answer {
            streamed: framing != Framing::Document,
            framing,
            ..Answer::default()
        },
        ..Gathered::default()
    };
    for frame in framing.frames(source) {
        if framing != Framing::Document && gathered.passes(&frame) {
            continue;
        }
        match parse(&frame, arena) {
            Ok(document) => {
                gathered.take(provider, &document, &frame);
                *arena = document.into_arena();
            }
            Err(fault) if framing == Framing::Document && is_lines(source, &fault) => {
                return gather(source, provider, Framing::Lines, arena);
            }
            // What came before says what went wrong.
            Err(_) if gathered.answer.failure.is_some() => break,
            // The rest of it did not arrive.
            Err(fault) if frame.last && fault.is_end() && framing != Framing::Document => {
                gathered.answer.halved = true;
            }
            Err(fault) => return Err(unreadable(source, framing, &frame, &fault).into()),
        }
    }
    let failed = gathered.answer.failure.is_some() && framing == Framing::Events;
    match (gathered.strange, gathered.foreign) {
        (Some(at), _) if !gathered.known => Err(unrecognised(source, provider, at, arena).into()),
        (_, Some(at)) if !failed => Err(foreign(provider, at).into()),
        _ => Ok(gathered.answer),
    }
}

/// What was taken in until now.
#[derive(Default)]
struct Gathered {
    answer: Answer,
    /// Whether any document was of the provider, and where the first stood that was not.
    known: bool,
    strange: Option<Range<usize>>,
    /// Where the first stood that cannot be passed over beside others that were.
    foreign: Option<Range<usize>>,
}

impl Gathered {
    /// Passes over an event that is no document; says whether it is none.
    fn passes(&mut self, frame: &Frame<'_>) -> bool {
        let data = frame.text.trim_ascii();
        self.answer.ended |= data == DONE;
        if frame.event == "error" && (data.is_empty() || data == DONE) {
            let at = frame.place(&(0..frame.text.len()));
            self.answer
                .failure
                .get_or_insert(Failure::unnamed(None, at));
        }
        // Half of the word, at the end of the input, says as little as nothing.
        let half = frame.last && DONE.starts_with(data);
        data.is_empty() || data == DONE || half
    }

    /// Takes in a document, or each element of an array of them.
    fn take(&mut self, provider: &Provider, document: &Document<'_>, frame: &Frame<'_>) {
        let whole = View::new(document.root(), frame);
        if whole.kind() != Kind::Array {
            return self.take_part(provider, whole, frame.event);
        }
        self.answer.streamed = true;
        for part in whole.elements() {
            self.take_part(provider, part, frame.event);
        }
    }

    fn take_part(&mut self, provider: &Provider, part: View<'_>, event: &str) {
        if take(&mut self.answer, provider, part, event) {
            self.known = true;
            return;
        }
        self.strange.get_or_insert_with(|| part.span());
        // Streams may tell of things that are not known yet, but never in another's response. What
        // follows an error is of no use any more.
        let known = part.word("type").is_some() || self.is_noise(part);
        if self.answer.failure.is_none() && (!known || signature(part).is_some()) {
            self.foreign.get_or_insert_with(|| part.span());
        }
    }

    /// Whether what is not known cannot be a piece of an answer: nothing, or numbers on it. In a
    /// document a line only chunks that say what they are count as that.
    fn is_noise(&self, part: View<'_>) -> bool {
        let says = |key: &str| part.get(key).is_some_and(View::is_truthy);
        let silent = part.kind() == Kind::Null || !SAYING.iter().any(|key| says(key));
        let chunk = || part.has("usage") || part.says("object", "chat.completion.chunk");
        let object = matches!(part.kind(), Kind::Object | Kind::Null);
        object && silent && (self.answer.framing == Framing::Events || chunk())
    }
}

/// Keys under which answers are told.
const SAYING: &[&str] = &[
    "content",
    "text",
    "message",
    "delta",
    "choices",
    "output",
    "response",
    "candidates",
    "parts",
];

/// Takes in one document; says whether it could be one of this provider.
fn take(answer: &mut Answer, provider: &Provider, whole: View<'_>, event: &str) -> bool {
    let failure = Failure::told(whole);
    let known = (provider.take)(answer, whole);
    let failure = failure.or_else(|| {
        let named = !event.is_empty() && event != "message";
        let bare = || Failure::bare(whole, provider.bare_errors).filter(|_| !named);
        if event == "error" {
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

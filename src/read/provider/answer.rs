//! What a response says, gathered from one document or from all those of a stream.
//!
//! Texts are kept as places in what was read: nothing is copied before it is known to be wanted.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::failure::Failure;
use super::view::View;
use crate::read::document::Kind;
use crate::read::reply::Piece;
use crate::refusal::text::{SHOWN, excerpt};

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The model had said all, or calls a tool.
    Finished,
    /// At the token limit or the limit of the context.
    Truncated,
    /// The provider's filter stopped it.
    Filtered,
    /// The model declined.
    Refused,
    /// The provider failed.
    Failed,
    /// The provider says that what the model wrote is no call.
    Malformed,
    /// By design there is more to come, or it is not known what the reason means.
    Unfinished,
}

/// What a stop reason means: a provider's own words. What is not listed is
/// [`Stop::Unfinished`].
pub(super) type Stops = &'static [(&'static str, Stop)];

/// A response.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// By their indexes.
    pub(super) choices: BTreeMap<u64, Choice>,
    /// What the provider says went wrong.
    pub(super) failure: Option<Failure>,
    /// Why, and where, the provider's filter stopped the prompt.
    pub(super) blocked: Option<(String, Range<usize>)>,
    /// Whether it came in pieces, so that its end must be seen.
    pub(super) streamed: bool,
    /// Whether the stream's end signal was seen.
    pub(super) ended: bool,
    /// Where something stood behind the end of an answer.
    pub(super) beyond: Option<Range<usize>>,
    /// The model's name.
    pub(super) model: Option<Piece>,
    /// What it took, an object as it stands.
    pub(super) usage: Option<Vec<Piece>>,
    /// What the provider calls the request.
    pub(super) request: Option<String>,
}

/// One of the answers to a request.
#[derive(Debug, Default)]
pub(super) struct Choice {
    /// Parts of its text by where they belong, each in the order in which it came.
    texts: BTreeMap<Slot, Vec<Piece>>,
    /// Parts that only lead up to the answer.
    commentary: HashSet<u64>,
    /// Whether some part is said to be the answer itself.
    is_final: bool,
    /// In the order in which they came.
    pub(super) calls: Vec<Call>,
    /// The call that goes on under an index.
    open: HashMap<u64, usize>,
    /// Why the model declined, if it did; there may be no words for it.
    pub(super) refusal: Option<Vec<Piece>>,
    /// Whether the model thought aloud.
    pub(super) thought: bool,
    /// Why it ended, once it has.
    pub(super) stop: Option<Ended>,
    /// Whether the stop reason is one that may be left out, and was.
    pub(super) unsaid: bool,
}

/// Where a part of a text belongs: the index of a block, and of a part in it.
pub(super) type Slot = (u64, u64);

/// The end of an answer.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) stop: Stop,
    /// The provider's word for it, cut and escaped; one of ours to know, unless it is unfinished.
    pub(super) word: String,
    /// Where that stood.
    pub(super) at: Range<usize>,
}

/// A tool call, which nothing here ever executes.
#[derive(Debug, Default)]
pub(super) struct Call {
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) arguments: Arguments,
    /// Where it, or its first piece, stood.
    pub(super) at: Range<usize>,
}

/// The arguments of a call.
#[derive(Debug, Default)]
pub(super) enum Arguments {
    /// None are given.
    #[default]
    None,
    /// An object.
    Object,
    /// A string, which should hold an object.
    Text(Vec<Piece>),
    /// A string that need not be JSON: the input of a tool of the user's own kind.
    Free,
    /// Something else.
    Other(Kind, Range<usize>),
}

impl Answer {
    /// The choice with this index.
    pub(super) fn choice(&mut self, index: u64) -> &mut Choice {
        self.choices.entry(index).or_default()
    }

    /// Takes the model's name and the usage from where they stand.
    pub(super) fn describe(&mut self, model: Option<View<'_>>, usage: Option<View<'_>>) {
        let named = model.and_then(View::text);
        if let Some(model) = named.filter(|model| !model.span.is_empty()) {
            self.model = Some(model);
        }
        if let Some(usage) = usage.filter(|usage| usage.kind() == Kind::Object) {
            self.usage = Some(usage.pieces());
        }
    }

    /// Adds what is said at a place of a choice, if it is a string.
    pub(super) fn say(&mut self, choice: u64, slot: Slot, said: Option<View<'_>>) {
        let Some(piece) = said.and_then(View::text) else {
            return;
        };
        let empty = piece.span.is_empty();
        let known = self.choice(choice);
        let ended = known.stop.is_some();
        let texts = known.texts.entry(slot).or_default();
        if empty {
            return;
        }
        let at = piece.span.clone();
        texts.push(piece);
        if ended {
            self.beyond.get_or_insert(at);
        }
    }

    /// Ends a choice for a reason, if there is one.
    pub(super) fn stop(&mut self, choice: u64, reason: Option<View<'_>>, stops: Stops) {
        let Some(reason) = reason else { return };
        let word = reason.string().unwrap_or_else(|| reason.raw().into());
        let known = stops.iter().find(|(name, _)| *name == word);
        let stop = known.map_or(Stop::Unfinished, |(_, stop)| *stop);
        self.end(choice, stop, excerpt(&word, SHOWN), reason.span());
    }

    /// Ends a choice.
    pub(super) fn end(&mut self, choice: u64, stop: Stop, word: String, at: Range<usize>) {
        // The last reason counts, unless what came before was worse.
        let choice = self.choice(choice);
        let before = choice.stop.as_ref().map(|ended| ended.stop);
        if before.is_none_or(|before| before == Stop::Finished) {
            choice.stop = Some(Ended { stop, word, at });
        }
    }

    /// Forgets what was said, for a document that says it once more as a whole.
    pub(super) fn restart(&mut self) {
        self.choices.clear();
    }
}

impl Choice {
    /// Its text; `None` if it has no part for one.
    pub(super) fn text(&self) -> Option<Vec<Piece>> {
        let told = |slot: &Slot| !self.is_final || !self.commentary.contains(&slot.0);
        let parts = self.texts.iter().filter(|(slot, _)| told(slot));
        let mut parts = parts.map(|(_, pieces)| pieces).peekable();
        parts.peek()?;
        Some(parts.flatten().cloned().collect())
    }

    /// Adds to why the model declined.
    pub(super) fn refuse(&mut self, words: Option<View<'_>>) {
        let refusal = self.refusal.get_or_insert_default();
        refusal.extend(
            words
                .and_then(View::text)
                .filter(|piece| !piece.span.is_empty()),
        );
    }

    /// Notes what a block of text is for: `commentary` or `final_answer`.
    pub(super) fn phase(&mut self, block: u64, phase: &str) {
        match phase {
            "final_answer" => self.is_final = true,
            "commentary" => drop(self.commentary.insert(block)),
            _ => {}
        }
    }

    /// Forgets the parts of a block.
    pub(super) fn forget(&mut self, block: u64) {
        let parts: Vec<_> = self
            .texts
            .range((block, 0)..=(block, u64::MAX))
            .map(|(slot, _)| *slot)
            .collect();
        for slot in parts {
            self.texts.remove(&slot);
        }
    }

    /// Adds a whole call.
    pub(super) fn call(&mut self, call: Call) {
        self.calls.push(call);
    }

    /// Adds a call that goes on under an index; one that is there under it is replaced.
    pub(super) fn put_call(&mut self, index: u64, call: Call) {
        match self.open.get(&index).and_then(|at| self.calls.get_mut(*at)) {
            Some(known) => *known = call,
            None => self.open_call(index, call),
        }
    }

    /// Adds a call that goes on under an index, beside any that did so before.
    fn open_call(&mut self, index: u64, call: Call) {
        self.open.insert(index, self.calls.len());
        self.calls.push(call);
    }

    /// The call that goes on under an index, or without one the last.
    fn open(&mut self, index: Option<u64>) -> Option<&mut Call> {
        let at = match index {
            Some(index) => self.open.get(&index).copied(),
            None => self.calls.len().checked_sub(1),
        };
        self.calls.get_mut(at?)
    }

    /// Adds to the arguments of the call that goes on under an index.
    pub(super) fn argue(&mut self, index: Option<u64>, said: Option<View<'_>>) {
        if let (Some(call), Some(said)) = (self.open(index), said) {
            call.arguments.add(said);
        }
    }

    /// Takes in a piece of a call: its id and name come once, its arguments bit by bit. Some
    /// servers leave the index out, or give every call the same: another id is another call.
    pub(super) fn call_delta(&mut self, index: Option<u64>, delta: Call, said: Option<View<'_>>) {
        let differs = |old: &Option<String>, new: &Option<String>| {
            new.is_some() && old.is_some() && old != new
        };
        let known = self.open(index);
        let begins = known.as_ref().is_none_or(|known| {
            let other_name = delta.id.is_none() && differs(&known.name, &delta.name);
            differs(&known.id, &delta.id) || other_name
        });
        match known {
            Some(known) if !begins => {
                known.id = known.id.take().or(delta.id);
                known.name = known.name.take().or(delta.name);
            }
            _ => {
                let next = self.calls.len() as u64;
                self.open_call(index.unwrap_or(next), delta);
            }
        }
        if let (Some(call), Some(said)) = (self.open(index), said) {
            call.arguments.add(said);
        }
    }
}

impl Call {
    /// A call of this id and name, which stands there; an empty id is none.
    pub(super) fn new(id: Option<View<'_>>, name: Option<View<'_>>, whole: View<'_>) -> Self {
        let word = |view: Option<View<'_>>| {
            let word = view.and_then(View::string).filter(|word| !word.is_empty());
            word.map(Cow::into_owned)
        };
        Self {
            id: word(id),
            name: word(name),
            arguments: Arguments::None,
            at: whole.span(),
        }
    }

    /// The same with these arguments.
    pub(super) fn with(mut self, arguments: Option<View<'_>>) -> Self {
        if let Some(arguments) = arguments {
            self.arguments.add(arguments);
        }
        self
    }

    /// The same with an input that need not be JSON.
    pub(super) fn with_free(mut self) -> Self {
        self.arguments = Arguments::Free;
        self
    }
}

impl Arguments {
    /// Adds a value: a string goes on where the last one ended, anything else is the whole.
    fn add(&mut self, said: View<'_>) {
        match (said.kind(), &mut *self) {
            (_, Self::Free) => {}
            (Kind::String, Self::Text(pieces)) => {
                pieces.extend(said.text().filter(|piece| !piece.span.is_empty()));
            }
            // The whole may be told before its pieces, as an object that is still empty.
            (Kind::String, Self::Object)
                if said.text().is_some_and(|piece| piece.span.is_empty()) => {}
            (Kind::String, _) => *self = Self::Text(said.text().into_iter().collect()),
            (Kind::Object, _) => *self = Self::Object,
            (kind, _) => *self = Self::Other(kind, said.span()),
        }
    }
}

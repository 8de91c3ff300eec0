//! What a response says, gathered from one document or from all those of a stream.

use std::collections::BTreeMap;
use std::ops::Range;

use super::choice::{Choice, Slot};
use super::failure::Failure;
use super::frame::Framing;
use super::stop::{Ended, Stop, Stops};
use super::view::View;
use crate::read::document::Kind;
use crate::read::reply::Piece;
use crate::refusal::text::{SHOWN, excerpt};

/// A response.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each was said for itself")]
pub(super) struct Answer {
    /// By their indexes.
    pub(super) choices: BTreeMap<u32, Choice>,
    /// The choice that those beyond all bounds are taken for, once there are any.
    pub(super) crowd: Option<Choice>,
    /// What the provider says went wrong.
    pub(super) failure: Option<Failure>,
    /// Why, and where, the provider's filter stopped the prompt.
    pub(super) blocked: Option<(String, Range<usize>)>,
    /// Whether it came in pieces, so that its end must be seen.
    pub(super) streamed: bool,
    /// How those were told apart.
    pub(super) framing: Framing,
    /// Whether the stream's end signal was seen.
    pub(super) ended: bool,
    /// Whether answers may go on behind their ends: some servers say of every piece that it is the
    /// last.
    pub(super) goes_on: bool,
    /// Where something stood behind the end of the response, or of another one.
    pub(super) beyond: Option<Range<usize>>,
    /// Where something stood that is not as any provider writes it, so that what it means would
    /// have to be guessed.
    pub(super) odd: Option<Range<usize>>,
    /// Whether it ends with half a document.
    pub(super) halved: bool,
    /// Whether the end was told in a document of its own, so that what is half behind it is none of
    /// the answer.
    pub(super) sealed: bool,
    /// How often an id came that had come just before, the first included; and whether another
    /// one came.
    pub(super) run: usize,
    pub(super) other: bool,
    /// Whether a piece came that did not say that it was the last, so that one that does is it.
    pub(super) paused: bool,
    /// The model's name.
    pub(super) model: Option<Piece>,
    /// What it took, an object as it stands.
    pub(super) usage: Option<Vec<Piece>>,
    /// What the provider calls the request.
    pub(super) request: Option<String>,
}

/// How many choices a response may hold: APIs allow 128 at most. The bound is on memory.
const MOST_CHOICES: usize = 1024;

impl Answer {
    /// The choice with this index.
    pub(super) fn choice(&mut self, index: u32) -> &mut Choice {
        if self.choices.len() >= MOST_CHOICES && !self.choices.contains_key(&index) {
            return self.crowd.get_or_insert_default();
        }
        self.choices.entry(index).or_default()
    }

    /// Takes the model's name and the usage from where they stand.
    pub(super) fn describe(&mut self, model: Option<View<'_>>, usage: Option<View<'_>>) {
        if let Some(model) = model.and_then(View::words) {
            self.model = Some(model);
        }
        if let Some(usage) = usage.filter(|usage| usage.kind() == Kind::Object) {
            self.usage = Some(usage.pieces());
        }
    }

    /// Adds what is said at a place of a choice, if anything is.
    pub(super) fn say(&mut self, choice: u32, slot: Slot, said: Option<View<'_>>) {
        self.choice(choice).say(slot, said);
    }

    /// Notes that something is told of a response, which nothing may be behind its end.
    pub(super) fn go_on(&mut self, whole: View<'_>) {
        if self.ended {
            self.beyond.get_or_insert_with(|| whole.span());
        }
    }

    /// Notes that a document is a whole response: nothing may be told before or behind it.
    pub(super) fn complete(&mut self, whole: View<'_>) {
        self.go_on(whole);
        if self.choices.values().any(Choice::has_begun) {
            self.beyond.get_or_insert_with(|| whole.span());
        }
        self.ended = true;
    }

    /// Notes that a response begins, which it may once only.
    pub(super) fn begin(&mut self, whole: View<'_>) {
        if self.choices.values().any(Choice::has_begun) {
            self.beyond.get_or_insert_with(|| whole.span());
        }
        self.choice(0);
    }

    /// Notes what cannot be understood.
    pub(super) fn is_odd(&mut self, view: View<'_>) {
        self.odd.get_or_insert_with(|| view.span());
    }

    /// A number that says which of several things a value is; none may be given.
    pub(super) fn index(&mut self, view: View<'_>, key: &str) -> Option<u32> {
        let given = view.get(key)?;
        let number = given.number();
        if number.is_none() {
            self.is_odd(given);
        }
        number
    }

    /// Notes which response a document is of, by its id if it has one. Some servers give each
    /// document an id of its own, as long as one answer is told; else another id is another
    /// response.
    pub(super) fn belong(&mut self, id: Option<View<'_>>, whole: View<'_>) {
        let Some(id) = id.and_then(View::string).filter(|id| !id.is_empty()) else {
            return;
        };
        let same = self.request.as_ref().is_none_or(|known| *known == id);
        self.run += usize::from(same);
        self.other |= !same;
        let ended = self.choices.values().any(|choice| choice.stop.is_some());
        if self.other && (self.run > 1 || (ended && !same)) {
            self.beyond.get_or_insert_with(|| whole.span());
        }
        self.request = Some(id.into_owned());
    }

    /// Ends a choice for a reason, if there is one. Some servers write an empty one until then.
    pub(super) fn stop(&mut self, choice: u32, reason: Option<View<'_>>, stops: Stops) {
        let Some(reason) = reason.filter(|reason| reason.is_truthy()) else {
            return;
        };
        let word = reason.string().unwrap_or_else(|| reason.raw().into());
        let known = stops.iter().find(|(name, _)| *name == word);
        let stop = known.map_or(Stop::Unfinished, |(_, stop)| *stop);
        self.end(choice, stop, excerpt(&word, SHOWN), reason.span());
    }

    /// Ends a choice.
    pub(super) fn end(&mut self, choice: u32, stop: Stop, word: String, at: Range<usize>) {
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

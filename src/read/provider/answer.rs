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
    /// Where something stood behind the end of the response.
    pub(super) beyond: Option<Range<usize>>,
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

    /// Adds what is said at a place of a choice, if it is a string.
    pub(super) fn say(&mut self, choice: u32, slot: Slot, said: Option<View<'_>>) {
        self.choice(choice).say(slot, said);
    }

    /// Notes that another response begins, if this one has ended.
    pub(super) fn begin(&mut self, whole: View<'_>) {
        if self.choices.values().any(|choice| choice.stop.is_some()) {
            self.beyond.get_or_insert_with(|| whole.span());
        }
    }

    /// Notes which response a document is of, by its id if it has one: when an answer has ended,
    /// nothing of another response may follow.
    pub(super) fn belong(&mut self, id: Option<View<'_>>, whole: View<'_>) {
        let Some(id) = id.and_then(View::string).filter(|id| !id.is_empty()) else {
            return;
        };
        if self.request.as_ref().is_some_and(|known| *known != id) {
            self.begin(whole);
        }
        self.request.get_or_insert_with(|| id.into_owned());
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

//! One of the answers in a response, gathered bit by bit.
//!
//! Its text is kept as places in what was read: nothing is copied before it is known to be wanted.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::call::{Call, Calls};
use super::stop::{Ended, Stop};
use super::view::View;
use crate::read::reply::Piece;

/// One of the answers to a request.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each was said for itself")]
pub(super) struct Choice {
    /// Parts of its text, in the order in which they came. An empty one says that there is a text.
    parts: Vec<Part>,
    /// Blocks that were told anew, and the first part that counts in them.
    anew: HashMap<u32, usize>,
    /// Blocks that only lead up to the answer.
    commentary: HashSet<u32>,
    /// Whether some block is said to be the answer itself.
    is_final: bool,
    calls: Calls,
    /// Why the model declined, if it did; there may be no words for it.
    pub(super) refusal: Option<Vec<Piece>>,
    /// Whether the model thought aloud.
    pub(super) thought: bool,
    /// Why it ended, once it has.
    pub(super) stop: Option<Ended>,
    /// Whether the stop reason is one that may be left out, and was.
    pub(super) unsaid: bool,
    /// Where something was said behind its end.
    pub(super) late: Option<Range<usize>>,
    /// Where something stood in place of a text that is none.
    pub(super) odd: Option<Range<usize>>,
    /// Blocks that are no text of the answer, whatever is said in them.
    muted: HashSet<u32>,
    /// Whether it is of a role that is not the assistant's.
    pub(super) foreign: bool,
    /// Whether a part of it is said not to be finished.
    pub(super) partial: bool,
}

/// A piece of the text, and where it belongs.
#[derive(Debug)]
struct Part {
    slot: Slot,
    piece: Piece,
}

/// Where a part of a text belongs: the index of a block, and of a part in it.
pub(super) type Slot = (u32, u32);

impl Choice {
    /// Adds what is said at a place, if anything is.
    pub(super) fn say(&mut self, slot: Slot, said: Option<View<'_>>) {
        let silent = self.foreign || self.muted.contains(&slot.0);
        let Some(said) = said.filter(|_| !silent) else {
            return;
        };
        let Some(piece) = said.text() else {
            self.odd.get_or_insert_with(|| said.span());
            return;
        };
        // Of many empty ones in a row, one says as much.
        let told = self.parts.last().is_some_and(|part| part.slot == slot);
        if piece.is_empty() && told {
            return;
        }
        if !piece.is_empty() {
            self.is_late(piece.span());
        }
        self.parts.push(Part { slot, piece });
    }

    /// Whether anything was said in it, or of its end.
    pub(super) fn has_begun(&self) -> bool {
        !self.parts.is_empty() || !self.calls.all().is_empty() || self.stop.is_some()
    }

    /// Notes that something is said at a place, if the answer was said to have ended.
    fn is_late(&mut self, at: Range<usize>) {
        if self.stop.is_some() {
            self.late.get_or_insert(at);
        }
    }

    /// Its text; `None` if it has no part for one.
    pub(super) fn text(&self) -> Option<Vec<Piece>> {
        let counts = |(at, part): &(usize, &Part)| {
            let block = part.slot.0;
            let anew = self.anew.get(&block).is_none_or(|first| at >= first);
            anew && !(self.is_final && self.commentary.contains(&block))
        };
        let parts = self.parts.iter().enumerate().filter(counts);
        let mut parts: Vec<_> = parts.map(|(_, part)| part).collect();
        parts.first()?;
        // What came first stays first in its place.
        parts.sort_by_key(|part| part.slot);
        let pieces = parts.into_iter().map(|part| part.piece.clone());
        Some(pieces.filter(|piece| !piece.is_empty()).collect())
    }

    /// Forgets what was said in a block, which is told anew.
    pub(super) fn forget(&mut self, block: u32) {
        self.anew.insert(block, self.parts.len());
    }

    /// Notes that a block is text of the answer.
    pub(super) fn unmute(&mut self, block: u32) {
        self.muted.remove(&block);
    }

    /// Notes that a block is no text of the answer.
    pub(super) fn mute(&mut self, block: u32) {
        self.muted.insert(block);
    }

    /// Notes what a block of text is for: `commentary` or `final_answer`.
    pub(super) fn phase(&mut self, block: u32, phase: &str) {
        match phase {
            "final_answer" => self.is_final = true,
            "commentary" => drop(self.commentary.insert(block)),
            _ => {}
        }
    }

    /// Adds to why the model declined.
    pub(super) fn refuse(&mut self, words: Option<View<'_>>) {
        let refusal = self.refusal.get_or_insert_default();
        refusal.extend(words.and_then(View::words));
    }

    /// Whether it holds no answer, for whatever reason it ended.
    pub(super) fn fails(&self) -> bool {
        let finished = |ended: &Ended| ended.stop == Stop::Finished;
        self.refusal.is_some() || !self.stop.as_ref().is_some_and(finished)
    }

    /// Its calls.
    pub(super) fn calls(&self) -> &[Call] {
        self.calls.all()
    }

    /// Whether it holds more calls than any answer does.
    pub(super) fn is_crowded(&self) -> bool {
        self.calls.crowded
    }

    /// Adds a whole call.
    pub(super) fn call(&mut self, call: Call) {
        self.is_late(call.at.clone());
        self.calls.add(call);
    }

    /// Adds a call that goes on under an index; one that is there under it is replaced.
    pub(super) fn put_call(&mut self, index: u32, call: Call) {
        self.is_late(call.at.clone());
        self.calls.put(index, call);
    }

    /// Adds to the arguments of the call that goes on under an index.
    pub(super) fn argue(&mut self, index: u32, said: Option<View<'_>>) {
        if let Some(piece) = said.and_then(View::words) {
            self.is_late(piece.span());
        }
        self.calls.argue(Some(index), said);
    }

    /// Adds a piece of a call that is told bit by bit, under an index if it has one.
    pub(super) fn hear_call(&mut self, index: Option<u32>, piece: Call, said: Option<View<'_>>) {
        let empty = piece.name.is_none() && said.and_then(View::words).is_none();
        if !empty {
            self.is_late(piece.at.clone());
        }
        self.calls.hear(index, piece, said);
    }
}

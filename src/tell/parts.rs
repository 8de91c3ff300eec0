//! The parts of a verdict that are objects of their own in its JSON.

use std::ops::Range;

use serde::Serialize;
use serde_json::value::RawValue;

use super::contract::sha256;
use super::places::Places;
use crate::read::document::{self, Document};
use crate::read::provider::Envelope;
use crate::read::slice::{self, Rank};
use crate::refusal::Code;

/// How many bytes of a refused reply the verdict holds.
const MOST_TEXT: usize = 64 * 1024;

/// How many bytes it holds of what a response tells of itself: of its model's name; usage that is
/// longer is no usage.
const MOST_WORDS: usize = 4096;

/// A value that could have been the answer.
#[derive(Debug, Serialize)]
pub(super) struct Candidate {
    start: usize,
    end: usize,
    pub(super) line: usize,
    pub(super) column: usize,
    rank: &'static str,
    pub(super) satisfies: Option<bool>,
}

/// What is told of the reply itself.
#[derive(Debug, Serialize)]
pub(super) struct Reply {
    file: Option<String>,
    record: Option<Box<RawValue>>,
    line: Option<usize>,
    sha256: Option<String>,
    bytes: Option<usize>,
    from: &'static str,
    model: Option<String>,
    stop_reason: Option<String>,
    usage: Option<Box<RawValue>>,
    text: Option<String>,
    cut: bool,
}

/// Where the answer stood.
#[derive(Debug, Serialize)]
pub(super) struct Slice {
    how: &'static str,
    start: usize,
    end: usize,
    discarded: Discarded,
}

#[derive(Debug, Serialize)]
struct Discarded {
    count: usize,
    spans: Vec<Range<usize>>,
}

impl Candidate {
    pub(super) fn new(candidate: &slice::Candidate, places: &mut Places<'_>) -> Self {
        let spot = places.of(&candidate.span);
        Self {
            start: spot.span.start,
            end: spot.span.end,
            line: spot.at.line,
            column: spot.at.column,
            rank: word(candidate.rank),
            satisfies: candidate.satisfies,
        }
    }
}

impl Slice {
    pub(super) fn new(slice: &slice::Slice, places: &mut Places<'_>) -> Self {
        let mut span = |span| places.of(span).span;
        let Range { start, end } = span(&slice.span);
        Self {
            how: word(slice.rank),
            start,
            end,
            discarded: Discarded {
                count: slice.discarded,
                spans: slice.discarded_spans.iter().map(&mut span).collect(),
            },
        }
    }
}

impl Reply {
    /// A reply of which nothing is known yet but its file.
    pub(super) fn unread(file: Option<&str>, line: Option<usize>) -> Self {
        Self {
            file: file.map(str::to_owned),
            record: None,
            line,
            sha256: None,
            bytes: None,
            from: "text",
            model: None,
            stop_reason: None,
            usage: None,
            text: None,
            cut: false,
        }
    }

    pub(super) fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    pub(super) fn line(&self) -> Option<usize> {
        self.line
    }

    /// Takes in all of its text, and the record that it stood in.
    pub(super) fn keep(&mut self, text: Option<&str>, record: Option<Box<RawValue>>) {
        self.text = text.map(str::to_owned);
        self.cut = false;
        self.record = record;
    }

    /// Takes in what the response that it stood in tells of itself: under a mask only whose it is.
    pub(super) fn opened(&mut self, envelope: &Envelope<'_>, masked: bool) {
        self.from = envelope.provider.name;
        if masked {
            return;
        }
        self.model = envelope
            .model()
            .map(|model| head(model.as_bytes(), MOST_WORDS).0);
        self.stop_reason.clone_from(&envelope.stop_reason);
        let usage = envelope.usage().filter(|usage| usage.len() <= MOST_WORDS);
        self.usage = usage.and_then(|usage| compact(&usage));
    }

    /// Takes in its bytes.
    pub(super) fn read(&mut self, input: &[u8], code: Code, masked: bool) {
        // Of a reply that is too large only the beginning was read: neither would be its own.
        if code != Code::TooLarge {
            self.sha256 = Some(sha256(input));
            self.bytes = Some(input.len());
        }
        if code != Code::Accepted && !masked {
            let (text, cut) = head(input, MOST_TEXT);
            self.text = Some(text);
            self.cut = cut || code == Code::TooLarge;
        }
    }
}

/// A JSON object on one line.
fn compact(json: &str) -> Option<Box<RawValue>> {
    let document = Document::parse(json, document::MAX_DEPTH).ok()?;
    RawValue::from_string(document.compact()).ok()
}

/// The first `most` bytes as text, and whether that is not all.
fn head(input: &[u8], most: usize) -> (String, bool) {
    let head = input.get(..most).unwrap_or(input);
    let mut text = String::from_utf8_lossy(head).into_owned();
    let halved = std::str::from_utf8(head).is_err_and(|error| error.error_len().is_none());
    let cut = head.len() < input.len() || text.len() > most;
    if cut && halved {
        text.pop();
    }
    text.truncate(text.floor_char_boundary(most));
    (text, cut)
}

fn word(rank: Rank) -> &'static str {
    match rank {
        Rank::Whole => "whole",
        Rank::Fence => "fence",
        Rank::Prose => "prose",
        Rank::OtherFence => "other_fence",
        Rank::Weak => "weak",
    }
}

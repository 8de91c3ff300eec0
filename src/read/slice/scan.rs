//! One cursor over a reply: what in it is JSON, what was meant to be, and what is prose.
//!
//! No byte is read again for a reason that its writer controls: an attempt that fails is
//! either passed as a whole, as a broken piece, or failed within a token of its opener.

use std::ops::Range;

use super::brackets::{Brackets, Enclosed};
use super::fault::{Piece, Wrong};
use super::fence::{self, Fences, Line};
use super::found::{Found, Parsed};
use super::looks::{self, End};
use super::reasoning::{self, Tag};
use super::{Event, Method, Pick, Rank, Slicing};
use crate::read::document::{self, Arena, Document, Kind, skip_white};
use crate::refusal::Text;

/// How many events `--trace` tells.
const MOST_EVENTS: usize = 200;

/// What a scan gives.
pub(super) struct Scanned {
    pub(super) found: Found,
    /// Where the answer can begin: behind a byte order mark and finished reasoning.
    pub(super) answer: usize,
    /// Whether any reasoning was passed over.
    pub(super) reasoned: bool,
    pub(super) end: Ended,
    pub(super) events: Vec<Event>,
    /// The first candidate as it was read, which is mostly the answer.
    pub(super) first: Option<Parsed>,
}

/// How the text ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ended {
    /// Between values.
    Outside,
    /// Inside a container; the parser's word on it.
    Inside(document::Fault),
    /// Inside a broken piece that swallows the rest, though its closer stands somewhere in it.
    Broken(Piece),
    /// Inside the reasoning that begins at this offset.
    Reasoning(usize),
}

/// Scans a whole reply. `satisfies` is asked about every distinct candidate, if given.
pub(super) fn scan(
    text: &str,
    slicing: &Slicing,
    satisfies: Option<&dyn Fn(&Document<'_>) -> bool>,
    arena: &mut Arena,
) -> Scanned {
    let start = document::begin(text);
    let mut scan = Scan {
        text,
        slicing,
        satisfies: satisfies.filter(|_| slicing.pick == Pick::Schema),
        at: start,
        margin: true,
        behind_value: false,
        opened: None,
        fences: Fences::default(),
        brackets: Brackets::default(),
        arena: std::mem::take(arena),
        given: Scanned {
            found: Found::default(),
            answer: start,
            reasoned: false,
            end: Ended::Outside,
            events: Vec::new(),
            first: None,
        },
    };
    scan.run();
    scan.given
}

struct Scan<'t> {
    text: &'t str,
    slicing: &'t Slicing,
    satisfies: Option<&'t dyn Fn(&Document<'_>) -> bool>,
    at: usize,
    /// Whether only indentation, quoting and list marks stood on this line so far.
    margin: bool,
    /// Whether only white space stood since a value or a broken piece ended.
    behind_value: bool,
    /// The bracket of prose behind which only white space stood so far. What comes next was
    /// meant to stand in it, whether it closes or not.
    opened: Option<usize>,
    fences: Fences,
    brackets: Brackets,
    arena: Arena,
    given: Scanned,
}

impl Scan<'_> {
    fn run(&mut self) {
        while let Some(byte) = self.text.as_bytes().get(self.at).copied() {
            if self.given.end != Ended::Outside {
                return;
            }
            if reasoning::may_begin(byte) && self.reasoning() {
                continue;
            }
            match byte {
                b'\n' | b'\r' => self.line_break(),
                b'{' | b'[' if self.looks_here() => self.opener(),
                b'}' | b']' if self.looks_here() => self.closer(byte),
                b'(' | b')' => self.parenthesis(byte),
                b'`' | b'~' => self.marks(),
                _ => self.prose(byte),
            }
        }
    }

    /// Whether candidates are looked for at this place.
    fn looks_here(&self) -> bool {
        self.slicing.method == Method::Loose || self.fences.rank() == Rank::Fence
    }

    fn prose(&mut self, byte: u8) {
        if byte == 0 {
            self.broken(self.at..self.at + 1, Wrong::Nul, self.fences.rank(), true);
        }
        match byte {
            b'"' => self.brackets.quote(self.at),
            b'\\' => self.brackets.backslash(self.at),
            _ => {}
        }
        let white = matches!(byte, b' ' | b'\t');
        self.behind_value &= white;
        self.opened = self.opened.filter(|_| white);
        self.margin &= white || matches!(byte, b'>' | b'-' | b'*' | b'+' | b'.' | b'0'..=b'9');
        self.at += 1;
    }

    fn line_break(&mut self) {
        self.fences.end_line();
        self.margin = true;
        self.at += 1;
    }

    fn parenthesis(&mut self, byte: u8) {
        if byte == b'(' {
            self.brackets.open_round(self.at);
        } else {
            self.brackets.close_round(self.text, self.at);
        }
        self.margin &= byte == b')';
        self.behind_value = false;
        self.opened = None;
        self.at += 1;
    }

    fn marks(&mut self) {
        let (_, length) = fence::run(self.text, self.at);
        if length < 3 || !self.margin {
            self.at = self.fences.run(self.text, self.at, self.behind_value);
        } else {
            match self.fences.line(self.text, self.at) {
                Line::Closed(behind) | Line::None(behind) => self.at = behind,
                Line::Opened { body, json } => {
                    self.at = body;
                    if json {
                        self.scalar_body();
                    }
                }
            }
        }
        self.margin = false;
        self.behind_value = false;
        self.opened = None;
    }

    /// Takes a string, number or literal that is the whole body of a fence tagged json.
    fn scalar_body(&mut self) {
        let start = skip_white(self.text, self.at);
        let opens = self
            .text
            .get(start..)
            .is_some_and(|rest| rest.starts_with(['{', '[', '`']));
        if opens {
            return;
        }
        let Ok(scanned) = document::scan(self.text, start, self.slicing.max_depth, &mut self.arena)
        else {
            return;
        };
        let behind = skip_white(self.text, scanned.end);
        let (mark, length) = fence::run(self.text, behind);
        if matches!(mark, b'`' | b'~') && length >= 3 {
            self.candidate(start, scanned, Rank::Fence);
            self.margin = behind > self.at;
        }
    }

    fn opener(&mut self) {
        let start = self.at;
        match document::scan(self.text, start, self.slicing.max_depth, &mut self.arena) {
            Ok(scanned) => {
                let rank = match self.fences.rank() {
                    Rank::Prose if self.is_weak() => Rank::Weak,
                    rank => rank,
                };
                if let Some(opened) = self.opened.take() {
                    self.broken(opened..start + 1, Wrong::AroundValue, rank, true);
                }
                self.brackets.candidate(self.text, start..scanned.end, rank);
                self.candidate(start, scanned, rank);
            }
            Err(fault) => match looks::like_json(self.text, start, &fault) {
                Ok(()) => self.broken_piece(fault),
                Err(behind) => self.prose_openers(behind),
            },
        }
        self.margin = false;
    }

    /// Whether the value in the arena holds nothing but numbers.
    fn is_weak(&self) -> bool {
        self.arena
            .kinds()
            .all(|kind| matches!(kind, Kind::Number | Kind::Array | Kind::Object))
    }

    /// Takes the value that was just read into the arena.
    fn candidate(&mut self, start: usize, read: document::Scanned, rank: Rank) {
        let end = read.end;
        let new = self.given.found.candidate(self.text, start..end, rank);
        let told = if new {
            "a candidate"
        } else {
            "a repetition of a candidate"
        };
        self.tell(&(start..end), || format!("{told} {}", rank.phrase()));
        if let Some(satisfies) = self.satisfies.filter(|_| new) {
            let document = Document::scanned(self.text, std::mem::take(&mut self.arena));
            if document.is_whole() && satisfies(&document) {
                self.given.found.satisfies(start..end, rank);
                self.tell(&(start..end), || "it satisfies the schema");
            }
            self.arena = document.into_arena();
        }
        if self.given.first.is_none() {
            let arena = std::mem::take(&mut self.arena);
            self.given.first = Some(Parsed { start, read, arena });
        }
        self.at = end;
        self.behind_value = true;
    }

    fn prose_openers(&mut self, behind: usize) {
        let openers = self
            .text
            .as_bytes()
            .get(self.at..behind)
            .unwrap_or_default();
        for (offset, byte) in openers.iter().enumerate() {
            match byte {
                b'{' | b'[' => self.brackets.open(*byte, self.at + offset),
                b'\n' | b'\r' => self.fences.end_line(),
                _ => {}
            }
        }
        let last = openers.iter().rposition(|byte| matches!(byte, b'{' | b'['));
        self.opened = last.map(|last| self.at + last);
        self.at = behind;
        self.behind_value = false;
    }

    fn broken_piece(&mut self, fault: document::Fault) {
        self.opened = None;
        let start = self.at;
        let rank = self.fences.rank();
        match looks::end(self.text, start, &fault, &self.fences) {
            End::Closed(end) => {
                let inner = looks::goes_on(self.text, end);
                self.broken(start..end, Wrong::Offence(fault), rank, inner);
                self.at = end;
            }
            End::Fence(line) => {
                let wrong = if fault.at < line {
                    Wrong::Offence(fault)
                } else {
                    Wrong::CutByFence
                };
                // It never closed: it is no sketch, and nothing may take its place.
                self.broken(start..line, wrong, rank, true);
                self.at = line;
                self.margin = true;
            }
            End::Text { closed } => {
                let span = start..self.text.len();
                self.tell(&span, || "from here on: JSON that never ends");
                self.given.end = if closed {
                    Ended::Broken(Piece {
                        span,
                        what: Wrong::Offence(fault),
                    })
                } else {
                    Ended::Inside(fault)
                };
            }
        }
        self.behind_value = true;
    }

    fn broken(&mut self, span: Range<usize>, what: Wrong, rank: Rank, fatal: bool) {
        self.tell(&span, || Text::from("no JSON: ").text(what.text()));
        self.given.found.broken(Piece { span, what }, rank, fatal);
    }

    fn closer(&mut self, byte: u8) {
        self.opened = None;
        let at = self.at;
        let place = self.fences.rank();
        let span = at..at + 1;
        match self.brackets.close(self.text, byte, at) {
            Enclosed::Nothing => {}
            Enclosed::Stray => self.broken(span, Wrong::Stray(char::from(byte)), place, true),
            Enclosed::Value { opened, rank } => {
                self.broken(opened..at + 1, Wrong::AroundValue, rank, true);
            }
            Enclosed::Element { opened, rank } => {
                self.broken(opened..at + 1, Wrong::AroundElement, rank, true);
            }
            Enclosed::HalfString { opened } => {
                self.broken(opened..at + 1, Wrong::HalfString, place, false);
            }
        }
        self.at += 1;
        self.margin = false;
        self.behind_value = false;
    }

    /// Takes a reasoning tag, if one begins here.
    fn reasoning(&mut self) -> bool {
        let start = self.at;
        match reasoning::tag(self.text, start) {
            None => return false,
            Some(Tag::Open(behind, close)) => {
                let Some(end) = reasoning::end(self.text, behind, &close) else {
                    self.given.end = Ended::Reasoning(start);
                    return true;
                };
                self.tell(&(start..end), || "reasoning: no answer is looked for in it");
                if let Some(opened) = self.opened.take() {
                    let place = self.fences.rank();
                    self.broken(opened..start, Wrong::CutByReasoning, place, true);
                }
                if skip_white(self.text, self.given.answer) >= start {
                    self.given.answer = end;
                }
                self.at = end;
            }
            Some(Tag::Close(end)) => {
                self.tell(
                    &(start..end),
                    || "the end of reasoning: all before it is left",
                );
                self.given.found = Found::default();
                self.brackets = Brackets::default();
                self.opened = None;
                self.fences.clear();
                self.given.answer = end;
                self.at = end;
            }
        }
        self.given.reasoned = true;
        self.string_answer();
        self.margin = self.fences.are_closed();
        self.behind_value = false;
        true
    }

    /// Ends the scan where all behind finished reasoning is one string: what looks like a tag
    /// in it is none. A string ends at the next quote, so this reads no byte again and again.
    fn string_answer(&mut self) {
        let start = skip_white(self.text, self.given.answer);
        if self.given.answer != self.at || self.text.as_bytes().get(start) != Some(&b'"') {
            return;
        }
        let depth = self.slicing.max_depth;
        let string = document::scan(self.text, start, depth, &mut self.arena);
        if string.is_ok_and(|string| skip_white(self.text, string.end) == self.text.len()) {
            self.at = self.text.len();
        }
    }

    fn tell<T: Into<Text>>(&mut self, span: &Range<usize>, what: impl FnOnce() -> T) {
        if self.slicing.trace && self.given.events.len() < MOST_EVENTS {
            self.given.events.push(Event {
                span: Some(span.clone()),
                text: what().into(),
            });
        }
    }
}

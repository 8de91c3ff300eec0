//! Whose response an input plainly is.
//!
//! Only strong signatures count, and exactly one may be there: what might be anybody's value is
//! left alone.

use std::ops::Range;

use super::frame::{Frame, Framing, is_events, is_lines, parse};
use super::view::View;
use super::{Provider, TABLE};
use crate::read::document::{Arena, Document, Kind};
use crate::refusal::{Code, Finding, Refusal};

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
    pub fn refusal(self, at: Range<usize>) -> Option<Refusal> {
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

/// What a whole input plainly is: by a document, any event of a stream, or the first of several
/// lines. `arena` is only used on the way.
#[must_use]
pub fn detect(source: &str, arena: &mut Arena) -> Detected {
    let framing = Framing::of(source);
    for frame in framing.frames(source) {
        match parse(&frame, arena) {
            Ok(document) => {
                let found = signature(View::new(document.root(), &frame));
                *arena = document.into_arena();
                if !matches!(found, Detected::Nothing) {
                    return found;
                }
            }
            Err(fault) if framing == Framing::Document && is_lines(source, &fault) => {
                return first_line(source, arena);
            }
            Err(_) => {}
        }
    }
    Detected::Nothing
}

/// The same where only a stream is looked for; a document is left alone.
#[must_use]
pub fn detect_stream(source: &str, arena: &mut Arena) -> Detected {
    if is_events(source) {
        return detect(source, arena);
    }
    let start = source.trim_start_matches('\u{feff}').trim_ascii_start();
    let first =
        start.split_at_checked(memchr::memchr2(b'\n', b'\r', start.as_bytes()).unwrap_or(0));
    let (first, rest) = first.unwrap_or_default();
    let several = first.starts_with('{') && first.trim_ascii_end().ends_with('}');
    if several && rest.trim_ascii_start().starts_with('{') {
        return first_line(source, arena);
    }
    Detected::Nothing
}

/// What the first of several lines plainly is.
fn first_line(source: &str, arena: &mut Arena) -> Detected {
    let Some(frame) = Framing::Lines.frames(source).next() else {
        return Detected::Nothing;
    };
    let Ok(document) = parse(&frame, arena) else {
        return Detected::Nothing;
    };
    let found = signature(View::new(document.root(), &frame));
    *arena = document.into_arena();
    found
}

/// What a value plainly is.
#[must_use]
pub fn detect_value(document: &Document<'_>) -> Detected {
    let frame = Frame::new("", 0, true);
    signature(View::new(document.root(), &frame))
}

/// Whose signature a value bears.
fn signature(whole: View<'_>) -> Detected {
    let long = |bytes| bytes < 64 && LENGTHS >> bytes & 1 == 1;
    let is_mark = |key: &str| TABLE.iter().any(|provider| provider.marks.contains(&key));
    if whole.kind() != Kind::Array && !whole.has_key(long, is_mark) {
        return Detected::Nothing;
    }
    let mut signed = TABLE.iter().filter(|provider| (provider.signature)(whole));
    match (signed.next(), signed.next()) {
        (None, _) => Detected::Nothing,
        (Some(one), None) => Detected::One(one),
        (Some(one), Some(other)) => Detected::Either(one, other),
    }
}

/// A bit for each length, in bytes, that a mark has: each value that is judged is looked at, and
/// comparing all its keys with all marks would take a tenth of the time of a short line.
const LENGTHS: u64 = lengths(TABLE);

const fn lengths(mut table: &[Provider]) -> u64 {
    let mut lengths = 0;
    while let [provider, others @ ..] = table {
        let mut marks = provider.marks;
        while let [mark, others @ ..] = marks {
            lengths |= 1 << mark.len();
            marks = others;
        }
        table = others;
    }
    lengths
}

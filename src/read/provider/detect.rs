//! Whose response an input plainly is.
//!
//! Only strong signatures count, and exactly one may be there: what might be anybody's value is
//! left alone.

use super::frame::{Frame, Framing, is_events, is_lines, parse};
use super::openai_chat::is_chunk;
use super::view::View;
use super::{Provider, TABLE};
use crate::read::document::{Arena, Document, Fault, Kind, Node};

/// Whose response a whole input plainly is: by a document, any event of a stream, or the first of
/// several documents. `arena` is only used on the way.
#[must_use]
pub fn detect(source: &str, arena: &mut Arena) -> Option<&'static Provider> {
    let framing = Framing::of(source);
    for frame in framing.frames(source) {
        let found = match parse(&frame, arena) {
            Ok(document) => {
                let chunk = is_chunk(View::new(document.root(), &frame));
                let chunk = chunk && framing == Framing::Events;
                let found = signed(document, &frame, arena);
                found.or_else(|| chunk.then_some(&super::openai_chat::PROVIDER))
            }
            Err(fault) if framing == Framing::Document => first(source, &fault, arena),
            Err(_) => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The same where only a stream is looked for; a document is left alone.
#[must_use]
pub fn detect_stream(source: &str, arena: &mut Arena) -> Option<&'static Provider> {
    if is_events(source) {
        return detect(source, arena);
    }
    let start = source.trim_start_matches('\u{feff}').trim_ascii_start();
    let end = memchr::memchr2(b'\n', b'\r', start.as_bytes()).unwrap_or(0);
    let (line, rest) = start.split_at_checked(end).unwrap_or_default();
    let several = line.starts_with('{') && line.trim_ascii_end().ends_with('}');
    let several = several && rest.trim_ascii_start().starts_with('{');
    if several { detect(source, arena) } else { None }
}

/// Whose the first document is, where another that begins on a later line keeps the text from being
/// one.
fn first(source: &str, fault: &Fault, arena: &mut Arena) -> Option<&'static Provider> {
    if !is_lines(source, fault) {
        return None;
    }
    let frame = Frame::new(source.get(..fault.at)?, 0, false);
    let document = parse(&frame, arena).ok()?;
    signed(document, &frame, arena)
}

fn signed(
    document: Document<'_>,
    frame: &Frame<'_>,
    arena: &mut Arena,
) -> Option<&'static Provider> {
    let found = signature(View::new(document.root(), frame));
    *arena = document.into_arena();
    found
}

/// Whose response a value plainly is.
#[must_use]
pub fn detect_value(value: Node<'_>) -> Option<&'static Provider> {
    signature(View::new(value, &Frame::new("", 0, true)))
}

/// Whose signature a value bears; nobody's, if it bears several.
pub(super) fn signature(whole: View<'_>) -> Option<&'static Provider> {
    let long = |bytes| bytes < 64 && LENGTHS >> bytes & 1 == 1;
    let is_mark = |key: &str| TABLE.iter().any(|provider| provider.marks.contains(&key));
    if whole.kind() != Kind::Array && !whole.has_key(long, is_mark) {
        return None;
    }
    let mut signed = TABLE.iter().filter(|provider| (provider.signature)(whole));
    signed.next().filter(|_| signed.next().is_none())
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

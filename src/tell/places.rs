//! Where the parts of a reply stood: in the input as it was read, and in the text that was judged.

use std::ops::Range;

use super::About;
use super::cursor::Cursor;
use crate::read::document::place::Position;
use crate::read::reply::{Reply, Trail};

/// A place in the input as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spot {
    /// Its bytes.
    pub(super) span: Range<usize>,
    /// Line and column of the first.
    pub(super) at: Position,
    /// The same in the text, if that stood inside the input.
    pub(super) in_text: Option<Position>,
}

/// Finds places. They are best asked for in rising order: going back costs the whole way.
pub(super) struct Places<'t> {
    input: Cursor<'t>,
    /// Through what the text stood in, if it did.
    trail: Option<Trail<'t>>,
    text: Option<Cursor<'t>>,
    /// How many bytes and lines stand before the input.
    start: usize,
    number: Option<usize>,
}

impl<'t> Places<'t> {
    /// Of an input; offsets count in the text of the reply, if there is one.
    pub(super) fn new(input: &'t str, reply: Option<&'t Reply<'t>>, about: &About<'_>) -> Self {
        let inside = reply.filter(|reply| reply.origin.is_inside());
        Self {
            input: match about.line {
                Some(_) => Cursor::on_one_line(input),
                None => Cursor::new(input),
            },
            trail: inside.map(|reply| reply.origin.trail()),
            text: inside.map(|reply| Cursor::new(reply.text)),
            start: about.line.map_or(0, |line| line.start),
            number: about.line.map(|line| line.number),
        }
    }

    /// The place of some bytes.
    pub(super) fn of(&mut self, span: &Range<usize>) -> Spot {
        let source = match &mut self.trail {
            Some(trail) => trail.source(span),
            None => span.clone(),
        };
        let mut at = self.input.to(source.start);
        at.line = self.number.unwrap_or(at.line);
        Spot {
            span: source.start + self.start..source.end + self.start,
            at,
            in_text: self.text.as_mut().map(|text| text.to(span.start)),
        }
    }

    /// The place of a byte in words: `2:7`, or `2:7 of the text` if that stood inside the input.
    pub(super) fn words(&mut self, offset: usize) -> String {
        let spot = self.of(&(offset..offset));
        let Position { line, column } = spot.in_text.unwrap_or(spot.at);
        let whose = spot.in_text.map_or("", |_| " of the text");
        format!("{line}:{column}{whose}")
    }
}

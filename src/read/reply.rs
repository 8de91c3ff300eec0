//! A reply: the text that is judged, and where in the input it stood.

use std::ops::Range;

use super::document::escapes::{self, Escapes};
use super::document::{Kind, Node};

/// What the assistant said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply<'a> {
    /// The text. What is found in it is told by offsets into it.
    pub text: &'a str,
    /// Where in the input it stood.
    pub origin: Origin<'a>,
}

impl<'a> Reply<'a> {
    /// The input itself as a reply.
    #[must_use]
    pub fn of_input(text: &'a str) -> Self {
        let origin = Origin::default();
        Self { text, origin }
    }

    /// The reply that stood in this one, in these pieces. What is escaped or in several pieces is
    /// put together in `room`, which is emptied first.
    #[must_use]
    pub fn inner(self, pieces: Vec<Piece>, room: &'a mut String) -> Self {
        let source = self.text;
        let text = match pieces.as_slice() {
            [piece] if !piece.escaped => source.get(piece.span()).unwrap_or_default(),
            pieces => {
                room.clear();
                said(source, pieces, room);
                room
            }
        };
        let mut origin = self.origin;
        origin.0.push(Hop { source, pieces });
        Self { text, origin }
    }
}

/// A piece of a text, at some bytes of what it stood in. A stream has many: it is kept small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    start: u32,
    end: u32,
    /// Whether escapes of a JSON string stand in it.
    pub escaped: bool,
}

impl Piece {
    /// Of these bytes, which stand in no more than [`MAX_BYTES`](super::document::MAX_BYTES).
    #[must_use]
    pub fn new(span: &Range<usize>, escaped: bool) -> Self {
        let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
        Self {
            start: offset(span.start),
            end: offset(span.end),
            escaped,
        }
    }

    /// Of a value: what a string says, any other as it stands.
    #[must_use]
    pub fn of(node: Node<'_>) -> Self {
        let span = node.span();
        match node.kind() {
            Kind::String => {
                let inner = span.start + 1..span.end.saturating_sub(1);
                Self::new(&inner, node.is_escaped())
            }
            _ => Self::new(&span, false),
        }
    }

    /// Its bytes; of a JSON string, those between its quotes.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.start >= self.end
    }
}

/// Puts the text that stood in these pieces of `source` behind what `text` holds.
pub fn said(source: &str, pieces: &[Piece], text: &mut String) {
    for piece in pieces {
        let written = source.get(piece.span()).unwrap_or_default();
        if piece.escaped {
            escapes::undo(written, text);
        } else {
            text.push_str(written);
        }
    }
}

/// Where in the input a text stood: what it was taken out of, the outermost first. Nothing, if it
/// is the input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin<'a>(Vec<Hop<'a>>);

/// Pieces of a text that another text was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hop<'a> {
    source: &'a str,
    pieces: Vec<Piece>,
}

impl Origin<'_> {
    /// Whether it is other than the input itself.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        !self.0.is_empty()
    }

    /// Follows the text through all that it stood in.
    #[must_use]
    pub fn trail(&self) -> Trail<'_> {
        Trail(self.0.iter().rev().map(Step::new).collect())
    }
}

/// From the offsets of a text to those of the input.
#[derive(Debug)]
pub struct Trail<'t>(Vec<Step<'t>>);

impl Trail<'_> {
    /// The bytes of the input, first to last, that these bytes of the text were written as.
    pub fn source(&mut self, span: &Range<usize>) -> Range<usize> {
        let steps = self.0.iter_mut();
        steps.fold(span.clone(), |span, step| step.source(&span))
    }
}

/// The way through one hop.
#[derive(Debug)]
struct Step<'t> {
    hop: &'t Hop<'t>,
    /// The offset in the text at which each piece begins.
    begins: Vec<usize>,
    /// The escapes of the piece that was looked at last.
    escapes: Option<(usize, Escapes<'t>)>,
}

impl<'t> Step<'t> {
    fn new(hop: &'t Hop<'t>) -> Self {
        let mut begins = Vec::with_capacity(hop.pieces.len());
        let mut end = 0;
        for (at, piece) in hop.pieces.iter().enumerate() {
            begins.push(end);
            let last = at + 1 == hop.pieces.len();
            end += match hop.source.get(piece.span()) {
                Some(written) if piece.escaped && !last => escapes::value_len(written),
                _ => piece.span().len(),
            };
        }
        Self {
            hop,
            begins,
            escapes: None,
        }
    }

    fn source(&mut self, span: &Range<usize>) -> Range<usize> {
        let start = self.begins.partition_point(|begin| *begin <= span.start);
        let start = self.within(start.saturating_sub(1), span.start);
        if span.is_empty() {
            return start..start;
        }
        // What ends where a piece ends is nothing of the next one.
        let end = self.begins.partition_point(|begin| *begin < span.end);
        let end = self.within(end.saturating_sub(1), span.end);
        start..end.max(start)
    }

    /// The offset in the source of a byte of the text that stands in this piece.
    fn within(&mut self, at: usize, offset: usize) -> usize {
        let (Some(piece), Some(begin)) = (self.hop.pieces.get(at), self.begins.get(at)) else {
            return 0;
        };
        let offset = offset.saturating_sub(*begin);
        if !piece.escaped {
            return piece.span().start + offset.min(piece.span().len());
        }
        let written = self.hop.source.get(piece.span());
        let (_, escapes) = match &mut self.escapes {
            Some(known) if known.0 == at => known,
            other => other.insert((at, Escapes::new(written.unwrap_or_default()))),
        };
        piece.span().start + escapes.source(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(span: Range<usize>, escaped: bool) -> Piece {
        Piece::new(&span, escaped)
    }

    #[test]
    fn each_byte_is_found_where_it_was_written() {
        let input = r#"["{\n","ab",  "c\u00e9\"}"]"#;
        let pieces = vec![piece(2..5, true), piece(8..10, false), piece(15..25, true)];
        let mut room = String::new();
        let reply = Reply::of_input(input).inner(pieces, &mut room);
        assert_eq!(reply.text, "{\nabcé\"}");
        let mut trail = reply.origin.trail();
        let mut written = |span| input.get(trail.source(&span)).unwrap();
        assert_eq!(written(0..1), "{");
        assert_eq!(written(1..2), r"\n");
        assert_eq!(written(2..4), "ab");
        assert_eq!(written(4..5), "c");
        assert_eq!(written(5..7), r"\u00e9");
        assert_eq!(written(7..8), r#"\""#);
        assert_eq!(written(3..5), r#"b",  "c"#, "from first to last byte");
        assert_eq!(written(0..9), input.get(2..25).unwrap());
        assert_eq!(trail.source(&(9..9)), 25..25, "the end");
    }

    #[test]
    fn a_text_in_a_text_is_found_through_both() {
        let input = r#"{"body":"[\"a\\nb\"]"}"#;
        let (mut outer, mut inner) = (String::new(), String::new());
        let body = Reply::of_input(input).inner(vec![piece(9..20, true)], &mut outer);
        assert_eq!(body.text, r#"["a\nb"]"#);
        let reply = body.inner(vec![piece(2..6, true)], &mut inner);
        assert_eq!(reply.text, "a\nb");
        let mut trail = reply.origin.trail();
        assert_eq!(input.get(trail.source(&(1..2))).unwrap(), r"\\n");
        assert_eq!(input.get(trail.source(&(0..3))).unwrap(), r"a\\nb");
    }
}

//! A reply: the text that is judged, and where in the input it stood.

use std::ops::Range;

use super::document::escapes::Escapes;

/// What the assistant said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply<'a> {
    /// The text. What is found in it is told by offsets into it.
    pub text: &'a str,
    /// Where in the input it stood.
    pub origin: Origin,
}

/// Where in the input a text stood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// It is the input.
    Input,
    /// It is a piece of the input, at these bytes.
    Piece(Range<usize>),
    /// It is the value of a JSON string, between whose quotes stand these bytes.
    String(Range<usize>),
}

impl Origin {
    /// Whether it is other than the input itself.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        *self != Self::Input
    }

    /// The bytes of a JSON value in the input that the text is, or is the value of.
    #[must_use]
    pub fn value(&self) -> Option<Range<usize>> {
        match self {
            Self::Input => None,
            Self::Piece(span) => Some(span.clone()),
            Self::String(inner) => Some(inner.start - 1..inner.end + 1),
        }
    }

    /// Follows the text through the input that it stood in.
    #[must_use]
    pub fn trail<'i>(&self, input: &'i str) -> Trail<'i> {
        match self {
            Self::Input => Trail::Moved(0),
            Self::Piece(span) => Trail::Moved(span.start),
            Self::String(span) => {
                let source = input.get(span.clone()).unwrap_or_default();
                Trail::Escaped(span.start, Escapes::new(source))
            }
        }
    }
}

/// From the offsets of a text to those of the input.
#[derive(Debug)]
pub enum Trail<'i> {
    /// All are moved by so many bytes.
    Moved(usize),
    /// They lead through the escapes of a string that begins there.
    Escaped(usize, Escapes<'i>),
}

impl Trail<'_> {
    /// The bytes of the input, first to last, that these bytes of the text were written as.
    pub fn source(&mut self, span: &Range<usize>) -> Range<usize> {
        match self {
            Self::Moved(by) => span.start + *by..span.end + *by,
            Self::Escaped(start, escapes) => {
                let first = *start + escapes.source(span.start);
                first..*start + escapes.source(span.end)
            }
        }
    }
}

//! Lines and columns of many offsets of one text, in one pass when the offsets rise.

use crate::read::document::place::{Position, position};

/// Walks through a text. Going forward costs the distance; going back, the whole way.
#[derive(Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    here: Position,
    /// Whether all of it is one line, whatever stands in it.
    one_line: bool,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            here: Position { line: 1, column: 1 },
            one_line: false,
        }
    }

    /// Through a text that is one line: a CR in it ends none.
    pub(super) fn on_one_line(text: &'t str) -> Self {
        Self {
            one_line: true,
            ..Self::new(text)
        }
    }

    /// The same as [`position`] of this offset.
    pub(super) fn to(&mut self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        // Between CR and LF no line has ended yet, which the piece up to there cannot show.
        let inside = offset > 0
            && !self.one_line
            && self.text.as_bytes().get(offset - 1) == Some(&b'\r')
            && self.text.as_bytes().get(offset) == Some(&b'\n');
        let mut place = self.walk(offset - usize::from(inside));
        place.column += usize::from(inside);
        place
    }

    fn walk(&mut self, offset: usize) -> Position {
        if offset < self.at {
            (self.at, self.here) = (0, Position { line: 1, column: 1 });
        }
        let piece = self.text.get(self.at..offset).unwrap_or_default();
        let walked = if self.one_line {
            let column = 1 + piece.chars().count();
            Position { line: 1, column }
        } else {
            position(piece, piece.len())
        };
        if walked.line == 1 {
            self.here.column += walked.column - 1;
        } else {
            self.here.line += walked.line - 1;
            self.here.column = walked.column;
        }
        self.at = offset;
        self.here
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_lands_where_position_does() {
        let text = "ab\r\nçd\re\n\n\r\r\n日x\n\r\nz\r\n";
        for step in 1..6 {
            let mut cursor = Cursor::new(text);
            for offset in (0..text.len() + 3).step_by(step) {
                let offset = offset.min(text.len());
                assert_eq!(cursor.to(offset), position(text, offset), "{offset}");
            }
            assert_eq!(cursor.to(1), position(text, 1), "back again");
        }
    }

    #[test]
    fn on_one_line_all_that_counts_is_columns() {
        let mut cursor = Cursor::on_one_line("é\r\rb");
        assert_eq!(cursor.to(4), Position { line: 1, column: 4 });
        assert_eq!(cursor.to(2), Position { line: 1, column: 2 });
    }
}

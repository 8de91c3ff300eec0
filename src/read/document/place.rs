//! From a byte offset to the line and column that a person reads.

/// A place in a text, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Position {
    /// The line. LF, CR LF and a lone CR each end one.
    pub line: usize,
    /// The column, in Unicode scalar values.
    pub column: usize,
}

/// The position of the character that holds byte `offset`; past the end, that of the end.
/// Linear in `offset`.
#[must_use]
pub fn position(text: &str, offset: usize) -> Position {
    let start = line_start(text, offset);
    let before = text.as_bytes().get(..start).unwrap_or_default();
    let ends = memchr::memchr2_iter(b'\n', b'\r', before)
        .filter(|at| !(before.get(*at) == Some(&b'\r') && before.get(*at + 1) == Some(&b'\n')))
        .count();
    let offset = text.floor_char_boundary(offset);
    let column = text
        .get(start..offset)
        .map_or(0, |head| head.chars().count());
    Position {
        line: ends + 1,
        column: column + 1,
    }
}

/// The offset of the first byte of the line that holds byte `offset`.
#[must_use]
pub fn line_start(text: &str, offset: usize) -> usize {
    let bytes = text.as_bytes();
    let mut before = bytes.get(..offset.min(bytes.len())).unwrap_or_default();
    // The LF of a CR LF belongs to the line that it ends.
    if before.last() == Some(&b'\r') && bytes.get(before.len()) == Some(&b'\n') {
        before = before.split_last().map_or(before, |(_, head)| head);
    }
    memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_lf_crlf_and_cr_and_columns_count_scalar_values() {
        let text = "ab\r\nçd\re\n\nf";
        let at = |c: char| text.find(c).map(|offset| position(text, offset));
        let place = |line, column| Some(Position { line, column });
        assert_eq!(at('b'), place(1, 2));
        assert_eq!(at('\r'), place(1, 3));
        assert_eq!(
            position(text, 3),
            Position { line: 1, column: 4 },
            "the LF of a CR LF"
        );
        assert_eq!(at('ç'), place(2, 1));
        assert_eq!(at('d'), place(2, 2));
        assert_eq!(at('e'), place(3, 1));
        assert_eq!(at('f'), place(5, 1));
        assert_eq!(position(text, 999), Position { line: 5, column: 2 });
        assert_eq!(position("", 0), Position { line: 1, column: 1 });
    }
}

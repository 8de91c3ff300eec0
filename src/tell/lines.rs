//! Breaks words into lines at spaces, but never inside of what stands in backticks or quotes.

use super::columns::columns;

/// What the lines below the first are indented by, in columns.
pub(super) const HANG: usize = 4;

/// `text` with line breaks in place of spaces, so that no line is wider than `width`, as far as
/// that can be. The first line begins in column `begin`, the others in column [`HANG`].
pub(super) fn broken(text: &str, begin: usize, width: usize) -> String {
    let mut lines = String::with_capacity(text.len() + 16);
    let mut column = begin;
    let room = width.saturating_sub(HANG);
    for (at, piece) in pieces(text, room).into_iter().enumerate() {
        let wide = columns(piece);
        let first = at == 0;
        // The first piece may stand below its lead, too.
        if column + wide + usize::from(!first) > width && (!first || begin > HANG) {
            lines.push('\n');
            column = HANG;
        } else if !first {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(piece);
        column += wide;
    }
    lines
}

/// The parts of a text between which a line may be broken. One that stands in quotes and is no
/// line of `room` columns is broken after all.
fn pieces(text: &str, room: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let whole = quoted_end(rest, room).filter(|end| {
            let piece = rest.get(..*end);
            piece.is_some_and(|piece| columns(piece) <= room)
        });
        let word = || rest.find(' ').unwrap_or(rest.len());
        let (piece, behind) = rest
            .split_at_checked(whole.unwrap_or_else(word))
            .unwrap_or((rest, ""));
        pieces.push(piece);
        rest = behind.strip_prefix(' ').unwrap_or(behind);
    }
    pieces
}

/// Where the first piece ends: at a space that no quotes are around. It is not looked for where
/// it could not be in `room` columns.
fn quoted_end(text: &str, room: usize) -> Option<usize> {
    let mut open = None;
    let mut before = ' ';
    for (at, c) in text.char_indices().take(room + 1) {
        match (c, open) {
            (' ', None) => return Some(at),
            (c, Some(quote)) if c == quote && before != '\\' => open = None,
            ('`' | '"', None) if !before.is_alphanumeric() => open = Some(c),
            _ => {}
        }
        before = c;
    }
    open.is_none().then_some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_nowhere_else() {
        assert_eq!(broken("one two three", 0, 8), "one two\nthree");
        assert_eq!(broken("one two three", 7, 11), "one\ntwo\nthree");
        assert_eq!(
            broken("2025-02-30 max-depth", 4, 12),
            "2025-02-30\nmax-depth"
        );
        assert_eq!(broken("overlong", 9, 12), "\noverlong");
        assert_eq!(broken("", 9, 4), "");
    }

    #[test]
    fn what_is_quoted_stays_together_where_a_line_can_hold_it() {
        assert_eq!(broken("use `a b c` now", 0, 13), "use `a b c`\nnow");
        assert_eq!(broken("used `a b` now", 0, 9), "used\n`a b`\nnow");
        assert_eq!(broken("not \"a b\", or", 0, 11), "not \"a b\",\nor");
        assert_eq!(broken("it's `--a b`?", 0, 12), "it's\n`--a b`?");
        assert_eq!(broken("`a b c d e f g`", 4, 12), "`a b c d\ne f g`");
        assert_eq!(broken("a ` b c", 4, 8), "a `\nb c");
        assert_eq!(broken(r#"is "a \" b" c"#, 4, 14), "is\n\"a \\\" b\" c");
    }
}

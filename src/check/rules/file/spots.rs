//! From bytes of a TOML string's value to the bytes of the file that stand for them.

use std::ops::Range;

/// The characters of a string's value, each with the bytes that it is written as.
pub(super) struct Spots {
    pieces: Vec<Piece>,
    /// Where the value ends in the file: before the closing quotes.
    end: usize,
}

struct Piece {
    /// Its bytes in the value.
    value: Range<usize>,
    /// Its bytes in the file.
    file: Range<usize>,
}

impl Spots {
    /// Of the string that is written as `raw`, quotes and all, and begins at byte `at` of the
    /// file. The string is one that TOML can read; of any other the places are near enough.
    pub(super) fn new(raw: &str, at: usize) -> Self {
        let quotes = opening(raw);
        let inner = raw.get(quotes.len()..).unwrap_or_default();
        let inner = inner.strip_suffix(quotes).unwrap_or(inner);
        let mut rest = if quotes.len() == 3 {
            let line = inner.strip_prefix("\r\n");
            line.or_else(|| inner.strip_prefix('\n')).unwrap_or(inner)
        } else {
            inner
        };
        let mut spots = Self {
            pieces: Vec::new(),
            end: at + quotes.len() + inner.len(),
        };
        let (mut value, escapes) = (0, quotes.starts_with('"'));
        while let Some(first) = rest.chars().next() {
            let start = spots.end - rest.len();
            let (written, width) = if first == '\\' && escapes {
                escape(rest)
            } else {
                (first.len_utf8(), first.len_utf8())
            };
            if width > 0 {
                spots.pieces.push(Piece {
                    value: value..value + width,
                    file: start..start + written,
                });
            }
            value += width;
            rest = rest.get(written..).unwrap_or_default();
        }
        spots
    }

    /// The bytes of the file that stand for these of the value. Of no bytes, the place between.
    pub(super) fn find(&self, value: &Range<usize>) -> Range<usize> {
        let start = self.piece(value.start);
        let from = start.map_or(self.end, |piece| piece.file.start);
        if value.end <= value.start {
            return from..from;
        }
        let last = self.piece(value.end - 1);
        from..last.map_or(self.end, |piece| piece.file.end).max(from)
    }

    /// The piece that holds a byte of the value.
    fn piece(&self, value: usize) -> Option<&Piece> {
        let next = self
            .pieces
            .partition_point(|piece| piece.value.end <= value);
        self.pieces.get(next)
    }
}

/// The quotes that a string begins with; none for what is no string.
fn opening(raw: &str) -> &'static str {
    let known = ["\"\"\"", "'''", "\"", "'"];
    let is_whole = |quotes: &&str| raw.starts_with(quotes) && raw.len() >= 2 * quotes.len();
    known.into_iter().find(is_whole).unwrap_or_default()
}

/// How many bytes the escape that `text` begins with is written in, and how many it stands for.
fn escape(text: &str) -> (usize, usize) {
    let digits = match text.as_bytes().get(1) {
        Some(b'x') => 2,
        Some(b'u') => 4,
        Some(b'U') => 8,
        Some(b' ' | b'\t' | b'\r' | b'\n') => {
            let rest = text.get(1..).unwrap_or_default();
            let kept = rest.trim_start_matches([' ', '\t', '\r', '\n']);
            return (text.len() - kept.len(), 0);
        }
        Some(byte) if byte.is_ascii() => return (2, 1),
        _ => return (1, 1),
    };
    let code = text.get(2..2 + digits).unwrap_or_default();
    let code = u32::from_str_radix(code, 16).ok();
    code.and_then(char::from_u32)
        .map_or((2, 1), |c| (2 + digits, c.len_utf8()))
}

#[cfg(test)]
mod tests {
    use toml::de::DeValue;

    use super::*;

    /// What stands in the file for each character of a string's value, and what TOML reads.
    #[track_caller]
    fn written(raw: &str) -> Vec<&str> {
        let text = format!("a = {raw}");
        let (table, errors) = toml::de::DeTable::parse_recoverable(&text);
        assert!(errors.is_empty(), "{errors:?}");
        let value = table.get_ref().get("a").unwrap();
        let DeValue::String(value) = value.get_ref() else {
            panic!("{raw} is no string");
        };
        let spots = Spots::new(raw, 0);
        assert_eq!(spots.find(&(value.len()..value.len())).start, spots.end);
        let spot = |(at, c): (usize, char)| raw.get(spots.find(&(at..at + c.len_utf8()))).unwrap();
        value.char_indices().map(spot).collect()
    }

    #[test]
    fn a_literal_string_is_written_as_it_is() {
        assert_eq!(written(r"'a\n'"), ["a", "\\", "n"]);
        assert_eq!(written("'é🙂'"), ["é", "🙂"]);
        assert!(written("''").is_empty());
    }

    #[test]
    fn a_basic_string_has_escapes() {
        assert_eq!(written(r#""a\n\\\"b""#), ["a", r"\n", r"\\", "\\\"", "b"]);
        assert_eq!(
            written(r#""\e\xe9\u00e9\U0001F642é🙂x""#),
            [r"\e", r"\xe9", r"\u00e9", r"\U0001F642", "é", "🙂", "x"]
        );
        assert_eq!(written(r#""\u00e9""#), [r"\u00e9"]);
        assert!(written("\"\"").is_empty());
    }

    #[test]
    fn a_multi_line_literal_string_drops_its_first_line_break() {
        assert_eq!(written("'''\na\n'b'''"), ["a", "\n", "'", "b"]);
        assert_eq!(written("'''\r\na\\'''"), ["a", "\\"]);
        assert_eq!(written("''''a'''''"), ["'", "a", "'", "'"]);
        assert!(written("''''''").is_empty());
    }

    #[test]
    fn a_multi_line_basic_string_joins_lines() {
        assert_eq!(
            written("\"\"\"\na \\\n\n   b\\\"\\\"\\\"\"c\"\"\"\"\""),
            ["a", " ", "b", "\\\"", "\\\"", "\\\"", "\"", "c", "\"", "\""]
        );
        assert_eq!(
            written("\"\"\"a\\  \r\n\t b\r\n\"\"\""),
            ["a", "b", "\r", "\n"]
        );
        assert!(written("\"\"\"\\\n \"\"\"").is_empty());
    }

    #[test]
    fn a_range_leaves_out_what_joins_lines_around_it() {
        let raw = "\"\"\"a\\\n b\\\n c\"\"\"";
        let spots = Spots::new(raw, 100);
        assert_eq!(spots.find(&(1..2)), 107..108);
        assert_eq!(spots.find(&(0..2)), 103..108);
        assert_eq!(spots.find(&(3..3)), 112..112);
        assert_eq!(spots.find(&(3..9)), 112..112);
    }

    #[test]
    fn what_is_no_string_has_places_too() {
        for raw in [
            "", "x", "\"", "'''", "\"\\", "\"\\u12", "\"\\é\"", "'a\"", "''''",
        ] {
            let spots = Spots::new(raw, 0);
            for at in 0..9 {
                let span = spots.find(&(at..at + 2));
                assert!(raw.get(span.clone()).is_some(), "{raw}: {span:?}");
            }
        }
    }
}

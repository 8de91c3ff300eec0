//! From the value of a string back to its source: where each character was written.

/// Puts the value of a string behind what `value` holds; `source` stands between its quotes, and the
/// parser has passed it.
pub fn undo(source: &str, value: &mut String) {
    super::string::unescape_to(source, value);
}

/// How many bytes the value of a string takes.
#[must_use]
pub fn value_len(source: &str) -> usize {
    let mut escapes = Escapes::new(source);
    escapes.source(usize::MAX);
    escapes.value
}

/// Walks along a string's source and its value together. Going forward costs the distance; going
/// back, about a kilobyte at most.
#[derive(Debug)]
pub struct Escapes<'s> {
    /// What stands between the quotes.
    source: &'s str,
    /// Bytes of the source that are behind us, and bytes of the value that they stand for.
    read: usize,
    value: usize,
    /// Where it was, every [`STRIDE`] bytes of the source.
    marks: Vec<(usize, usize)>,
}

/// How far apart the places are that it can go back to, in bytes.
const STRIDE: usize = 1024;

impl<'s> Escapes<'s> {
    /// Of a string that the parser has passed, by what stands between its quotes.
    #[must_use]
    pub fn new(source: &'s str) -> Self {
        Self {
            source,
            read: 0,
            value: 0,
            marks: Vec::new(),
        }
    }

    /// The offset in the source of what byte `offset` of the value was written as; inside a
    /// character, that of its beginning; past the end, the end.
    pub fn source(&mut self, offset: usize) -> usize {
        if offset < self.value {
            let behind = self.marks.partition_point(|(_, value)| *value <= offset);
            let mark = behind.checked_sub(1).and_then(|at| self.marks.get(at));
            (self.read, self.value) = mark.copied().unwrap_or_default();
        }
        while self.value < offset && self.step((offset - self.value).min(STRIDE)) {
            let last = self.marks.last().map_or(0, |(read, _)| *read);
            if self.read >= last + STRIDE {
                self.marks.push((self.read, self.value));
            }
        }
        self.read
    }

    /// Goes `most` bytes of plain text at most, or over one escape; says whether it could.
    fn step(&mut self, most: usize) -> bool {
        let rest = self.source.get(self.read..).unwrap_or_default();
        let plain = memchr::memchr(b'\\', rest.as_bytes()).unwrap_or(rest.len());
        if plain > 0 {
            let plain = plain.min(most);
            self.read += plain;
            self.value += plain;
            return true;
        }
        let (written, means) = escape(rest);
        let fits = written > 0 && means <= most;
        if fits {
            self.read += written;
            self.value += means;
        }
        fits
    }
}

/// How many bytes the escape that `rest` begins with takes, and how many its value does.
fn escape(rest: &str) -> (usize, usize) {
    let unit = |from: usize| {
        let digits = rest.get(from..from + 4)?;
        u32::from_str_radix(digits, 16).ok()
    };
    match rest.as_bytes().get(1) {
        None => (0, 0),
        Some(b'u') => match unit(2) {
            // Half of a pair: both halves are one character of four bytes.
            Some(0xd800..0xdc00) => (12, 4),
            Some(unit) => (6, char::from_u32(unit).map_or(0, char::len_utf8)),
            None => (0, 0),
        },
        Some(_) => (2, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::document::Document;

    #[test]
    fn each_character_is_found_where_it_was_written() {
        let json = r#""a\"é\u00e9\n\ud83d\ude80\\z\u0041""#;
        let document = Document::parse(json, 1).unwrap();
        let value = document.root().string().unwrap().into_owned();
        let source = json.get(1..json.len() - 1).unwrap();
        let written = [
            "a",
            r#"\""#,
            "é",
            r"\u00e9",
            r"\n",
            r"\ud83d\ude80",
            r"\\",
            "z",
            r"\u0041",
        ];
        let mut escapes = Escapes::new(source);
        let ends = value.char_indices().skip(1).map(|(at, _)| at);
        let ends: Vec<_> = ends.chain([value.len()]).collect();
        for ((start, _), (end, written)) in value.char_indices().zip(ends.iter().zip(written)) {
            let span = escapes.source(start)..escapes.source(*end);
            assert_eq!(source.get(span), Some(written));
            assert_eq!(
                escapes.source(value.len() + 9),
                source.len(),
                "and back again"
            );
        }
    }

    #[test]
    fn going_back_leads_where_going_forward_did() {
        let source = r"plain text\n\u00e9\ud83d\ude80".repeat(400);
        let mut escapes = Escapes::new(&source);
        let length = value_len(&source);
        let forward: Vec<_> = (0..=length).map(|at| escapes.source(at)).collect();
        assert!(forward.is_sorted() && forward.last() == Some(&source.len()));
        for jump in [1, 7, 1021, 5003] {
            for at in (0..=length).rev().step_by(jump) {
                assert_eq!(forward.get(at), Some(&escapes.source(at)), "{at}");
            }
        }
    }

    #[test]
    fn inside_a_character_is_its_beginning() {
        let mut escapes = Escapes::new(r"x\ud83d\ude80y");
        for offset in 1..5 {
            assert_eq!(escapes.source(offset), 1, "{offset}");
        }
        assert_eq!(escapes.source(5), 13);
    }
}

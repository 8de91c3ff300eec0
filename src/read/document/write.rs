//! A document's value as text: its own tokens, never new ones.

use std::ops::Range;

use super::parse::is_white;
use super::{Document, Kind, string};

impl Document<'_> {
    /// The value as it stood, white space inside it included.
    #[must_use]
    pub fn raw(&self) -> &str {
        self.root().raw()
    }

    /// The value on one line: its tokens as written, the white space between them dropped.
    #[must_use]
    pub fn compact(&self) -> String {
        let raw = self.raw();
        if !self.arena.spaced {
            return raw.to_owned();
        }
        let mut line = String::with_capacity(raw.len());
        line.extend(tokens(raw));
        line
    }

    /// Hands out the bytes of [`compact`](Self::compact) piece by piece, without building it.
    ///
    /// # Errors
    /// The first one of `put`, after which it is not called again.
    pub fn compact_to<E>(&self, mut put: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        if !self.arena.spaced {
            return put(self.raw().as_bytes());
        }
        if self.arena.cut {
            return tokens(self.raw()).try_for_each(|token| put(token.as_bytes()));
        }
        let bytes = self.text.as_bytes();
        let root = self.root().span();
        // What stands from `from` on is not handed out yet; `at` is behind the last token.
        let (mut from, mut at) = (root.start, root.start);
        for slot in &self.arena.slots {
            from = gap(bytes, from, at..slot.start as usize, &mut put)?;
            // Of a container only the bracket is passed: its nodes follow.
            at = match slot.kind {
                Kind::Array | Kind::Object => slot.start + 1,
                _ => slot.end,
            } as usize;
        }
        from = gap(bytes, from, at..root.end, &mut put)?;
        put(bytes.get(from..root.end).unwrap_or_default())
    }

    /// Hands out the value over several lines, two spaces a level: its tokens as written. It may
    /// take many times the bytes of the value, so it is never built.
    ///
    /// # Errors
    /// The first one of `put`, after which it is not called again.
    pub fn pretty_to<E>(&self, mut put: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let bytes = self.raw().as_bytes();
        let (mut at, mut depth) = (0, 0);
        while let Some(token) = token(bytes, at) {
            at = token.end;
            let text = bytes.get(token).unwrap_or_default();
            match text {
                b"{" | b"[" => {
                    put(text)?;
                    let next = self::token(bytes, at).unwrap_or_default();
                    if let Some(closer @ (b"}" | b"]")) = bytes.get(next.clone()) {
                        put(closer)?;
                        at = next.end;
                    } else {
                        depth += 1;
                        break_line(depth, &mut put)?;
                    }
                }
                b"}" | b"]" => {
                    depth -= 1;
                    break_line(depth, &mut put)?;
                    put(text)?;
                }
                b"," => {
                    put(text)?;
                    break_line(depth, &mut put)?;
                }
                b":" => put(b": ")?,
                _ => put(text)?,
            }
        }
        Ok(())
    }
}

/// The token of a JSON text that begins at `at` or behind white space there.
fn token(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = bytes.get(at..)?;
    let start = at + rest.iter().position(|byte| !is_white(*byte))?;
    let structural = |byte: &u8| matches!(byte, b'{' | b'[' | b'}' | b']' | b',' | b':');
    let end = match bytes.get(start)? {
        b'"' => string::skip(bytes, start),
        byte if structural(byte) => start + 1,
        _ => {
            let ends = |byte: &u8| structural(byte) || is_white(*byte);
            let rest = bytes.get(start..).unwrap_or_default();
            start + rest.iter().position(ends).unwrap_or(rest.len())
        }
    };
    Some(start..end)
}

/// Hands out what stands from `from` on up to each white space between two tokens; gives where
/// the next piece begins.
fn gap<E>(
    bytes: &[u8],
    mut from: usize,
    gap: Range<usize>,
    put: &mut impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<usize, E> {
    let is_white = |at| bytes.get(at).copied().is_some_and(is_white);
    let mut at = gap.start;
    while at < gap.end {
        if is_white(at) {
            put(bytes.get(from..at).unwrap_or_default())?;
            while is_white(at) {
                at += 1;
            }
            from = at;
        } else {
            at += 1;
        }
    }
    Ok(from)
}

fn break_line<E>(depth: usize, put: &mut impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    const LEVEL: &[u8] = b"  ";
    put(b"\n")?;
    (0..depth).try_for_each(|_| put(LEVEL))
}

/// The pieces of a JSON text between its insignificant white space.
pub fn tokens(json: &str) -> impl Iterator<Item = &str> {
    let bytes = json.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        at = super::skip_white(json, at);
        let start = at;
        loop {
            match bytes.get(at) {
                Some(b'"') => at = string::skip(bytes, at),
                Some(byte) if !is_white(*byte) => at += 1,
                _ => break,
            }
        }
        json.get(start..at).filter(|token| !token.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_white_space_between_tokens_changes() {
        let text = " {\"a b\" : [ 1.0 , {} , [ ] , \"x\\\" , [1]\" ],\n\t\"c\":null } ";
        let document = Document::parse(text, 128).unwrap();
        assert_eq!(document.raw(), text.trim());
        assert_eq!(
            document.compact(),
            "{\"a b\":[1.0,{},[],\"x\\\" , [1]\"],\"c\":null}"
        );
        let pretty = "{\n  \"a b\": [\n    1.0,\n    {},\n    [],\n    \"x\\\" , [1]\"\n  ],\n  \"c\": null\n}";
        assert_eq!(pretty_of(&document), pretty);
        assert_eq!(
            Document::parse(pretty, 128).unwrap().compact(),
            document.compact()
        );
        assert_eq!(pretty_of(&Document::parse("7", 128).unwrap()), "7");
    }

    fn pretty_of(document: &Document<'_>) -> String {
        let mut pretty = Vec::new();
        let done: Result<(), ()> = document.pretty_to(|piece| {
            pretty.extend(piece);
            Ok(())
        });
        done.unwrap();
        String::from_utf8(pretty).unwrap()
    }

    #[test]
    fn the_pieces_of_a_compact_value_are_all_of_it() {
        for text in [
            "{\"a b\" : [ 1.0 , {} , [ ] , \"x\\\" , [1]\" ],\n\t\"c\":null }",
            "  [ ]  ",
            " [\r\n[ { } ,\t[ ]\n] ]\n",
            "\u{feff} \"x  y\" ",
            "[1,[2,{\"a\":3}]]",
            " 7 ",
        ] {
            let document = Document::parse(text, 128).unwrap();
            let mut pieces = Vec::new();
            let put = |piece: &[u8]| {
                pieces.extend_from_slice(piece);
                Ok::<_, ()>(())
            };
            document.compact_to(put).unwrap();
            assert_eq!(pieces, document.compact().as_bytes(), "{text}");
            let tokens: String = tokens(text.trim_start_matches('\u{feff}')).collect();
            assert_eq!(document.compact(), tokens);
        }
    }
}

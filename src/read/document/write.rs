//! A document's value as text: its own tokens, never new ones.

use std::convert::Infallible;

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
        let mut line = String::with_capacity(self.raw().len());
        let done: Result<(), Infallible> = self.compact_to(|piece| {
            line.push_str(piece);
            Ok(())
        });
        done.map_or_else(|never| match never {}, |()| line)
    }

    /// Hands out the text of [`compact`](Self::compact) piece by piece, without building it.
    ///
    /// # Errors
    /// The first one of `put`, after which it is not called again.
    pub fn compact_to<E>(&self, mut put: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        if !self.arena.spaced {
            return put(self.raw());
        }
        if self.arena.cut {
            return tokens(self.raw()).try_for_each(put);
        }
        let root = self.root().span();
        let (mut from, mut at) = (root.start, root.start);
        let mut up_to = |end: usize, at: &mut usize| {
            while *at < end {
                if !self.is_white(*at) {
                    *at += 1;
                    continue;
                }
                put(self.text.get(from..*at).unwrap_or_default())?;
                while self.is_white(*at) {
                    *at += 1;
                }
                from = *at;
            }
            Ok(())
        };
        for slot in &self.arena.slots {
            up_to(slot.start as usize, &mut at)?;
            // Of a container only the bracket is passed: its nodes follow.
            at = match slot.kind {
                Kind::Array | Kind::Object => slot.start + 1,
                _ => slot.end,
            } as usize;
        }
        up_to(root.end, &mut at)?;
        put(self.text.get(from..root.end).unwrap_or_default())
    }

    fn is_white(&self, at: usize) -> bool {
        self.text.as_bytes().get(at).copied().is_some_and(is_white)
    }

    /// The value over several lines, two spaces a level: its tokens as written.
    #[must_use]
    pub fn pretty(&self) -> String {
        let line = self.compact();
        let mut pretty = String::with_capacity(line.len() * 2);
        let mut rest = line.as_str();
        let mut depth = 0;
        while let Some(next) = rest.find(['"', '{', '[', '}', ']', ',', ':']) {
            let (before, after) = rest.split_at(next);
            pretty.push_str(before);
            let (mark, mut tail) = after.split_at(1);
            match mark {
                "\"" => {
                    let (string, behind) = after.split_at(string::skip(after.as_bytes(), 0));
                    pretty.push_str(string);
                    tail = behind;
                }
                "{" | "[" if tail.starts_with(['}', ']']) => {
                    let (closer, behind) = tail.split_at(1);
                    pretty.extend([mark, closer]);
                    tail = behind;
                }
                "{" | "[" => {
                    depth += 1;
                    pretty.push_str(mark);
                    break_line(&mut pretty, depth);
                }
                "}" | "]" => {
                    depth -= 1;
                    break_line(&mut pretty, depth);
                    pretty.push_str(mark);
                }
                "," => {
                    pretty.push(',');
                    break_line(&mut pretty, depth);
                }
                _ => pretty.push_str(": "),
            }
            rest = tail;
        }
        pretty.push_str(rest);
        pretty
    }
}

fn break_line(pretty: &mut String, depth: usize) {
    pretty.push('\n');
    pretty.extend(std::iter::repeat_n("  ", depth));
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
        assert_eq!(document.pretty(), pretty);
        assert_eq!(
            Document::parse(pretty, 128).unwrap().compact(),
            document.compact()
        );
        assert_eq!(Document::parse("7", 128).unwrap().pretty(), "7");
    }
}

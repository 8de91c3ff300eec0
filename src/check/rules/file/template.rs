//! A message as a template: words, and expressions in braces.

use std::ops::Range;

use super::desk::Desk;
use super::expressions;
use super::section::Said;
use super::spots::Spots;
use crate::check::rules::book::{Message, Part};
use crate::check::rules::cel::Scope;

/// How many bytes a message may have.
pub(super) const LONGEST: usize = 4096;

/// A piece of a template.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Words(String),
    /// The bytes of a part, with its braces.
    Value(Range<usize>),
}

/// A brace that belongs to nothing: its byte, and what it is.
#[derive(Debug, PartialEq, Eq)]
enum Stray {
    Unclosed(usize),
    Empty(Range<usize>),
    Closer(usize),
}

/// Reads a message; every fault in it is told at its very characters.
pub(super) fn read(desk: &mut Desk<'_>, said: &Said<'_>, scope: &Scope<'_>) -> Message {
    if said.text.len() > LONGEST {
        let long = said.text.len();
        let message = format!("`message` has {long} bytes; a message has at most {LONGEST}");
        desk.fault(said.span.clone(), message, "say it in fewer words");
        return Message::default();
    }
    let (pieces, strays) = pieces(said.text);
    let spots = Spots::new(desk.raw(&said.span), said.span.start);
    for stray in strays {
        let (value, message, help) = stray.told();
        desk.fault(spots.find(&value), message, help);
    }
    let parts = pieces.into_iter().filter_map(|piece| match piece {
        Piece::Words(words) => Some(Part::Words(words)),
        Piece::Value(span) => {
            let written = said.text.get(span.clone())?.to_owned();
            let inner = span.start + 1..span.end - 1;
            let expression = expressions::part(desk, said, inner, scope)?;
            Some(Part::Value(expression, written))
        }
    });
    Message(parts.collect())
}

impl Stray {
    fn told(self) -> (Range<usize>, &'static str, &'static str) {
        match self {
            Self::Unclosed(at) => (
                at..at + 1,
                "`{` is not closed",
                "close it with `}`, or write `{{` for a brace itself",
            ),
            Self::Empty(span) => (
                span,
                "an expression is missing between the braces",
                "write one, as in `{this.total}`, or `{{}}` for the braces themselves",
            ),
            Self::Closer(at) => (at..at + 1, "`}` closes nothing", "write `}}`"),
        }
    }
}

/// Takes a template apart.
fn pieces(text: &str) -> (Vec<Piece>, Vec<Stray>) {
    let (mut pieces, mut strays) = (Vec::new(), Vec::new());
    let (mut words, mut at) = (String::new(), 0);
    while let Some(next) = text.get(at..).and_then(|rest| rest.find(['{', '}'])) {
        let brace = at + next;
        words.push_str(text.get(at..brace).unwrap_or_default());
        let rest = text.get(brace..).unwrap_or_default();
        at = brace + 2;
        if rest.starts_with("{{") {
            words.push('{');
        } else if rest.starts_with("}}") {
            words.push('}');
        } else if rest.starts_with('}') {
            strays.push(Stray::Closer(brace));
            at = brace + 1;
        } else if let Some(end) = closing(text, brace) {
            let is_empty = text
                .get(brace + 1..end - 1)
                .is_none_or(|inner| inner.trim().is_empty());
            if is_empty {
                strays.push(Stray::Empty(brace..end));
            }
            if !words.is_empty() {
                pieces.push(Piece::Words(std::mem::take(&mut words)));
            }
            pieces.extend((!is_empty).then_some(Piece::Value(brace..end)));
            at = end;
        } else {
            strays.push(Stray::Unclosed(brace));
            at = text.len();
        }
    }
    words.push_str(text.get(at..).unwrap_or_default());
    if !words.is_empty() {
        pieces.push(Piece::Words(words));
    }
    (pieces, strays)
}

/// The byte behind the brace that closes the one at byte `open`. Braces in the strings of the
/// expression are none.
fn closing(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (open, 0_usize);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' | b'\'' => {
                at = behind_string(text, at)?;
                continue;
            }
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at + 1),
            b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The byte behind the string of an expression whose quotes begin at byte `at`.
fn behind_string(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let quotes = ["\"\"\"", "'''", "\"", "'"];
    let quotes = quotes.iter().find(|quotes| rest.starts_with(**quotes))?;
    let is_raw = is_raw(text.get(..at)?);
    let mut end = at + quotes.len();
    loop {
        let rest = text.get(end..)?;
        if rest.starts_with(quotes) {
            return Some(end + quotes.len());
        }
        let mut chars = rest.chars();
        end += chars.next()?.len_utf8();
        if rest.starts_with('\\') && !is_raw {
            end += chars.next()?.len_utf8();
        }
    }
}

/// Whether what stands before a string's quotes makes a backslash in it only itself: `r`, `bR`.
fn is_raw(before: &str) -> bool {
    let is_word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    let prefix: Vec<_> = before.chars().rev().take_while(is_word).take(3).collect();
    let is_known = prefix.len() < 3 && prefix.iter().all(|c| matches!(c, 'r' | 'R' | 'b' | 'B'));
    is_known && prefix.iter().any(|c| matches!(c, 'r' | 'R'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces: words as they are, the expressions as they are written.
    fn taken(text: &str) -> Vec<String> {
        let (pieces, strays) = pieces(text);
        assert!(strays.is_empty(), "{text}: {strays:?}");
        let show = |piece: Piece| match piece {
            Piece::Words(words) => format!("words {words}"),
            Piece::Value(span) => format!("value {}", text.get(span).unwrap()),
        };
        pieces.into_iter().map(show).collect()
    }

    #[test]
    fn words_and_values_are_told_apart() {
        assert_eq!(taken("a {b} c"), ["words a ", "value {b}", "words  c"]);
        assert_eq!(taken("{ a }{b}"), ["value { a }", "value {b}"]);
        assert_eq!(
            taken("{{a}} {{{b}}}"),
            ["words {a} {", "value {b}", "words }"]
        );
        assert!(taken("").is_empty());
        assert_eq!(taken("é"), ["words é"]);
    }

    #[test]
    fn braces_inside_an_expression_are_its_own() {
        for inside in [
            "{'a': {1: 2}}['a']",
            "\"}\"",
            "'\\'}'",
            r"r'\'",
            r#"bR"}\""#,
            "'''}'}''' + \"\"\"}\"}\"\"\"",
            "size('é}')",
        ] {
            let part = format!("{{ {inside} }}");
            let text = format!("a{part}b");
            let wanted = [
                "words a".to_owned(),
                format!("value {part}"),
                "words b".to_owned(),
            ];
            assert_eq!(taken(&text), wanted);
        }
        assert_eq!(taken("{xr'\\'}'}"), ["value {xr'\\'}'}"]);
    }

    #[test]
    fn a_brace_that_belongs_to_nothing_is_found() {
        let strays = |text| pieces(text).1;
        assert_eq!(strays("a {b"), [Stray::Unclosed(2)]);
        assert_eq!(strays("{'}"), [Stray::Unclosed(0)]);
        assert_eq!(strays("{'\\"), [Stray::Unclosed(0)]);
        assert_eq!(
            strays("{} { } }"),
            [Stray::Empty(0..2), Stray::Empty(3..6), Stray::Closer(7)]
        );
    }
}

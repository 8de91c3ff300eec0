//! Whether a bracket that does not open JSON was meant to, and where such a broken piece ends.

use super::fence::Fences;
use crate::read::document::{Fault, Offence, skip_white};

/// Whether the opener at `at`, which the parser refused with `fault`, was meant as JSON.
/// Gives the offset to go on at when it was not: no opener before it was either.
///
/// What is not JSON must be told in bytes that no later opener makes us read again: the
/// openers in a row and the token behind them.
pub(super) fn like_json(text: &str, at: usize, fault: &Fault) -> Result<(), usize> {
    let mut behind = at;
    while text.as_bytes().get(behind) == Some(&b'[') {
        behind = skip_white(text, behind + 1);
    }
    let meant = fault.is_end() || first(text, behind, fault);
    if meant {
        Ok(())
    } else {
        Err(behind.max(at + 1))
    }
}

/// Whether the brackets before `at` open what was meant as JSON: by what stands in them first.
/// An empty container in a list is a value that must not come out alone.
fn first(text: &str, at: usize, fault: &Fault) -> bool {
    match text.as_bytes().get(at) {
        Some(b'{') => {
            let empty = text.as_bytes().get(skip_white(text, at + 1)) == Some(&b'}');
            empty || object(text, at)
        }
        Some(b']') => true,
        _ => element(text, at, fault),
    }
}

/// Whether a brace opens what was meant as an object: by its first key.
fn object(text: &str, brace: usize) -> bool {
    let at = skip_white(text, brace + 1);
    let rest = text.get(at..).unwrap_or_default();
    if rest.starts_with('"') {
        let Some(end) = string_end(rest) else {
            return true;
        };
        let (string, behind) = rest.split_at(end);
        let next = behind.trim_start_matches(WHITE);
        return next.is_empty()
            || next.starts_with([':', '：', '=', ',', '}', '"', '\'', '{', '[', '`', '~'])
            || next.starts_with(|c: char| c.is_ascii_digit())
            // Words in quotes are prose, but a value in them is none; nor are brackets in what
            // begins as a key does, and not as the end of a quotation: `{" and then {"`.
            || string.contains(['}', ']'])
            || (string.contains(['{', '[']) && !string.starts_with("\" "));
    }
    let word =
        rest.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$'));
    if word.len() < rest.len() {
        let next = word.trim_start_matches([' ', '\t']);
        return next.starts_with(':') && !next.starts_with("::");
    }
    let quotes = [
        '\'', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}',
    ];
    rest.starts_with(quotes) || rest.starts_with("\\\"") || comment(rest)
}

/// Whether a bracket opens what was meant as an array: by its first element.
fn element(text: &str, at: usize, fault: &Fault) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    match rest.bytes().next() {
        Some(b'"' | b'\'') => true,
        Some(b'-' | b'0'..=b'9') => number(text, at, fault),
        Some(b'\\') => rest.starts_with("\\\""),
        Some(b'/') => comment(rest),
        _ if rest.starts_with(['\u{201c}', '\u{201d}']) => true,
        _ => literal(rest),
    }
}

/// Whether a list that begins with a number was meant as JSON. An interval, a date, a time
/// and `[1 of 3]` were not; no bracket stands between them and their offence.
fn number(text: &str, at: usize, fault: &Fault) -> bool {
    let passed = text.get(at..fault.at).unwrap_or_default();
    passed.contains(['[', '{'])
        || match &fault.what {
            Offence::MissingComma { before } => matches!(before, '[' | '{' | '"'),
            Offence::BareMinus => text
                .get(fault.at..)
                .is_some_and(|rest| rest.starts_with("Inf") || rest.starts_with(['[', '{', '"'])),
            Offence::TrailingComma { .. }
            | Offence::StrayComma
            | Offence::Mismatched { .. }
            | Offence::NoSuchValue { .. }
            | Offence::PythonLiteral { .. }
            | Offence::SingleQuote
            | Offence::CurlyQuote { .. }
            | Offence::Comment
            | Offence::Placeholder
            | Offence::Ellipsis
            | Offence::LeadingZero
            | Offence::NoDigit
            | Offence::PlusSign
            | Offence::RawControl { .. }
            | Offence::BadEscape
            | Offence::LoneSurrogate => true,
            Offence::GluedNumber => {
                passed.contains(',')
                    || text
                        .get(fault.at..)
                        .is_some_and(|rest| rest.starts_with('_'))
            }
            _ => false,
        }
}

/// Whether a literal of JSON, or what other languages have for one, stands in a list here.
fn literal(rest: &str) -> bool {
    let behind = |words: &[&str]| words.iter().find_map(|word| rest.strip_prefix(word));
    if let Some(tail) = behind(&["true", "false", "null"]) {
        let word = tail.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        let next = word.trim_start_matches(WHITE);
        return word.len() == tail.len() || next.starts_with(['[', '{', '"']);
    }
    behind(&["True", "False", "None", "NaN", "Infinity", "undefined"]).is_some_and(|tail| {
        tail.trim_start_matches(WHITE)
            .starts_with([',', ']', '[', '{', '"', '}'])
    })
}

const WHITE: [char; 4] = [' ', '\t', '\n', '\r'];

fn comment(rest: &str) -> bool {
    rest.starts_with("//") || rest.starts_with("/*")
}

/// The offset behind the string that `rest` begins with; `None` if it ends nowhere or on
/// another line.
fn string_end(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\n' | b'\r' => return None,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// Whether a piece that seems to end at `end` is only the first part of what was meant: a
/// closer too many stands in it, and the next member follows.
pub(super) fn goes_on(text: &str, end: usize) -> bool {
    let comma = skip_white(text, end);
    let next = skip_white(text, comma + 1);
    text.as_bytes().get(comma) == Some(&b',') && text.as_bytes().get(next) == Some(&b'"')
}

/// Where a broken piece ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Behind its matching closer.
    Closed(usize),
    /// At the line that closes the fence around it.
    Fence(usize),
    /// Nowhere. `closed` says that its closer does stand in the text, if quotes are not minded:
    /// a quote is missing then, and the text was not cut.
    Text { closed: bool },
}

/// The end of the broken piece that opens at `at` and whose first offence is `fault`.
/// Brackets in double quotes do not count; a string ends with its line, as no valid one can
/// hold a raw line break.
pub(super) fn end(text: &str, at: usize, fault: &Fault, fences: &Fences) -> End {
    let bytes = text.as_bytes();
    let (mut cursor, mut depth, mut quoted) = (at, 0_usize, false);
    // The same count from the offence on, quotes not minded.
    let mut bare = Bare::default();
    while let Some(byte) = bytes.get(cursor) {
        if cursor == fault.at {
            bare = Bare {
                depth,
                watching: true,
                closed: false,
            };
        }
        bare.see(*byte);
        match byte {
            b'\\' if !matches!(bytes.get(cursor + 1), Some(b'\n' | b'\r')) => cursor += 1,
            b'"' => quoted = !quoted,
            b'\n' | b'\r' => {
                quoted = false;
                if fences.end_at(text, cursor + 1) {
                    return End::Fence(cursor + 1);
                }
            }
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return End::Closed(cursor + 1);
                }
            }
            _ => {}
        }
        cursor += 1;
    }
    // A closer of the wrong kind, and a closer at the end: it was not cut, but written wrong.
    let crossed =
        matches!(fault.what, Offence::Mismatched { .. }) && text.trim_end().ends_with(['}', ']']);
    End::Text {
        closed: crossed || (bare.closed && !fault.is_end()),
    }
}

#[derive(Default)]
struct Bare {
    depth: usize,
    watching: bool,
    closed: bool,
}

impl Bare {
    fn see(&mut self, byte: u8) {
        match byte {
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                self.closed |= self.watching && self.depth == 0;
            }
            _ => {}
        }
    }
}

//! Strings and bytes as an expression writes them, with their escapes undone.

use std::sync::Arc;

use super::fault::Fault;
use super::fault::fault;
use super::value::Value;
use crate::refusal::Text;

/// A literal in quotes, its prefix (`r`, `b`) taken off.
#[derive(Clone, Copy)]
struct Quoted {
    raw: bool,
    bytes: bool,
    /// What opens and closes it.
    quote: &'static str,
}

/// The string or bytes that begin at `at`, and where they end; `None` when none do.
pub(super) fn quoted(text: &str, at: usize) -> Option<Result<(Value<'static>, usize), Fault>> {
    let rest = text.get(at..)?;
    let prefix = rest
        .bytes()
        .take(2)
        .take_while(|byte| matches!(byte, b'r' | b'R' | b'b' | b'B'))
        .count();
    let letters = rest.get(..prefix)?.to_ascii_lowercase();
    let quote = ["'''", "\"\"\"", "'", "\""].into_iter().find(|quote| {
        rest.get(prefix..)
            .is_some_and(|rest| rest.starts_with(*quote))
    })?;
    if matches!(letters.as_str(), "rr" | "bb") {
        return None;
    }
    let how = Quoted {
        raw: letters.contains('r'),
        bytes: letters.contains('b'),
        quote,
    };
    Some(read(text, at, at + prefix + quote.len(), how))
}

/// Reads from behind the opening quote on.
fn read(
    text: &str,
    start: usize,
    from: usize,
    how: Quoted,
) -> Result<(Value<'static>, usize), Fault> {
    let mut read = Read::default();
    let mut at = from;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        if rest.starts_with(how.quote) {
            return Ok((read.value(how.bytes), at + how.quote.len()));
        }
        match rest.chars().next() {
            Some('\\') if !how.raw => at = read.escape(text, at, how.bytes)?,
            Some('\n' | '\r') if how.quote.len() == 1 => {
                return Err(unclosed(start, at, how.quote));
            }
            Some(c) => {
                read.push(c);
                at += c.len_utf8();
            }
            None => return Err(unclosed(start, at, how.quote)),
        }
    }
}

fn unclosed(start: usize, end: usize, quote: &str) -> Fault {
    let message = format!("the text that begins here has no closing `{quote}`");
    fault(message, start..end)
}

/// What was read so far.
#[derive(Default)]
struct Read {
    bytes: Vec<u8>,
}

impl Read {
    fn push(&mut self, c: char) {
        self.bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
    }

    fn value(self, bytes: bool) -> Value<'static> {
        if bytes {
            return Value::Bytes(Arc::from(self.bytes));
        }
        Value::String(String::from_utf8_lossy(&self.bytes).into_owned().into())
    }

    /// Takes in the escape whose backslash stands at `at`, and gives where it ends.
    fn escape(&mut self, text: &str, at: usize, bytes: bool) -> Result<usize, Fault> {
        let rest = text.get(at + 1..).unwrap_or_default();
        let letter = rest.chars().next().unwrap_or('\\');
        if let Some(plain) = plain(letter) {
            self.push(plain);
            return Ok(at + 2);
        }
        let (skipped, length, radix) = match letter {
            'x' | 'X' => (1, 2, 16),
            'u' if !bytes => (1, 4, 16),
            'U' if !bytes => (1, 8, 16),
            '0'..='3' => (0, 3, 8),
            _ => return Err(unknown(letter, at)),
        };
        let end = at + 1 + skipped + length;
        let digits = text.get(at + 1 + skipped..end).unwrap_or_default();
        let is_sound = digits.chars().all(|c| c.is_digit(radix));
        let number = u32::from_str_radix(digits, radix).ok().filter(|_| is_sound);
        match (number, bytes) {
            (Some(number), true) => self.bytes.extend(u8::try_from(number).ok()),
            (Some(number), false) => match char::from_u32(number) {
                Some(c) => self.push(c),
                None => return Err(fault("this escape is no character", at..end)),
            },
            (None, _) => {
                let message = format!("`\\{letter}` needs {length} digits behind it");
                let end = text.floor_char_boundary(end.min(text.len()));
                return Err(fault(message, at..end));
            }
        }
        Ok(end)
    }
}

/// What a letter behind a backslash stands for by itself.
fn plain(letter: char) -> Option<char> {
    Some(match letter {
        'a' => '\u{7}',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        '\\' | '?' | '"' | '\'' | '`' => letter,
        _ => return None,
    })
}

fn unknown(letter: char, at: usize) -> Fault {
    let shown = Text::new().own("`\\").key(&letter.to_string());
    let raw = r"TOML and CEL both read backslashes: write r'...' between ''' quotes, as in '''this.x.matches(r'\d+')'''";
    let end = at + 1 + letter.len_utf8();
    fault(shown.own("` is no escape"), at..end).help(raw)
}

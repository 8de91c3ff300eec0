//! Strings: where one ends, what may not stand in it, and its value.

use std::borrow::Cow;

use super::fault::Offence;

/// A string that is grammatical.
pub(super) struct Scanned {
    /// The offset behind its closing quote.
    pub(super) end: usize,
    /// Whether it holds an escape.
    pub(super) escaped: bool,
}

/// Reads the string whose opening quote stands at `start`.
///
/// # Errors
/// The offset and kind of the first thing that may not stand in a string (RFC 8259 section 7);
/// a surrogate without its other half, which no UTF-8 string can hold; the end of the text.
#[inline]
pub(super) fn scan(bytes: &[u8], start: usize) -> Result<Scanned, (usize, Offence)> {
    let at = plain(bytes, start + 1);
    if bytes.get(at) == Some(&b'"') {
        return Ok(Scanned {
            end: at + 1,
            escaped: false,
        });
    }
    beyond(bytes, at)
}

/// Reads on where something else than the closing quote ended the plain text.
fn beyond(bytes: &[u8], mut at: usize) -> Result<Scanned, (usize, Offence)> {
    loop {
        match bytes.get(at) {
            Some(b'"') => {
                return Ok(Scanned {
                    end: at + 1,
                    escaped: true,
                });
            }
            Some(b'\\') => at = plain(bytes, escape(bytes, at)?),
            Some(&control) => {
                return Err((
                    at,
                    Offence::RawControl {
                        control: char::from(control),
                    },
                ));
            }
            None => return Err((at, Offence::Ended)),
        }
    }
}

/// The offset behind the string whose opening quote stands at `start`, which [`scan`] has
/// passed.
pub(super) fn skip(bytes: &[u8], start: usize) -> usize {
    let mut at = plain(bytes, start + 1);
    while bytes.get(at) == Some(&b'\\') {
        at = plain(bytes, at + 2);
    }
    bytes.len().min(at + 1)
}

/// The first offset from `at` on that is a quote, a backslash, a control or the end.
#[inline]
fn plain(bytes: &[u8], mut at: usize) -> usize {
    while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let stops = stops(u64::from_le_bytes(*word));
        if stops != 0 {
            return at + stops.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let tail = bytes.get(at..).unwrap_or_default();
    at + tail
        .iter()
        .take_while(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20))
        .count()
}

/// The high bit of each of eight bytes that is a quote, a backslash or a control. A borrow can
/// set it in bytes behind such a one too, so only the lowest counts.
const fn stops(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let quote = word ^ (ONES * b'"' as u64);
    let backslash = word ^ (ONES * b'\\' as u64);
    let controls = word.wrapping_sub(ONES * 0x20) & !word;
    let quotes = quote.wrapping_sub(ONES) & !quote;
    let backslashes = backslash.wrapping_sub(ONES) & !backslash;
    (controls | quotes | backslashes) & HIGH
}

/// Reads the escape whose backslash stands at `at`; gives the offset behind it.
fn escape(bytes: &[u8], at: usize) -> Result<usize, (usize, Offence)> {
    match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
        Some(b'u') => unicode(bytes, at),
        Some(_) => Err((at, Offence::BadEscape)),
        None => Err((at + 1, Offence::Ended)),
    }
}

fn unicode(bytes: &[u8], at: usize) -> Result<usize, (usize, Offence)> {
    let lone = (at, Offence::LoneSurrogate);
    match hex(bytes, at)? {
        0xd800..0xdc00 => {
            let second = at + 6;
            match (bytes.get(second), bytes.get(second + 1)) {
                (Some(b'\\'), Some(b'u')) => match hex(bytes, second)? {
                    0xdc00..0xe000 => Ok(second + 6),
                    _ => Err(lone),
                },
                (None, _) | (Some(b'\\'), None) => Err((bytes.len(), Offence::Ended)),
                _ => Err(lone),
            }
        }
        0xdc00..0xe000 => Err(lone),
        _ => Ok(at + 6),
    }
}

/// The value of the four digits of the `\u` at `at`.
fn hex(bytes: &[u8], at: usize) -> Result<u32, (usize, Offence)> {
    let mut value = 0;
    for place in at + 2..at + 6 {
        let Some(byte) = bytes.get(place) else {
            return Err((bytes.len(), Offence::Ended));
        };
        let Some(digit) = char::from(*byte).to_digit(16) else {
            return Err((at, Offence::BadEscape));
        };
        value = value * 16 + digit;
    }
    Ok(value)
}

/// The value of a string from the text between its quotes, which [`scan`] has passed.
pub(super) fn unescape(inner: &str) -> Cow<'_, str> {
    let mut value = String::with_capacity(inner.len());
    unescape_to(inner, &mut value);
    Cow::Owned(value)
}

/// The same, put behind what `value` holds.
pub(super) fn unescape_to(inner: &str, value: &mut String) {
    let mut rest = inner;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        value.push_str(rest.get(..at).unwrap_or_default());
        rest = one_escape(rest.get(at + 1..).unwrap_or_default(), value);
    }
    value.push_str(rest);
}

/// Writes the escape that `rest` begins with, behind its backslash; gives what follows it.
fn one_escape<'r>(rest: &'r str, value: &mut String) -> &'r str {
    let mut chars = rest.chars();
    let written = match chars.next() {
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('u') => return one_unicode(chars.as_str(), value),
        Some(other) => other,
        None => return rest,
    };
    value.push(written);
    chars.as_str()
}

fn one_unicode<'r>(rest: &'r str, value: &mut String) -> &'r str {
    let unit = |from: usize| {
        rest.get(from..from + 4)
            .and_then(|digits| u16::from_str_radix(digits, 16).ok())
    };
    let Some(first) = unit(0) else { return rest };
    let second = if (0xd800..0xdc00).contains(&first) {
        unit(6)
    } else {
        None
    };
    let units = [first, second.unwrap_or_default()];
    let used = if second.is_some() { 2 } else { 1 };
    value.extend(char::decode_utf16(units.into_iter().take(used)).flatten());
    rest.get(if used == 2 { 10 } else { 4 }..)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_have_the_values_of_rfc_8259() {
        let inner = r#"a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude80z"#;
        assert_eq!(unescape(inner), "a\"\\/\u{8}\u{c}\n\r\té🚀z");
    }

    #[test]
    fn a_string_ends_at_its_own_quote_wherever_eight_bytes_begin() {
        for length in 0..40 {
            let text = format!("\"{}é\\\\\" tail\"", "x".repeat(length));
            let scanned = scan(text.as_bytes(), 0);
            assert!(scanned.is_ok_and(|s| s.end == length + 6 && s.escaped));
            let raw = format!("\"{}\u{1f}\"", "x".repeat(length));
            assert!(
                matches!(scan(raw.as_bytes(), 0), Err((at, Offence::RawControl { .. })) if at == length + 1)
            );
        }
    }

    #[test]
    fn half_a_surrogate_pair_is_refused() {
        for text in [
            r#""\ud83d""#,
            r#""\ud83dx""#,
            r#""\ude80""#,
            r#""\ud83d\u0041""#,
        ] {
            assert!(
                matches!(scan(text.as_bytes(), 0), Err((1, Offence::LoneSurrogate))),
                "{text}"
            );
        }
        assert!(matches!(scan(br#""\ud83d\"#, 0), Err((_, Offence::Ended))));
    }
}

//! Writes JSON on one line that is also safe to print: what could act on a terminal, or make a
//! command for a CI system, is escaped.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use super::safe::Brackets;
use crate::refusal::text::is_unsafe;

/// The value as one line of JSON. Its raw parts stay as they are, but for what could act on a
/// terminal: that can only stand in their strings, where it is escaped too.
pub(super) fn line(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut bytes, Safe));
    debug_assert!(written.is_ok(), "{written:?}");
    String::from_utf8(bytes).unwrap_or_default()
}

struct Safe;

impl Formatter for Safe {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut brackets = Brackets::default();
        write_safe(writer, fragment, |c| brackets.meets(c) || is_unsafe(c))
    }

    fn write_raw_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        write_safe(writer, fragment, is_unsafe)
    }
}

/// Writes a text with each character escaped that `acts`.
fn write_safe<W: ?Sized + Write>(
    writer: &mut W,
    text: &str,
    mut acts: impl FnMut(char) -> bool,
) -> io::Result<()> {
    let mut rest = text;
    while let Some((at, c)) = rest.char_indices().find(|(_, c)| acts(*c)) {
        let (safe, tail) = rest.split_at(at);
        writer.write_all(safe.as_bytes())?;
        for unit in c.encode_utf16(&mut [0; 2]) {
            write!(writer, "\\u{unit:04x}")?;
        }
        rest = tail.get(c.len_utf8()..).unwrap_or_default();
    }
    writer.write_all(rest.as_bytes())
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::*;

    #[test]
    fn no_control_character_is_printed_and_none_is_lost() {
        let text = "a\u{1b}[2J\u{9b}\u{202e}\n\u{7f}\u{e0041}é\"\\##[x]";
        let line = line(&text);
        assert_eq!(
            line,
            r#""a\u001b[2J\u009b\u202e\n\u007f\udb40\udc41é\"\\##\u005bx]""#
        );
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
        let raw = RawValue::from_string("{\"a\u{9b}\" : \"\u{7f}\\u0001##[x]\"}".to_owned());
        let line = super::line(&raw.unwrap());
        assert_eq!(line, r#"{"a\u009b" : "\u007f\u0001##[x]"}"#);
    }
}

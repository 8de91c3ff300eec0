//! A value in a few words, as findings and messages show it.

use std::fmt::Write as _;

use super::library::moment;
use super::value::{Key, List, Map, Value};

/// How many bytes of a value are written at most, before it is cut to what a message shows.
const MOST: usize = 400;

/// A value as JSON would write it; what is long is cut, with `…` for the rest.
pub(in crate::check) fn brief(value: &Value<'_>) -> String {
    let mut text = String::new();
    put(value, &mut text);
    text
}

/// The same for the middle of a sentence: text stands there without quotes.
pub(in crate::check) fn words(value: &Value<'_>) -> String {
    match value {
        Value::String(text) => head(text).to_owned(),
        value => brief(value),
    }
}

fn put(value: &Value<'_>, out: &mut String) {
    if out.len() > MOST {
        return;
    }
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&number.to_string()),
        Value::String(text) => quoted(text, out),
        Value::Bytes(bytes) => {
            // Writing to a string cannot fail.
            let _ = write!(out, "{} bytes", bytes.len());
        }
        Value::Timestamp(time) => out.push_str(&moment::write_time(*time)),
        Value::Duration(duration) => out.push_str(&moment::write_duration(*duration)),
        Value::Type(name) => out.push_str(name),
        Value::List(List::Node(node)) | Value::Map(Map::Node(node)) => squeezed(node.raw(), out),
        Value::List(List::Built(built)) => {
            between(out, "[", "]", &built.inner, |element, out| {
                put(element, out);
            });
        }
        Value::Map(Map::Built(built)) => between(out, "{", "}", &built.inner, |entry, out| {
            let (key, value) = entry;
            put(&Key::value(key), out);
            out.push_str(": ");
            put(value, out);
        }),
    }
}

/// Parts with commas between them, in brackets.
fn between<I: IntoIterator>(
    out: &mut String,
    open: &str,
    close: &str,
    parts: I,
    write: impl Fn(I::Item, &mut String),
) {
    out.push_str(open);
    for (at, part) in parts.into_iter().enumerate() {
        if out.len() > MOST {
            out.push('…');
            break;
        }
        if at > 0 {
            out.push_str(", ");
        }
        write(part, out);
    }
    out.push_str(close);
}

fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in head(text).chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
}

/// JSON as it was written, runs of white space outside and inside of strings made one space.
fn squeezed(raw: &str, out: &mut String) {
    let mut blank = false;
    for c in head(raw).chars() {
        let is_blank = c.is_ascii_whitespace();
        if !is_blank {
            if blank {
                out.push(' ');
            }
            out.push(c);
        }
        blank = is_blank;
    }
    if raw.len() > MOST {
        out.push('…');
    }
}

fn head(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MOST)).unwrap_or(text)
}

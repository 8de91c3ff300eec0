//! Functions of texts. Positions count characters, from 0.

use std::ops::Range;
use std::sync::Arc;

use super::super::context::Context;
use super::super::failure::Failure;
use super::super::number::Number;
use super::super::value::{Str, Value};
use super::{Builder, Outcome, whole};
use crate::refusal::Text;

/// Whether a text has the other in it.
pub(in super::super) fn contains<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    told(context, arguments, |text, part| text.contains(part))
}

/// Whether a text begins with the other.
pub(in super::super) fn starts_with<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    told(context, arguments, |text, part| text.starts_with(part))
}

/// Whether a text ends with the other.
pub(in super::super) fn ends_with<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    told(context, arguments, |text, part| text.ends_with(part))
}

fn told<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
    is_so: fn(&str, &str) -> bool,
) -> Outcome<'d> {
    let [Value::String(text), Value::String(part)] = arguments else {
        return Ok(None);
    };
    context.read(text.len())?;
    Ok(Some(is_so(text, part).into()))
}

/// Whether a regular expression matches anywhere in a text.
pub(in super::super) fn matches<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let [Value::String(text), Value::String(pattern)] = arguments else {
        return Ok(None);
    };
    context
        .matches(pattern, text)
        .map(|is_so| Some(is_so.into()))
}

/// The character at a position; nothing at the very end.
pub(in super::super) fn char_at<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let [Value::String(text), Value::Number(at)] = arguments else {
        return Ok(None);
    };
    let start = position(context, text, at)?;
    let rest = text.get(start..).unwrap_or_default();
    let end = start + rest.chars().next().map_or(0, char::len_utf8);
    cut(context, text, start..end).map(Some)
}

/// Where the other text first stands, from a position on; -1 if nowhere.
pub(in super::super) fn index_of<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let (text, part, start) = match arguments {
        [Value::String(text), Value::String(part)] => (text, part, 0),
        [Value::String(text), Value::String(part), Value::Number(at)] => {
            (text, part, position(context, text, at)?)
        }
        _ => return Ok(None),
    };
    context.read(text.len())?;
    let rest = text.get(start..).unwrap_or_default();
    let found = rest.find(&**part).map(|found| start + found);
    Ok(Some(index(text, found).into()))
}

/// Where the other text last stands, up to a position; -1 if nowhere.
pub(in super::super) fn last_index_of<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let (text, part, end) = match arguments {
        [Value::String(text), Value::String(part)] => (text, part, text.len()),
        [Value::String(text), Value::String(part), Value::Number(at)] => {
            let last = position(context, text, at)?;
            (text, part, text.floor_char_boundary(last + part.len()))
        }
        _ => return Ok(None),
    };
    context.read(text.len())?;
    let head = text.get(..end).unwrap_or_default();
    Ok(Some(index(text, head.rfind(&**part)).into()))
}

/// The part from a position to the end, or to another position.
pub(in super::super) fn substring<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let (text, start, end) = match arguments {
        [Value::String(text), Value::Number(start)] => (text, start, None),
        [
            Value::String(text),
            Value::Number(start),
            Value::Number(end),
        ] => (text, start, Some(end)),
        _ => return Ok(None),
    };
    let from = position(context, text, start)?;
    let to = match end {
        Some(end) => position(context, text, end)?,
        None => text.len(),
    };
    if to < from {
        return Err(Failure::other("the end of a substring is before its start"));
    }
    cut(context, text, from..to).map(Some)
}

/// The text without the white space around it.
pub(in super::super) fn trim<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let [Value::String(text)] = arguments else {
        return Ok(None);
    };
    context.read(text.len())?;
    let start = text.len() - text.trim_start().len();
    cut(context, text, start..start + text.trim().len()).map(Some)
}

/// The text with its letters from A to Z in lower case.
pub(in super::super) fn lower_ascii<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    changed(context, arguments, str::to_ascii_lowercase)
}

/// The text with its letters from a to z in upper case.
pub(in super::super) fn upper_ascii<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    changed(context, arguments, str::to_ascii_uppercase)
}

/// The characters in reverse order.
pub(in super::super) fn reverse<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    changed(context, arguments, |text| text.chars().rev().collect())
}

/// A text made anew with as many bytes.
fn changed<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
    change: fn(&str) -> String,
) -> Outcome<'d> {
    let [Value::String(text)] = arguments else {
        return Ok(None);
    };
    context.build(text.len())?;
    Ok(Some(Value::String(change(text).into())))
}

/// The text with one text in place of another, everywhere or the first so many times.
pub(in super::super) fn replace<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let (text, old, new, most) = match arguments {
        [Value::String(text), Value::String(old), Value::String(new)] => {
            (text, old, new, usize::MAX)
        }
        [
            Value::String(text),
            Value::String(old),
            Value::String(new),
            Value::Number(most),
        ] => (text, old, new, limit(most)?),
        _ => return Ok(None),
    };
    context.read(text.len())?;
    let (mut made, mut done) = (Builder::default(), 0);
    for (start, found) in text.match_indices(&**old).take(most) {
        made.push(context, text.get(done..start).unwrap_or_default())?;
        made.push(context, new)?;
        done = start + found.len();
    }
    made.push(context, text.get(done..).unwrap_or_default())?;
    Ok(Some(made.value()))
}

/// The parts between a separator, at most so many; the last part has all the rest. An empty
/// separator parts the characters.
pub(in super::super) fn split<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let (text, separator, most) = match arguments {
        [Value::String(text), Value::String(separator)] => (text, separator, usize::MAX),
        [
            Value::String(text),
            Value::String(separator),
            Value::Number(most),
        ] => (text, separator, limit(most)?),
        _ => return Ok(None),
    };
    context.read(text.len())?;
    let mut parts = Vec::new();
    if most > 0 && !(text.is_empty() && separator.is_empty()) {
        let mut done = 0;
        let is_within = |start: usize| 0 < start && start < text.len();
        let ends = text.match_indices(&**separator);
        let ends = ends.filter(|(start, found)| !found.is_empty() || is_within(*start));
        for (end, found) in ends.take(most - 1) {
            parts.push(part(context, text, done..end)?);
            done = end + found.len();
        }
        parts.push(part(context, text, done..text.len())?);
    }
    Ok(Some(parts.into()))
}

/// A text as CEL would quote it.
pub(in super::super) fn quote<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let [Value::String(text)] = arguments else {
        return Ok(None);
    };
    let mut quoted = Builder::default();
    quoted.push(context, "\"")?;
    let mut own = [0; 4];
    for c in text.chars() {
        let escaped = match c {
            '\u{7}' => "\\a",
            '\u{8}' => "\\b",
            '\u{b}' => "\\v",
            '\u{c}' => "\\f",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            '"' => "\\\"",
            '\\' => "\\\\",
            c => c.encode_utf8(&mut own),
        };
        quoted.push(context, escaped)?;
    }
    quoted.push(context, "\"")?;
    Ok(Some(quoted.value()))
}

/// Where a position is, in bytes.
fn position(context: &mut Context<'_>, text: &str, at: &Number) -> Result<usize, Failure> {
    context.read(text.len())?;
    let index = usize::try_from(whole("a position", at)?).ok();
    let mut starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let start = index.and_then(|index| starts.nth(index));
    start.ok_or_else(|| {
        let found = Text::new().own("position ").seen(&at.to_string());
        Failure::other(found.own(" is outside of `").seen(text).own("`"))
    })
}

/// The position of a byte; -1 for none.
fn index(text: &str, found: Option<usize>) -> i64 {
    let head = found.and_then(|found| text.get(..found));
    head.map_or(-1, |head| {
        i64::try_from(head.chars().count()).unwrap_or(i64::MAX)
    })
}

/// How often at most: less than 0 is without a limit.
fn limit(most: &Number) -> Result<usize, Failure> {
    let most = whole("a limit", most)?;
    Ok(usize::try_from(most).unwrap_or(usize::MAX))
}

/// A part of a text: of a document's it is borrowed, of another it is paid for.
fn cut<'d>(
    context: &mut Context<'d>,
    text: &Str<'d>,
    bytes: Range<usize>,
) -> Result<Value<'d>, Failure> {
    let part = match text {
        Str::Borrowed(text) => Str::Borrowed(text.get(bytes).unwrap_or_default()),
        Str::Shared(text) if bytes == (0..text.len()) => Str::Shared(Arc::clone(text)),
        Str::Shared(text) => {
            context.build(bytes.len())?;
            Str::Shared(text.get(bytes).unwrap_or_default().into())
        }
    };
    Ok(Value::String(part))
}

/// The same for an element of a list.
fn part<'d>(
    context: &mut Context<'d>,
    text: &Str<'d>,
    bytes: Range<usize>,
) -> Result<Value<'d>, Failure> {
    context.build(size_of::<Value<'_>>())?;
    cut(context, text, bytes)
}

//! Values as text, as `string` and `%s` write them.

use std::borrow::Cow;

use super::super::context::Context;
use super::super::failure::Failure;
use super::super::items::{Entries, Items};
use super::super::value::{Map, Value};
use super::{Builder, moment};

/// A list or map whose elements are being written.
enum Open<'d> {
    List(Items<'d>),
    Map(std::vec::IntoIter<(String, Value<'d>)>),
}

/// The text of a value that is no list and no map; `None` for those.
pub(super) fn scalar<'v>(value: &'v Value<'_>) -> Result<Option<Cow<'v, str>>, Failure> {
    Ok(Some(match value {
        Value::Null => "null".into(),
        Value::Bool(truth) => truth.to_string().into(),
        Value::Number(number) => number.to_string().into(),
        Value::String(text) => Cow::Borrowed(text),
        Value::Bytes(bytes) => std::str::from_utf8(bytes)
            .map_err(|_| Failure::conversion("the bytes are not UTF-8"))?
            .into(),
        Value::Timestamp(time) => moment::write_time(*time).into(),
        Value::Duration(duration) => moment::write_duration(*duration).into(),
        Value::Type(name) => Cow::Borrowed(name),
        Value::List(_) | Value::Map(_) => return Ok(None),
    }))
}

/// Writes a value: lists as `[a, 1]`, maps as `{a: 1, b: 2}` in the order of their keys' texts.
pub(super) fn write<'d>(
    context: &mut Context<'d>,
    value: &Value<'d>,
    out: &mut Builder,
) -> Result<(), Failure> {
    let mut open = Vec::new();
    begin(context, value, out, &mut open)?;
    let mut is_first = true;
    while let Some(inner) = open.last_mut() {
        let (next, end) = match inner {
            Open::List(items) => (items.next(context)?.map(|value| (None, value)), "]"),
            Open::Map(entries) => (entries.next().map(|(key, value)| (Some(key), value)), "}"),
        };
        let Some((key, value)) = next else {
            out.push(context, end)?;
            open.pop();
            is_first = false;
            continue;
        };
        if !is_first {
            out.push(context, ", ")?;
        }
        if let Some(key) = key {
            out.push(context, &key)?;
            out.push(context, ": ")?;
        }
        is_first = begin(context, &value, out, &mut open)?;
    }
    Ok(())
}

/// Writes a scalar whole, and of a list or map the bracket only; whether it was one of these.
fn begin<'d>(
    context: &mut Context<'d>,
    value: &Value<'d>,
    out: &mut Builder,
    open: &mut Vec<Open<'d>>,
) -> Result<bool, Failure> {
    match value {
        Value::List(list) => {
            open.push(Open::List(Items::of(list)));
            out.push(context, "[")?;
        }
        Value::Map(map) => {
            open.push(Open::Map(sorted(context, map)?.into_iter()));
            out.push(context, "{")?;
        }
        other => {
            out.push(context, &scalar(other)?.unwrap_or_default())?;
            return Ok(false);
        }
    }
    Ok(true)
}

fn sorted<'d>(
    context: &mut Context<'d>,
    map: &Map<'d>,
) -> Result<Vec<(String, Value<'d>)>, Failure> {
    let (mut entries, mut sorted) = (Entries::of(map), Vec::new());
    while let Some((key, value)) = entries.next(context)? {
        let key = scalar(&key)?.unwrap_or_default();
        context.build(key.len() + size_of::<(String, Value<'_>)>())?;
        sorted.push((key.into_owned(), value));
    }
    sorted.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(sorted)
}

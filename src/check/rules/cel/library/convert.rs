//! Functions that make a value of one type from one of another, and that name a type.

use std::num::{IntErrorKind, ParseIntError};

use super::super::context::Context;
use super::super::number::Number;
use super::super::value::Value;
use super::{Outcome, moment, shown, unfit};

/// No text of a number has more bytes: the digits before and behind the point, and the exponent.
const LENGTH: usize = 2048;

/// A whole number of 64 bits: what stands before the point, the digits of a text, or the seconds
/// from 1970 to a time.
pub(in super::super) fn int<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    let [value] = arguments else {
        return Ok(None);
    };
    let whole = match value {
        Value::Number(number) => number.truncate().as_i64().ok_or(BEYOND),
        Value::String(text) => text.parse().map_err(|error| why_no_whole(&error)),
        Value::Timestamp(time) => {
            let since = time.duration_since(moment::EPOCH);
            Ok(since.as_secs() - i64::from(since.subsec_nanos() < 0))
        }
        _ => return Ok(None),
    };
    whole
        .map(|whole: i64| Some(whole.into()))
        .map_err(|why| unfit(value, why))
}

/// The same from 0 on, to the last whole number of 64 bits without a sign.
pub(in super::super) fn uint<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    let [value] = arguments else {
        return Ok(None);
    };
    let whole = match value {
        Value::Number(number) if *number < Number::from(0) => Err(BELOW),
        Value::Number(number) => number.truncate().to_string().parse().map_err(|_| BEYOND),
        Value::String(text) if text.starts_with('-') => Err(BELOW),
        Value::String(text) => text.parse().map_err(|error| why_no_whole(&error)),
        _ => return Ok(None),
    };
    let whole: u64 = whole.map_err(|why| unfit(value, why))?;
    Ok(Number::parse(&whole.to_string()).map(Value::Number))
}

const BEYOND: &str = "is beyond the whole numbers of 64 bits";

const BELOW: &str = "is not a whole number from 0 on";

fn why_no_whole(error: &ParseIntError) -> &'static str {
    match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => BEYOND,
        _ => "is not a whole number",
    }
}

/// A number, of exactly the value that a text writes.
pub(in super::super) fn double<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    let [value] = arguments else {
        return Ok(None);
    };
    let number = match value {
        Value::Number(number) => Some(number.clone()),
        Value::String(text) => Some(text)
            .filter(|text| text.len() <= LENGTH)
            .and_then(|text| Number::parse(text)),
        _ => return Ok(None),
    };
    number
        .map(|number| Some(number.into()))
        .ok_or_else(|| unfit(value, "is not a number"))
}

/// The text of a value that is no list, map, type or null.
pub(in super::super) fn string<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    match arguments {
        [value @ Value::String(_)] => Ok(Some(value.clone())),
        [Value::Null | Value::Type(_)] => Ok(None),
        [value] => match shown::scalar(value)? {
            Some(text) => {
                context.build(text.len())?;
                Ok(Some(Value::String(text.into_owned().into())))
            }
            None => Ok(None),
        },
        _ => Ok(None),
    }
}

/// A text as its bytes in UTF-8.
pub(in super::super) fn bytes<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    match arguments {
        [value @ Value::Bytes(_)] => Ok(Some(value.clone())),
        [Value::String(text)] => {
            context.build(text.len())?;
            Ok(Some(Value::Bytes(text.as_bytes().into())))
        }
        _ => Ok(None),
    }
}

/// A truth, from `true`, `True`, `TRUE`, `t`, `1` and their opposites.
pub(in super::super) fn bool<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    let truth = match arguments {
        [Value::Bool(truth)] => *truth,
        [value @ Value::String(text)] => match &**text {
            "true" | "True" | "TRUE" | "t" | "1" => true,
            "false" | "False" | "FALSE" | "f" | "0" => false,
            _ => return Err(unfit(value, "is neither `true` nor `false`")),
        },
        _ => return Ok(None),
    };
    Ok(Some(truth.into()))
}

/// The value as it is: all values are checked only when they are computed with.
#[expect(clippy::unnecessary_wraps, reason = "as every function of the table")]
pub(in super::super) fn dynamic<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    Ok(match arguments {
        [value] => Some(value.clone()),
        _ => None,
    })
}

/// The type of a value. A number is an `int` when it is whole and within 64 bits.
#[expect(clippy::unnecessary_wraps, reason = "as every function of the table")]
pub(in super::super) fn type_of<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    let [value] = arguments else {
        return Ok(None);
    };
    Ok(Some(Value::Type(match value {
        Value::Null => "null_type",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.as_i64().is_some() => "int",
        Value::Number(_) => "double",
        Value::String(_) => "string",
        Value::Bytes(_) => "bytes",
        Value::List(_) => "list",
        Value::Map(_) => "map",
        Value::Timestamp(_) => "google.protobuf.Timestamp",
        Value::Duration(_) => "google.protobuf.Duration",
        Value::Type(_) => "type",
    })))
}

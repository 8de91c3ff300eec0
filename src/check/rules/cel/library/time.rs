//! Functions of times and durations. A time is in UTC; its parts are asked for in any zone.

use jiff::civil::{DateTime, Time};
use jiff::tz::{Offset, TimeZoneDatabase};
use jiff::{SignedDuration, Timestamp};

use super::super::context::Context;
use super::super::failure::Failure;
use super::super::value::Value;
use super::{Outcome, moment, unfit};

/// The year.
pub(in super::super) fn full_year<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    part(arguments, |time| time.year().into(), None)
}

/// The month, from 0.
pub(in super::super) fn month<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    part(arguments, |time| i64::from(time.month()) - 1, None)
}

/// The day of the month, from 1.
pub(in super::super) fn date_of_month<'d>(
    _: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    part(arguments, |time| time.day().into(), None)
}

/// The day of the month, from 0.
pub(in super::super) fn day_of_month<'d>(
    _: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    part(arguments, |time| i64::from(time.day()) - 1, None)
}

/// The day of the week, from 0 for Sunday.
pub(in super::super) fn day_of_week<'d>(
    _: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    part(
        arguments,
        |time| time.weekday().to_sunday_zero_offset().into(),
        None,
    )
}

/// The day of the year, from 0.
pub(in super::super) fn day_of_year<'d>(
    _: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    part(arguments, |time| i64::from(time.day_of_year()) - 1, None)
}

/// The hour, or all hours of a duration.
pub(in super::super) fn hours<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    part(
        arguments,
        |time| time.hour().into(),
        Some(|duration| duration.as_hours()),
    )
}

/// The minute, or all minutes of a duration.
pub(in super::super) fn minutes<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    part(
        arguments,
        |time| time.minute().into(),
        Some(|duration| duration.as_mins()),
    )
}

/// The second, or all seconds of a duration.
pub(in super::super) fn seconds<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    part(
        arguments,
        |time| time.second().into(),
        Some(|duration| duration.as_secs()),
    )
}

/// The milliseconds of the second, of a time or a duration.
pub(in super::super) fn milliseconds<'d>(
    _: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    part(
        arguments,
        |time| time.millisecond().into(),
        Some(|duration| duration.subsec_millis().into()),
    )
}

/// A part of a time, in the zone of the second argument or UTC; or of a duration, which has no zone.
fn part<'d>(
    arguments: &[Value<'d>],
    of_time: fn(DateTime) -> i64,
    of_duration: Option<fn(SignedDuration) -> i64>,
) -> Outcome<'d> {
    let part = match arguments {
        [Value::Timestamp(time)] => of_time(*time),
        [Value::Timestamp(time), Value::String(zone)] => of_time(local(*time, zone)?),
        [Value::Duration(duration)] => match of_duration {
            Some(of_duration) => of_duration(*duration),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok(Some(part.into()))
}

/// A time as the clocks of a zone show it: `Europe/Berlin`, `+02:00`.
fn local(time: DateTime, zone: &str) -> Result<DateTime, Failure> {
    let offset = match moment::read_offset(zone) {
        Some(offset) => offset,
        None => named_offset(time, zone).ok_or_else(|| {
            let zone = Value::String(zone.to_owned().into());
            unfit(&zone, "is no time zone like `Europe/Berlin` or `+02:00`")
        })?,
    };
    let local = time.checked_add(offset);
    local.map_err(|_| Failure::other("in that time zone it is after the year 9999"))
}

/// How far a zone is from UTC then, by the rules that are built in: the system is not asked.
fn named_offset(time: DateTime, zone: &str) -> Option<SignedDuration> {
    let zone = TimeZoneDatabase::bundled().get(zone).ok()?;
    // The last day of all has no `Timestamp`; the day before has the same rules.
    let timestamp = Offset::UTC.to_timestamp(time).unwrap_or(Timestamp::MAX);
    let seconds = zone.to_offset(timestamp).seconds();
    Some(SignedDuration::from_secs(seconds.into()))
}

/// The start of a day in UTC, from a text like `2025-02-28`.
pub(in super::super) fn date<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    let [value @ Value::String(text)] = arguments else {
        return Ok(None);
    };
    match moment::read_day(text) {
        Some(day) => Ok(Some(Value::Timestamp(day.to_datetime(Time::midnight())))),
        None if moment::is_like_day(text) => Err(unfit(value, "is no day of the calendar")),
        None => Err(unfit(value, "is not a date like `2025-02-28`")),
    }
}

/// A time, from a text of RFC 3339 or from the seconds since 1970.
pub(in super::super) fn timestamp<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    let [value] = arguments else {
        return Ok(None);
    };
    let (time, wanted) = match value {
        Value::Timestamp(time) => (Some(*time), ""),
        Value::String(text) => (
            moment::read_time(text),
            "is not a time like `2025-02-28T09:30:00Z`",
        ),
        Value::Number(seconds) => {
            let since = seconds.as_i64().map(SignedDuration::from_secs);
            let time = since.and_then(|since| moment::shifted(moment::EPOCH, since));
            (time, "is not a time in whole seconds")
        }
        _ => return Ok(None),
    };
    time.map(|time| Some(Value::Timestamp(time)))
        .ok_or_else(|| unfit(value, wanted))
}

/// A duration, from a text like `1h30m`.
pub(in super::super) fn duration<'d>(_: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    let [value] = arguments else {
        return Ok(None);
    };
    let duration = match value {
        Value::Duration(duration) => Some(*duration),
        Value::String(text) => moment::read_duration(text),
        _ => return Ok(None),
    };
    duration
        .map(|duration| Some(Value::Duration(duration)))
        .ok_or_else(|| unfit(value, "is not a duration like `1h30m` or `1.5s`"))
}

/// The sum of two durations, or of a time and a duration; `None` for other types.
///
/// # Errors
/// A result that no time or duration can have.
pub(in super::super) fn add<'d>(a: &Value<'d>, b: &Value<'d>) -> Outcome<'d> {
    let sum = match (a, b) {
        (Value::Timestamp(time), Value::Duration(by))
        | (Value::Duration(by), Value::Timestamp(time)) => later(*time, *by),
        (Value::Duration(a), Value::Duration(b)) => lasting(a.checked_add(*b)),
        _ => return Ok(None),
    };
    sum.map(Some)
}

/// The difference of two times or durations, or of a time and a duration; `None` for other types.
///
/// # Errors
/// A result that no time or duration can have.
pub(in super::super) fn subtract<'d>(a: &Value<'d>, b: &Value<'d>) -> Outcome<'d> {
    let difference = match (a, b) {
        (Value::Timestamp(time), Value::Duration(by)) => later(*time, -*by),
        (Value::Timestamp(a), Value::Timestamp(b)) => lasting(Some(a.duration_since(*b))),
        (Value::Duration(a), Value::Duration(b)) => lasting(a.checked_sub(*b)),
        _ => return Ok(None),
    };
    difference.map(Some)
}

fn later<'d>(time: DateTime, by: SignedDuration) -> Result<Value<'d>, Failure> {
    let time = moment::shifted(time, by).map(Value::Timestamp);
    time.ok_or_else(|| Failure::other("the time is not in the years 1 to 9999"))
}

fn lasting<'d>(duration: Option<SignedDuration>) -> Result<Value<'d>, Failure> {
    let duration = duration.and_then(moment::bounded).map(Value::Duration);
    duration.ok_or_else(|| Failure::other("the duration is longer than 10,000 years"))
}

//! Times and durations: their bounds, and how they are read and written.

use jiff::SignedDuration;
use jiff::civil::{Date, DateTime, Time};

use super::super::number::Number;

/// The start of the count of seconds.
pub(super) const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// The first time that there is. The last is the last that the library knows.
const FIRST: DateTime = DateTime::constant(1, 1, 1, 0, 0, 0, 0);

/// The longest duration, some ten thousand years, in seconds.
const LONGEST: SignedDuration = SignedDuration::from_secs(315_576_000_000);

/// No text of a duration has more bytes.
const LENGTH: usize = 64;

/// A time later or earlier by a duration, if there is one.
pub(super) fn shifted(time: DateTime, by: SignedDuration) -> Option<DateTime> {
    let shifted = time.checked_add(by).ok()?;
    (shifted >= FIRST).then_some(shifted)
}

/// A duration, if it is not too long.
pub(super) fn bounded(duration: SignedDuration) -> Option<SignedDuration> {
    (-LONGEST..=LONGEST).contains(&duration).then_some(duration)
}

/// A day as `2025-02-28`.
pub(super) fn read_day(text: &str) -> Option<Date> {
    let [year, month, day] = numbers(text, '-', [4, 2, 2])?;
    let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    Date::new(year, month, day).ok().filter(|_| year > 0)
}

/// Whether a text has the form of a day, whether or not there is one.
pub(super) fn is_like_day(text: &str) -> bool {
    numbers(text, '-', [4, 2, 2]).is_some()
}

/// A time as RFC 3339 writes it: `2025-02-28T09:30:00.5+01:00`.
pub(super) fn read_time(text: &str) -> Option<DateTime> {
    let (day, rest) = text.split_at_checked(10)?;
    let (clock, rest) = rest.strip_prefix(['T', 't'])?.split_at_checked(8)?;
    let (nanoseconds, zone) = match rest.strip_prefix('.') {
        Some(rest) => fraction(rest)?,
        None => (0, rest),
    };
    let offset = match zone {
        "Z" | "z" => SignedDuration::ZERO,
        zone if zone.starts_with(['+', '-']) => read_offset(zone)?,
        _ => return None,
    };
    let [hour, minute, second] = numbers(clock, ':', [2, 2, 2])?;
    let (hour, minute) = (i8::try_from(hour).ok()?, i8::try_from(minute).ok()?);
    let second = i8::try_from(second).ok().filter(|second| *second < 60)?;
    let day = read_day(day)?;
    let time = Time::new(hour, minute, second, nanoseconds).ok()?;
    shifted(day.to_datetime(time), -offset)
}

/// Nanoseconds from the digits behind a point, and what stands behind those.
fn fraction(text: &str) -> Option<(i32, &str)> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.strip_suffix(rest)?;
    if digits.is_empty() || digits.len() > 9 {
        return None;
    }
    Some((format!("{digits:0<9}").parse().ok()?, rest))
}

/// A distance from UTC: `+02:00`, `-02:30`, `02:00`.
pub(super) fn read_offset(text: &str) -> Option<SignedDuration> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let [hours, minutes] = numbers(unsigned, ':', [2, 2])?;
    if hours > 23 || minutes > 59 {
        return None;
    }
    let offset = SignedDuration::from_mins(i64::from(hours) * 60 + i64::from(minutes));
    Some(if text.starts_with('-') {
        -offset
    } else {
        offset
    })
}

/// Numbers of so many digits each, with a separator between them.
fn numbers<const N: usize>(text: &str, separator: char, widths: [usize; N]) -> Option<[i16; N]> {
    let (mut parts, mut numbers) = (text.split(separator), [0; N]);
    for (number, width) in numbers.iter_mut().zip(widths) {
        let part = parts.next()?;
        if part.len() != width || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        *number = part.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}

/// A duration as `1h30m`, `-1.5s`, `100ns`.
pub(super) fn read_duration(text: &str) -> Option<SignedDuration> {
    let mut rest = text.strip_prefix(['+', '-']).unwrap_or(text);
    if rest == "0" {
        return Some(SignedDuration::ZERO);
    }
    if rest.is_empty() || rest.len() > LENGTH {
        return None;
    }
    let mut seconds = Number::from(0);
    while !rest.is_empty() {
        let is_amount = |c: char| c.is_ascii_digit() || c == '.';
        let (amount, behind) = rest.split_at_checked(rest.find(|c| !is_amount(c))?)?;
        let (unit, behind) =
            behind.split_at_checked(behind.find(is_amount).unwrap_or(behind.len()))?;
        let amount = Number::parse(amount)?.multiply(&unit_seconds(unit)?)?;
        seconds = seconds.add(&amount)?;
        rest = behind;
    }
    if text.starts_with('-') {
        seconds = seconds.negate();
    }
    let whole = seconds.truncate();
    let nanoseconds = seconds.subtract(&whole)?.multiply(&Number::parse("1e9")?)?;
    let nanoseconds = i32::try_from(nanoseconds.as_i64()?).ok()?;
    bounded(SignedDuration::new(whole.as_i64()?, nanoseconds))
}

fn unit_seconds(unit: &str) -> Option<Number> {
    Number::parse(match unit {
        "h" => "3600",
        "m" => "60",
        "s" => "1",
        "ms" => "1e-3",
        "us" | "µs" | "μs" => "1e-6",
        "ns" => "1e-9",
        _ => return None,
    })
}

/// A time in UTC as RFC 3339 writes it.
pub(in super::super) fn write_time(time: DateTime) -> String {
    format!("{time}Z")
}

/// A duration in seconds: `5400s`, `-1.5s`.
pub(in super::super) fn write_duration(duration: SignedDuration) -> String {
    let sign = if duration.is_negative() { "-" } else { "" };
    let absolute = duration.unsigned_abs();
    let (seconds, nanoseconds) = (absolute.as_secs(), absolute.subsec_nanos());
    let fraction = format!(".{nanoseconds:09}");
    let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
    format!("{sign}{seconds}{fraction}s")
}

//! What an operator gives for values of some types, where that can be seen beforehand.

use super::tree::Operator;
use super::value::Kind;

/// The type of what `operator` makes of two values.
///
/// # Errors
/// That it never works, and what would do.
pub(super) fn binary(
    operator: Operator,
    left: Kind,
    right: Kind,
) -> Result<Kind, (String, Option<&'static str>)> {
    let symbol = operator.symbol();
    let given = match operator {
        Operator::Equal | Operator::Unequal => left.may_be(right).then_some(Kind::Bool),
        Operator::Less | Operator::AtMost | Operator::Greater | Operator::AtLeast => {
            let ordered = has_order(left) && has_order(right);
            (ordered && left.may_be(right)).then_some(Kind::Bool)
        }
        Operator::In => is_one_of(right, &[Kind::List, Kind::Map]).then_some(Kind::Bool),
        _ => arithmetic(operator, left, right),
    };
    given.ok_or_else(|| {
        let (a, b) = (left.words(), right.words());
        match operator {
            Operator::In => (
                format!("`in` looks into a list or an object, not into {b}"),
                (right == Kind::String).then_some(
                    "a list is written ['a', 'b']; a part of a text is found by `text.contains(part)`",
                ),
            ),
            Operator::Equal | Operator::Unequal => {
                let help = mixed(left, right).or_else(|| timed(left, right));
                (format!("{a} is never equal to {b}"), help)
            }
            _ if operator.is_relation() => (
                format!("`{symbol}` cannot compare {a} with {b}"),
                mixed(left, right).or_else(|| compared(left, right)),
            ),
            _ => (
                format!("`{symbol}` cannot take {a} and {b}"),
                mixed(left, right).or_else(|| added(left, right)),
            ),
        }
    })
}

/// What to do where types are mixed.
fn mixed(left: Kind, right: Kind) -> Option<&'static str> {
    let both = |a, b| (left, right) == (a, b) || (left, right) == (b, a);
    if both(Kind::Number, Kind::String) {
        Some("`string(...)` makes text of a number, `double(...)` a number of text")
    } else if both(Kind::Timestamp, Kind::String) {
        Some("`date(...)` makes a time of `2025-02-28`, `timestamp(...)` of `2025-02-28T09:00:00Z`")
    } else if both(Kind::Type, Kind::String) {
        Some("types are written without quotes: `type(x) == int`")
    } else {
        None
    }
}

/// What to do where values are put in order that have none.
fn compared(left: Kind, right: Kind) -> Option<&'static str> {
    if left == Kind::Bool && right == Kind::Number {
        return Some("a range is written with `&&`: `0 <= x && x <= 100`");
    }
    timed(left, right)
}

/// What to do where a time or a duration is compared with a number.
fn timed(left: Kind, right: Kind) -> Option<&'static str> {
    match (left, right) {
        (Kind::Timestamp, Kind::Number) | (Kind::Number, Kind::Timestamp) => {
            Some("a day is written `date('2025-01-01')`")
        }
        (Kind::Duration, Kind::Number) | (Kind::Number, Kind::Duration) => {
            Some("a duration is written `duration('24h')`")
        }
        _ => None,
    }
}

/// What to do where a number is added to a time.
fn added(left: Kind, right: Kind) -> Option<&'static str> {
    let is_time = |kind| matches!(kind, Kind::Timestamp | Kind::Duration);
    let is_so = is_time(left) && right == Kind::Number || left == Kind::Number && is_time(right);
    is_so.then_some("a day is a duration of 24 hours: `+ duration('24h')`")
}

/// Whether a type is one of some, or not known.
pub(super) fn is_one_of(kind: Kind, kinds: &[Kind]) -> bool {
    kind == Kind::Any || kinds.contains(&kind)
}

fn has_order(kind: Kind) -> bool {
    !matches!(kind, Kind::Null | Kind::List | Kind::Map | Kind::Type)
}

fn arithmetic(operator: Operator, left: Kind, right: Kind) -> Option<Kind> {
    use Kind::{Any, Bytes, Duration, List, Number, String, Timestamp};
    let rows: &[(Kind, Kind, Kind)] = match operator {
        Operator::Add => &[
            (Number, Number, Number),
            (String, String, String),
            (Bytes, Bytes, Bytes),
            (List, List, List),
            (Timestamp, Duration, Timestamp),
            (Duration, Timestamp, Timestamp),
            (Duration, Duration, Duration),
        ],
        Operator::Subtract => &[
            (Number, Number, Number),
            (Timestamp, Timestamp, Duration),
            (Timestamp, Duration, Timestamp),
            (Duration, Duration, Duration),
        ],
        _ => &[(Number, Number, Number)],
    };
    let mut fitting = rows
        .iter()
        .filter(|(a, b, _)| left.may_be(*a) && right.may_be(*b));
    let first = fitting.next()?;
    Some(if fitting.all(|row| row.2 == first.2) {
        first.2
    } else {
        Any
    })
}

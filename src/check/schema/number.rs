//! Numbers by their digits: nothing is rounded on the way to the schema engine.

use std::borrow::Cow;
use std::str::FromStr;

use jsonschema::json::JsonNumber;
use serde_json::Number;

use super::view::View;
use crate::read::document::{Node, value};

/// A number of a document.
pub(super) struct Digits<'a> {
    view: &'a View<'a>,
    node: Node<'a>,
}

impl<'a> Digits<'a> {
    pub(super) fn new(view: &'a View<'a>, node: Node<'a>) -> Self {
        Self { view, node }
    }

    /// Its text, when a 64-bit number holds its value. Else it is noted that the value was
    /// asked for.
    fn exact(&self) -> Option<&'a str> {
        if self.node.is_inexact() {
            self.view.touch(self.node);
            return None;
        }
        Some(self.node.raw())
    }
}

impl JsonNumber for Digits<'_> {
    fn as_u64(&self) -> Option<u64> {
        integer(self.exact()?)
    }

    fn as_i64(&self) -> Option<i64> {
        integer(self.exact()?)
    }

    fn as_f64(&self) -> Option<f64> {
        self.exact()?.parse().ok()
    }

    fn as_str(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.node.raw())
    }

    fn to_number(&self) -> Cow<'_, Number> {
        let number = self.exact().and_then(|_| value::number(self.node));
        Cow::Owned(number.unwrap_or_else(|| Number::from(0)))
    }

    fn is_integer(&self) -> bool {
        is_integer(self.node.raw())
    }

    fn is_written_as_integer(&self) -> bool {
        Form::of(self.node.raw()) == Form::Plain
    }
}

/// How a number is written, as far as that tells whether its value is an integer. The engine asks
/// several times a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// With neither a fraction nor an exponent: an integer.
    Plain,
    /// With a fraction that ends in another digit than 0, and no exponent: no integer.
    Broken,
    /// In any other way.
    Other,
}

impl Form {
    fn of(text: &str) -> Self {
        let is_mark = |byte: &u8| matches!(byte, b'.' | b'e' | b'E');
        let bytes = text.as_bytes();
        let Some(mark) = bytes.iter().position(is_mark) else {
            return Self::Plain;
        };
        match bytes.get(mark..) {
            Some([b'.', behind @ .., b'1'..=b'9']) if !behind.iter().any(is_mark) => Self::Broken,
            _ => Self::Other,
        }
    }
}

/// The value of an integer that 64 bits hold.
fn integer<T: FromStr + TryFrom<i128>>(text: &str) -> Option<T> {
    match Form::of(text) {
        Form::Broken => None,
        Form::Plain => text.parse().ok().or_else(|| whole(text)?.try_into().ok()),
        Form::Other => whole(text)?.try_into().ok(),
    }
}

/// The parts of a number: digits before and after the point, and the exponent, which saturates.
fn parts(text: &str) -> (&str, &str, i64) {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let huge = if exponent.starts_with('-') {
        i64::MIN / 2
    } else {
        i64::MAX / 2
    };
    let exponent = exponent
        .parse()
        .unwrap_or(huge)
        .clamp(i64::MIN / 2, i64::MAX / 2);
    (whole, fraction.trim_end_matches('0'), exponent)
}

/// Whether a number's value is an integer, however it is written.
pub(super) fn is_integer(text: &str) -> bool {
    match Form::of(text) {
        Form::Plain => return true,
        Form::Broken => return false,
        Form::Other => {}
    }
    let (whole, fraction, exponent) = parts(text);
    if fraction.is_empty() {
        let significant = whole.trim_end_matches('0');
        return significant.is_empty() || exponent >= -length(whole) + length(significant);
    }
    exponent >= length(fraction)
}

/// The value of an integer that is written with a fraction or an exponent, or has many digits.
pub(super) fn whole(text: &str) -> Option<i128> {
    if Form::of(text) == Form::Plain {
        return text.parse().ok();
    }
    if !is_integer(text) {
        return None;
    }
    let (whole, fraction, exponent) = parts(text);
    let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
    let shift = exponent - length(fraction);
    let power = || 10_i128.checked_pow(u32::try_from(shift.abs()).ok()?);
    let value = match digits {
        0 => 0,
        _ if shift < 0 => digits / power()?,
        _ => digits.checked_mul(power()?)?,
    };
    Some(if text.starts_with('-') { -value } else { value })
}

fn length(digits: &str) -> i64 {
    i64::try_from(digits.len()).unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_is_one_by_its_value() {
        for text in [
            "0",
            "-7",
            "1.0",
            "1e2",
            "1.50e1",
            "100e-2",
            "0.00",
            "0e-9",
            "98765432109876543210",
            "1e400",
            "1.5e99999999999999999999",
            "0e99999999999999999999",
            "0.0e-99999999999999999999",
        ] {
            assert!(is_integer(text), "{text}");
        }
        for text in [
            "0.5",
            "1.5",
            "15e-1",
            "1e-400",
            "1.25e1",
            "1e-99999999999999999999",
            "100e-3",
        ] {
            assert!(!is_integer(text), "{text}");
        }
    }

    #[test]
    fn the_value_of_an_integer_is_exact() {
        for (text, value) in [
            ("1.0", 1),
            ("-1.5e1", -15),
            ("100e-2", 1),
            ("1.152921504606847e18", 1_152_921_504_606_847_000),
            ("0e999", 0),
            ("-0.0", 0),
            ("18446744073709551615", i128::from(u64::MAX)),
        ] {
            assert_eq!(whole(text), Some(value), "{text}");
        }
        assert_eq!(whole("1e400"), None);
        assert_eq!(whole("0.5"), None);
    }
}

//! Numbers: where one ends, and whether a 64-bit number holds it exactly.

use super::fault::Offence;

/// A number that is grammatical.
pub(super) struct Scanned {
    /// The offset behind its last byte.
    pub(super) end: usize,
    /// Whether no i64, u64 or shortest-round-trip f64 holds it exactly.
    pub(super) inexact: bool,
}

/// Reads the number whose first byte, a minus or a digit, stands at `start`.
///
/// # Errors
/// The offset and kind of what breaks the grammar (RFC 8259 section 6), or the end of the text.
pub(super) fn scan(bytes: &[u8], start: usize) -> Result<Scanned, (usize, Offence)> {
    let mut at = start + usize::from(bytes.get(start) == Some(&b'-'));
    let whole = at;
    at = digits(bytes, at);
    if at == whole {
        return Err(missing(
            bytes,
            at,
            if start < at {
                Offence::BareMinus
            } else {
                Offence::NoDigit
            },
        ));
    }
    if at - whole > 1 && bytes.get(whole) == Some(&b'0') {
        return Err((whole, Offence::LeadingZero));
    }
    let integer = at;
    if bytes.get(at) == Some(&b'.') {
        at = some_digits(bytes, at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let signed = matches!(bytes.get(at + 1), Some(b'+' | b'-'));
        at = some_digits(bytes, at + 1 + usize::from(signed))?;
    }
    if bytes.get(at).is_some_and(|byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b':')
    }) {
        return Err((at, Offence::GluedNumber));
    }
    let text = bytes.get(start..at).unwrap_or_default();
    let inexact = if at == integer {
        !holds_integer(text)
    } else {
        !holds_fraction(text)
    };
    Ok(Scanned { end: at, inexact })
}

fn digits(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn some_digits(bytes: &[u8], at: usize) -> Result<usize, (usize, Offence)> {
    match digits(bytes, at) {
        end if end == at => Err(missing(bytes, at, Offence::NoDigit)),
        end => Ok(end),
    }
}

fn missing(bytes: &[u8], at: usize, what: Offence) -> (usize, Offence) {
    (
        at,
        if at >= bytes.len() {
            Offence::Ended
        } else {
            what
        },
    )
}

/// Whether an integer's value is kept: up to 18 digits always fit in 64 bits.
fn holds_integer(text: &[u8]) -> bool {
    text.len() <= 18
        || std::str::from_utf8(text).is_ok_and(|text| {
            text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok() || round_trips(text)
        })
}

/// Whether a fraction's value is kept: an f64 keeps any 15 digits of a middling size.
fn holds_fraction(text: &[u8]) -> bool {
    let plain = !text.iter().any(|byte| matches!(byte, b'e' | b'E'));
    (plain && text.len() <= 16) || std::str::from_utf8(text).is_ok_and(round_trips)
}

/// Whether the shortest decimal that reads back as the same f64 has the value of `text`.
fn round_trips(text: &str) -> bool {
    let Ok(value) = text.parse::<f64>() else {
        return false;
    };
    value.is_finite() && decimal(text) == decimal(&format!("{value:e}"))
}

/// A decimal's significant digits, and the power of ten of the last of them.
/// `None` when the exponent is past any that an f64 could hold.
fn decimal(text: &str) -> Option<(String, i64)> {
    let unsigned = text.trim_start_matches('-');
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        return Some((String::new(), 0));
    }
    let dropped = all.len() - all.trim_end_matches('0').len();
    let shift = i64::try_from(dropped).ok()? - i64::try_from(fraction.len()).ok()?;
    let exponent = exponent.parse::<i64>().ok()?.checked_add(shift)?;
    Some((significant.to_owned(), exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inexact(text: &str) -> bool {
        scan(text.as_bytes(), 0).is_ok_and(|scanned| scanned.end == text.len() && scanned.inexact)
    }

    #[test]
    fn what_64_bits_hold_is_not_marked() {
        for text in [
            "0",
            "-0",
            "-0.0",
            "18446744073709551615",
            "-9223372036854775808",
            "0.1",
            "1e2",
            "1E+5",
            "100000000000000000000",
            "1.7976931348623157e308",
            "5e-324",
            "3.141592653589793",
            "0.000",
            "0e999999",
            "12345678901234.50",
        ] {
            assert!(!inexact(text), "{text}");
        }
    }

    #[test]
    fn what_would_be_rounded_is_marked() {
        for text in [
            "18446744073709551616",
            "-9223372036854775809",
            "1e400",
            "1e-400",
            "9007199254740993.0",
            "0.1000000000000000055511151231257827",
            "98765432109876543210",
            "1e99999999999999999999",
        ] {
            assert!(inexact(text), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_named_at_its_byte() {
        let fault = |text: &str| scan(text.as_bytes(), 0).err();
        assert!(matches!(fault("01"), Some((0, Offence::LeadingZero))));
        assert!(matches!(fault("-x"), Some((1, Offence::BareMinus))));
        assert!(matches!(fault("1.]"), Some((2, Offence::NoDigit))));
        assert!(matches!(fault("1e+]"), Some((3, Offence::NoDigit))));
        assert!(matches!(fault("1_000"), Some((1, Offence::GluedNumber))));
        assert!(matches!(fault("1."), Some((2, Offence::Ended))));
    }
}

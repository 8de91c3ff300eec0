//! Numbers as texts of a wanted length, rounded half to even.

use super::super::number::Number;

/// With exactly `places` digits behind the point: `1.20`.
pub(super) fn fixed(number: &Number, places: usize) -> String {
    let (sign, whole, fraction) = parts(number);
    let digits = rounded(&format!("{whole}{fraction}"), whole.len() + places);
    let (whole, fraction) = split(&digits, digits.len() - places);
    let sign = if is_zero(&digits) { "" } else { sign };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

/// With one digit before the point, `places` behind it and an exponent: `1.05e+03`.
pub(super) fn scientific(number: &Number, places: usize) -> String {
    let (sign, whole, fraction) = parts(number);
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    let zeros = all.len() - digits.len();
    let mut exponent = if digits.is_empty() {
        0
    } else {
        signed(whole.len()) - 1 - signed(zeros)
    };
    let digits = rounded(digits, 1 + places);
    if digits.len() > 1 + places {
        exponent += 1;
    }
    let (first, rest) = split(&digits, 1);
    let (rest, _) = split(rest, places);
    let point = if rest.is_empty() { "" } else { "." };
    let direction = if exponent < 0 { '-' } else { '+' };
    let exponent = exponent.unsigned_abs();
    format!("{sign}{first}{point}{rest}e{direction}{exponent:02}")
}

/// The sign, and the digits before and behind the point.
fn parts(number: &Number) -> (&'static str, String, String) {
    let text = number.to_string();
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.as_str()),
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    (sign, whole.to_owned(), fraction.to_owned())
}

/// The first `keep` digits, filled up with zeros, or rounded: one more where it carries over.
fn rounded(digits: &str, keep: usize) -> String {
    let (kept, rest) = split(digits, keep);
    if !rounds_up(kept, rest) {
        return format!("{kept:0<keep$}");
    }
    let head = kept.trim_end_matches('9');
    let zeros = "0".repeat(kept.len() - head.len());
    let (head, last) = split(head, head.len().saturating_sub(1));
    let last = last.parse::<u8>().unwrap_or_default() + 1;
    format!("{head}{last}{zeros}")
}

fn rounds_up(kept: &str, rest: &str) -> bool {
    let is_odd = kept.ends_with(['1', '3', '5', '7', '9']);
    let (first, others) = split(rest, 1);
    match first.cmp("5") {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => is_odd || !is_zero(others),
        std::cmp::Ordering::Greater => true,
    }
}

fn is_zero(digits: &str) -> bool {
    digits.bytes().all(|digit| digit == b'0')
}

fn split(digits: &str, at: usize) -> (&str, &str) {
    digits.split_at_checked(at).unwrap_or((digits, ""))
}

fn signed(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

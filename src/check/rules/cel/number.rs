//! Exact decimals: the one kind of number that rules compute with.
//!
//! `+`, `-`, `*`, `%` and comparisons are exact; only division rounds. What would need more than
//! [`DIGITS`] digits on either side of the point is refused, never rounded.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;

/// How many digits a number may have before the point, and how many behind it.
pub(in crate::check) const DIGITS: u32 = 500;

/// How many significant digits a quotient keeps.
const QUOTIENT: u32 = 34;

/// A decimal of exactly its value. Equal numbers are equal however they were written: `1.0` is `1`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(in crate::check) struct Number(Repr);

/// The digits of a number without its point, and how many of them stand behind it. Behind the
/// point the last digit is not 0, and only what no i128 holds is big: one form for each value.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i128, u32),
    Big(Arc<BigInt>, u32),
}

impl Number {
    /// A number as JSON writes it (RFC 8259 section 6), also with a leading point or plus.
    /// `None` for any other text and for one with too many digits.
    pub(in crate::check) fn parse(text: &str) -> Option<Self> {
        if text.len() <= 18
            && let Ok(whole) = text.parse::<i64>()
        {
            return Some(Self::from(whole));
        }
        let (sign, unsigned) = match text.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_sound = are_digits(whole)
            && are_digits(fraction)
            && !(whole.is_empty() && fraction.is_empty())
            && !exponent.trim_start_matches(['-', '+']).is_empty()
            && are_digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent));
        if !is_sound {
            return None;
        }
        let fraction = fraction.trim_end_matches('0');
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0');
        if digits.is_empty() {
            return Some(Self::from(0));
        }
        let scale = i64::try_from(fraction.len()).ok()?;
        let scale = scale.checked_sub(exponent.parse::<i64>().ok()?)?;
        let length = i64::try_from(digits.len()).ok()?;
        let most = i64::from(DIGITS);
        if length - scale > most || scale > most + length || length > 2 * most {
            return None;
        }
        let digits = format!("{sign}{digits}");
        match (digits.parse::<i128>(), u32::try_from(scale)) {
            (Ok(digits), Ok(scale)) => Self::small(digits, scale),
            _ => Self::scaled(digits.parse().ok()?, scale),
        }
    }

    /// The value of `digits` with `scale` of them behind the point.
    fn small(mut digits: i128, mut scale: u32) -> Option<Self> {
        while scale > 0 && digits % 10 == 0 {
            digits /= 10;
            scale -= 1;
        }
        (scale <= DIGITS).then_some(Self(Repr::Small(digits, scale)))
    }

    fn scaled(digits: BigInt, scale: i64) -> Option<Self> {
        match u32::try_from(scale) {
            Ok(scale) => Self::big(digits, scale),
            Err(_) => Self::big(digits * power(u32::try_from(-scale).ok()?)?, 0),
        }
    }

    fn big(mut digits: BigInt, mut scale: u32) -> Option<Self> {
        if scale > 0 {
            let ten = BigInt::from(10);
            let mut text = None;
            if digits.bits() < 128 {
                return Self::small(i128::try_from(digits).ok()?, scale);
            }
            // As many zeros as the text ends with, in one division.
            let shown = text.get_or_insert_with(|| digits.to_string());
            let zeros = shown.len() - shown.trim_end_matches('0').len();
            let zeros = u32::try_from(zeros).unwrap_or(u32::MAX).min(scale);
            digits /= ten.pow(zeros);
            scale -= zeros;
        }
        if let Ok(small) = i128::try_from(&digits) {
            return Self::small(small, scale);
        }
        // A digit takes 3.33 bits; the rest is counted.
        let most = u64::from(DIGITS + scale);
        let is_within = digits.bits() <= most * 332 / 100
            || digits.magnitude().to_string().len() as u64 <= most;
        (scale <= DIGITS && is_within).then(|| Self(Repr::Big(Arc::new(digits), scale)))
    }

    fn parts(&self) -> (BigInt, u32) {
        match &self.0 {
            Repr::Small(digits, scale) => (BigInt::from(*digits), *scale),
            Repr::Big(digits, scale) => (BigInt::clone(digits), *scale),
        }
    }

    /// How many machine words it takes: what work on it costs.
    pub(in crate::check) fn words(&self) -> u64 {
        match &self.0 {
            Repr::Small(..) => 1,
            Repr::Big(digits, _) => digits.bits() / 64 + 1,
        }
    }

    /// The sum. `None` when it has too many digits, as for all that follow.
    pub(in crate::check) fn add(&self, other: &Self) -> Option<Self> {
        if let Some((a, b, scale)) = aligned(self, other)
            && let Some(sum) = a.checked_add(b)
        {
            return Self::small(sum, scale);
        }
        let (a, b, scale) = aligned_big(self, other)?;
        Self::big(a + b, scale)
    }

    /// The difference.
    pub(in crate::check) fn subtract(&self, other: &Self) -> Option<Self> {
        self.add(&other.negate())
    }

    /// The product.
    pub(in crate::check) fn multiply(&self, other: &Self) -> Option<Self> {
        if let (Repr::Small(a, s), Repr::Small(b, t)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Self::small(product, s + t);
        }
        let ((a, s), (b, t)) = (self.parts(), other.parts());
        Self::big(a * b, s + t)
    }

    /// The quotient, rounded half to even at [`QUOTIENT`] significant digits unless it ends before.
    /// The divisor is not 0.
    pub(in crate::check) fn divide(&self, other: &Self) -> Option<Self> {
        let ((a, s), (b, t)) = (self.parts(), other.parts());
        if b == BigInt::ZERO {
            return None;
        }
        let negative = (a < BigInt::ZERO) != (b < BigInt::ZERO);
        let (a, b) = (absolute(&a), absolute(&b));
        // Enough digits for the quotient and one more, with what is left over told by a sticky digit.
        let lacking = QUOTIENT + 1 + length(&b);
        let shift = lacking.saturating_sub(length(&a));
        let a = a * power(shift)?;
        let quotient = &a / &b;
        let is_exact = &quotient * &b == a;
        let quotient = quotient * 10 + i32::from(!is_exact);
        let scale = i64::from(s) - i64::from(t) + i64::from(shift) + 1;
        let excess = length(&quotient).saturating_sub(QUOTIENT);
        let (kept, scale) = (half_even(&quotient, excess)?, scale - i64::from(excess));
        let (digits, scale) = if is_exact && excess > 0 && &kept * power(excess)? == quotient {
            (kept, scale)
        } else if is_exact && excess == 0 {
            (quotient, scale)
        } else {
            (kept, scale)
        };
        let digits = if negative { -digits } else { digits };
        // A quotient of many places keeps those that a number can have.
        let beyond = scale - i64::from(DIGITS);
        if beyond > 0 {
            let beyond = u32::try_from(beyond).ok()?;
            return Self::scaled(half_even(&digits, beyond)?, scale - i64::from(beyond));
        }
        Self::scaled(digits, scale)
    }

    /// What a division to a whole quotient leaves over, with the sign of the dividend.
    /// The divisor is not 0.
    pub(in crate::check) fn remainder(&self, other: &Self) -> Option<Self> {
        if let Some((a, b, scale)) = aligned(self, other) {
            return Self::small(a.checked_rem(b)?, scale);
        }
        let (a, b, scale) = aligned_big(self, other)?;
        if b == BigInt::ZERO {
            return None;
        }
        Self::big(a % b, scale)
    }

    /// The negative.
    pub(in crate::check) fn negate(&self) -> Self {
        match &self.0 {
            Repr::Small(digits, scale) => match digits.checked_neg() {
                Some(digits) => Self(Repr::Small(digits, *scale)),
                None => Self(Repr::Big(Arc::new(-BigInt::from(*digits)), *scale)),
            },
            Repr::Big(digits, scale) => {
                let digits = -BigInt::clone(digits);
                match i128::try_from(&digits) {
                    Ok(small) => Self(Repr::Small(small, *scale)),
                    Err(_) => Self(Repr::Big(Arc::new(digits), *scale)),
                }
            }
        }
    }

    /// Rounded to `places` digits behind the point, half away from zero; before it if negative.
    pub(in crate::check) fn round(&self, places: i64) -> Option<Self> {
        let (digits, scale) = self.parts();
        let excess = i64::from(scale).checked_sub(places)?;
        if excess <= 0 {
            return Some(self.clone());
        }
        if excess > i64::from(length(&digits)) {
            return Some(Self::from(0));
        }
        let excess = u32::try_from(excess).ok()?;
        let unit = power(excess)?;
        let half = &unit / 2;
        let rounded: BigInt = (absolute(&digits) + half) / &unit;
        let rounded = if digits < BigInt::ZERO {
            -rounded
        } else {
            rounded
        };
        Self::scaled(rounded, places)
    }

    /// Without what stands behind the point.
    pub(in crate::check) fn truncate(&self) -> Self {
        match &self.0 {
            Repr::Small(_, 0) | Repr::Big(_, 0) => self.clone(),
            _ => {
                let (digits, scale) = self.parts();
                power(scale)
                    .and_then(|unit| Self::big(digits / unit, 0))
                    .unwrap_or_else(|| Self::from(0))
            }
        }
    }

    /// Whether nothing stands behind the point.
    pub(in crate::check) fn is_whole(&self) -> bool {
        matches!(&self.0, Repr::Small(_, 0) | Repr::Big(_, 0))
    }

    /// Whether it is 0.
    pub(in crate::check) fn is_zero(&self) -> bool {
        self.0 == Repr::Small(0, 0)
    }

    /// Its value as a 64-bit integer, if it is one.
    pub(in crate::check) fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(digits, 0) => i64::try_from(*digits).ok(),
            _ => None,
        }
    }
}

/// Ten to some power, which a number may have.
fn power(exponent: u32) -> Option<BigInt> {
    (exponent <= 4 * DIGITS).then(|| BigInt::from(10).pow(exponent))
}

fn absolute(digits: &BigInt) -> BigInt {
    digits.magnitude().clone().into()
}

/// How many digits it has.
fn length(digits: &BigInt) -> u32 {
    u32::try_from(digits.magnitude().to_string().len()).unwrap_or(u32::MAX)
}

/// Without the last `excess` digits, rounded half to even.
fn half_even(digits: &BigInt, excess: u32) -> Option<BigInt> {
    let unit = power(excess)?;
    let (kept, rest) = (digits / &unit, digits % &unit);
    let twice: BigInt = absolute(&rest) * 2;
    let is_odd = kept.bit(0);
    let up = match twice.cmp(&unit) {
        Ordering::Less => false,
        Ordering::Greater => true,
        Ordering::Equal => excess > 0 && is_odd,
    };
    let step = if *digits < BigInt::ZERO { -1 } else { 1 };
    Some(if up { kept + step } else { kept })
}

/// Both as digits with as many behind the point, if small enough.
fn aligned(a: &Number, b: &Number) -> Option<(i128, i128, u32)> {
    let (Repr::Small(a, s), Repr::Small(b, t)) = (&a.0, &b.0) else {
        return None;
    };
    let scale = *s.max(t);
    let a = a.checked_mul(10_i128.checked_pow(scale - s)?)?;
    let b = b.checked_mul(10_i128.checked_pow(scale - t)?)?;
    Some((a, b, scale))
}

fn aligned_big(a: &Number, b: &Number) -> Option<(BigInt, BigInt, u32)> {
    let ((a, s), (b, t)) = (a.parts(), b.parts());
    let scale = s.max(t);
    Some((a * power(scale - s)?, b * power(scale - t)?, scale))
}

impl From<i64> for Number {
    fn from(whole: i64) -> Self {
        Self(Repr::Small(i128::from(whole), 0))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match aligned(self, other) {
            Some((a, b, _)) => a.cmp(&b),
            None => match aligned_big(self, other) {
                Some((a, b, _)) => a.cmp(&b),
                // Two numbers always align: neither has more digits than `power` gives.
                None => Ordering::Equal,
            },
        }
    }
}

/// As JSON writes it, without an exponent.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (digits, scale) = self.parts();
        let sign = if digits < BigInt::ZERO { "-" } else { "" };
        let scale = scale as usize;
        let text = format!(
            "{:0>width$}",
            digits.magnitude().to_string(),
            width = scale + 1
        );
        let (whole, fraction) = text
            .split_at_checked(text.len() - scale)
            .unwrap_or((&text, ""));
        let point = if fraction.is_empty() { "" } else { "." };
        write!(f, "{sign}{whole}{point}{fraction}")
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

//! Why an expression has no value.

use crate::refusal::Text;

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::check) struct Failure {
    pub(in crate::check) cause: Cause,
    /// What went wrong: lower case, no full stop.
    pub(in crate::check) message: Text,
}

/// What kind of failure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) enum Cause {
    /// A value cannot be converted: `int("x")`, `date("2025-02-30")`.
    Conversion,
    /// Too many steps, or too much built: no `||` makes up for it.
    Bound,
    /// Anything else: no such key, no such operation, division by zero.
    Other,
}

impl Failure {
    pub(in crate::check) fn other(message: impl Into<Text>) -> Self {
        let (cause, message) = (Cause::Other, message.into());
        Self { cause, message }
    }

    pub(in crate::check) fn conversion(message: impl Into<Text>) -> Self {
        let (cause, message) = (Cause::Conversion, message.into());
        Self { cause, message }
    }

    pub(in crate::check) fn bound(message: impl Into<Text>) -> Self {
        let (cause, message) = (Cause::Bound, message.into());
        Self { cause, message }
    }
}

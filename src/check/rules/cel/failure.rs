//! Why an expression has no value, and what was seen of its parts.

use std::sync::Arc;

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

/// A part of an expression and what its value was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::check) struct Seen {
    /// The part as written.
    pub(in crate::check) part: String,
    /// The value of the reply, by its index, that the part names by its path and nothing else.
    pub(in crate::check) node: Option<u32>,
    /// The key in that value, where it is about one that may not be there.
    pub(in crate::check) field: Option<Arc<str>>,
    /// Whether it tells nothing but what the writer of the reply may know: no fact.
    pub(in crate::check) is_of_reply: bool,
    /// What is said of it: ` is -100`, ` is missing`.
    pub(in crate::check) says: Text,
}

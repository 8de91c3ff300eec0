//! What the functions compute, a file for each kind of value.
//!
//! A function gives `None` for arguments that it is not made for. It pays for what it reads, and
//! for what it builds before it does.

pub(super) mod convert;

pub(super) mod format;

pub(super) mod lists;

pub(super) mod numbers;

pub(super) mod text;

pub(super) mod time;

pub(super) mod moment;

mod decimal;

mod shown;

use super::context::Context;
use super::failure::Failure;
use super::number::Number;
use super::show::brief;
use super::value::Value;
use crate::refusal::Text;

/// What a function gives.
type Outcome<'d> = Result<Option<Value<'d>>, Failure>;

/// A text that is paid for while it grows.
#[derive(Debug, Default)]
struct Builder(String);

impl Builder {
    fn push(&mut self, context: &mut Context<'_>, piece: &str) -> Result<(), Failure> {
        context.build(piece.len())?;
        self.0.push_str(piece);
        Ok(())
    }

    fn value<'d>(self) -> Value<'d> {
        Value::String(self.0.into())
    }
}

/// A value that cannot be converted, and what it is not: `"x" is not a whole number`.
fn unfit(value: &Value<'_>, why: &'static str) -> Failure {
    Failure::conversion(Text::new().seen(&brief(value)).own(" ").own(why))
}

/// An argument that must be whole, such as a position; `what` names it.
fn whole(what: &'static str, number: &Number) -> Result<i64, Failure> {
    number.as_i64().ok_or_else(|| {
        let found = Text::new().own(what).own(" must be a whole number, not ");
        Failure::other(found.seen(&number.to_string()))
    })
}

#[cfg(test)]
mod tests;

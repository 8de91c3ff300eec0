//! The language: what expressions give, what is wrong with them, and how far they may go.

mod bounds;

mod conformance;

mod faults;

mod language;

mod number;

mod random;

mod reasons;

use super::failure::Cause;
use super::run::{Error, Run, World};
use super::show::brief;
use super::value::Value;
use super::{Expression, Scope, Timestamp};
use crate::read::document::Document;

/// What an expression over `this` gives, or what it is refused with.
fn gives(text: &str, this: &str) -> String {
    let outcome = compute(text, this, 1_000_000, &[]);
    match outcome {
        Ok(shown) => shown,
        Err(why) => why,
    }
}

/// The value of an expression in a few words. Variables are given in their order, as `v0`, `v1`.
fn compute(text: &str, this: &str, steps: u64, variables: &[&str]) -> Result<String, String> {
    let names: Vec<_> = (0..variables.len())
        .map(|number| (format!("v{number}"), super::Kind::Any))
        .collect();
    let scope = Scope {
        variables: &names,
        ..Scope::default()
    };
    let compile = |text: &str| {
        Expression::compile(text, &scope).map_err(|faults| {
            let fault = faults.first().unwrap();
            format!("fault {:?}: {}", fault.span, fault.message.show(false))
        })
    };
    let variables: Result<Vec<_>, _> = variables.iter().map(|text| compile(text)).collect();
    let variables = variables?;
    let expression = compile(text)?;
    let document = Document::parse(this, 128).unwrap();
    let facts = Document::parse("{}", 1).unwrap();
    let mut run = Run::new(world(&document, &facts), variables.iter().collect(), steps);
    run.value(&expression)
        .map(|value| brief(&value))
        .map_err(|error| told(&error))
}

/// A world of this value and these facts, at the beginning of 1970.
fn world<'d>(this: &'d Document<'d>, facts: &'d Document<'d>) -> World<'d> {
    World {
        this: this.root(),
        facts: facts.root(),
        now: Timestamp::UNIX_EPOCH,
        call: Value::Null,
    }
}

fn told(error: &Error) -> String {
    let cause = match error.cause {
        Cause::Bound => "bound",
        Cause::Conversion => "conversion",
        Cause::Other => "error",
    };
    format!("{cause} {:?}: {}", error.span, error.message.show(false))
}

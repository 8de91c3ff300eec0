//! Computing expressions over one document (CEL language definition, "Evaluation").

use std::ops::Range;

use jiff::Timestamp;
use jiff::tz::Offset;

use super::Expression;
use super::context::Context;
use super::failure::Seen;
use super::failure::{Cause, Failure};
use super::items::Item;
use super::tree::{Expr, What};
use super::value::{Map, Value};
use crate::read::document::Node;
use crate::refusal::Text;

/// The expressions of a book over one document, with what they draw on.
#[derive(Debug)]
pub(in crate::check) struct Run<'r, 'd> {
    pub(in crate::check) context: Context<'d>,
    world: World<'d>,
    variables: Vec<&'r Expression>,
    /// What came of the variables that were asked for.
    known: Vec<Option<Result<Value<'d>, Error>>>,
    /// The elements of the macros around, the innermost last.
    pub(super) locals: Vec<Item<'d>>,
    /// The text that the spans of the parts count in.
    text: &'r str,
}

/// What the names of an expression stand for.
#[derive(Debug, Clone)]
pub(in crate::check) struct World<'d> {
    pub(in crate::check) this: Node<'d>,
    pub(in crate::check) facts: Node<'d>,
    pub(in crate::check) now: Timestamp,
    pub(in crate::check) call: Value<'d>,
}

/// Why an expression has no value, and which part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::check) struct Error {
    /// [`Cause::Conversion`] only where a value of the reply could not be converted.
    pub(in crate::check) cause: Cause,
    /// What went wrong: lower case, no full stop.
    pub(in crate::check) message: Text,
    /// The bytes of the part, in the text of the expression or the variable.
    pub(in crate::check) span: Range<usize>,
    /// The variable, by its number, if it is in one.
    pub(in crate::check) variable: Option<usize>,
    /// The values that it failed at.
    pub(in crate::check) seen: Vec<Seen>,
}

/// What came of a part of an expression.
pub(super) type Outcome<'d> = Result<Value<'d>, Error>;

impl<'r, 'd> Run<'r, 'd> {
    /// Over a world, with the variables by their numbers and so many steps for each expression.
    pub(in crate::check) fn new(
        world: World<'d>,
        variables: Vec<&'r Expression>,
        max_steps: u64,
    ) -> Self {
        Self {
            context: Context::new(max_steps),
            world,
            known: vec![None; variables.len()],
            variables,
            locals: Vec::new(),
            text: "",
        }
    }

    /// Computes an expression.
    ///
    /// # Errors
    /// Whatever keeps it from having a value.
    pub(in crate::check) fn value(&mut self, expression: &'r Expression) -> Outcome<'d> {
        self.begin(expression);
        self.of(&expression.root)
    }

    /// Computes a condition.
    ///
    /// # Errors
    /// Whatever keeps it from being true or false.
    pub(in crate::check) fn truth(&mut self, expression: &'r Expression) -> Result<bool, Error> {
        self.begin(expression);
        self.truth_of(&expression.root)
    }

    pub(super) fn begin(&mut self, expression: &'r Expression) {
        self.context.refill();
        self.locals.clear();
        self.text = expression.text();
    }

    /// A part as it was written.
    pub(super) fn text(&self, expr: &Expr) -> &'r str {
        self.text.get(expr.span.clone()).unwrap_or_default()
    }

    /// The world's value.
    pub(super) fn this(&self) -> Node<'d> {
        self.world.this
    }

    /// The value of a part.
    pub(super) fn of(&mut self, expr: &'r Expr) -> Outcome<'d> {
        self.at(expr, |run| run.context.step())?;
        match &expr.what {
            What::Constant(value) => Ok(value.clone()),
            What::This => {
                let this = self.world.this;
                self.at(expr, |run| run.context.value(this))
            }
            What::Now => Ok(Value::Timestamp(Offset::UTC.to_datetime(self.world.now))),
            What::Facts => Ok(Value::Map(Map::Node(self.world.facts))),
            What::Call => Ok(self.world.call.clone()),
            What::Variable(number) => self.variable(*number, expr),
            What::Local { slot, .. } => self.local(*slot, expr),
            What::Select { of, field } => self.select(expr, of, field),
            What::Has { of, field } => self.has(expr, of, field),
            What::Index(pair) => self.index(expr, pair),
            What::Not(of) => self.truth_of(of).map(|truth| Value::Bool(!truth)),
            What::Negate(of) => self.negate(expr, of),
            What::And(parts) => self.all_are(parts, true),
            What::Or(parts) => self.all_are(parts, false),
            What::Choice(parts) => self.choice(parts),
            What::Binary(operator, pair) => self.binary(expr, *operator, pair),
            What::List(parts) => self.list(expr, parts),
            What::Map(entries) => self.map(expr, entries),
            What::Apply {
                function,
                arguments,
            } => self.apply(expr, function, arguments),
            What::Matches(text, pattern) => self.matches(expr, text, pattern),
            What::Each(each) => self.each(expr, each),
        }
    }

    /// The value of a part that must be true or false.
    pub(super) fn truth_of(&mut self, expr: &'r Expr) -> Result<bool, Error> {
        match self.of(expr)? {
            Value::Bool(truth) => Ok(truth),
            other => {
                let message = format!(" is {}, not true or false", other.kind().words());
                Err(self.error(expr, Failure::other(self.quote(expr).own(message))))
            }
        }
    }

    fn variable(&mut self, number: usize, expr: &'r Expr) -> Outcome<'d> {
        if let Some(Some(known)) = self.known.get(number) {
            return known.clone();
        }
        let Some(expression) = self.variables.get(number).copied() else {
            return Err(self.error(expr, Failure::other("there is no such variable")));
        };
        let left = self.context.put_aside();
        let outcome = self.inside(expression, |run| run.of(&expression.root));
        let kept = self.context.take_up(left);
        let outcome = outcome.map_err(|mut error| {
            error.variable.get_or_insert(number);
            error
        });
        let outcome = match kept {
            Ok(()) => outcome,
            Err(failure) => Err(self.error(expr, failure)),
        };
        if let Some(place) = self.known.get_mut(number) {
            *place = Some(outcome.clone());
        }
        outcome
    }

    /// Does something in the text of another expression.
    pub(super) fn inside<T>(
        &mut self,
        expression: &'r Expression,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let locals = std::mem::take(&mut self.locals);
        let text = std::mem::replace(&mut self.text, expression.text());
        let done = work(self);
        (self.locals, self.text) = (locals, text);
        done
    }

    /// The expression of a variable.
    pub(super) fn expression_of(&self, variable: usize) -> Option<&'r Expression> {
        self.variables.get(variable).copied()
    }

    fn local(&mut self, slot: usize, expr: &'r Expr) -> Outcome<'d> {
        match self.locals.get(slot) {
            Some(item) => Ok(item.value.clone()),
            None => Err(self.error(expr, Failure::other("there is no such element"))),
        }
    }

    /// True if all parts are `wanted`, and false if any is not, even if others have no value.
    fn all_are(&mut self, parts: &'r [Expr], wanted: bool) -> Outcome<'d> {
        let mut failed = None;
        for part in parts {
            match self.truth_of(part) {
                Ok(truth) if truth != wanted => return Ok(Value::Bool(!wanted)),
                Ok(_) => {}
                Err(error) if error.cause == Cause::Bound => return Err(error),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(Value::Bool(wanted)), Err)
    }

    fn choice(&mut self, parts: &'r [Expr; 3]) -> Outcome<'d> {
        let [condition, yes, no] = parts;
        if self.truth_of(condition)? {
            self.of(yes)
        } else {
            self.of(no)
        }
    }

    fn list(&mut self, expr: &'r Expr, parts: &'r [Expr]) -> Outcome<'d> {
        let elements: Result<Vec<_>, _> = parts.iter().map(|part| self.of(part)).collect();
        let elements = elements?;
        self.at(expr, |run| run.context.list(elements))
    }

    fn apply(
        &mut self,
        expr: &'r Expr,
        function: &'static super::table::Row,
        arguments: &'r [Expr],
    ) -> Outcome<'d> {
        let values: Result<Vec<_>, _> =
            arguments.iter().map(|argument| self.of(argument)).collect();
        let values = values?;
        // What a function reads is paid for here, whatever it does with it.
        let read = values.iter().map(Value::bytes).sum();
        self.at(expr, |run| run.context.read(read))?;
        match (function.call)(&mut self.context, &values) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => {
                let kinds: Vec<_> = values.iter().map(|value| value.kind().words()).collect();
                let message = format!("`{}` cannot take {}", function.name, kinds.join(" and "));
                let parts = arguments.iter().zip(&values);
                Err(self.error_at(expr, Failure::other(message), parts))
            }
            Err(mut failure) => {
                let of_reply = |argument: &Expr| self.reads_reply(argument);
                if failure.cause == Cause::Conversion && !arguments.iter().any(of_reply) {
                    failure.cause = Cause::Other;
                }
                Err(self.error(expr, failure))
            }
        }
    }

    /// Whether a part's value hangs on the reply.
    pub(super) fn reads_reply(&self, expr: &Expr) -> bool {
        expr.any(&|part| match part.what {
            What::This | What::Call | What::Local { of_reply: true, .. } => true,
            What::Variable(number) => {
                let variable = self.variables.get(number);
                variable.is_some_and(|variable| self.reads_reply(&variable.root))
            }
            _ => false,
        })
    }

    /// Does something for a part, which a failure then belongs to.
    pub(super) fn at<T>(
        &mut self,
        expr: &Expr,
        work: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Error> {
        work(self).map_err(|failure| self.error(expr, failure))
    }

    /// The same with what the values were that it failed at.
    pub(super) fn error_at<'v>(
        &mut self,
        expr: &Expr,
        failure: Failure,
        parts: impl Iterator<Item = (&'r Expr, &'v Value<'d>)>,
    ) -> Error
    where
        'd: 'v,
    {
        let seen = parts.filter_map(|(part, value)| self.value_is(part, value));
        let seen = seen.collect();
        let error = self.error(expr, failure);
        Error { seen, ..error }
    }

    #[expect(
        clippy::unused_self,
        reason = "errors are made where the run is at hand"
    )]
    pub(super) fn error(&self, expr: &Expr, failure: Failure) -> Error {
        Error {
            cause: failure.cause,
            message: failure.message,
            span: expr.span.clone(),
            variable: None,
            seen: Vec::new(),
        }
    }
}

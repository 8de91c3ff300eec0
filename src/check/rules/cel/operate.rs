//! What operators, fields and elements give.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::context::Context;
use super::failure::Failure;
use super::library::time;
use super::number::DIGITS;
use super::pattern::Pattern;
use super::run::{Error, Outcome, Run};
use super::same::same;
use super::tree::{Expr, Operator};
use super::value::{Key, List, Map, Str, Value, compare};
use crate::refusal::Text;

impl<'r, 'd> Run<'r, 'd> {
    pub(super) fn select(&mut self, expr: &'r Expr, of: &'r Expr, field: &Arc<str>) -> Outcome<'d> {
        let value = self.of(of)?;
        if let Some(value) = self.field(expr, of, &value, field)? {
            Ok(value)
        } else {
            let message = self.quote(expr).own(" is missing");
            let seen = vec![self.member_is(of, field, " is missing")];
            let error = self.error(expr, Failure::other(message));
            Err(Error { seen, ..error })
        }
    }

    pub(super) fn has(&mut self, expr: &'r Expr, of: &'r Expr, field: &Arc<str>) -> Outcome<'d> {
        let value = self.of(of)?;
        let found = self.field(expr, of, &value, field)?;
        Ok(Value::Bool(found.is_some()))
    }

    fn field(
        &mut self,
        expr: &Expr,
        of: &Expr,
        value: &Value<'d>,
        field: &Arc<str>,
    ) -> Result<Option<Value<'d>>, Error> {
        let Value::Map(map) = value else {
            let message = format!(" is {} and has no fields", value.kind().words());
            return Err(self.error(expr, Failure::other(self.quote(of).own(message))));
        };
        let key = Value::String(Str::Shared(Arc::clone(field)));
        self.at(expr, |run| run.context.get(map, &key))
    }

    pub(super) fn index(&mut self, expr: &'r Expr, pair: &'r [Expr; 2]) -> Outcome<'d> {
        let [of, index] = pair;
        let (value, at) = (self.of(of)?, self.of(index)?);
        let found = self.at(expr, |run| run.context.at(&value, &at))?;
        found.ok_or_else(|| {
            let missing = self.quote(expr).own(" is missing");
            let message = if let (
                Value::Map(_) | Value::List(_),
                Value::Number(_) | Value::String(_) | Value::Bool(_),
            ) = (&value, &at)
            {
                missing
            } else {
                let (of, at) = (value.kind().words(), at.kind().words());
                self.quote(expr)
                    .own(format!(": {of} has no element at {at}"))
            };
            self.error(expr, Failure::other(message))
        })
    }

    pub(super) fn negate(&mut self, expr: &'r Expr, of: &'r Expr) -> Outcome<'d> {
        match self.of(of)? {
            Value::Number(number) => Ok(number.negate().into()),
            Value::Duration(duration) => match duration.checked_neg() {
                Some(negative) => Ok(Value::Duration(negative)),
                None => Err(self.error(expr, Failure::other("the duration is too long"))),
            },
            other => {
                let message = format!("`-` cannot take {}", other.kind().words());
                Err(self.error(expr, Failure::other(message)))
            }
        }
    }

    pub(super) fn binary(
        &mut self,
        expr: &'r Expr,
        operator: Operator,
        pair: &'r [Expr; 2],
    ) -> Outcome<'d> {
        let [left, right] = pair;
        let values = [self.of(left)?, self.of(right)?];
        let value = self.at(expr, |run| run.context.operate(operator, &values))?;
        value.ok_or_else(|| {
            let failure = mismatch(operator, &values);
            self.error_at(expr, failure, pair.iter().zip(&values))
        })
    }

    pub(super) fn matches(
        &mut self,
        expr: &'r Expr,
        text: &'r Expr,
        pattern: &Pattern,
    ) -> Outcome<'d> {
        match self.of(text)? {
            Value::String(text) => self
                .at(expr, |run| run.context.search(pattern, &text))
                .map(Value::Bool),
            other => {
                let message = format!("`matches` cannot take {}", other.kind().words());
                Err(self.error(expr, Failure::other(message)))
            }
        }
    }

    pub(super) fn map(&mut self, expr: &'r Expr, entries: &'r [[Expr; 2]]) -> Outcome<'d> {
        let mut map = BTreeMap::new();
        for [key, value] in entries {
            let named = self.of(key)?;
            let Some(named) = Key::of(&named) else {
                let message = format!("a key cannot be {}", named.kind().words());
                return Err(self.error(key, Failure::other(message)));
            };
            let value = self.of(value)?;
            if map.insert(named, value).is_some() {
                return Err(self.error(key, Failure::other("this key stands twice")));
            }
        }
        self.at(expr, |run| run.context.map(map))
    }
}

fn holds(operator: Operator, order: Ordering) -> bool {
    match operator {
        Operator::Less => order.is_lt(),
        Operator::AtMost => order.is_le(),
        Operator::Greater => order.is_gt(),
        _ => order.is_ge(),
    }
}

fn mismatch(operator: Operator, values: &[Value<'_>; 2]) -> Failure {
    let [left, right] = values;
    let (symbol, a, b) = (operator.symbol(), left.kind().words(), right.kind().words());
    Failure::other(match operator {
        Operator::In => format!("`in` looks into a list or an object, not into {b}"),
        _ if operator.is_relation() => format!("`{symbol}` cannot compare {a} with {b}"),
        _ => format!("`{symbol}` cannot take {a} and {b}"),
    })
}

impl<'d> Context<'d> {
    /// What an operator makes of two values; `None` of those that it cannot take.
    fn operate(
        &mut self,
        operator: Operator,
        values: &[Value<'d>; 2],
    ) -> Result<Option<Value<'d>>, Failure> {
        let [left, right] = values;
        match operator {
            Operator::Equal => same(self, left, right).map(|same| Some(same.into())),
            Operator::Unequal => same(self, left, right).map(|same| Some((!same).into())),
            Operator::In => Ok(self.contains(right, left)?.map(Value::Bool)),
            _ if operator.is_relation() => {
                self.weigh(left, right)?;
                let order = compare(left, right);
                Ok(order.map(|order| Value::Bool(holds(operator, order))))
            }
            Operator::Add => self.add(left, right),
            _ => self.calculate(operator, left, right),
        }
    }

    /// The element of a list or map; `None` when there is none.
    fn at(&mut self, of: &Value<'d>, at: &Value<'d>) -> Result<Option<Value<'d>>, Failure> {
        self.read(at.bytes())?;
        match (of, at) {
            (Value::Map(map), key) => self.get(map, key),
            (Value::List(list), Value::Number(number)) => {
                let Some(at) = number.as_i64().and_then(|at| usize::try_from(at).ok()) else {
                    return Ok(None);
                };
                match list {
                    List::Built(built) => Ok(built.inner.get(at).cloned()),
                    List::Node(array) => match self.element(*array, at)? {
                        Some(node) => self.value(node).map(Some),
                        None => Ok(None),
                    },
                }
            }
            _ => Ok(None),
        }
    }

    /// Whether a list has an element, or a map a key; `None` of anything else.
    fn contains(&mut self, of: &Value<'d>, what: &Value<'d>) -> Result<Option<bool>, Failure> {
        self.read(what.bytes())?;
        match of {
            Value::Map(map) => {
                let Map::Node(object) = map else {
                    return Ok(Some(self.get(map, what)?.is_some()));
                };
                match what {
                    Value::String(key) => Ok(Some(self.member(*object, key)?.is_some())),
                    _ => Ok(Some(false)),
                }
            }
            Value::List(List::Built(built)) => {
                for element in &built.inner {
                    self.step()?;
                    if same(self, element, what)? {
                        return Ok(Some(true));
                    }
                }
                Ok(Some(false))
            }
            Value::List(List::Node(array)) => {
                for node in array.elements() {
                    self.step()?;
                    let element = self.value(node)?;
                    if same(self, &element, what)? {
                        return Ok(Some(true));
                    }
                }
                Ok(Some(false))
            }
            _ => Ok(None),
        }
    }

    /// Pays for looking at two values.
    fn weigh(&mut self, left: &Value<'d>, right: &Value<'d>) -> Result<(), Failure> {
        self.read(left.bytes().min(right.bytes()))
    }

    fn add(&mut self, left: &Value<'d>, right: &Value<'d>) -> Result<Option<Value<'d>>, Failure> {
        match (left, right) {
            (Value::String(left), Value::String(right)) => {
                self.build(left.len() + right.len())?;
                Ok(Some(Value::String([&**left, &**right].concat().into())))
            }
            (Value::Bytes(left), Value::Bytes(right)) => {
                self.build(left.len() + right.len())?;
                Ok(Some(Value::Bytes([&**left, &**right].concat().into())))
            }
            (Value::List(left), Value::List(right)) => {
                let count = self.length(left)? + self.length(right)?;
                self.build(count.saturating_mul(size_of::<Value<'_>>()))?;
                let mut elements = self.values(left)?;
                elements.extend(self.values(right)?);
                self.list(elements).map(Some)
            }
            _ => self.calculate(Operator::Add, left, right),
        }
    }

    /// Arithmetic; `None` for what it cannot take.
    fn calculate(
        &mut self,
        operator: Operator,
        left: &Value<'d>,
        right: &Value<'d>,
    ) -> Result<Option<Value<'d>>, Failure> {
        let (Value::Number(left), Value::Number(right)) = (left, right) else {
            return match operator {
                Operator::Add => time::add(left, right),
                Operator::Subtract => time::subtract(left, right),
                _ => Ok(None),
            };
        };
        let (a, b) = (left.words(), right.words());
        self.steps(
            if operator == Operator::Multiply || operator == Operator::Divide {
                a * b / 4
            } else {
                (a + b) / 8
            },
        )?;
        if matches!(operator, Operator::Divide | Operator::Remainder) && right.is_zero() {
            return Err(Failure::other("division by zero"));
        }
        let result = match operator {
            Operator::Add => left.add(right),
            Operator::Subtract => left.subtract(right),
            Operator::Multiply => left.multiply(right),
            Operator::Divide => left.divide(right),
            _ => left.remainder(right),
        };
        result
            .map(|number| Some(number.into()))
            .ok_or_else(too_large)
    }
}

fn too_large() -> Failure {
    Failure::other(format!(
        "the result has more than {DIGITS} digits before or behind the point"
    ))
}

/// A part as it stands in the expression, in backticks, for a message.
impl Run<'_, '_> {
    pub(super) fn quote(&self, expr: &Expr) -> Text {
        Text::new().own("`").key(self.text(expr)).own("`")
    }
}

//! What the names in an expression stand for, and what is said of those that stand for nothing.

mod calls;

pub(super) mod foreign;

use std::ops::Range;
use std::sync::Arc;

use super::fault::Fault;
use super::fault::fault;
use super::lex::Lexeme;
use super::parse::{Parser, make};
use super::table;
use super::tree::{Expr, Operator, What};
use super::value::{Kind, Value};
use crate::refusal::Text;
use crate::refusal::near::near;

/// The names of types, as `type(x)` gives them.
pub(super) const TYPES: [&str; 12] = [
    "bool",
    "int",
    "uint",
    "double",
    "string",
    "bytes",
    "list",
    "map",
    "null_type",
    "type",
    "google.protobuf.Timestamp",
    "google.protobuf.Duration",
];

/// The fields of `call`.
const CALL: [(&str, Kind); 3] = [
    ("id", Kind::Any),
    ("name", Kind::String),
    ("seen", Kind::Number),
];

impl Parser<'_, '_, '_> {
    /// A name that stands by itself, or before a bracket or a point.
    pub(super) fn named(&mut self, name: &Arc<str>, span: Range<usize>) -> Result<Expr, Fault> {
        if let Some(call) = self.call(name, span.clone())? {
            return Ok(call);
        }
        if let Some(local) = self.names.local(name) {
            return make(span, Kind::Any, local);
        }
        if PREFIXES.contains(&&*name.to_ascii_lowercase()) {
            let help = foreign::operator(name).unwrap_or_default();
            return Err(fault(nothing_called(name), span).help(help));
        }
        let (kind, what) = match &**name {
            "true" | "false" => (Kind::Bool, What::Constant(Value::Bool(&**name == "true"))),
            "null" => (Kind::Null, What::Constant(Value::Null)),
            "this" => (Kind::Any, What::This),
            "now" => {
                self.names.now = true;
                (Kind::Timestamp, What::Now)
            }
            "facts" => {
                if !self.is(".") {
                    self.names.facts.extend(0..self.names.scope.facts.len());
                }
                (Kind::Map, What::Facts)
            }
            "call" if self.names.scope.call => (Kind::Map, What::Call),
            "variables" => return self.variable(span),
            _ => return self.dotted(name, span),
        };
        make(span, kind, what)
    }

    fn variable(&mut self, span: Range<usize>) -> Result<Expr, Fault> {
        let behind = if self.eat(".") {
            self.next_name()
        } else {
            None
        };
        let Some((name, at)) = behind else {
            return Err(fault("`variables` is not a value by itself", span)
                .help("use one of them: `variables.NAME`"));
        };
        let variables = self.names.scope.variables;
        let span = span.start..at.end;
        if let Some(number) = variables
            .iter()
            .position(|(variable, _)| **variable == *name)
        {
            self.names.variables.insert(number);
            let kind = variables.get(number).map_or(Kind::Any, |(_, kind)| *kind);
            make(span, kind, What::Variable(number))
        } else {
            let names = variables.iter().map(|(name, _)| name.as_str());
            self.unknown("variable", &name, at, names, "`[variables]` defines");
            Self::nothing(span)
        }
    }

    /// `facts.name`.
    pub(super) fn fact(&mut self, name: &str, at: Range<usize>) -> Kind {
        let facts = self.names.scope.facts;
        if let Some(number) = facts.iter().position(|(fact, _)| fact == name) {
            self.names.facts.insert(number);
            facts.get(number).map_or(Kind::Any, |(_, kind)| *kind)
        } else {
            let names = facts.iter().map(|(name, _)| name.as_str());
            self.unknown("fact", name, at, names, "`[facts]` declares");
            Kind::Any
        }
    }

    /// `call.name`.
    pub(super) fn of_call(&mut self, name: &str, at: Range<usize>) -> Kind {
        let known = CALL.iter().find(|(field, _)| *field == name);
        if known.is_none() {
            let names = CALL.iter().map(|(field, _)| *field);
            self.unknown("field of `call`", name, at, names, "there are");
        }
        known.map_or(Kind::Any, |(_, kind)| *kind)
    }

    fn unknown<'n>(
        &mut self,
        what: &str,
        name: &str,
        at: Range<usize>,
        names: impl Iterator<Item = &'n str> + Clone,
        listed: &str,
    ) {
        let help = match near(name, names.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => some_of(names, listed),
        };
        let message = Text::new()
            .own(format!("there is no {what} `"))
            .key(name)
            .own("`");
        self.faults.push(fault(message, at).help(help));
    }

    /// A name with others behind points: a function (`strings.quote`) or a type; else unknown.
    fn dotted(&mut self, name: &Arc<str>, span: Range<usize>) -> Result<Expr, Fault> {
        let (mut whole, mut end) = (name.to_string(), span.end);
        while table::rows().any(|row| row.name.starts_with(&format!("{whole}.")))
            || TYPES
                .iter()
                .any(|known| known.starts_with(&format!("{whole}.")))
        {
            let named = if self.eat(".") {
                self.next_name()
            } else {
                None
            };
            let Some((next, at)) = named else { break };
            whole = format!("{whole}.{next}");
            end = at.end;
        }
        let span = span.start..end;
        if let Some(known) = TYPES.into_iter().find(|known| *known == whole) {
            if self.is_compared_with_literal() {
                let message = format!("`{whole}` is the name of a type here");
                let help = format!("a field of the value is `this.{whole}`");
                self.faults.push(fault(message, span.clone()).help(help));
                return Self::nothing(span);
            }
            return make(span, Kind::Type, What::Constant(Value::Type(known)));
        }
        if let Some(call) = self.call(&whole, span.clone())? {
            return Ok(call);
        }
        self.stranger(&whole, span.clone());
        Self::nothing(span)
    }

    /// Whether a comparison with a literal follows, as no type needs one.
    fn is_compared_with_literal(&self) -> bool {
        let next = |ahead: usize| self.tokens.get(self.at + ahead).map(|token| &token.what);
        let is_relation = |symbol: &str| {
            let mut rows = Operator::ALL.iter();
            rows.any(|(known, operator, _)| *known == symbol && operator.is_relation())
        };
        matches!(next(0), Some(Lexeme::Symbol(symbol)) if is_relation(symbol))
            && matches!(next(1), Some(Lexeme::Literal(_)))
    }

    /// Says that a name stands for nothing.
    fn stranger(&mut self, name: &str, span: Range<usize>) {
        let help = self.instead(name);
        self.faults
            .push(fault(nothing_called(name), span).help(help));
    }

    /// What was probably meant by a name that stands for nothing.
    fn instead(&self, name: &str) -> String {
        let scope = self.names.scope;
        let is_named = |names: &[(String, Kind)]| names.iter().any(|(known, _)| known == name);
        if is_named(scope.facts) {
            return format!("facts are reached by `facts`: `facts.{name}`");
        }
        if is_named(scope.variables) {
            return format!("variables are reached by `variables`: `variables.{name}`");
        }
        if name == "call" {
            return "`call` is known in entries with `tool` only".to_owned();
        }
        if let Some(help) = foreign::name(name) {
            return help.to_owned();
        }
        if table::rows().any(|row| row.name == name) || name == "has" {
            return format!("`{name}(...)` is a function; a field of the value is `this.{name}`");
        }
        if name.len() == 1 && self.is(".") {
            return format!(
                "an element has its name only inside of its macro: `this.lines.all({name}, {name}.qty > 0)`"
            );
        }
        if let Some(near) = near(name, self.names.known().into_iter()) {
            return format!("did you mean `{near}`?");
        }
        let field = crate::refusal::text::excerpt(name, 40);
        format!("a field of the value is `this.{field}`, text stands in quotes: `'{field}'`")
    }

    /// What stands for a part that is wrong, so that the rest can be read.
    pub(super) fn nothing(span: Range<usize>) -> Result<Expr, Fault> {
        make(span, Kind::Any, What::Constant(Value::Null))
    }
}

/// The words that stand before a value in other languages.
const PREFIXES: [&str; 2] = ["not", "if"];

/// How many names are told where none is near.
const LISTED: usize = 5;

fn nothing_called(name: &str) -> Text {
    let message = Text::new().own("there is nothing called `");
    message.key(name).own("`")
}

/// Some of the names that there are.
fn some_of<'n>(mut names: impl Iterator<Item = &'n str>, listed: &str) -> String {
    let some: Vec<_> = names.by_ref().take(LISTED).collect();
    let some: Vec<_> = some
        .iter()
        .map(|name| format!("`{}`", crate::refusal::text::excerpt(name, 40)))
        .collect();
    match some.as_slice() {
        [] => format!("{listed} none"),
        [one] => format!("{listed} only {one}"),
        _ if names.next().is_some() => format!("{listed} {} and others", some.join(", ")),
        [most @ .., last] => format!("{listed} {} and {last}", most.join(", ")),
    }
}

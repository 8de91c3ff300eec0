//! The language of rules: CEL (the Common Expression Language), over exact decimals.
//!
//! It reads an expression with the place of every part, checks it before any reply comes, and
//! computes it in bounded steps and memory. Nothing here reaches the file system, the network, the
//! clock or the environment.

pub(in crate::check) mod number;

pub(in crate::check) mod value;

pub(in crate::check) mod context;

pub(in crate::check) mod failure;

mod nodes;

mod items;

pub(in crate::check) mod pattern;

mod search;

mod same;

mod library;

pub(in crate::check) mod table;

mod tree;

mod kinds;

pub(in crate::check) mod fault;

mod literal;

mod lex;

mod scope;

mod names;

mod parse;

mod reader;

mod postfix;

pub(in crate::check) mod show;

pub(in crate::check) mod run;

mod operate;

mod each;

mod seen;

pub(in crate::check) mod why;

#[cfg(test)]
mod tests;

use std::ops::Range;

use jiff::Timestamp;

use crate::read::document::Document;
pub(in crate::check) use fault::Fault;
use fault::fault;
#[cfg(test)]
pub(in crate::check) use parse::LONGEST;
use run::{Run, World};
use scope::Names;
pub(in crate::check) use scope::Scope;
use tree::{Expr, What};
use value::{Kind, Value};

/// How many bytes the patterns of a file may take together when they are compiled.
pub(in crate::check) const PATTERNS: usize = 8 << 20;

/// An expression that is ready to be computed.
#[derive(Debug)]
pub(in crate::check) struct Expression {
    text: String,
    /// The bytes of the string that it is, in the file that it was read from.
    written: Range<usize>,
    root: Expr,
    variables: Vec<usize>,
    facts: Vec<usize>,
    now: bool,
}

impl Expression {
    /// Reads and checks an expression.
    ///
    /// # Errors
    /// All that is wrong with it: one fault of syntax, or every unknown name, wrong number of
    /// arguments and operation that can never work.
    pub(in crate::check) fn compile(text: &str, scope: &Scope<'_>) -> Result<Self, Vec<Fault>> {
        let mut names = Names::new(*scope);
        let root = parse::parse(text, &mut names)?;
        Ok(Self {
            text: text.to_owned(),
            written: 0..0,
            root,
            variables: names.variables.into_iter().collect(),
            facts: names.facts.into_iter().collect(),
            now: names.now,
        })
    }

    /// The same for one that must be true or false.
    ///
    /// # Errors
    /// As for [`compile`](Self::compile); also when it can be seen to give something else.
    pub(in crate::check) fn condition(text: &str, scope: &Scope<'_>) -> Result<Self, Vec<Fault>> {
        let expression = Self::compile(text, scope)?;
        if expression.kind().may_be(Kind::Bool) {
            return Ok(expression);
        }
        let given = expression.kind().words();
        let message = format!("a condition is true or false, this gives {given}");
        let fault = fault(message, expression.root.span);
        Err(vec![fault.help(
            "compare it with something: `... > 0`, `... == 'text'`",
        )])
    }

    /// The same, which knows the bytes of the string that it is in its file.
    pub(in crate::check) fn written_at(mut self, written: Range<usize>) -> Self {
        self.written = written;
        self
    }

    /// The bytes of the string that it is in its file, quotes and all; none if it has no file.
    pub(in crate::check) fn written(&self) -> Range<usize> {
        self.written.clone()
    }

    /// The expression as written.
    pub(in crate::check) fn text(&self) -> &str {
        &self.text
    }

    /// The type of its value, as far as that can be seen.
    pub(in crate::check) fn kind(&self) -> Kind {
        self.root.kind
    }

    /// Whether it is true, or false, for every reply, fact and time.
    pub(in crate::check) fn constant(&self) -> Option<bool> {
        let varies = |part: &Expr| {
            matches!(
                part.what,
                What::This | What::Now | What::Facts | What::Call | What::Variable(_)
            )
        };
        if self.root.any(&varies) {
            return None;
        }
        let nothing = Document::parse("null", 1).ok()?;
        let world = World {
            this: nothing.root(),
            facts: nothing.root(),
            now: Timestamp::UNIX_EPOCH,
            call: Value::Null,
        };
        Run::new(world, Vec::new(), CONSTANT).truth(self).ok()
    }

    /// The variables that it names, by their numbers in the scope.
    pub(in crate::check) fn variables(&self) -> &[usize] {
        &self.variables
    }

    /// The facts that it names, by their numbers in the scope.
    pub(in crate::check) fn facts(&self) -> &[usize] {
        &self.facts
    }

    /// Whether it names `now`. What its variables name does not count.
    pub(in crate::check) fn uses_now(&self) -> bool {
        self.now
    }
}

/// How many steps it may take to see that an expression is constant.
const CONSTANT: u64 = 10_000;

//! An expression in the file, compiled, or every fault of it at its very characters.

use std::cell::Cell;
use std::ops::Range;

use super::desk::Desk;
use super::section::Said;
use super::spots::Spots;
use crate::check::rules::cel::value::Kind;
use crate::check::rules::cel::{Expression, Fault, PATTERNS, Scope};
use crate::refusal::{Code, Finding, SourceFile};

/// What an expression must give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gives {
    Condition,
    Value,
}

/// The names that the file declares.
#[derive(Debug)]
pub(super) struct Names {
    pub(super) facts: Vec<(String, Kind)>,
    pub(super) variables: Vec<(String, Kind)>,
    /// How many bytes the patterns of the file may still take.
    patterns: Cell<usize>,
}

impl Default for Names {
    fn default() -> Self {
        Self {
            facts: Vec::new(),
            variables: Vec::new(),
            patterns: Cell::new(PATTERNS),
        }
    }
}

impl Names {
    /// What an expression may use; `call` where it judges a tool's call.
    pub(super) fn scope(&self, call: bool) -> Scope<'_> {
        Scope {
            facts: &self.facts,
            variables: &self.variables,
            call,
            patterns: Some(&self.patterns),
        }
    }
}

/// Compiles a string that is not empty.
pub(super) fn compile(
    desk: &mut Desk<'_>,
    said: &Said<'_>,
    gives: Gives,
    scope: &Scope<'_>,
) -> Option<Expression> {
    let compiled = match gives {
        Gives::Condition => Expression::condition(said.text, scope),
        Gives::Value => Expression::compile(said.text, scope),
    };
    let compiled = compiled.map_err(|faults| tell(desk, said, 0, faults));
    Some(compiled.ok()?.written_at(said.span.clone()))
}

/// The bytes of the file that hold a part of an expression.
pub(in crate::check) fn place(
    file: &SourceFile,
    expression: &Expression,
    part: &Range<usize>,
) -> Range<usize> {
    let written = expression.written();
    let raw = file.text.get(written.clone()).unwrap_or_default();
    Spots::new(raw, written.start).find(part)
}

/// Compiles the part of a string that stands in these bytes of its value.
pub(super) fn part(
    desk: &mut Desk<'_>,
    said: &Said<'_>,
    part: Range<usize>,
    scope: &Scope<'_>,
) -> Option<Expression> {
    let start = part.start;
    let text = said.text.get(part)?;
    let tell = |faults| tell(desk, said, start, faults);
    Expression::compile(text, scope).map_err(tell).ok()
}

/// Tells the faults of an expression that begins at byte `start` of a string's value.
fn tell(desk: &mut Desk<'_>, said: &Said<'_>, start: usize, faults: Vec<Fault>) {
    let spots = Spots::new(desk.raw(&said.span), said.span.start);
    for fault in faults {
        let value = start + fault.span.start..start + fault.span.end;
        let mut finding = Finding::new(Code::SetupRules, fault.message).at(spots.find(&value));
        finding.help = fault.help;
        desk.push(finding);
    }
}

//! The names that are known at a place in an expression.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::tree::What;
use super::value::Kind;

/// The names that an expression may use beside `this` and `now`.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::check) struct Scope<'s> {
    /// The facts by name.
    pub(in crate::check) facts: &'s [(String, Kind)],
    /// The variables by name, in the order of their numbers.
    pub(in crate::check) variables: &'s [(String, Kind)],
    /// Whether it judges a tool call: `call.id`, `call.name`, `call.seen`.
    pub(in crate::check) call: bool,
    /// How many bytes the patterns of all expressions may still take; compiling them is work.
    pub(in crate::check) patterns: Option<&'s Cell<usize>>,
}

/// The names that are known at a place in an expression, and those that it used.
#[derive(Debug)]
pub(super) struct Names<'s> {
    pub(super) scope: Scope<'s>,
    /// The elements of the macros around, the innermost last, and whether they come from the reply.
    locals: Vec<(Arc<str>, bool)>,
    pub(super) variables: BTreeSet<usize>,
    pub(super) facts: BTreeSet<usize>,
    pub(super) now: bool,
}

impl<'s> Names<'s> {
    pub(super) fn new(scope: Scope<'s>) -> Self {
        Self {
            scope,
            locals: Vec::new(),
            variables: BTreeSet::new(),
            facts: BTreeSet::new(),
            now: false,
        }
    }

    /// A macro's element is known from here on; gives its slot.
    pub(super) fn enter(&mut self, name: &Arc<str>, of_reply: bool) -> usize {
        self.locals.push((Arc::clone(name), of_reply));
        self.locals.len() - 1
    }

    pub(super) fn leave(&mut self) {
        self.locals.pop();
    }

    /// Whether the file's patterns may take any more bytes.
    pub(super) fn has_room(&self) -> bool {
        self.scope.patterns.is_none_or(|room| room.get() > 0)
    }

    /// Takes so many of those bytes.
    pub(super) fn take(&self, bytes: usize) {
        if let Some(room) = self.scope.patterns {
            room.set(room.get().saturating_sub(bytes));
        }
    }

    pub(super) fn local(&self, name: &str) -> Option<What> {
        let slot = self
            .locals
            .iter()
            .rposition(|(local, _)| **local == *name)?;
        let of_reply = self.locals.get(slot).is_some_and(|(_, of_reply)| *of_reply);
        Some(What::Local { slot, of_reply })
    }

    /// The names that stand for a value by themselves.
    pub(super) fn known(&self) -> Vec<&str> {
        let mut known = vec!["this", "now", "true", "false", "null"];
        known.extend(self.locals.iter().map(|(name, _)| &**name));
        known.extend((!self.scope.facts.is_empty()).then_some("facts"));
        known.extend((!self.scope.variables.is_empty()).then_some("variables"));
        known.extend(self.scope.call.then_some("call"));
        known
    }
}

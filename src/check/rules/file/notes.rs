//! What is right and was probably not meant: warnings, which change no verdict.

use std::collections::HashSet;

use super::desk::{Desk, quoted};
use super::section::Said;
use crate::check::rules::book::Rulebook;
use crate::check::rules::cel::Expression;

/// Notes a rule that is the same for every value.
pub(super) fn constant_rule(desk: &mut Desk<'_>, said: &Said<'_>, expression: &Expression) {
    let (message, help) = match expression.constant() {
        Some(true) => (
            "this is always true, so the rule never refuses anything",
            "ask something of `this`, or leave the rule out",
        ),
        Some(false) => (
            "this is always false, so the rule refuses every value",
            "ask something of `this`",
        ),
        None => return,
    };
    desk.note(said.span.clone(), message, help);
}

/// Notes a condition that is the same for every value.
pub(super) fn constant_when(desk: &mut Desk<'_>, said: &Said<'_>, when: &Expression) {
    let (message, help) = match when.constant() {
        Some(true) => ("`when` is always true", "leave it out, which says the same"),
        Some(false) => (
            "`when` is always false, so the entry never applies",
            "ask something of `this`, or leave the entry out",
        ),
        None => return,
    };
    desk.note(said.span.clone(), message, help);
}

/// Notes a policy that allows what nothing forbids.
pub(super) fn idle_allow(desk: &mut Desk<'_>, said: &Said<'_>) {
    let message = "this decides nothing: what no policy denies or asks for is allowed anyway";
    let help = "leave the policy out, or deny and ask for what may not pass; `allow` is for tools";
    desk.note(said.span.clone(), message, help);
}

/// Notes facts and variables that nothing uses, and a file that judges nothing.
pub(super) fn unused(desk: &mut Desk<'_>, book: &Rulebook) {
    let (mut facts, mut variables) = (HashSet::<usize>::new(), HashSet::<usize>::new());
    for expression in book.expressions() {
        facts.extend(expression.facts());
        variables.extend(expression.variables());
    }
    for (number, fact) in book.facts.iter().enumerate() {
        if !facts.contains(&number) {
            let message = format!("no expression uses the fact {}", quoted(&fact.name));
            let help = format!(
                "use it as `facts.{}`, or leave it out: the caller must give it",
                fact.name
            );
            desk.note(fact.place.clone(), message, help);
        }
    }
    for (number, variable) in book.variables.iter().enumerate() {
        if !variables.contains(&number) {
            let message = format!("no expression uses the variable {}", quoted(&variable.name));
            let help = format!("use it as `variables.{}`, or leave it out", variable.name);
            desk.note(variable.place.clone(), message, help);
        }
    }
    if book.rules.is_empty() && book.policies.is_empty() && book.tools.is_none() {
        let help = "add a `[[rules]]` with an `expression` that must be true";
        desk.note(
            0..0,
            "the file holds no rule and no policy, so it judges nothing",
            help,
        );
    }
}

//! A document that does not satisfy its schema to the refusal that says why.

use std::collections::HashSet;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Error;

use super::Judge;
use super::explain::Teller;
use super::view::{Budget, Ticket, View};
use super::{unfinished, walk};
use crate::read::document::{Document, Node};
use crate::refusal::{Code, Finding, Refusal};

/// How many bytes the places of all errors, or their copies of the document, may take, at most.
const PLACES: usize = 32 << 20;

/// Larger documents are not copied to learn more of a regular expression that the engine gave up on.
pub(super) const COPIED: usize = 1 << 20;

/// What a reply that looks like a schema is told.
const SWAPPED: &str = "this looks like a schema, not a reply: were the two swapped?";

impl Judge {
    /// Says no to a document that the engine found invalid, or whose marked numbers (`touched`)
    /// it had to look at.
    pub(super) fn refuse(
        &self,
        document: &Document<'_>,
        valid: bool,
        mut touched: Vec<u32>,
        most: usize,
    ) -> Refusal {
        let explosive = if valid {
            None
        } else {
            self.explosive(document)
        };
        let limits = budget(document, most, explosive.is_some());
        let view = View::telling(document, limits, explosive.is_some());
        if let Some(pattern) = explosive
            .as_ref()
            .filter(|_| document.text().len() > COPIED)
        {
            return Refusal::one(self.gave_up(pattern));
        }
        let errors = if valid {
            Vec::new()
        } else {
            self.validator.iter_errors(view.root()).collect()
        };
        if errors
            .iter()
            .any(|error| unfinished::is_engine_fault(error.kind()))
        {
            return Refusal::one(self.gave_up(&explosive.unwrap_or_default()));
        }
        let mut kept = in_budget(errors, limits.most);
        let told = most.saturating_add(1);
        let teller = Teller::new(document, Some(&view), &self.library, told, &kept);
        kept.sort_by_key(|error| teller.node(error).index());
        let (mut findings, untold) = explain(&teller, &kept, told);
        touched.extend(view.touched());
        let unnamed = self.add_inexact(document, touched, told, &mut findings);
        if findings.is_empty() {
            findings.push(unexplained(document));
        }
        let beside = teller.more.get() + untold + unnamed;
        let mut refusal = settle(findings, most, beside, view.was_cut());
        if let Some(first) = refusal.findings.first_mut()
            && walk::looks_like_schema(document.root())
        {
            first.help.get_or_insert(SWAPPED.into());
        }
        refusal
    }
}

/// The findings for errors in order of their nodes, until no later error could be among the first
/// `told`; and how many errors are left.
pub(super) fn explain(
    teller: &Teller<'_>,
    errors: &[ValidationError<'_>],
    told: usize,
) -> (Vec<Finding>, usize) {
    let (mut findings, mut seen) = (Vec::new(), HashSet::new());
    for (at, error) in errors.iter().enumerate() {
        let next = teller.node(error).span().start;
        let is_before = |finding: &&Finding| start(finding) <= next;
        // Counting is linear too, so it is not done for each.
        if at % 16 == 0
            && findings.len() >= told
            && findings.iter().filter(is_before).count() >= told
        {
            return (findings, errors.len() - at);
        }
        let new = teller.tell(std::slice::from_ref(error)).into_iter();
        findings.extend(new.filter(|finding| seen.insert(identity(finding))));
    }
    (findings, 0)
}

fn start(finding: &Finding) -> usize {
    finding.place.span.as_ref().map_or(0, |span| span.start)
}

/// Two findings with the same say the same.
fn identity(finding: &Finding) -> (Option<std::ops::Range<usize>>, Option<String>, String) {
    let place = &finding.place;
    (
        place.span.clone(),
        place.pointer.clone(),
        finding.message.show(false),
    )
}

/// How many errors are made: some multiple of what is told, fewer when their places are long or
/// each may copy the document.
pub(super) fn budget(document: &Document<'_>, most: usize, copies: bool) -> Budget {
    let nodes = document.nodes();
    let keys = nodes
        .flat_map(Node::members)
        .map(|(key, _)| key.span().len());
    let place = keys
        .max()
        .unwrap_or_default()
        .saturating_mul(8)
        .saturating_add(64);
    let all = most.saturating_mul(20).saturating_add(10_000);
    let all = all.min((PLACES / place).max(50));
    let all = if copies {
        all.min(PLACES / (document.text().len() + 64))
    } else {
        all
    };
    let each = most.saturating_mul(4).max(100).min(all);
    let limit = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Budget {
        most: limit(all),
        each: limit(each),
    }
}

/// The errors that the engine made while it saw all of the document.
pub(super) fn in_budget(errors: Vec<ValidationError<'_>>, most: u32) -> Vec<ValidationError<'_>> {
    let number = |error: &ValidationError<'_>| -> u32 {
        let own = Ticket::read(error.instance()).map_or(0, |ticket| ticket.number);
        let part = |texts: &[String]| {
            texts
                .iter()
                .filter_map(|text| Ticket::parse(text))
                .map(|ticket| ticket.number)
                .min()
        };
        let inner = |context: &[Vec<ValidationError<'_>>]| {
            context
                .iter()
                .flatten()
                .filter_map(|error| Ticket::read(error.instance()))
                .map(|ticket| ticket.number)
                .min()
        };
        let first = match error.kind() {
            Error::UnevaluatedItems { unexpected } => part(unexpected),
            Error::AnyOf { context }
            | Error::OneOfNotValid { context }
            | Error::OneOfMultipleValid { context } => inner(context),
            _ => None,
        };
        first.map_or(own, |first| first.min(own))
    };
    let least = errors.iter().map(number).min().unwrap_or_default();
    let is_kept = |error: &ValidationError<'_>| number(error) < most.max(least + 1);
    errors.into_iter().filter(is_kept).collect()
}

/// The engine said no and then found nothing: never a pass.
fn unexplained(document: &Document<'_>) -> Finding {
    let mut finding = Finding::new(Code::Schema, "the value does not satisfy the schema")
        .at(document.root().span());
    finding.keyword = Some("false");
    finding.place.pointer = Some(String::new());
    finding
}

/// In order of their place, each once, at most `most`.
pub(super) fn settle(mut findings: Vec<Finding>, most: usize, beside: usize, cut: bool) -> Refusal {
    findings.sort_by_key(|finding| {
        let file = finding.place.file.as_ref().map(|file| file.name.clone());
        (file, start(finding))
    });
    let mut seen = HashSet::new();
    findings.retain(|finding| seen.insert(identity(finding)));
    let most = most.max(1);
    let more = findings.len().saturating_sub(most) + beside;
    findings.truncate(most);
    Refusal {
        findings,
        more: more.max(usize::from(cut)),
        approval_key: None,
    }
}

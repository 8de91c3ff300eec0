//! A document that does not satisfy its schema to the refusal that says why.

use std::collections::HashSet;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Error;

use super::Judge;
use super::explain::Teller;
use super::view::{Budget, Ticket, View};
use super::{unfinished, walk, words};
use crate::read::document::{Document, Node};
use crate::refusal::{Code, Finding, Refusal, Text};

/// How many bytes the places of all errors, or their copies of the document, may take, at most.
const PLACES: usize = 32 << 20;

/// Larger documents are not copied to learn more of a regular expression that the engine gave up on.
const COPIED: usize = 1 << 20;

/// What a reply that looks like a schema is told.
const SWAPPED: &str = "this looks like a schema, not a reply: were the two swapped?";

/// Keywords that look at a number's value.
const NUMERIC: [&str; 9] = [
    "const",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maximum",
    "minimum",
    "multipleOf",
    "uniqueItems",
];

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
        let kept = in_budget(errors, limits.most);
        let told = most.saturating_add(1);
        let teller = Teller::new(document, Some(&view), &self.library, told, &kept);
        let mut findings = teller.tell(&kept);
        touched.extend(view.touched());
        add_inexact(document, touched, &mut findings);
        if findings.is_empty() {
            findings.push(unexplained(document));
        }
        if let Some(first) = findings.first_mut()
            && walk::looks_like_schema(document.root())
        {
            first.help.get_or_insert(SWAPPED.into());
        }
        settle(findings, most, teller.more.get(), view.was_cut())
    }
}

/// How many errors are made: some multiple of what is told, fewer when their places are long or
/// each may copy the document.
fn budget(document: &Document<'_>, most: usize, copies: bool) -> Budget {
    let nodes = document.nodes();
    let keys = nodes
        .flat_map(Node::members)
        .map(|(key, _)| key.span().len());
    let place = keys
        .max()
        .unwrap_or_default()
        .saturating_mul(8)
        .saturating_add(64);
    let copied = PLACES / (document.text().len() + 64);
    let all = most.saturating_mul(20).saturating_add(10_000);
    let all = all.min((PLACES / place).max(50));
    let all = if copies { all.min(copied) } else { all };
    let each = most.saturating_mul(4).max(100).min(all);
    let limit = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Budget {
        most: limit(all),
        each: limit(each),
    }
}

/// The errors that the engine made while it saw all of the document.
fn in_budget(errors: Vec<ValidationError<'_>>, most: u32) -> Vec<ValidationError<'_>> {
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

/// Adds what is said of marked numbers; what a keyword said of such a number is worth nothing.
fn add_inexact(document: &Document<'_>, mut touched: Vec<u32>, findings: &mut Vec<Finding>) {
    touched.sort_unstable();
    touched.dedup();
    if touched.is_empty() {
        return;
    }
    let spans: HashSet<_> = touched
        .iter()
        .map(|index| document.node(*index).span())
        .collect();
    findings.retain(|finding| {
        let is_numeric = finding
            .keyword
            .is_some_and(|keyword| NUMERIC.contains(&keyword));
        !(is_numeric
            && finding
                .place
                .span
                .as_ref()
                .is_some_and(|span| spans.contains(span)))
    });
    findings.extend(touched.into_iter().map(|index| inexact(document, index)));
}

fn inexact(document: &Document<'_>, index: u32) -> Finding {
    let node = document.node(index);
    let pointer = document.pointer(index);
    let message = words::subject(&pointer)
        .own(" is ")
        .seen(node.raw())
        .own(", which no 64-bit number holds exactly");
    let mut finding = Finding::new(Code::InexactNumber, message)
        .at(node.span())
        .help("send it as a string");
    finding.feedback =
        Some(Text::new().own(words::place(&pointer)).own(
            " has more digits than can be judged: send it as a string, or with fewer digits.",
        ));
    finding.place.pointer = Some(pointer);
    finding.actual = Some(Text::new().seen(node.raw()));
    finding
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
        (
            file,
            finding.place.span.as_ref().map_or(0, |span| span.start),
        )
    });
    let mut seen = HashSet::new();
    findings.retain(|finding| {
        seen.insert((
            finding.place.span.clone(),
            finding.place.pointer.clone(),
            finding.message.show(false),
        ))
    });
    let most = most.max(1);
    let more = findings.len().saturating_sub(most) + beside;
    findings.truncate(most);
    Refusal {
        findings,
        more: more.max(usize::from(cut)),
    }
}

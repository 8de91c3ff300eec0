//! A document that does not satisfy its schema to the refusal that says why.

use std::collections::HashSet;

use jsonschema::error::ValidationErrorKind as Error;
use jsonschema::{ValidationError, Validator};
use serde_json::json;

use super::Judge;
use super::explain::Teller;
use super::library::fault;
use super::node::{Budget, Reply, Ticket, View};
use super::{formats, meta, walk, words};
use crate::read::document::{Document, Kind, Node};
use crate::refusal::{Code, Finding, Refusal, Text};

/// How many bytes the places of all errors may take, at most.
const PLACES: usize = 32 << 20;

/// Larger documents are not copied to learn more of a regular expression that the engine gave up on.
const COPIED: usize = 1 << 20;

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
        let budget = budget(document, most, explosive.is_some());
        let view = View::telling(document, budget, explosive.is_some());
        if let Some(pattern) = explosive.filter(|_| document.text().len() > COPIED) {
            return Refusal::one(self.gave_up(&pattern));
        }
        let errors: Vec<_> = if valid {
            Vec::new()
        } else {
            self.validator.iter_errors(view.root()).collect()
        };
        if let Some(error) = errors.iter().find(|error| is_engine_fault(error.kind())) {
            return Refusal::one(self.gave_up(&self.pattern_at(error)));
        }
        let kept = in_budget(errors, budget.most);
        let told = most.saturating_add(1);
        let teller = Teller::new(document, Some(&view), &self.library, told, &kept);
        let mut findings = teller.tell(&kept);
        touched.extend(view.touched());
        add_inexact(document, touched, &mut findings);
        if findings.is_empty() {
            findings.push(unexplained(document));
        }
        if walk::looks_like_schema(document.root()) {
            let first = findings
                .first_mut()
                .filter(|finding| finding.help.is_none());
            first.map(|finding| {
                finding.help =
                    Some("this looks like a schema, not a reply: were the two swapped?".into())
            });
        }
        settle(findings, most, teller.more.get(), view.was_cut())
    }

    /// A pattern that the engine gives up on at some string of the document.
    fn explosive(&self, document: &Document<'_>) -> Option<String> {
        let options = || formats::options(self.validator.draft());
        let one = |pattern: &String| -> Option<(String, Validator<Reply>)> {
            options()
                .build(&json!({ "pattern": pattern }))
                .ok()
                .map(|built| (pattern.clone(), built))
        };
        let built: Vec<_> = self.explosive.iter().filter_map(one).collect();
        if built.is_empty() {
            return None;
        }
        let view = View::telling(
            document,
            Budget {
                most: u32::MAX,
                each: u32::MAX,
            },
            false,
        );
        let nodes =
            (0..u32::try_from(document.len()).unwrap_or(u32::MAX)).map(|at| document.node(at));
        let mut strings = nodes.filter(|node| node.kind() == Kind::String);
        strings.find_map(|node| {
            let gives_up = |validator: &Validator<Reply>| {
                let handle = view.handle(view.document.node(node.index()));
                !validator.is_valid(handle)
                    && validator
                        .validate(handle)
                        .is_err_and(|error| is_engine_fault(error.kind()))
            };
            built
                .iter()
                .find(|(_, validator)| gives_up(validator))
                .map(|(pattern, _)| pattern.clone())
        })
    }

    /// The pattern that an engine fault is about.
    fn pattern_at(&self, error: &ValidationError<'_>) -> String {
        let absolute = error.absolute_keyword_location().map(|uri| uri.as_str());
        let spot = self.library.spot(absolute, error.schema_path().as_str());
        let text = spot.and_then(|spot| spot.value.as_str().map(str::to_owned));
        text.or_else(|| self.explosive.first().cloned())
            .unwrap_or_default()
    }

    /// The set-up fault that a regular expression is: at its place in its file.
    fn gave_up(&self, pattern: &str) -> Finding {
        let message = || {
            Text::new()
                .own("the regular expression ")
                .own(words::quoted(pattern))
                .own(" takes too many steps on this reply")
        };
        let mut places = self.library.0.iter().filter_map(|loaded| {
            let document = loaded.document()?;
            let node = meta::all_patterns(&document)
                .into_iter()
                .find(|node| node.is_string(pattern))?;
            Some(fault(&loaded.file, &document, node, message()))
        });
        let finding = places
            .next()
            .unwrap_or_else(|| Finding::new(Code::SetupSchema, message()));
        finding.help(
            "look-around and back-references can backtrack without end: write it without them",
        )
    }
}

fn is_engine_fault(kind: &Error) -> bool {
    matches!(
        kind,
        Error::BacktrackLimitExceeded { .. } | Error::RegexEngineFailure { .. }
    )
}

/// How many errors are made: some multiple of what is told, fewer when their places are long or
/// each may copy the document.
fn budget(document: &Document<'_>, most: usize, copies: bool) -> Budget {
    let nodes = (0..u32::try_from(document.len()).unwrap_or(u32::MAX)).map(|at| document.node(at));
    let keys = nodes
        .flat_map(Node::members)
        .map(|(key, _)| key.span().len());
    let place = keys
        .max()
        .unwrap_or_default()
        .saturating_mul(8)
        .saturating_add(64);
    let all = if copies {
        50
    } else {
        most.saturating_mul(20).saturating_add(10_000)
    };
    let all = all.min((PLACES / place).max(50));
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

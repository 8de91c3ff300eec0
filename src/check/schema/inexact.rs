//! Numbers that no 64-bit number holds, where the schema needs their value.

use std::collections::{HashMap, HashSet};

use super::explain::Teller;
use super::tell::{COPIED, budget, explain, in_budget};
use super::view::View;
use super::{Judge, words};
use crate::read::document::{Document, MAX_DEPTH, Node};
use crate::refusal::{Code, Finding, Text};

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

/// Keywords that may refuse a string because it is one.
const REFUSES_STRINGS: [&str; 5] = ["anyOf", "const", "enum", "oneOf", "type"];

impl Judge {
    /// Adds what is said of the first `told` marked numbers, and gives the number of the others.
    /// What a keyword said of such a number is worth nothing.
    pub(super) fn add_inexact(
        &self,
        document: &Document<'_>,
        mut touched: Vec<u32>,
        told: usize,
        findings: &mut Vec<Finding>,
    ) -> usize {
        touched.sort_unstable();
        touched.dedup();
        if touched.is_empty() {
            return 0;
        }
        let spans: HashSet<_> = touched
            .iter()
            .map(|index| document.node(*index).span())
            .collect();
        findings.retain(|finding| {
            let is_numeric = finding
                .keyword
                .is_some_and(|keyword| NUMERIC.contains(&keyword));
            let span = finding.place.span.as_ref();
            !(is_numeric && span.is_some_and(|span| spans.contains(span)))
        });
        let untold = touched.len().saturating_sub(told);
        touched.truncate(told);
        let values = self.values(document, &touched, told).unwrap_or_default();
        let of = |index: &u32| inexact(document, *index, values.get(index));
        findings.extend(touched.iter().map(of));
        untold
    }

    /// The numbers that may be no string either, each with the values that it may have, if the
    /// schema names them: the document is judged once more with those numbers as strings.
    fn values(
        &self,
        document: &Document<'_>,
        numbers: &[u32],
        told: usize,
    ) -> Option<HashMap<u32, Option<Text>>> {
        let text = quoted(document, numbers)?;
        let probe = Document::parse(text, MAX_DEPTH).ok()?;
        let limits = budget(&probe, told, false);
        let view = View::telling(&probe, limits, false);
        let errors = self.validator.iter_errors(view.root()).collect();
        let mut kept = in_budget(errors, limits.most);
        let teller = Teller::new(&probe, Some(&view), &self.library, told, &kept);
        kept.sort_by_key(|error| teller.node(error).index());
        let (findings, _) = explain(&teller, &kept, told);
        let refused = findings.into_iter().filter_map(|finding| {
            let keyword = finding
                .keyword
                .filter(|word| REFUSES_STRINGS.contains(word))?;
            let node = probe.resolve(finding.place.pointer.as_deref()?)?;
            let names_values = matches!(keyword, "const" | "enum");
            Some((node.index(), finding.expected.filter(|_| names_values)))
        });
        Some(
            refused
                .filter(|(index, _)| numbers.contains(index))
                .collect(),
        )
    }
}

/// The document's text with these numbers, in their order, in quotes; `None` when it is large.
fn quoted(document: &Document<'_>, numbers: &[u32]) -> Option<String> {
    let (text, start) = (document.raw(), document.root().span().start);
    if text.len() > COPIED {
        return None;
    }
    let (mut quoted, mut done) = (String::with_capacity(text.len() + 64), 0);
    for index in numbers {
        let node = document.node(*index);
        let span = node.span();
        quoted.push_str(text.get(done..span.start - start)?);
        quoted.extend(["\"", node.raw(), "\""]);
        done = span.end - start;
    }
    quoted.push_str(text.get(done..)?);
    Some(quoted)
}

/// `values` is `None` where a string would do, and else what the number may be, if known.
fn inexact(document: &Document<'_>, index: u32, values: Option<&Option<Text>>) -> Finding {
    let node = document.node(index);
    let pointer = document.pointer(index);
    let message = words::subject(&pointer)
        .own(" is ")
        .seen(node.raw())
        .own(", which no 64-bit number holds exactly");
    let (why, or, smaller) = fault(node);
    let help = match values {
        None => "send it as a string".into(),
        Some(None) => Text::from(smaller),
        Some(Some(values)) => Text::new().own("give ").text(values.clone()),
    };
    let or = if values.is_none() { or } else { "" };
    let mut finding = Finding::new(Code::InexactNumber, message)
        .at(node.span())
        .help(help.clone());
    let sentence = Text::new().own(format!("{} {why}: ", words::place(&pointer)));
    finding.feedback = Some(sentence.text(help).own(format!("{or}.")));
    finding.place.pointer = Some(pointer);
    finding.actual = Some(Text::new().seen(node.raw()));
    finding
}

/// What is wrong with a number, what else than a string would do, and what would without one.
fn fault(node: Node<'_>) -> (&'static str, &'static str, &'static str) {
    if node.raw().parse::<f64>().is_ok_and(f64::is_infinite) {
        let why = "is too large to be judged";
        return (why, ", or a smaller number", "give a smaller number");
    }
    (
        "has more digits than can be judged",
        ", or with fewer digits",
        "give a number of at most 15 significant digits",
    )
}

//! A finding as every report tells it: its words settled, its place counted.

use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use super::places::{Places, Spot};
use super::safe;
use crate::read::document::place::{Position, position};
use crate::refusal::text::excerpt;
use crate::refusal::{Finding, Severity, SourceFile, Text};

/// How many scalar values of a rule's id are shown.
const MOST_RULE: usize = 40;

/// One finding. Its words are on one line, without control characters, and masked if asked.
#[derive(Debug, Clone, Serialize)]
pub struct Told {
    /// The name of its code: `schema.required`.
    pub code: String,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// What was found.
    pub message: String,
    /// What would do.
    pub help: Option<String>,
    /// The JSON Pointer of the value.
    pub pointer: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column, from 1, in Unicode scalar values.
    pub column: Option<usize>,
    /// The first byte.
    pub start: Option<usize>,
    /// The byte after the last.
    pub end: Option<usize>,
    /// The line in the text that stood inside an envelope or record.
    pub text_line: Option<usize>,
    /// The column in that text.
    pub text_column: Option<usize>,
    /// The id of the rule.
    pub rule: Option<String>,
    /// Where in the schema.
    pub schema_pointer: Option<String>,
    /// What would be right.
    pub expected: Option<String>,
    /// What stood there.
    pub actual: Option<String>,
    /// The file that place and pointer count in; `None` is the reply.
    pub file: Option<String>,
    /// That file.
    #[serde(skip)]
    pub(super) source: Option<Arc<SourceFile>>,
    /// Its bytes in the text that it is shown in.
    #[serde(skip)]
    pub(super) span: Option<Range<usize>>,
}

impl Told {
    fn new(finding: &Finding, spot: Option<&Spot>, masked: bool) -> Self {
        let words = |text: &Text| one_line(text, masked);
        let in_text = spot.and_then(|spot| spot.in_text);
        let source = finding.place.file.clone();
        Self {
            code: finding.name(),
            severity: match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: words(&finding.message),
            help: help(finding, masked),
            pointer: finding.place.pointer.clone(),
            line: spot.map(|spot| spot.at.line),
            column: spot.map(|spot| spot.at.column),
            start: spot.map(|spot| spot.span.start),
            end: spot.map(|spot| spot.span.end),
            text_line: in_text.map(|place| place.line),
            text_column: in_text.map(|place| place.column),
            rule: finding.rule.clone(),
            schema_pointer: finding.schema_pointer.clone(),
            expected: finding.expected.as_ref().map(words),
            actual: finding.actual.as_ref().map(words),
            file: source.as_ref().map(|file| file.name.clone()),
            source,
            span: finding.place.span.clone(),
        }
    }

    /// The name of the file that it points into, safe to show; `reply` names the reply.
    pub(super) fn file_name(&self, reply: Option<&str>) -> String {
        shown_name(self.file.as_deref().or(reply))
    }

    /// What was found. Where it points into the rules, the file of the `reply` stands behind it,
    /// which nothing else names.
    pub(super) fn said(&self, reply: Option<&str>) -> String {
        let of_rules = self.code.starts_with("domain.") || self.code.starts_with("policy.");
        match reply.filter(|_| of_rules && self.source.is_some()) {
            Some(_) => format!("{} (judging `{}`)", self.message, shown_name(reply)),
            None => self.message.clone(),
        }
    }

    /// The id of the rule, cut and safe to show.
    pub(super) fn rule(&self) -> Option<String> {
        let rule = self.rule.as_deref()?;
        Some(safe::inside(&excerpt(rule, MOST_RULE)))
    }

    /// Line and column in the file as it was read.
    pub(super) fn place(&self) -> Option<Position> {
        let (line, column) = self.line.zip(self.column)?;
        Some(Position { line, column })
    }

    /// Line and column in the text that stood inside of the file.
    pub(super) fn place_in_text(&self) -> Option<Position> {
        let (line, column) = self.text_line.zip(self.text_column)?;
        Some(Position { line, column })
    }

    /// The text that it points into; `reply` is the reply's.
    pub(super) fn text<'a>(&'a self, reply: &'a str) -> &'a str {
        self.source.as_ref().map_or(reply, |file| &file.text)
    }
}

/// The findings on a reply; `places` are those of the reply, if any was read.
pub(super) fn all(
    findings: &[Finding],
    mut places: Option<&mut Places<'_>>,
    masked: bool,
) -> Vec<Told> {
    let told = |finding: &Finding| {
        let span = finding.place.span.as_ref();
        let spot = match (span, &finding.place.file, &mut places) {
            (Some(span), Some(file), _) => Some(in_file(file, span)),
            (Some(span), None, Some(places)) => Some(places.of(span)),
            _ => None,
        };
        let mut told = Told::new(finding, spot.as_ref(), masked);
        if let (Some(help), Some(places)) = (&finding.help, &mut places) {
            let help = help.show_at(masked, |offset| places.words(offset));
            told.help = told.help.map(|_| safe::inside(&help));
        }
        told
    };
    findings.iter().map(told).collect()
}

fn in_file(file: &SourceFile, span: &Range<usize>) -> Spot {
    Spot {
        span: span.clone(),
        at: position(&file.text, span.start),
        in_text: None,
    }
}

/// What would do; `None` too where the mask leaves nothing of it.
pub(super) fn help(finding: &Finding, masked: bool) -> Option<String> {
    let help = finding.help.as_ref().map(|help| one_line(help, masked));
    help.filter(|help| !help.trim().is_empty())
}

/// Words as they may be shown anywhere. What the user's schema says may hold anything too.
pub(super) fn one_line(text: &Text, masked: bool) -> String {
    safe::inside(&text.show(masked))
}

/// A file's name, safe to show; `None` is stdin.
pub(super) fn shown_name(name: Option<&str>) -> String {
    name.map_or_else(|| "<stdin>".to_owned(), safe::anywhere)
}

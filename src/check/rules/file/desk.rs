//! Where all that is said of one rule file is gathered and put in order.

use std::ops::Range;
use std::sync::Arc;

use crate::refusal::text::{SHOWN, excerpt};
use crate::refusal::{Code, Finding, Refusal, Severity, SourceFile, Text};

/// How many faults are told.
const MOST: usize = 50;

/// What is said of a file, and the file.
pub(super) struct Desk<'f> {
    pub(super) file: &'f Arc<SourceFile>,
    /// Where the lines end.
    ends: Vec<usize>,
    /// The lines on which TOML itself is broken, in order. What stands there cannot be trusted,
    /// nor that something is missing.
    broken: Vec<usize>,
    faults: Vec<Finding>,
    notes: Vec<Finding>,
}

impl<'f> Desk<'f> {
    /// A desk for this file, with nothing on it.
    pub(super) fn new(file: &'f Arc<SourceFile>) -> Self {
        Self {
            file,
            ends: memchr::memchr_iter(b'\n', file.text.as_bytes()).collect(),
            broken: Vec::new(),
            faults: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The text of the file in these bytes.
    pub(super) fn raw(&self, span: &Range<usize>) -> &'f str {
        self.file.text.get(span.clone()).unwrap_or_default()
    }

    /// Adds a fault at these bytes, with what would do.
    pub(super) fn fault(
        &mut self,
        span: Range<usize>,
        message: impl Into<Text>,
        help: impl Into<Text>,
    ) {
        let finding = Finding::new(Code::SetupRules, message).at(span);
        self.push(finding.help(help));
    }

    /// Adds a fault that says that something is not there, unless it may only be unreadable.
    pub(super) fn absent(&mut self, span: Range<usize>, message: String, help: String) {
        if !self.is_broken() {
            self.fault(span, message, help);
        }
    }

    /// Adds a warning at these bytes.
    pub(super) fn note(
        &mut self,
        span: Range<usize>,
        message: impl Into<Text>,
        help: impl Into<Text>,
    ) {
        let mut finding = Finding::new(Code::SetupRules, message).at(span);
        finding.severity = Severity::Warning;
        self.push(finding.help(help));
    }

    /// Adds a finding that has its place in the file.
    pub(super) fn push(&mut self, mut finding: Finding) {
        finding.place.file = Some(Arc::clone(self.file));
        match finding.severity {
            Severity::Error => self.faults.push(finding),
            Severity::Warning => self.notes.push(finding),
        }
    }

    /// The number of the line that holds a byte, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.ends.partition_point(|end| *end < at) + 1
    }

    /// The bytes of a line, without its end.
    pub(super) fn line_span(&self, line: usize) -> Range<usize> {
        let end = |line: usize| self.ends.get(line).copied();
        let before = line.checked_sub(2).and_then(end);
        let start = before.map_or(0, |end| end + 1);
        start..end(line.saturating_sub(1)).unwrap_or(self.file.text.len())
    }

    /// Takes the lines of these bytes, which rise, for broken.
    pub(super) fn distrust(&mut self, places: &[usize]) {
        self.broken = places.iter().map(|at| self.line(*at)).collect();
    }

    /// Whether nothing is wrong so far.
    pub(super) fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// Whether anything is broken.
    pub(super) fn is_broken(&self) -> bool {
        !self.broken.is_empty()
    }

    /// Whether a line that holds some of these bytes is broken.
    pub(super) fn is_broken_at(&self, span: &Range<usize>) -> bool {
        let (first, last) = (self.line(span.start), self.line(span.end));
        let next = self.broken.partition_point(|line| *line < first);
        self.broken.get(next).is_some_and(|line| *line <= last)
    }

    /// The warnings in order of their place, if nothing is wrong.
    ///
    /// # Errors
    /// All faults in order of their place; of many the first.
    pub(super) fn settle(self) -> Result<Vec<Finding>, Refusal> {
        let is_sound = self.faults.is_empty();
        let mut told = if is_sound { self.notes } else { self.faults };
        told.sort_by_key(|finding| finding.place.span.as_ref().map_or(0, |span| span.start));
        told.dedup_by(|a, b| a.place.span == b.place.span && a.message == b.message);
        if is_sound {
            return Ok(told);
        }
        let more = told.len().saturating_sub(MOST);
        told.truncate(MOST);
        Err(Refusal {
            findings: told,
            more,
            approval_key: None,
        })
    }
}

/// A name or value from the file in backticks, cut and escaped.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", excerpt(text, SHOWN))
}

/// Some names, each in backticks: `a`, `b` and `c`.
pub(super) fn all_of(names: &[&str], last: &str) -> String {
    let names: Vec<_> = names.iter().map(|name| quoted(name)).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

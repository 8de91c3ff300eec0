//! The domain layer: what a schema cannot say, as expressions in a rule file.

pub(in crate::check) mod cel;

pub(in crate::check) mod book;

pub mod facts;

pub mod file;

pub(in crate::check) mod judge;

pub(in crate::check) mod findings;

use jiff::Timestamp;

use crate::check::schema::Shaped;
use crate::read::document::Document;
use crate::refusal::{Code, Finding, Refusal, Text};

use book::Rule;
pub use book::Rulebook;
use cel::failure::Cause;
pub use cel::pattern::Automata;
use facts::Facts;
use findings::Findings;
use judge::Judge;

/// How many steps an expression may take unless told otherwise.
pub const MAX_STEPS: u64 = 1_000_000;

/// What the rules may know besides the value, and how far they may go.
#[derive(Debug)]
pub struct Setting {
    /// What the caller gave, each satisfying its declared schema.
    pub facts: Facts,
    /// The time of the run.
    pub now: Timestamp,
    /// How many steps an expression may take.
    pub max_steps: u64,
    /// How many findings a refusal tells, whichever step says no.
    pub max_findings: usize,
    /// A person's yes to one content.
    pub approved: Option<String>,
}

/// A document that satisfies every rule. Only [`check`] makes one.
#[derive(Debug)]
pub struct Sound<'a> {
    shaped: Shaped<'a>,
    warnings: Vec<Finding>,
    more: usize,
}

impl<'a> Sound<'a> {
    fn unwarned(shaped: Shaped<'a>) -> Self {
        Self {
            shaped,
            warnings: Vec::new(),
            more: 0,
        }
    }

    /// The document.
    #[must_use]
    pub fn document(&self) -> &Document<'a> {
        self.shaped.document()
    }

    /// The document alone.
    pub(in crate::check) fn into_document(self) -> Document<'a> {
        self.shaped.into_document()
    }

    /// What is told and does not refuse: rules of severity `warn` that are not satisfied.
    #[must_use]
    pub fn warnings(&self) -> &[Finding] {
        &self.warnings
    }

    /// How many more warnings there were, beyond those told.
    #[must_use]
    pub fn more(&self) -> usize {
        self.more
    }
}

/// Judges a document by the rules that name no tool. The automata of the file's patterns are made
/// as they are needed, and kept.
///
/// # Errors
/// `domain.rule` and `domain.error`, in the order of the file; any of the latter decides.
pub fn check<'a>(
    book: &Rulebook,
    setting: &Setting,
    shaped: Shaped<'a>,
    automata: &mut Automata,
) -> Result<Sound<'a>, Refusal> {
    if !book.has_rules() {
        // Setting up for nothing would take a line of a batch a twenty-fifth of its time.
        return Ok(Sound::unwarned(shaped));
    }
    let mut findings = Findings::new(setting.max_findings);
    let mut judge = Judge::new(book, setting, shaped.document(), automata);
    for rule in book.rules.iter().filter(|rule| rule.entry.tools.is_none()) {
        judge_rule(&mut judge, rule, &mut findings);
    }
    *automata = judge.into_automata();
    let (warnings, more) = findings.close()?;
    Ok(Sound {
        shaped,
        warnings,
        more,
    })
}

/// What is said of a rule without a message.
const UNMET: &str = "a rule is not satisfied";

fn judge_rule<'r>(judge: &mut Judge<'r, '_>, rule: &'r Rule, findings: &mut Findings) {
    let entry = &rule.entry;
    let holds = match judge.applies(entry) {
        Ok(true) => judge.holds(&rule.expression),
        Ok(false) => return,
        Err(error) => Err(error),
    };
    let (reasons, more) = match holds {
        Ok(true) => return,
        Ok(false) => judge.why(entry, &rule.expression, false, findings.room()),
        // Of the reply's own values it can be said that they are not what they have to be.
        Err((expression, error)) if error.cause == Cause::Conversion => {
            (vec![judge.why_not(expression, &error)], 0)
        }
        // A rule without an answer refuses, however little its no would weigh.
        Err((expression, error)) => {
            return findings.add(judge.failed(entry, expression, &error, Code::DomainError));
        }
    };
    for reason in reasons {
        let mut finding = judge.told(entry, Code::DomainRule, UNMET, &reason);
        finding.severity = rule.severity;
        finding.expected = Some(Text::from(rule.expression.text().to_owned()));
        findings.add(finding);
    }
    findings.more(more);
}

/// The functions of the language, each as it is called and what it does in a few words.
pub fn functions() -> impl Iterator<Item = (&'static str, &'static str)> {
    cel::table::rows().map(|row| (row.usage, row.says))
}

#[cfg(test)]
impl Sound<'_> {
    /// The same with these warnings, for tests of what tells them.
    pub(crate) fn warning(mut self, warnings: Vec<Finding>) -> Self {
        self.warnings = warnings;
        self
    }
}

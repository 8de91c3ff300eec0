//! What every step says when it says no.

pub mod codes;

pub mod near;

pub mod text;

use std::ops::Range;
use std::sync::Arc;

pub use codes::{Code, Recovery};
pub use text::Text;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// It refuses the reply.
    Error,
    /// It is told and refuses nothing.
    Warning,
}

/// A file that is not the reply (a schema, a rule file, facts), so that a fault in it can be shown
/// there.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name as the user gave it.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// Where a finding points.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The file it stands in; `None` is the reply.
    pub file: Option<Arc<SourceFile>>,
    /// The JSON Pointer (RFC 6901) of the value, when it is known.
    pub pointer: Option<String>,
    /// Byte offsets in the input as read, when they are known.
    pub span: Option<Range<usize>>,
}

/// One thing that is wrong, with all that any report may want to say of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub code: Code,
    /// With [`Code::Schema`]: the keyword that is not satisfied.
    pub keyword: Option<&'static str>,
    /// Whether it refuses.
    pub severity: Severity,
    /// What was found: lower case, no full stop, names in backticks.
    pub message: Text,
    /// What would do.
    pub help: Option<Text>,
    /// The same for the model that wrote the reply, as one sentence with its place in words
    /// (`lines[3].qty`); nothing of our files.
    pub feedback: Option<Text>,
    /// Where.
    pub place: Place,
    /// The id of the rule or policy that says so.
    pub rule: Option<String>,
    /// Where in the schema, as a JSON Pointer.
    pub schema_pointer: Option<String>,
    /// What would be right, a few words or JSON.
    pub expected: Option<Text>,
    /// What stood there, a few words or JSON.
    pub actual: Option<Text>,
}

impl Finding {
    /// An error of this code at no known place. Set the other fields as they are known.
    #[must_use]
    pub fn new(code: Code, message: impl Into<Text>) -> Self {
        Self {
            code,
            keyword: None,
            severity: Severity::Error,
            message: message.into(),
            help: None,
            feedback: None,
            place: Place::default(),
            rule: None,
            schema_pointer: None,
            expected: None,
            actual: None,
        }
    }

    /// The same finding, pointing at these bytes.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.place.span = Some(span);
        self
    }

    /// The same finding, pointing at these bytes of a file that is not the reply.
    #[must_use]
    pub fn within(mut self, file: &Arc<SourceFile>, span: Range<usize>) -> Self {
        self.place.file = Some(Arc::clone(file));
        self.at(span)
    }

    /// The same finding with what would do.
    #[must_use]
    pub fn help(mut self, help: impl Into<Text>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same finding with its sentence for the model.
    #[must_use]
    pub fn feedback(mut self, feedback: impl Into<Text>) -> Self {
        self.feedback = Some(feedback.into());
        self
    }

    /// The name of its code: the table's, or `schema.` and the keyword.
    #[must_use]
    pub fn name(&self) -> String {
        match (self.code, self.keyword) {
            (Code::Schema, Some(keyword)) => format!("schema.{keyword}"),
            (code, _) => code.row().name.to_owned(),
        }
    }
}

/// A no: the findings of the step that said it, in the order in which they are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// At least one. Warnings may stand among them.
    pub findings: Vec<Finding>,
    /// How many more there were, beyond those told.
    pub more: usize,
    /// What approves exactly this content, where only an approval is missing.
    pub approval_key: Option<String>,
}

impl Refusal {
    /// A refusal with this one finding.
    #[must_use]
    pub fn one(finding: Finding) -> Self {
        Self {
            findings: vec![finding],
            more: 0,
            approval_key: None,
        }
    }

    /// The same refusal with another's findings behind its own.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.findings.extend(other.findings);
        self.more += other.more;
        self
    }

    /// The finding that decides: of the errors that weigh most, the first.
    ///
    /// # Panics
    /// Never: a refusal is made with a finding, and nothing takes it away.
    #[must_use]
    #[expect(
        clippy::expect_used,
        reason = "a refusal without a finding cannot be made"
    )]
    pub fn deciding(&self) -> &Finding {
        let heaviest = self
            .findings
            .iter()
            .min_by_key(|finding| lightness(finding));
        heaviest.expect("a refusal has a finding")
    }

    /// The code of the whole refusal.
    #[must_use]
    pub fn code(&self) -> Code {
        self.deciding().code
    }
}

impl From<Finding> for Refusal {
    fn from(finding: Finding) -> Self {
        Self::one(finding)
    }
}

/// What could not be judged comes before every no, and a person's yes is only worth asking for
/// where nothing else is in the way. A warning never decides.
fn lightness(finding: &Finding) -> u8 {
    match (finding.severity, finding.code) {
        (Severity::Warning, _) => 3,
        (_, Code::PolicyApproval) => 2,
        (_, Code::DomainError | Code::PolicyError) => 0,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deciding(findings: &[(Code, Severity)]) -> (Code, usize) {
        let finding = |(at, (code, severity)): (usize, &(Code, Severity))| Finding {
            severity: *severity,
            ..Finding::new(*code, "no").at(at..at)
        };
        let refusal = Refusal {
            findings: findings.iter().enumerate().map(finding).collect(),
            more: 0,
            approval_key: None,
        };
        let deciding = refusal.deciding();
        assert_eq!(refusal.code(), deciding.code);
        (deciding.code, deciding.place.span.clone().unwrap().start)
    }

    #[test]
    fn the_first_error_decides_unless_something_could_not_be_judged() {
        use Code::{DomainError, DomainRule, PolicyApproval, PolicyDenied, PolicyError, Schema};
        use Severity::{Error, Warning};
        let errors = |codes: &[Code]| {
            let errors: Vec<_> = codes.iter().map(|code| (*code, Error)).collect();
            deciding(&errors)
        };
        assert_eq!(errors(&[Schema, Schema]), (Schema, 0));
        assert_eq!(errors(&[DomainRule, DomainError]), (DomainError, 1));
        assert_eq!(errors(&[PolicyApproval, PolicyDenied]), (PolicyDenied, 1));
        assert_eq!(
            errors(&[PolicyApproval, PolicyDenied, PolicyError]),
            (PolicyError, 2)
        );
        assert_eq!(
            deciding(&[(DomainError, Warning), (DomainRule, Error)]),
            (DomainRule, 1)
        );
    }

    #[test]
    fn two_refusals_are_told_as_one() {
        let one = |code| Refusal {
            more: 2,
            ..Refusal::one(Finding::new(code, "no"))
        };
        let both = one(Code::SetupSchema).and(one(Code::SetupRules));
        assert_eq!(
            (both.code(), both.findings.len(), both.more),
            (Code::SetupSchema, 2, 4)
        );
    }
}

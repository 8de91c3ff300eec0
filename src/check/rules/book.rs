//! What a rule file says, ready to judge.

use std::ops::Range;
use std::sync::Arc;

use super::cel::Expression;
use super::cel::value::Kind;
use crate::check::schema::Schema;
use crate::refusal::{Severity, SourceFile};

/// A rule file that was read without a fault. What is not given is the empty book.
#[derive(Debug, Default)]
pub struct Rulebook {
    /// The file, to point into.
    pub(in crate::check) file: Option<Arc<SourceFile>>,
    pub(in crate::check) schema: Option<String>,
    /// Where the file names it.
    pub(in crate::check) schema_span: Option<Range<usize>>,
    pub(in crate::check) facts: Vec<Fact>,
    pub(in crate::check) variables: Vec<Variable>,
    pub(in crate::check) rules: Vec<Rule>,
    pub(in crate::check) policies: Vec<Policy>,
    pub(in crate::check) tools: Option<Tools>,
}

/// Something that the caller must give.
#[derive(Debug)]
pub(in crate::check) struct Fact {
    pub(in crate::check) name: String,
    pub(in crate::check) schema: Schema,
    /// Its type in expressions, as far as its schema tells it.
    pub(in crate::check) kind: Kind,
    /// The bytes of its name in the file.
    pub(in crate::check) place: Range<usize>,
}

/// A named expression.
#[derive(Debug)]
pub(in crate::check) struct Variable {
    pub(in crate::check) name: String,
    pub(in crate::check) expression: Expression,
    /// The bytes of its name in the file.
    pub(in crate::check) place: Range<usize>,
}

/// What a rule and a policy have in common.
#[derive(Debug)]
pub(in crate::check) struct Entry {
    pub(in crate::check) id: String,
    /// The tools whose calls it judges, names or globs; `None` judges the value in `check`.
    pub(in crate::check) tools: Option<Vec<String>>,
    pub(in crate::check) when: Option<Expression>,
    pub(in crate::check) message: Option<Message>,
    /// Where to point, as a JSON Pointer.
    pub(in crate::check) at: Option<String>,
}

/// An expression that must be true.
#[derive(Debug)]
pub(in crate::check) struct Rule {
    pub(in crate::check) entry: Entry,
    pub(in crate::check) expression: Expression,
    pub(in crate::check) severity: Severity,
}

/// A condition and what it means.
#[derive(Debug)]
pub(in crate::check) struct Policy {
    pub(in crate::check) entry: Entry,
    pub(in crate::check) decision: Decision,
}

/// What a policy decides. The greater one wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::check) enum Decision {
    Allow,
    Ask,
    Deny,
}

/// What holds for tool calls.
#[derive(Debug)]
#[allow(dead_code, reason = "the commands that judge tool calls will read it")]
pub(in crate::check) struct Tools {
    /// For tools that no policy speaks of.
    pub(in crate::check) default: Decision,
    /// How many calls one reply may make.
    pub(in crate::check) max_calls: Option<usize>,
}

/// Words with expressions between them: `the lines add up to {variables.total}`.
#[derive(Debug, Default)]
pub(in crate::check) struct Message(pub(in crate::check) Vec<Part>);

#[derive(Debug)]
pub(in crate::check) enum Part {
    Words(String),
    /// With its braces and white space, as written.
    Value(Expression, String),
}

impl Message {
    /// Whether it shows the value of this part of an expression.
    pub(in crate::check) fn shows(&self, part: &str) -> bool {
        let is_same = |shown: &Part| matches!(shown, Part::Value(expression, _) if expression.text().trim() == part);
        self.0.iter().any(is_same)
    }
}

impl Rulebook {
    /// The schema that the file names, relative to itself.
    #[must_use]
    pub fn schema(&self) -> Option<&str> {
        self.schema.as_deref()
    }

    /// The bytes of the file that name it.
    #[must_use]
    pub fn schema_span(&self) -> Option<Range<usize>> {
        self.schema_span.clone()
    }

    /// Whether any rule judges a value, and not a tool's calls.
    #[must_use]
    pub fn has_rules(&self) -> bool {
        self.rules.iter().any(|rule| rule.entry.is_of_values())
    }

    /// Whether any policy judges a value, and not a tool's calls.
    #[must_use]
    pub fn has_policies(&self) -> bool {
        self.policies
            .iter()
            .any(|policy| policy.entry.is_of_values())
    }

    /// Whether any entry judges a tool's calls.
    #[must_use]
    pub fn has_tools(&self) -> bool {
        let rules = self.rules.iter().map(|rule| &rule.entry);
        let policies = self.policies.iter().map(|policy| &policy.entry);
        rules.chain(policies).any(|entry| !entry.is_of_values())
    }

    /// Whether any expression uses the time.
    #[must_use]
    pub fn uses_now(&self) -> bool {
        self.expressions().any(Expression::uses_now)
    }

    /// All expressions, those in messages too.
    pub(in crate::check) fn expressions(&self) -> impl Iterator<Item = &Expression> {
        let entries = self.rules.iter().map(|rule| &rule.entry);
        let entries = entries.chain(self.policies.iter().map(|policy| &policy.entry));
        let own = entries.flat_map(Entry::expressions);
        let rules = self.rules.iter().map(|rule| &rule.expression);
        let variables = self.variables.iter().map(|variable| &variable.expression);
        own.chain(rules).chain(variables)
    }
}

impl Entry {
    /// Whether it judges the value in `check`.
    pub(in crate::check) fn is_of_values(&self) -> bool {
        self.tools.is_none()
    }

    /// Its condition, and what its message shows.
    fn expressions(&self) -> impl Iterator<Item = &Expression> {
        let parts = self.message.iter().flat_map(|message| &message.0);
        let shown = parts.filter_map(|part| match part {
            Part::Words(_) => None,
            Part::Value(expression, _) => Some(expression),
        });
        self.when.iter().chain(shown)
    }
}

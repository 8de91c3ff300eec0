//! The findings of a layer, as many as are told, and whether any of them refuses.

use crate::refusal::{Code, Finding, Refusal, Severity};

/// Findings in the order in which they came.
#[derive(Debug)]
pub(in crate::check) struct Findings {
    told: Vec<Finding>,
    most: usize,
    more: usize,
}

impl Findings {
    /// At most so many are told.
    pub(in crate::check) fn new(most: usize) -> Self {
        Self {
            told: Vec::new(),
            most: most.max(1),
            more: 0,
        }
    }

    /// How many places of the next entry are worth finding: always one.
    pub(in crate::check) fn room(&self) -> usize {
        self.most.saturating_sub(self.told.len()).max(1)
    }

    /// Takes one in. The first that refuses is told in any case, and the first that has no answer,
    /// in the place of the last: they decide.
    pub(in crate::check) fn add(&mut self, finding: Finding) {
        if self.told.len() < self.most {
            self.told.push(finding);
            return;
        }
        self.more += 1;
        let decides = |finding: &Finding| {
            (
                matches!(finding.code, Code::DomainError | Code::PolicyError),
                finding.severity == Severity::Error,
            )
        };
        let strongest = self.told.iter().map(decides).max();
        if strongest < Some(decides(&finding)) {
            self.told.pop();
            self.told.push(finding);
        }
    }

    /// Counts some that are not told.
    pub(in crate::check) fn more(&mut self, more: usize) {
        self.more += more;
    }

    /// All that was found, and how much more there was.
    ///
    /// # Errors
    /// The refusal, if any of it refuses.
    pub(in crate::check) fn close(self) -> Result<(Vec<Finding>, usize), Refusal> {
        let refuses = |finding: &Finding| finding.severity == Severity::Error;
        if self.told.iter().any(refuses) {
            return Err(Refusal {
                findings: self.told,
                more: self.more,
                approval_key: None,
            });
        }
        Ok((self.told, self.more))
    }
}

//! Many replies, told shortly: a line for each that is refused, a few more lines, then counts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::short;
use super::verdict::Verdict;

/// How many refused replies have a line.
const MOST_REPLIES: usize = 1000;

/// How many lines are shown beside the first of each reply.
const MOST_OTHERS: usize = 20;

/// Counts verdicts as they come.
#[derive(Debug, Default)]
pub struct Tally {
    judged: usize,
    replies: usize,
    others: usize,
    untold: usize,
    refused: BTreeMap<String, usize>,
    failed: BTreeMap<String, usize>,
}

impl Tally {
    /// Takes in one verdict. Gives the lines to print of it now: its first, as long as there are
    /// not very many, and of the others what is left of twenty for all replies.
    pub fn add(&mut self, verdict: &Verdict) -> String {
        // A fault in the contract is told of no reply.
        if verdict.code().layer() != "setup" {
            self.count(verdict);
        }
        let told = self.room(verdict);
        let left = verdict.findings().len() - told + verdict.more();
        let lines = verdict.weightiest().take(told);
        let mut lines: String = lines.map(|told| short::line(told, verdict)).collect();
        if left > 0 && told == verdict.findings().len() {
            lines.push_str(&short::rest(verdict, left));
        } else {
            self.untold += left;
        }
        lines
    }

    /// How many of a reply's findings are told. Those of an accepted one have no line of their own.
    fn room(&mut self, verdict: &Verdict) -> usize {
        let findings = verdict.findings().len();
        let counts = findings > 0 && !verdict.accepted();
        let first = usize::from(counts && self.replies < MOST_REPLIES);
        self.replies += first;
        if counts && first == 0 {
            return 0;
        }
        let others = (findings - first).min(MOST_OTHERS - self.others);
        self.others += others;
        first + others
    }

    fn count(&mut self, verdict: &Verdict) {
        self.judged += 1;
        if !verdict.accepted() {
            let counts = if matches!(verdict.exit(), 10..60) {
                &mut self.refused
            } else {
                &mut self.failed
            };
            *counts.entry(verdict.name().to_owned()).or_default() += 1;
        }
    }

    /// `3 of 5 refused: 2 schema.required, 1 parse.truncated`, and what else there is to count.
    /// Empty when all were accepted and all is told.
    #[must_use]
    pub fn closing(&self) -> String {
        let mut text = String::new();
        if self.untold > 0 {
            let _ = writeln!(text, "{}", short::more(self.untold));
        }
        for (counts, what) in [(&self.refused, "refused"), (&self.failed, "not judged")] {
            if !counts.is_empty() {
                let sum: usize = counts.values().sum();
                let _ = writeln!(text, "{sum} of {} {what}: {}", self.judged, listed(counts));
            }
        }
        text
    }
}

/// The most frequent first.
fn listed(counts: &BTreeMap<String, usize>) -> String {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let listed: Vec<_> = counts
        .iter()
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    listed.join(", ")
}

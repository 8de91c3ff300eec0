//! Many replies, told shortly: the first lines, then counts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::short;
use super::verdict::Verdict;

/// How many lines are shown in all.
const MOST_LINES: usize = 20;

/// Counts verdicts as they come.
#[derive(Debug, Default)]
pub struct Tally {
    judged: usize,
    shown: usize,
    untold: usize,
    refused: BTreeMap<String, usize>,
    failed: BTreeMap<String, usize>,
}

impl Tally {
    /// Takes in one verdict. Gives the lines to print of it now: none once twenty were given.
    pub fn add(&mut self, verdict: &Verdict) -> String {
        self.judged += 1;
        if !verdict.accepted() {
            let counts = if matches!(verdict.exit(), 10..60) {
                &mut self.refused
            } else {
                &mut self.failed
            };
            *counts.entry(verdict.name().to_owned()).or_default() += 1;
        }
        let lines: Vec<_> = short::lines(verdict).collect();
        let room = (MOST_LINES - self.shown).min(lines.len());
        self.shown += room;
        self.untold += lines.len() - room;
        lines.into_iter().take(room).collect()
    }

    /// `3 of 5 refused: 2 schema.required, 1 parse.truncated`, and what else there is to count.
    /// Empty when all were accepted.
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

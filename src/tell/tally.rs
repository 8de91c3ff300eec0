//! Many replies, told shortly: a line for each that is refused, a few more lines, then counts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::short;
use super::verdict::Verdict;
use crate::refusal::{Code, Refusal};

/// How many lines are shown beside the first of each reply.
const MOST_OTHERS: usize = 20;

/// What the replies are, and so how many of them are refused before their lines are no help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// Files: 1,000 have a line at least.
    Files,
    /// Lines of files: 20 have a line, and only one.
    Lines,
}

impl Among {
    /// How many refused replies have a line.
    #[must_use]
    pub const fn replies(self) -> usize {
        match self {
            Self::Files => 1000,
            Self::Lines => 20,
        }
    }

    /// Whether a refused reply may have more lines than its first.
    const fn tells_others(self) -> bool {
        matches!(self, Self::Files)
    }
}

/// What a tally has to know of a verdict, apart from all others.
#[derive(Debug)]
pub struct Brief {
    name: String,
    kind: Kind,
    /// Its first lines, the weightiest first.
    lines: Vec<String>,
    /// How many findings there are, and how many more there were.
    findings: usize,
    more: usize,
    /// What is said when all lines are told, and there were more findings.
    rest: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Accepted,
    Refused,
    /// It could not be judged.
    Failed,
    /// A fault in the contract, which is told of no reply.
    Setup,
}

impl Kind {
    fn of(code: Code) -> Self {
        match code.exit() {
            0 => Self::Accepted,
            _ if code.layer() == "setup" => Self::Setup,
            10..60 => Self::Refused,
            _ => Self::Failed,
        }
    }
}

impl Brief {
    /// Of a refusal that is only counted: enough of its kind have lines.
    #[must_use]
    pub fn counted(refusal: &Refusal) -> Self {
        Self {
            name: refusal.deciding().name(),
            kind: Kind::of(refusal.code()),
            lines: Vec::new(),
            findings: refusal.findings.len(),
            more: refusal.more,
            rest: String::new(),
        }
    }

    /// Of a verdict.
    #[must_use]
    pub fn of(verdict: &Verdict) -> Self {
        let lines = verdict.weightiest().take(1 + MOST_OTHERS);
        let lines: Vec<_> = lines.map(|told| short::line(told, verdict)).collect();
        Self {
            name: verdict.name().to_owned(),
            kind: Kind::of(verdict.code()),
            findings: verdict.findings().len(),
            more: verdict.more(),
            rest: short::rest(verdict, verdict.more()),
            lines,
        }
    }
}

/// Counts verdicts as they come.
#[derive(Debug)]
pub struct Tally {
    among: Among,
    judged: usize,
    replies: usize,
    others: usize,
    untold: usize,
    refused: BTreeMap<String, usize>,
    failed: BTreeMap<String, usize>,
}

impl Tally {
    /// Of replies of this kind.
    #[must_use]
    pub fn new(among: Among) -> Self {
        Self {
            among,
            judged: 0,
            replies: 0,
            others: 0,
            untold: 0,
            refused: BTreeMap::new(),
            failed: BTreeMap::new(),
        }
    }

    /// Takes in so many replies that were accepted without a word.
    pub fn accepted(&mut self, replies: usize) {
        self.judged += replies;
    }

    /// Takes in one verdict. Gives the lines to print of it now: its first, as long as there are
    /// not very many, and of the others what is left of twenty for all replies.
    pub fn add(&mut self, brief: Brief) -> String {
        self.count(&brief);
        let told = self.room(&brief);
        let left = brief.findings - told + brief.more;
        let all = told == brief.findings;
        let mut lines: String = brief.lines.into_iter().take(told).collect();
        if left > 0 && all && self.among.tells_others() {
            lines.push_str(&brief.rest);
        } else {
            self.untold += left;
        }
        lines
    }

    /// How many of a reply's findings are told. Those of an accepted one have no line of their own.
    fn room(&mut self, brief: &Brief) -> usize {
        let findings = brief.findings;
        let counts = findings > 0 && brief.kind != Kind::Accepted;
        let first = usize::from(counts && self.replies < self.among.replies());
        self.replies += first;
        if counts && (first == 0 || !self.among.tells_others()) {
            return first;
        }
        let others = (findings - first).min(MOST_OTHERS - self.others);
        self.others += others;
        first + others
    }

    fn count(&mut self, brief: &Brief) {
        let counts = match brief.kind {
            Kind::Setup => return,
            Kind::Accepted => None,
            Kind::Refused => Some(&mut self.refused),
            Kind::Failed => Some(&mut self.failed),
        };
        self.judged += 1;
        if let Some(counts) = counts {
            *counts.entry(brief.name.clone()).or_default() += 1;
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

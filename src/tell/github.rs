//! Annotations for GitHub Actions: workflow commands, at most ten, each on one line of its own.
//!
//! Every line begins with words of ours, and whatever comes from the input is escaped, so that
//! nothing in it can start a command.

use super::Source;
use super::short;
use super::told::{Told, shown_name};
use super::verdict::Verdict;
use crate::read::document::place::position;

/// How many annotations of one kind GitHub shows of one step.
const MOST: usize = 10;

/// The annotations of one reply, apart from all others.
#[derive(Debug)]
pub struct Annotations {
    lines: Vec<String>,
    refused: bool,
    findings: usize,
}

impl Annotations {
    /// Of a verdict; `source` is the reply.
    #[must_use]
    pub fn of(verdict: &Verdict, source: &Source<'_>) -> Self {
        let told = verdict.weightiest().take(MOST);
        Self {
            lines: told
                .map(|told| annotation(told, verdict, source.text))
                .collect(),
            refused: !verdict.accepted(),
            findings: verdict.findings().len() + verdict.more(),
        }
    }
}

/// Gathers the annotations of any number of replies: one for each before a second for any.
#[derive(Debug, Default)]
pub struct Github {
    /// Of each refused reply the first.
    firsts: Vec<String>,
    others: Vec<String>,
    refused: usize,
    findings: usize,
}

impl Github {
    /// Takes in those of one reply.
    pub fn add(&mut self, annotations: Annotations) {
        self.refused += usize::from(annotations.refused);
        self.findings += annotations.findings;
        let mut lines = annotations.lines.into_iter();
        if annotations.refused {
            let room = MOST.saturating_sub(self.firsts.len());
            self.firsts.extend(lines.next().filter(|_| room > 0));
        }
        let room = MOST.saturating_sub(self.others.len());
        self.others.extend(lines.take(room));
    }

    /// The annotations, and how much they leave out. Empty when nothing was found.
    #[must_use]
    pub fn closing(self) -> String {
        let untold = self.refused.saturating_sub(self.firsts.len());
        let lines: Vec<_> = self
            .firsts
            .into_iter()
            .chain(self.others)
            .take(MOST)
            .collect();
        let left = self.findings.saturating_sub(lines.len());
        let last = match (untold, left) {
            (0, 0) => String::new(),
            (0, left) => format!("{}\n", short::more(left)),
            (untold, _) => format!("{untold} more refused\n"),
        };
        lines.concat() + &last
    }
}

fn annotation(told: &Told, verdict: &Verdict, reply: &str) -> String {
    let mut properties = match told.file.as_deref().or(verdict.file()) {
        Some(_) => located(told, verdict, reply),
        None => Vec::new(),
    };
    properties.push(format!("title={}", property(&told.code)));
    let help = told.help.as_ref();
    let help = help.map_or_else(String::new, |help| format!(" ({help})"));
    let message = format!(
        "{}: {}{help}",
        short::place(told, verdict.file()),
        told.said(verdict.file())
    );
    format!(
        "::{} {}::{}\n",
        told.severity,
        properties.join(","),
        data(&message)
    )
}

/// File and place. GitHub takes columns only of a place on one line.
fn located(told: &Told, verdict: &Verdict, reply: &str) -> Vec<String> {
    let file = told.file.as_deref().or(verdict.file());
    let mut properties = vec![format!("file={}", property(&shown_name(file)))];
    let Some(from) = told.place() else {
        return properties;
    };
    properties.push(format!("line={}", from.line));
    let Some(span) = told.span.as_ref().filter(|_| !verdict.is_inside(told)) else {
        // Where the text ends in the file, it does not tell.
        properties.push(format!("col={}", from.column));
        return properties;
    };
    let to = position(told.text(reply), span.end);
    let columns = to.line == from.line;
    properties.extend(columns.then(|| format!("col={}", from.column)));
    properties.push(format!("endLine={}", to.line));
    properties.extend(columns.then(|| format!("endColumn={}", to.column)));
    properties
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

//! A verdict, told: to a person, a program, a CI system or the model that wrote the reply.
//!
//! Every report is made from one [`Verdict`], so that no two of them can disagree.

mod cursor;

mod places;

mod safe;

mod told;

mod json;

mod contract;

mod parts;

pub mod verdict;

mod short;

mod model;

mod github;

mod columns;

mod window;

mod lines;

mod draw;

mod human;

mod tally;

mod trace;

pub use github::{Annotations, Github};
pub use tally::{Among, Brief, Tally};
pub use told::Told;
pub use trace::trace;
pub use verdict::{About, Contract, ContractFile, Line, Verdict};

/// How a verdict is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Report {
    /// For a person: the reply with every finding marked at its place
    Human,
    /// One line a finding, its place first, as compilers write it
    Short,
    /// The whole verdict as one line of JSON
    Json,
    /// For the model that wrote the reply: what to mend, in plain words
    Model,
    /// Annotations for GitHub Actions
    Github,
}

impl Report {
    /// Whether it says anything of an accepted reply without warnings. Where no report does, no
    /// verdict is needed.
    #[must_use]
    pub fn tells_acceptance(self) -> bool {
        self == Self::Json
    }
}

/// How a report for a person looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether to colour it.
    pub colour: bool,
    /// How wide it may be, in columns; what is below 20 counts as 20.
    pub width: usize,
    /// Whether it is told among those of other replies, so that it must name its own.
    pub several: bool,
}

/// The reply as it was read, to be shown.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The file, or `stdin`.
    pub name: &'a str,
    /// The text that was judged, which need not be all of the input; with replacement characters
    /// if it is not UTF-8.
    pub text: &'a str,
}

/// The whole report, with its final line break. Empty where there is nothing to say: of an
/// accepted reply without warnings (except as JSON), and to the model when asking it again would
/// not help.
#[must_use]
pub fn tell(report: Report, verdict: &Verdict, source: &Source<'_>, style: &Style) -> String {
    match report {
        Report::Human => human::tell(verdict, source, style),
        Report::Short => short::lines(verdict).collect(),
        Report::Json => format!("{}\n", verdict.to_json()),
        Report::Model => match verdict.feedback() {
            Some(text) if style.several => {
                format!("{}:\n{text}\n", verdict.whence())
            }
            Some(text) => format!("{text}\n"),
            None => String::new(),
        },
        Report::Github => {
            let mut github = Github::default();
            github.add(Annotations::of(verdict, source));
            github.closing()
        }
    }
}

/// A text as a JSON string, safe to print.
#[must_use]
pub fn quoted(text: &str) -> String {
    json::line(&text)
}

#[cfg(test)]
mod tests;

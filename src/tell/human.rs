//! The report for a person: what is wrong, the reply with every finding marked at its place,
//! what would do, and what the refusal means for the caller.

use std::fmt::Write as _;

use super::draw::{self, Lead};
use super::parts::Candidate;
use super::told::{Told, shown_name};
use super::verdict::Verdict;
use super::window::{self, Mark, Reach, Window};
use super::{Source, Style, short};
use crate::read::document::place::Position;
use crate::refusal::Code;

/// The report. Empty for an accepted reply without warnings.
pub(super) fn tell(verdict: &Verdict, source: &Source<'_>, style: &Style) -> String {
    let teller = Teller {
        verdict,
        source,
        style,
    };
    let mut report = String::new();
    let mut rest = verdict.findings();
    while let Some((first, others)) = rest.split_first() {
        let (near, far) = others.split_at(teller.near(first, others));
        let (group, _) = rest.split_at(1 + near.len());
        report.push_str(&teller.group(group));
        report.push('\n');
        rest = far;
    }
    teller.candidates(&mut report);
    if verdict.more() > 0 {
        let _ = writeln!(report, "and {}\n", short::more(verdict.more()));
    }
    if verdict.accepted() {
        // Nothing is below the last warning to keep apart from it.
        report.pop();
    } else {
        report.push_str(&teller.closing());
    }
    report
}

/// How many findings share a snippet with the first. Drawing costs their square.
const MOST_NEAR: usize = 19;

struct Teller<'a> {
    verdict: &'a Verdict,
    source: &'a Source<'a>,
    style: &'a Style,
}

impl Teller<'_> {
    /// How many of the findings behind the first can be shown in one snippet with it.
    fn near(&self, first: &Told, others: &[Told]) -> usize {
        let Some((start, line)) = self.shown(first) else {
            return 0;
        };
        let room = window::room(draw::width(self.style), line);
        let mut reach = Reach::new(first.text(self.source.text), start, line, room);
        let near = |other: &&Told| {
            let shown = self.shown(other).filter(|_| other.file == first.file);
            shown.is_some_and(|(start, line)| reach.admits(start, line))
        };
        others.iter().take(MOST_NEAR).take_while(near).count()
    }

    /// Start and line of a finding whose place can be shown.
    fn shown(&self, told: &Told) -> Option<(usize, usize)> {
        let text = told.text(self.source.text);
        if self.verdict.masked() || is_blank(text) {
            return None;
        }
        let start = told.span.as_ref()?.start;
        Some((start.min(text.len()), shown_at(told)?.line))
    }

    /// Findings that stand near each other.
    fn group(&self, group: &[Told]) -> String {
        let mut text = String::new();
        let alone = group.len() == 1;
        for told in group {
            text.push_str(&self.headline(told));
            text.push_str(&if alone {
                self.snippet(group)
            } else {
                String::new()
            });
            if let Some(help) = &told.help {
                text.push_str(&draw::words(Lead::Help, help, self.style));
            }
        }
        text.push_str(&if alone {
            String::new()
        } else {
            self.snippet(group)
        });
        text
    }

    fn headline(&self, told: &Told) -> String {
        let lead = format!("{}[{}]:", told.severity, told.code);
        let lead = match told.severity {
            "warning" => Lead::Warning(&lead),
            _ => Lead::Error(&lead),
        };
        draw::words(lead, &told.said(self.verdict.file()), self.style)
    }

    /// The place of the findings: drawn, or under mask only named.
    fn snippet(&self, group: &[Told]) -> String {
        let Some(first) = group.first() else {
            return String::new();
        };
        match self.shown(first).zip(shown_at(first)) {
            Some((_, at)) => {
                let last = group.iter().filter_map(shown_at).max();
                let room = window::room(draw::width(self.style), last.unwrap_or(at).line);
                let text = first.text(self.source.text);
                let marks: Vec<_> = group.iter().map(|told| mark(told, group, text)).collect();
                let window = Window::new(text, &marks, at.line, room);
                let name = match first.place_in_text() {
                    Some(_) => format!("{}, text", self.verdict.whence()),
                    None => first.file_name(self.verdict.file()),
                };
                draw::snippet(&window, &name, at, self.style)
            }
            None if self.verdict.masked() => self.named(first),
            None => String::new(),
        }
    }

    fn named(&self, told: &Told) -> String {
        let pointer = short::pointer(told);
        if told.place().is_none() && pointer.is_none() {
            return String::new();
        }
        let place = short::place(told, self.verdict.file());
        let pointer = pointer.map_or_else(String::new, |pointer| format!(" {pointer}"));
        let rule = told.rule();
        let rule = rule.map_or_else(String::new, |rule| format!(" rule {rule}"));
        format!("  at {place}{pointer}{rule}\n")
    }

    fn candidates(&self, report: &mut String) {
        let (candidates, more) = self.verdict.candidates();
        if self.verdict.code() != Code::Ambiguous || candidates.is_empty() {
            return;
        }
        let name = shown_name(self.verdict.file());
        for candidate in candidates {
            let _ = writeln!(report, "  {name}:{}", told(candidate));
        }
        if more > 0 {
            let _ = writeln!(report, "  and {more} more");
        }
        report.push('\n');
    }

    /// What it means: code, exit code and what the caller can do, unless a help said that.
    fn closing(&self) -> String {
        let row = self.verdict.code().row();
        let what = if matches!(row.exit, 10..60) {
            "refused:"
        } else {
            "not judged:"
        };
        let named = self.style.several && row.code.layer() != "setup";
        let lead = if named {
            format!("{}: {what}", self.verdict.whence())
        } else {
            what.to_owned()
        };
        let helps = self.verdict.findings().iter();
        let mut helps = helps.filter_map(|told| told.help.as_deref());
        let mut text = format!("{}, exit {}", self.verdict.name(), row.exit);
        // What comes first in it may have been said in other words behind that.
        let first = row.advice.split(',').next().unwrap_or_default();
        if !helps.any(|help| help.contains(first)) {
            let _ = write!(text, ": {}", row.advice);
        }
        draw::words(Lead::Error(&lead), &text, self.style)
    }
}

/// The place that is shown: in the text that was judged, for that is what is drawn.
fn shown_at(told: &Told) -> Option<Position> {
    told.place_in_text().or(told.place())
}

fn is_blank(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().is_empty()
}

/// What is marked for a finding, with the id of its rule. What has none bears the last word of its
/// code beside others.
fn mark(told: &Told, group: &[Told], text: &str) -> Mark {
    let span = told.span.clone().unwrap_or_default();
    let word = || told.code.rsplit('.').next().unwrap_or_default().to_owned();
    let word = told.rule().or_else(|| (group.len() > 1).then(word));
    let label = match (word, short::pointer(told)) {
        (Some(word), Some(pointer)) => format!("{word} {pointer}"),
        (Some(word), None) => word,
        (None, Some(pointer)) => pointer,
        (None, None) if span.start >= text.trim_end().len() => "the text ends here".to_owned(),
        (None, None) => String::new(),
    };
    Mark { span, label }
}

fn told(candidate: &Candidate) -> String {
    let satisfies = match candidate.satisfies {
        Some(true) => " satisfies the schema",
        Some(false) => " does not satisfy the schema",
        None => "",
    };
    format!("{}:{}{satisfies}", candidate.line, candidate.column)
}

//! Where verdicts are told: on standard error, in files, or in both.

use std::io::Write;

use anyhow::Context as _;

use super::{create, shown};
use crate::cli::Check;
use crate::command::stream;
use crate::command::terminal::{self, Colours};
use crate::tell::{self, Github, Report, Source, Style, Tally, Verdict};

/// All reports of a run.
pub(super) struct Reports {
    targets: Vec<Target>,
    /// Whether other words may stand on standard error too.
    notes: bool,
    colour: bool,
}

/// One report, and where it goes.
struct Target {
    teller: Teller,
    /// The file and its name as shown; `None` is standard error.
    file: Option<(Box<dyn Write>, String)>,
}

enum Teller {
    /// Each verdict for itself.
    Each(Each),
    /// Lines of several, then counts.
    Tally(Tally),
    /// Annotations, all at the end: which are told depends on how many there are.
    Github(Github),
}

/// A report that is told of each reply.
struct Each {
    report: Report,
    style: Style,
    /// Whether it has told anything yet.
    begun: bool,
}

impl Reports {
    /// Opens the files, so that one that cannot be written is found before a reply is judged.
    pub(super) fn open(args: &Check, colours: Colours) -> anyhow::Result<Self> {
        let several = args.files.len() > 1;
        let mut targets = Vec::new();
        if !args.quiet {
            targets.extend(on_stderr(args).into_iter().map(|report| Target {
                teller: Teller::on_stderr(report, several, colours.stderr),
                file: None,
            }));
        }
        for to in &args.report {
            if let Some(path) = &to.file {
                targets.push(Target {
                    teller: Teller::in_file(to.report, several),
                    file: Some((create(path)?, shown(path))),
                });
            }
        }
        Ok(Self {
            targets,
            notes: !args.quiet && !on_stderr(args).into_iter().any(stands_alone),
            colour: colours.stderr,
        })
    }

    /// Whether any of them has something to say of an accepted reply.
    pub(super) fn want_accepted(&self) -> bool {
        self.targets.iter().any(|target| match &target.teller {
            Teller::Each(each) => each.report.tells_acceptance(),
            Teller::Tally(_) => true,
            Teller::Github(_) => false,
        })
    }

    /// Tells a verdict in each.
    pub(super) fn tell(&mut self, verdict: &Verdict, source: &Source<'_>) -> anyhow::Result<()> {
        self.targets.iter_mut().try_for_each(|target| {
            let words = target.teller.tell(verdict, source);
            target.write(&words)
        })
    }

    /// Ends each, with what could not be told before.
    pub(super) fn close(&mut self) -> anyhow::Result<()> {
        self.targets.iter_mut().try_for_each(|target| {
            let words = target.teller.closing();
            target.write(&words)
        })
    }

    /// Puts a note on standard error, unless a program reads there.
    pub(super) fn note(&self, words: &str) {
        let label = if self.colour {
            "\u{1b}[1;36mnote\u{1b}[0m"
        } else {
            "note"
        };
        self.say(&format!("{label}: {words}\n"));
    }

    /// Puts words on standard error, unless a program reads there.
    pub(super) fn say(&self, words: &str) {
        if self.notes {
            stream::tell(words);
        }
    }
}

impl Teller {
    fn on_stderr(report: Report, several: bool, colour: bool) -> Self {
        match report {
            Report::Short if several => Self::Tally(Tally::default()),
            _ => Self::new(report, several, colour, terminal::width()),
        }
    }

    /// A file has every line of every reply: it floods no screen.
    fn in_file(report: Report, several: bool) -> Self {
        Self::new(report, several, false, terminal::WIDTH)
    }

    fn new(report: Report, several: bool, colour: bool, width: usize) -> Self {
        match report {
            Report::Github if several => Self::Github(Github::default()),
            _ => Self::Each(Each {
                report,
                style: Style {
                    colour,
                    width,
                    several,
                },
                begun: false,
            }),
        }
    }

    fn tell(&mut self, verdict: &Verdict, source: &Source<'_>) -> String {
        match self {
            Self::Each(each) => each.tell(verdict, source),
            Self::Tally(tally) => tally.add(verdict),
            Self::Github(github) => {
                github.add(verdict, source);
                String::new()
            }
        }
    }

    fn closing(&mut self) -> String {
        match self {
            Self::Each(_) => String::new(),
            Self::Tally(tally) => tally.closing(),
            Self::Github(github) => std::mem::take(github).closing(),
        }
    }
}

impl Each {
    /// What is told; texts over several lines stand apart from each other.
    fn tell(&mut self, verdict: &Verdict, source: &Source<'_>) -> String {
        let mut words = tell::tell(self.report, verdict, source, &self.style);
        let apart = matches!(self.report, Report::Human | Report::Model);
        if apart && self.begun && !words.is_empty() {
            words.insert(0, '\n');
        }
        self.begun |= !words.is_empty();
        words
    }
}

impl Target {
    fn write(&mut self, words: &str) -> anyhow::Result<()> {
        match &mut self.file {
            None => {
                stream::tell(words);
                Ok(())
            }
            Some((file, name)) => file
                .write_all(words.as_bytes())
                .and_then(|()| file.flush())
                .with_context(|| format!("cannot write a report to {name}")),
        }
    }
}

/// The reports on standard error: those that were asked for, else the default.
pub(super) fn on_stderr(args: &Check) -> Vec<Report> {
    let here = args.report.iter().filter(|to| to.file.is_none());
    let asked: Vec<_> = here.map(|to| to.report).collect();
    match (asked.is_empty(), args.files.len() > 1) {
        (true, true) => vec![Report::Short],
        (true, false) => vec![Report::Human],
        (false, _) => asked,
    }
}

/// Whether a report is read by something that any other line would confuse.
pub(super) fn stands_alone(report: Report) -> bool {
    match report {
        Report::Human | Report::Short => false,
        Report::Json | Report::Model | Report::Github => true,
    }
}

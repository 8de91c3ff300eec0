//! Where verdicts are told: on standard error, in files, or in both.

use std::io::Write;

use anyhow::Context as _;

use super::{create, shown};
use crate::cli::Check;
use crate::command::stream;
use crate::command::terminal::{self, Colours};
use crate::refusal::Refusal;
use crate::tell::{self, Among, Annotations, Brief, Github, Report, Source, Style, Tally, Verdict};

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
    file: Option<(Box<dyn Write + Send>, String)>,
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

/// How one report is drafted, for which nothing of the other replies has to be known.
#[derive(Debug, Clone, Copy)]
enum Drafter {
    Each(Report, Style),
    Tally,
    Github,
}

/// How all reports are drafted.
#[derive(Debug, Clone)]
pub(super) struct Drafters(Vec<Drafter>);

/// What one report will tell of a verdict.
enum Draft {
    Words(String),
    Brief(Brief),
    Annotations(Annotations),
}

/// What all reports will tell of a verdict.
pub(super) struct Drafts(Vec<Draft>);

impl Reports {
    /// Opens the files, so that one that cannot be written is found before a reply is judged.
    pub(super) fn open(args: &Check, colours: Colours) -> anyhow::Result<Self> {
        let several = are_several(args);
        let among = if args.lines {
            Among::Lines
        } else {
            Among::Files
        };
        let mut targets = Vec::new();
        if !args.quiet {
            targets.extend(on_stderr(args).into_iter().map(|report| Target {
                teller: match report {
                    Report::Short if several => Teller::Tally(Tally::new(among)),
                    _ => Teller::new(report, several, colours.stderr, terminal::width()),
                },
                file: None,
            }));
        }
        for to in &args.report {
            if let Some(path) = &to.file {
                targets.push(Target {
                    // A file has every line of every reply: it floods no screen.
                    teller: Teller::new(to.report, several, false, terminal::WIDTH),
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

    /// How they are drafted.
    pub(super) fn drafters(&self) -> Drafters {
        let drafter = |target: &Target| match &target.teller {
            Teller::Each(each) => Drafter::Each(each.report, each.style),
            Teller::Tally(_) => Drafter::Tally,
            Teller::Github(_) => Drafter::Github,
        };
        Drafters(self.targets.iter().map(drafter).collect())
    }

    /// Tells a verdict in each.
    pub(super) fn tell(&mut self, verdict: &Verdict, source: &Source<'_>) -> anyhow::Result<()> {
        let drafts = self.drafters().draft(verdict, source);
        self.put(drafts)
    }

    /// Tells in each what was drafted for it.
    pub(super) fn put(&mut self, drafts: Drafts) -> anyhow::Result<()> {
        let mut targets = self.targets.iter_mut().zip(drafts.0);
        targets.try_for_each(|(target, draft)| {
            let words = target.teller.take(draft);
            target.write(&words)
        })
    }

    /// Counts replies that were accepted without a word.
    pub(super) fn accepted(&mut self, replies: usize) {
        for target in &mut self.targets {
            if let Teller::Tally(tally) = &mut target.teller {
                tally.accepted(replies);
            }
        }
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

    /// Whether other words may stand on standard error.
    pub(super) fn take_notes(&self) -> bool {
        self.notes
    }
}

impl Drafters {
    /// Whether any of them has something to say of an accepted reply without warnings.
    pub(super) fn want_accepted(&self) -> bool {
        self.0.iter().any(|drafter| match drafter {
            Drafter::Each(report, _) => report.tells_acceptance(),
            Drafter::Tally | Drafter::Github => false,
        })
    }

    /// Whether they have lines, or more than lines, on a refused reply behind so many others.
    pub(super) fn want_refused(&self, others: usize) -> bool {
        self.0.iter().any(|drafter| match drafter {
            Drafter::Tally => others < Among::Lines.replies(),
            Drafter::Each(..) | Drafter::Github => true,
        })
    }

    /// What is told of a refusal of which only the kind is wanted.
    pub(super) fn count(&self, refusal: &Refusal) -> Drafts {
        let briefs = self.0.iter().map(|_| Brief::counted(refusal));
        Drafts(briefs.map(Draft::Brief).collect())
    }

    /// What each will tell of a verdict.
    pub(super) fn draft(&self, verdict: &Verdict, source: &Source<'_>) -> Drafts {
        let draft = |drafter: &Drafter| match drafter {
            Drafter::Each(report, style) => {
                Draft::Words(tell::tell(*report, verdict, source, style))
            }
            Drafter::Tally => Draft::Brief(Brief::of(verdict)),
            Drafter::Github => Draft::Annotations(Annotations::of(verdict, source)),
        };
        Drafts(self.0.iter().map(draft).collect())
    }
}

impl Teller {
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

    fn take(&mut self, draft: Draft) -> String {
        match (self, draft) {
            (Self::Each(each), Draft::Words(words)) => each.tell(words),
            (Self::Tally(tally), Draft::Brief(brief)) => tally.add(brief),
            (Self::Github(github), Draft::Annotations(annotations)) => {
                github.add(annotations);
                String::new()
            }
            // Each draft is handed to the report that it was made for.
            _ => String::new(),
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
    fn tell(&mut self, mut words: String) -> String {
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
            _ if words.is_empty() => Ok(()),
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

/// Whether there may be several replies.
fn are_several(args: &Check) -> bool {
    args.lines || args.files.len() > 1
}

/// The reports on standard error: those that were asked for, else the default.
pub(super) fn on_stderr(args: &Check) -> Vec<Report> {
    let here = args.report.iter().filter(|to| to.file.is_none());
    let asked: Vec<_> = here.map(|to| to.report).collect();
    match (asked.is_empty(), are_several(args)) {
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

//! `jgate check`: replies in, clean JSON out, or a report of what is wrong.

mod contract;

mod input;

mod misuse;

mod output;

mod overwrite;

mod place;

mod reports;

use std::io::Write;
use std::path::Path;

use anyhow::Context as _;
use jiff::Timestamp;

use super::terminal::Colours;
use super::{exit_of, stream};
use crate::check::rules::Rulebook;
use crate::cli::{Check, Format};
use crate::gate::{Cleared, Gate, Judgement};
use crate::read::document::Document;
use crate::read::slice::Slicing;
use crate::refusal::{Code, Finding, Refusal};
use crate::tell::{self, About, Contract, Source, Verdict};
use contract::{Loaded, Terms};
use input::Input;
use output::Sink;
use reports::Reports;

/// Runs `check` when no command was named: the first file may be a mistyped command.
pub(super) fn run_unnamed(args: &Check, colours: Colours) -> anyhow::Result<u8> {
    misuse::mistyped(&args.files)?;
    run(args, colours)
}

/// Judges the replies and gives the exit code.
pub(super) fn run(args: &Check, colours: Colours) -> anyhow::Result<u8> {
    misuse::check(args)?;
    let done = all(args, colours);
    if let Err(error) = &done {
        let exit = exit_of(error);
        if exit == Code::Io.exit() && stdout_has_verdicts(args) {
            // Where this fails too, the exit code still says the same.
            let _ = stream::say(unwritten(error, args));
        }
        if args.quiet {
            return Ok(exit);
        }
    }
    done
}

fn stdout_has_verdicts(args: &Check) -> bool {
    args.format == Format::Verdict && args.output.is_none()
}

/// The verdict that a report could not be written: nothing is let through without it.
fn unwritten(error: &anyhow::Error, args: &Check) -> String {
    let finding = Finding::new(Code::Io, error.to_string());
    let about = About {
        file: None,
        contract: &Contract::default(),
        now: None,
        masked: args.mask,
    };
    let verdict = Verdict::failed(&Refusal::one(finding), &about);
    format!("{}\n", verdict.to_json())
}

/// The contract comes first, so that a fault in it is found before any reply is read, and no
/// file of it is written to.
fn all(args: &Check, colours: Colours) -> anyhow::Result<u8> {
    let Loaded {
        terms,
        contract,
        read,
    } = contract::load(args);
    overwrite::check_unnamed(args, &read)?;
    if let Ok(terms) = &terms {
        misuse::check_terms(args, terms)?;
    }
    let mut desk = Desk {
        args,
        contract,
        now: None,
        reports: Reports::open(args, colours)?,
        sink: Sink::open(args.output.as_deref())?,
        accepted: false,
    };
    let (exit, notes) = match terms {
        Ok(terms) => by_terms(&mut desk, terms)?,
        Err(refusal) => {
            let verdict = Verdict::failed(&refusal, &desk.about(None));
            (desk.tell(&verdict, &Input::Stdin.source(""))?, Vec::new())
        }
    };
    desk.reports.close()?;
    desk.sink.close(exit == Code::Accepted.exit())?;
    for note in notes {
        desk.reports.note(&note);
    }
    Ok(exit)
}

/// Judges the replies, and gives the exit code and what is to be noted of the contract.
fn by_terms(desk: &mut Desk<'_>, terms: Terms) -> anyhow::Result<(u8, Vec<String>)> {
    let Terms {
        schema,
        book,
        setting,
        notes,
    } = terms;
    desk.now = book.uses_now().then_some(setting.now);
    let gate = Gate {
        max_bytes: desk.args.max_bytes,
        slicing: slicing(desk.args),
        schema,
        book,
        setting,
    };
    let exit = replies(desk, &gate)?;
    let mut lines = Vec::new();
    if !desk.args.quiet {
        lines = contract::doubts(gate.schema.as_ref(), &notes);
    }
    if gate.book.has_tools() && desk.accepted {
        lines.push(UNCALLED.to_owned());
    }
    if gate.schema.is_none() && desk.accepted {
        lines.push(unshaped(&gate.book).to_owned());
    }
    // The process ends soon: freeing a compiled schema piece by piece costs a tenth of a short
    // run and gives nothing back.
    std::mem::forget(gate);
    Ok((exit, lines))
}

fn slicing(args: &Check) -> Slicing {
    Slicing {
        method: args.slice,
        pick: args.pick,
        max_depth: usize::try_from(args.max_depth).unwrap_or(usize::MAX),
        trace: args.trace,
    }
}

/// What is noted where a rule file has more to say than is asked of it here.
const UNCALLED: &str = "the entries with `tool` judge tool calls: they said nothing of this value";

/// What is noted where no schema judged.
fn unshaped(book: &Rulebook) -> &'static str {
    if book.has_rules() || book.has_policies() {
        "only the form and the rules were judged: no schema was given"
    } else {
        "only the form was judged: no schema was given"
    }
}

fn replies(desk: &mut Desk<'_>, gate: &Gate) -> anyhow::Result<u8> {
    let inputs = input::all(&desk.args.files);
    let mut exits = Vec::with_capacity(inputs.len());
    for input in &inputs {
        exits.push(desk.judge(input, gate)?);
    }
    desk.accepted = exits.contains(&Code::Accepted.exit());
    Ok(overall(&exits))
}

/// The exit code of the run: that of a single reply, else the worst of several.
fn overall(exits: &[u8]) -> u8 {
    if let [exit] = exits {
        return *exit;
    }
    let worst = exits.iter().map(|exit| match *exit {
        0 => Code::Accepted,
        exit if exit == Code::InputUnreadable.exit() => Code::InputUnreadable,
        _ => Code::BatchRefused,
    });
    worst.map(Code::exit).max().unwrap_or_default()
}

/// Where replies are judged and what became of them is handed out.
struct Desk<'a> {
    args: &'a Check,
    contract: Contract,
    /// The clock that the rules see, if they look at it.
    now: Option<Timestamp>,
    reports: Reports,
    sink: Sink,
    /// Whether any reply was accepted.
    accepted: bool,
}

impl Desk<'_> {
    fn about<'a>(&'a self, file: Option<&'a str>) -> About<'a> {
        About {
            file,
            contract: &self.contract,
            now: self.now,
            masked: self.args.mask,
        }
    }

    fn judge(&mut self, input: &Input<'_>, gate: &Gate) -> anyhow::Result<u8> {
        if input.is_awaited() {
            self.reports
                .say("jgate: waiting for a reply on standard input; end it with Ctrl-D\n");
        }
        let name = input.file();
        let bytes = match input.read(self.args.max_bytes) {
            Ok(bytes) => bytes,
            Err(refusal) => {
                let verdict = Verdict::failed(&refusal, &self.about(name.as_deref()));
                return self.tell(&verdict, &input.source(""));
            }
        };
        let mut judgement = gate.judge(&bytes);
        if let (Err(refusal), Input::File(_)) = (&mut judgement.outcome, input) {
            without_pipe(refusal);
        }
        match &judgement.outcome {
            Ok(cleared) if self.is_plain(cleared) => {
                self.put(cleared)?;
                Ok(Code::Accepted.exit())
            }
            _ => self.told(input, &bytes, &judgement),
        }
    }

    /// Whether nothing but the value is to be said of an accepted reply. A verdict is not free: it
    /// holds a hash of the whole reply.
    fn is_plain(&self, cleared: &Cleared<'_>) -> bool {
        let Check { format, trace, .. } = self.args;
        let silent = cleared.warnings().is_empty() && !self.reports.want_accepted();
        *format != Format::Verdict && !trace && silent
    }

    fn told(
        &mut self,
        input: &Input<'_>,
        bytes: &[u8],
        judgement: &Judgement<'_>,
    ) -> anyhow::Result<u8> {
        let text = input::text(bytes);
        let source = input.source(&text);
        if self.args.trace {
            let trace = tell::trace(&judgement.story, &source, self.args.mask);
            self.reports.say(&trace);
        }
        let name = input.file();
        let verdict = Verdict::of(bytes, judgement, &self.about(name.as_deref()));
        let exit = self.tell(&verdict, &source)?;
        match &judgement.outcome {
            Ok(cleared) if self.args.format != Format::Verdict => self.put(cleared)?,
            _ => {}
        }
        Ok(exit)
    }

    fn put(&mut self, cleared: &Cleared<'_>) -> anyhow::Result<()> {
        self.sink.put(&value(cleared.document(), self.args.format))
    }

    /// Reports go first: what could not be reported is not let through.
    fn tell(&mut self, verdict: &Verdict, source: &Source<'_>) -> anyhow::Result<u8> {
        self.reports.tell(verdict, source)?;
        if self.args.format == Format::Verdict {
            self.sink.put(&verdict.to_json())?;
        }
        Ok(verdict.exit())
    }
}

/// Takes out what is said of an empty reply that came through a pipe: this one did not.
fn without_pipe(refusal: &mut Refusal) {
    let empty = |finding: &&mut Finding| finding.code == Code::Empty;
    for finding in refusal.findings.iter_mut().filter(empty) {
        finding.help = None;
    }
}

fn value(document: &Document<'_>, format: Format) -> String {
    match format {
        Format::Pretty => document.pretty(),
        Format::Raw => document.raw().to_owned(),
        Format::Compact | Format::Verdict => document.compact(),
    }
}

/// Opens a file to write to, with its name in the error.
fn create(path: &Path) -> anyhow::Result<Box<dyn Write>> {
    place::open(path).with_context(|| format!("cannot write to {}", shown(path)))
}

/// A file's name as it may be shown.
fn shown(path: &Path) -> String {
    let name = path.to_string_lossy();
    format!("`{}`", crate::refusal::text::escaped(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_reply_has_its_own_code_and_several_the_worst() {
        assert_eq!(overall(&[22]), 22);
        assert_eq!(overall(&[66]), 66);
        assert_eq!(overall(&[0, 0]), 0);
        assert_eq!(overall(&[0, 30, 20]), 1);
        assert_eq!(overall(&[30, 66, 0]), 66);
        assert_eq!(overall(&[0, 78]), 1);
    }
}

//! `jgate check`: replies in, clean JSON out, or a report of what is wrong.

mod contract;

mod common;

mod input;

mod misuse;

mod output;

mod overwrite;

mod place;

mod reports;

mod replies;

mod lines;

use std::io::Write;
use std::path::Path;

use anyhow::Context as _;

use super::terminal::Colours;
use super::{exit_of, stream};
use crate::check::rules::Rulebook;
use crate::cli::{Check, Format};
use crate::gate::Gate;
use crate::read::opening::Opening;
use crate::read::slice::Slicing;
use crate::refusal::{Code, Finding, Refusal};
use crate::tell::{About, Contract, Verdict};
use common::Common;
use contract::{Loaded, Terms};
use input::Input;
use output::Sink;
use replies::Desk;
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
        line: None,
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
        common: Common {
            args,
            contract,
            now: None,
        },
        reports: Reports::open(args, colours)?,
        sink: Sink::open(args.output.as_deref())?,
        accepted: false,
    };
    let (exit, notes) = match terms {
        Ok(terms) => by_terms(&mut desk, terms)?,
        Err(refusal) => {
            let verdict = Verdict::failed(&refusal, &desk.common.about(None, None));
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
    let args = desk.common.args;
    desk.common.now = book.uses_now().then_some(setting.now);
    let gate = Gate {
        max_bytes: args.max_bytes,
        opening: Opening {
            field: args.field.clone(),
            given: args.from.unwrap_or_default(),
            choice: args.choice,
        },
        slicing: slicing(args),
        schema,
        book,
        setting,
    };
    let (exit, mut noted) = if args.lines {
        lines::run(desk, &gate)?
    } else {
        (replies::run(desk, &gate)?, Vec::new())
    };
    if !args.quiet {
        noted.extend(contract::doubts(gate.schema.as_ref(), &notes));
    }
    if gate.book.has_tools() && desk.accepted {
        noted.push(UNCALLED.to_owned());
    }
    if gate.schema.is_none() && desk.accepted {
        noted.push(unshaped(&gate.book).to_owned());
    }
    // The process ends soon: freeing a compiled schema piece by piece costs a tenth of a short
    // run and gives nothing back.
    std::mem::forget(gate);
    Ok((exit, noted))
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

/// Opens a file to write to, with its name in the error.
fn create(path: &Path) -> anyhow::Result<Box<dyn Write + Send>> {
    place::open(path).with_context(|| format!("cannot write to {}", shown(path)))
}

/// A file's name as it may be shown.
fn shown(path: &Path) -> String {
    let name = path.to_string_lossy();
    format!("`{}`", crate::refusal::text::escaped(&name))
}

//! `--lines`: each line of an input is a reply.

mod block;

mod interrupt;

mod progress;

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;

use anyhow::Context as _;

use super::input::{self, Input};
use super::replies::{Desk, worst};
use super::{create, shown};
use crate::batch::{Blocks, Steps, in_order};
use crate::cli::Check;
use crate::gate::{Gate, Room};
use crate::refusal::Code;
use crate::tell::Verdict;
use block::{Clerk, Done};
use interrupt::Watch;
use progress::Progress;

/// Judges all lines, and gives the exit code and what is to be noted.
pub(super) fn run(desk: &mut Desk<'_>, gate: &Gate) -> anyhow::Result<(u8, Vec<String>)> {
    let args = desk.common.args;
    let mut hand = Hand {
        rejects: Rejects::open(args)?,
        watch: Watch::start(),
        desk,
        empty: 0,
        stopped: false,
    };
    let mut exits = Vec::new();
    for input in &input::all(&args.files) {
        exits.push(hand.judge(input, gate)?);
        if hand.stopped {
            break;
        }
    }
    let exit = worst(exits.into_iter());
    Ok((exit, hand.notes(exit)))
}

/// Where what came of the lines is handed out.
struct Hand<'d, 'a> {
    desk: &'d mut Desk<'a>,
    rejects: Option<Rejects>,
    watch: Watch,
    /// How many lines were skipped.
    empty: usize,
    /// Whether no more is to be judged.
    stopped: bool,
}

impl Hand<'_, '_> {
    /// Judges the lines of one input, and gives its exit code.
    fn judge(&mut self, input: &Input<'_>, gate: &Gate) -> anyhow::Result<u8> {
        self.desk.say_if_awaited(input);
        match self.lines(input, gate)? {
            Ok(exit) => Ok(exit),
            Err(error) => {
                let name = input.file();
                let about = self.desk.common.about(name.as_deref(), None);
                let verdict = Verdict::failed(&input.unreadable(&error), &about);
                self.desk.tell(&verdict, &input.source(""))
            }
        }
    }

    /// The same; an error inside is that the input cannot be read any further.
    fn lines(&mut self, input: &Input<'_>, gate: &Gate) -> anyhow::Result<io::Result<u8>> {
        let (source, size) = match input.open() {
            Ok(opened) => opened,
            Err(error) => return Ok(Err(error)),
        };
        let mut progress = Progress::new(size, self.desk.reports.take_notes());
        let mut blocks = Blocks::new(source, gate.max_bytes);
        let (mut unread, mut failed, mut refused) = (None, None, false);
        let Desk {
            common,
            reports,
            sink,
            accepted,
        } = &mut *self.desk;
        let clerk = Clerk::new(
            common,
            gate,
            input,
            reports.drafters(),
            self.rejects.is_some(),
        );
        let mut out = Out {
            reports,
            sink,
            rejects: &mut self.rejects,
            watch: &self.watch,
        };
        let steps = Steps {
            next: || {
                let next = blocks.next_block();
                next.unwrap_or_else(|error| {
                    unread = Some(error);
                    None
                })
            },
            room: Room::default,
            work: |room: &mut Room, block| clerk.work(room, &block),
            put: |done: Done| {
                refused |= done.refused > 0;
                *accepted |= done.accepted > 0;
                self.empty += done.empty;
                self.stopped |= done.stop;
                progress.add(&done);
                match progress.aside(|| out.put(done)) {
                    Ok(()) if !self.stopped => ControlFlow::Continue(()),
                    put => {
                        failed = put.err();
                        ControlFlow::Break(())
                    }
                }
            },
        };
        in_order(jobs(common.args), steps);
        progress.end();
        match (failed, unread) {
            (Some(error), _) => Err(error),
            (None, Some(error)) => Ok(Err(error)),
            (None, None) if refused => Ok(Ok(Code::BatchRefused.exit())),
            (None, None) => Ok(Ok(Code::Accepted.exit())),
        }
    }

    fn notes(&self, exit: u8) -> Vec<String> {
        let mut notes = Vec::new();
        match self.empty {
            0 => {}
            1 => notes.push("one empty line was skipped".to_owned()),
            empty => notes.push(format!("{empty} empty lines were skipped")),
        }
        let output = self.desk.common.args.output.as_deref();
        if let Some(path) = output.filter(|_| exit != 0 && self.desk.sink.is_file()) {
            notes.push(format!(
                "{} is as it was: `--output` is written only if every line is accepted",
                shown(path)
            ));
        }
        notes
    }
}

/// One worker for each core, unless told otherwise.
fn jobs(args: &Check) -> NonZeroUsize {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    args.jobs.unwrap_or_else(cores)
}

/// Where blocks are handed out, as long as nobody interrupts.
struct Out<'o> {
    reports: &'o mut super::Reports,
    sink: &'o mut super::Sink,
    rejects: &'o mut Option<Rejects>,
    watch: &'o Watch,
}

impl Out<'_> {
    /// Reports go first: what could not be reported is not let through.
    fn put(&mut self, done: Done) -> anyhow::Result<()> {
        let mut writing = self.watch.writing();
        self.reports.accepted(done.quiet);
        for drafts in done.drafts {
            self.reports.put(drafts)?;
        }
        if let Some(rejects) = &mut self.rejects {
            rejects.put(&done.rejects)?;
        }
        if !done.values.is_empty() {
            self.sink.put_lines(&done.values)?;
            writing.leave(self.sink.temporary());
        }
        Ok(())
    }
}

/// The file that takes a verdict on each refused line.
struct Rejects {
    file: Box<dyn io::Write + Send>,
    name: String,
}

impl Rejects {
    fn open(args: &Check) -> anyhow::Result<Option<Self>> {
        let Some(path) = &args.rejects else {
            return Ok(None);
        };
        let (file, name) = (create(path)?, shown(path));
        Ok(Some(Self { file, name }))
    }

    fn put(&mut self, lines: &[u8]) -> anyhow::Result<()> {
        let written = self.file.write_all(lines);
        written
            .and_then(|()| self.file.flush())
            .with_context(|| format!("cannot write what was refused to {}", self.name))
    }
}

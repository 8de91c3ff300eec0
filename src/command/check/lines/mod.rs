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
use super::output::Sink;
use super::replies::{Desk, worst};
use super::reports::Reports;
use super::{create, shown};
use crate::batch::{Blocks, Spare, Steps};
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
        total: Done::default(),
    };
    let mut exits = Vec::new();
    for input in &input::all(&args.files) {
        exits.push(hand.judge(input, gate)?);
        if hand.total.stop {
            break;
        }
    }
    hand.desk.accepted = hand.total.accepted > 0;
    let exit = worst(exits.into_iter());
    Ok((exit, hand.notes(exit)))
}

/// Where what came of the lines is handed out.
struct Hand<'d, 'a> {
    desk: &'d mut Desk<'a>,
    rejects: Option<Rejects>,
    watch: Watch,
    /// What there was in all, as far as it is counted.
    total: Done,
}

impl Hand<'_, '_> {
    /// Judges the lines of one input, and gives its exit code.
    fn judge(&mut self, input: &Input<'_>, gate: &Gate) -> anyhow::Result<u8> {
        self.desk.say_if_awaited(input);
        let judged = match input.open() {
            Ok((source, size)) => self.lines(input, gate, source, size)?,
            Err(error) => Err(error),
        };
        match judged {
            Ok(0) => Ok(Code::Accepted.exit()),
            Ok(_) => Ok(Code::BatchRefused.exit()),
            Err(error) => {
                let name = input.file();
                let about = self.desk.common.about(name.as_deref(), None);
                let verdict = Verdict::failed(&input.unreadable(&error), &about);
                self.desk.tell(&verdict, &input.source(""))
            }
        }
    }

    /// How many lines are refused; an error inside is that no more of them can be read.
    fn lines(
        &mut self,
        input: &Input<'_>,
        gate: &Gate,
        source: Box<dyn io::Read + Send>,
        size: Option<u64>,
    ) -> anyhow::Result<io::Result<usize>> {
        let Desk {
            common,
            reports,
            sink,
            ..
        } = &mut *self.desk;
        let before = self.total.refused;
        let spare = Spare::default();
        let mut blocks = Blocks::new(source, gate.max_bytes, &spare);
        let keeps = self.rejects.is_some();
        let clerk = Clerk::new(common, gate, input, reports.drafters(), keeps);
        let mut out = Out {
            progress: Progress::new(size, reports.take_notes()),
            reports,
            sink,
            rejects: &mut self.rejects,
            watch: &self.watch,
            spare: &spare,
            total: &mut self.total,
            failed: None,
        };
        let steps = Steps {
            next: || blocks.next_block(),
            room: Room::default,
            work: |room: &mut Room, block| clerk.work(room, block, &spare),
            put: |done: Done| out.put(done),
        };
        steps.run(jobs(common.args));
        out.progress.end();
        if let Some(error) = out.failed {
            return Err(error);
        }
        let refused = self.total.refused - before;
        Ok(blocks.into_fault().map_or(Ok(refused), Err))
    }

    fn notes(&self, exit: u8) -> Vec<String> {
        let mut notes = Vec::new();
        let judged = self.total.accepted + self.total.refused;
        match self.total.empty {
            0 if judged == 0 && exit == 0 => {
                notes.push("no line arrived: did the command before the pipe fail?".to_owned());
            }
            0 => {}
            1 => notes.push("one empty line was skipped".to_owned()),
            empty => notes.push(format!("{empty} empty lines were skipped")),
        }
        let output = self.desk.common.args.output.as_deref();
        if let Some(path) = output.filter(|_| exit != 0 && self.desk.sink.is_file()) {
            let what = if path.exists() {
                "is as it was"
            } else {
                "is not made"
            };
            notes.push(format!(
                "{} {what}: `--output` is written only if every line is accepted",
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
    reports: &'o mut Reports,
    sink: &'o mut Sink,
    rejects: &'o mut Option<Rejects>,
    watch: &'o Watch,
    spare: &'o Spare,
    progress: Progress,
    total: &'o mut Done,
    /// Why nothing more can be handed out.
    failed: Option<anyhow::Error>,
}

impl Out<'_> {
    /// Hands out a block, and ends it where nothing more is wanted or can be handed out.
    fn put(&mut self, done: Done) -> ControlFlow<()> {
        self.total.count(&done);
        self.progress.add(&done);
        self.failed = self.write(done).err();
        match self.failed {
            None if !self.total.stop => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    /// Reports go first: what could not be reported is not let through.
    fn write(&mut self, done: Done) -> anyhow::Result<()> {
        let mut writing = self.watch.writing();
        self.reports.accepted(done.quiet);
        if !done.drafts.is_empty() {
            let mut drafts = done.drafts.into_iter();
            let reports = &mut *self.reports;
            self.progress
                .aside(|| drafts.try_for_each(|drafts| reports.put(drafts)))?;
        }
        if let Some(rejects) = &mut self.rejects {
            rejects.put(&done.rejects)?;
        }
        if !done.values.is_empty() {
            self.sink.put_lines(&done.values)?;
            writing.leave(self.sink.temporary());
        }
        self.spare.give(done.values);
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

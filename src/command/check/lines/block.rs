//! The work on one block of lines: each is judged, and what is to be told is drafted.

use std::convert::Infallible;

use crate::batch::{Block, Line, Spare};
use crate::cli::Format;
use crate::command::check::common::Common;
use crate::command::check::input::{self, Input};
use crate::command::check::replies::without_pipe;
use crate::command::check::reports::{Drafters, Drafts};
use crate::gate::{Cleared, Gate, Judgement, Room};
use crate::read::document::Document;
use crate::read::record;
use crate::refusal::Code;
use crate::tell::{self, Verdict};

/// Judges blocks.
pub(super) struct Clerk<'a> {
    common: &'a Common<'a>,
    gate: &'a Gate,
    input: &'a Input<'a>,
    file: Option<String>,
    drafters: Drafters,
    /// Whether accepted lines are told too.
    tells_accepted: bool,
    /// Whether what is refused is kept.
    keeps_rejects: bool,
}

/// What came of a block.
#[derive(Default)]
pub(super) struct Done {
    /// What standard output carries.
    pub(super) values: Vec<u8>,
    /// The verdicts on what was refused, to be kept.
    pub(super) rejects: Vec<u8>,
    /// What is told of lines, in their order.
    pub(super) drafts: Vec<Drafts>,
    /// How many lines were accepted, and how many of them without a word.
    pub(super) accepted: usize,
    pub(super) quiet: usize,
    /// How many lines were refused.
    pub(super) refused: usize,
    /// How many lines were skipped.
    pub(super) empty: usize,
    /// How many bytes of the input it was.
    pub(super) bytes: usize,
    /// Whether nothing behind it is to be judged.
    pub(super) stop: bool,
}

impl Done {
    /// Adds the numbers of another.
    pub(super) fn count(&mut self, done: &Self) {
        self.accepted += done.accepted;
        self.refused += done.refused;
        self.empty += done.empty;
        self.stop |= done.stop;
    }
}

impl<'a> Clerk<'a> {
    pub(super) fn new(
        common: &'a Common<'a>,
        gate: &'a Gate,
        input: &'a Input<'a>,
        drafters: Drafters,
        keeps_rejects: bool,
    ) -> Self {
        Self {
            tells_accepted: drafters.want_accepted(),
            common,
            gate,
            file: input.file(),
            input,
            drafters,
            keeps_rejects,
        }
    }

    /// Judges the lines of a block, up to the first that ends it all.
    pub(super) fn work(&self, room: &mut Room, block: Block, spare: &Spare) -> Done {
        let mut done = Done {
            bytes: block.len(),
            values: spare.take(),
            ..Done::default()
        };
        for mut line in block.lines() {
            if line.bytes.is_empty() {
                done.empty += 1;
                continue;
            }
            // Of one that is too long, all sizes of blocks show the same.
            let most = line.bytes.len().min(self.gate.max_bytes.saturating_add(1));
            line.bytes = line.bytes.get(..most).unwrap_or_default();
            self.judge(room, &line, &mut done);
            if self.common.args.fail_fast && done.refused > 0 {
                done.stop = true;
                break;
            }
        }
        spare.give(block.into_bytes());
        done
    }

    fn judge(&self, room: &mut Room, line: &Line<'_>, done: &mut Done) {
        let mut judgement = self.gate.judge(line.bytes, room);
        match &mut judgement.outcome {
            Ok(_) => done.accepted += 1,
            Err(refusal) => {
                done.refused += 1;
                without_pipe(refusal);
            }
        }
        match &judgement.outcome {
            Ok(cleared) if !self.tells_accepted && self.common.is_plain(cleared, &judgement) => {
                done.quiet += 1;
                self.put(cleared, line, &judgement, done);
            }
            Err(refusal) if !self.tells_refused(done) => {
                done.drafts.push(self.drafters.count(refusal));
            }
            _ => self.tell(line, &judgement, done),
        }
        let memory = judgement.into_memory();
        room.reuse(memory);
    }

    /// Whether more is to be told of the refused line that was just counted than its kind: a
    /// verdict is not free.
    fn tells_refused(&self, done: &Done) -> bool {
        let verdict = self.common.args.format == Format::Verdict;
        verdict || self.keeps_rejects || self.drafters.want_refused(done.refused - 1)
    }

    fn put(
        &self,
        cleared: &Cleared<'_>,
        line: &Line<'_>,
        judgement: &Judgement<'_>,
        done: &mut Done,
    ) {
        let record = judgement.around(line.bytes);
        let value = self.common.value(cleared.document(), record);
        let Ok(()) = value.cut(|piece| {
            done.values.extend(piece);
            Ok::<_, Infallible>(())
        });
        done.values.push(b'\n');
    }

    fn tell(&self, line: &Line<'_>, judgement: &Judgement<'_>, done: &mut Done) {
        let place = tell::Line {
            number: line.number,
            start: line.start,
        };
        let about = self.common.about(self.file.as_deref(), Some(place));
        let verdict = Verdict::of(line.bytes, judgement, &about);
        // It is one line, also where it is drawn.
        let read = input::text(line.bytes).replace('\r', " ");
        let inside = judgement.found.reply.as_ref();
        let inside = inside.filter(|reply| reply.origin.is_inside());
        let source = self.input.source(inside.map_or(&read, |reply| reply.text));
        done.drafts.push(self.drafters.draft(&verdict, &source));
        match &judgement.outcome {
            _ if self.common.args.format == Format::Verdict => {
                done.values.extend(verdict.to_json().as_bytes());
                done.values.push(b'\n');
            }
            Ok(cleared) => self.put(cleared, line, judgement, done),
            Err(_) => {}
        }
        if judgement.outcome.is_err() && self.keeps_rejects {
            let verdict = self.whole(verdict, line, judgement);
            done.rejects.extend(verdict.to_json().as_bytes());
            done.rejects.push(b'\n');
        }
    }

    /// A verdict with all of its line in it: the text that was judged, or the record or response that
    /// it stood in. What is not there as it stood is not there at all, so that it cannot be judged
    /// again as what it is not.
    fn whole(&self, verdict: Verdict, line: &Line<'_>, judgement: &Judgement<'_>) -> Verdict {
        if matches!(verdict.code(), Code::TooLarge | Code::NotUtf8) {
            return verdict.with_all(None, None);
        }
        let text = judgement.found.reply.as_ref().map(|reply| reply.text);
        if !self.gate.opening.is_inside() {
            return verdict.with_all(text.or(std::str::from_utf8(line.bytes).ok()), None);
        }
        let record = input::text(line.bytes);
        let parsed = Document::parse(&*record, record::MAX_DEPTH);
        // What is no record stands there as a string.
        let record = parsed.map_or_else(|_| tell::quoted(&record), |parsed| parsed.compact());
        verdict.with_all(text, Some(record))
    }
}

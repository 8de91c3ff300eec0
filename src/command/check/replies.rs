//! Replies that are whole files: each is read, judged and told for itself.

use super::common::Common;
use super::input::{self, Input};
use super::output::{Sink, Value};
use super::reports::Reports;
use crate::cli::Format;
use crate::gate::{Cleared, Gate, Judgement, Room};
use crate::refusal::{Code, Finding, Refusal};
use crate::tell::{self, Source, Verdict};

/// Judges the replies, and gives the exit code.
pub(super) fn run(desk: &mut Desk<'_>, gate: &Gate) -> anyhow::Result<u8> {
    let inputs = input::all(&desk.common.args.files);
    let mut exits = Vec::with_capacity(inputs.len());
    for input in &inputs {
        exits.push(desk.judge(input, gate)?);
    }
    Ok(overall(&exits))
}

/// The exit code of the run: that of a single reply, else the worst of several.
fn overall(exits: &[u8]) -> u8 {
    if let [exit] = exits {
        return *exit;
    }
    worst(exits.iter().copied())
}

/// The worst of several exit codes, as that of a run.
pub(super) fn worst(exits: impl Iterator<Item = u8>) -> u8 {
    let worst = exits.map(|exit| match exit {
        0 => Code::Accepted,
        exit if exit == Code::InputUnreadable.exit() => Code::InputUnreadable,
        _ => Code::BatchRefused,
    });
    worst.map(Code::exit).max().unwrap_or_default()
}

/// Where replies are judged and what became of them is handed out.
pub(super) struct Desk<'a> {
    pub(super) common: Common<'a>,
    pub(super) reports: Reports,
    pub(super) sink: Sink,
    /// Whether any reply was accepted.
    pub(super) accepted: bool,
}

impl Desk<'_> {
    fn judge(&mut self, input: &Input<'_>, gate: &Gate) -> anyhow::Result<u8> {
        self.say_if_awaited(input);
        let name = input.file();
        let bytes = match input.read(self.common.args.max_bytes) {
            Ok(bytes) => bytes,
            Err(refusal) => {
                let about = self.common.about(name.as_deref(), None);
                let verdict = Verdict::failed(&refusal, &about);
                return self.tell(&verdict, &input.source(""));
            }
        };
        let mut room = Room::default();
        let mut judgement = gate.judge(&bytes, &mut room);
        if let (Err(refusal), Input::File(_)) = (&mut judgement.outcome, input) {
            without_pipe(refusal);
        }
        let wanted = self.reports.drafters().want_accepted();
        match &judgement.outcome {
            Ok(cleared) if self.common.is_plain(cleared, &judgement) && !wanted => {
                self.reports.accepted(1);
                self.put(cleared, &bytes, &judgement)?;
                self.accepted = true;
                Ok(Code::Accepted.exit())
            }
            _ => self.told(input, &bytes, &judgement),
        }
    }

    /// Tells who sits at a terminal that a reply is awaited there.
    pub(super) fn say_if_awaited(&self, input: &Input<'_>) {
        if input.is_awaited() {
            self.reports
                .say("jgate: waiting for a reply on standard input; end it with Ctrl-D\n");
        }
    }

    fn told(
        &mut self,
        input: &Input<'_>,
        bytes: &[u8],
        judgement: &Judgement<'_>,
    ) -> anyhow::Result<u8> {
        let read = input::text(bytes);
        let text = judgement
            .found
            .reply
            .as_ref()
            .map_or(&*read, |reply| reply.text);
        let source = input.source(text);
        if self.common.args.trace {
            let trace = tell::trace(&judgement.story, &source, self.common.args.mask);
            self.reports.say(&trace);
        }
        let name = input.file();
        let about = self.common.about(name.as_deref(), None);
        let verdict = Verdict::of(bytes, judgement, &about);
        let exit = self.tell(&verdict, &source)?;
        if let Ok(cleared) = &judgement.outcome {
            self.accepted = true;
            if self.common.args.format != Format::Verdict {
                self.put(cleared, bytes, judgement)?;
            }
        }
        Ok(exit)
    }

    fn put(
        &mut self,
        cleared: &Cleared<'_>,
        bytes: &[u8],
        judgement: &Judgement<'_>,
    ) -> anyhow::Result<()> {
        let record = judgement.around(bytes);
        let value = self.common.value(cleared.document(), record);
        self.sink.put(&value)
    }

    /// Reports go first: what could not be reported is not let through.
    pub(super) fn tell(&mut self, verdict: &Verdict, source: &Source<'_>) -> anyhow::Result<u8> {
        self.reports.tell(verdict, source)?;
        if self.common.args.format == Format::Verdict {
            self.sink.put(&Value::Text(&verdict.to_json()))?;
        }
        Ok(verdict.exit())
    }
}

/// Takes out what is said of an empty reply that came through a pipe: this one did not.
pub(super) fn without_pipe(refusal: &mut Refusal) {
    let empty = |finding: &&mut Finding| finding.code == Code::Empty;
    for finding in refusal.findings.iter_mut().filter(empty) {
        finding.help = None;
    }
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

//! How far it is, for a person who waits at a terminal.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::block::Done;

/// What takes no longer needs no progress told.
const PATIENCE: Duration = Duration::from_secs(1);

/// Counts what was done, and shows it once that takes long.
pub(super) struct Progress {
    /// Whether anybody sees it.
    shown: bool,
    started: Instant,
    size: Option<u64>,
    bytes: u64,
    lines: usize,
    refused: usize,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of an input of so many bytes. It is shown on standard error if that is a terminal and
    /// `notes` may stand there, unless values are printed on the same screen.
    pub(super) fn new(size: Option<u64>, notes: bool) -> Self {
        Self {
            shown: notes && io::stderr().is_terminal() && !io::stdout().is_terminal(),
            started: Instant::now(),
            size,
            bytes: 0,
            lines: 0,
            refused: 0,
            bar: None,
        }
    }

    /// Takes in what was done.
    pub(super) fn add(&mut self, done: &Done) {
        self.bytes += done.bytes as u64;
        self.lines += done.accepted + done.refused;
        self.refused += done.refused;
        if !self.shown || (self.bar.is_none() && self.started.elapsed() < PATIENCE) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| bar(self.size, self.started));
        bar.set_position(self.bytes);
        bar.set_message(format!("{} lines, {} refused", self.lines, self.refused));
    }

    /// Does something that may write to standard error, with the bar out of the way.
    pub(super) fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(act),
            None => act(),
        }
    }

    /// Takes it off the screen.
    pub(super) fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(size: Option<u64>, started: Instant) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template(match size {
        Some(_) => "{bar:20} {bytes} of {total_bytes}, {msg}, {bytes_per_sec}, {eta} left",
        None => "{spinner} {bytes}, {msg}, {bytes_per_sec}",
    });
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.with_elapsed(started.elapsed())
}

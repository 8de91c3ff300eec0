//! How far it is, for a person who waits at a terminal.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::block::Done;

/// What takes no longer needs no progress told.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows what was done, once that takes long; `None` where nobody would see it.
pub(super) struct Progress(Option<Shown>);

struct Shown {
    bar: ProgressBar,
    /// Whether it is on the screen yet.
    begun: bool,
    lines: usize,
    refused: usize,
}

impl Progress {
    /// Of an input of so many bytes. It is shown on standard error if that is a terminal and
    /// `notes` may stand there, unless values are printed on the same screen.
    pub(super) fn new(size: Option<u64>, notes: bool) -> Self {
        let shown = notes && io::stderr().is_terminal() && !io::stdout().is_terminal();
        Self(shown.then(|| Shown {
            bar: bar(size),
            begun: false,
            lines: 0,
            refused: 0,
        }))
    }

    /// Takes in what was done.
    pub(super) fn add(&mut self, done: &Done) {
        let Some(shown) = &mut self.0 else { return };
        shown.lines += done.accepted + done.refused;
        shown.refused += done.refused;
        let bar = &shown.bar;
        bar.set_message(format!("{} lines, {} refused", shown.lines, shown.refused));
        bar.inc(done.bytes as u64);
        if !shown.begun && bar.elapsed() > PATIENCE {
            shown.begun = true;
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Does something that tells on standard error, with the bar out of the way.
    pub(super) fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(Shown { bar, .. }) => bar.suspend(act),
            None => act(),
        }
    }

    /// Takes it off the screen.
    pub(super) fn end(self) {
        if let Some(Shown { bar, .. }) = self.0 {
            bar.finish_and_clear();
        }
    }
}

/// A bar that counts and is not on the screen yet.
fn bar(size: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden());
    let style = ProgressStyle::with_template(match size {
        Some(_) => "{bar:20} {bytes} of {total_bytes}, {msg}, {bytes_per_sec}, {eta} left",
        None => "{spinner} {bytes}, {msg}, {bytes_per_sec}",
    });
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

//! Interrupts: they end it at once, but never inside of a line.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Watches for interrupts, from its start to the end of the process.
pub(super) struct Watch {
    /// Held while lines are written; the file to take away where it ends early.
    writing: Arc<Mutex<Option<PathBuf>>>,
}

/// Holds interrupts off, as long as it lives.
pub(super) struct Writing<'w>(MutexGuard<'w, Option<PathBuf>>);

impl Writing<'_> {
    /// Says which file is left behind where it ends early.
    pub(super) fn leave(&mut self, file: Option<&Path>) {
        if self.0.as_deref() != file {
            *self.0 = file.map(Path::to_owned);
        }
    }
}

impl Watch {
    /// Begins to watch. Where that cannot be, an interrupt ends the process as ever.
    pub(super) fn start() -> Self {
        let writing = Arc::default();
        #[cfg(unix)]
        let _ = unix::start(&writing);
        Self { writing }
    }

    /// Holds interrupts off while lines are written.
    pub(super) fn writing(&self) -> Writing<'_> {
        Writing(self.writing.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::path::PathBuf;
    use std::sync::{Arc, Mutex, TryLockError};
    use std::time::Duration;
    use std::{fs, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level;

    /// How often it is looked whether the line that is being written is whole.
    const LOOK: Duration = Duration::from_millis(5);

    pub(super) fn start(writing: &Arc<Mutex<Option<PathBuf>>>) -> io::Result<()> {
        let ignored = ignored();
        let watched = [SIGHUP, SIGINT, SIGTERM].into_iter();
        let signals = Signals::new(watched.filter(|signal| ignored >> (signal - 1) & 1 == 0))?;
        let writing = Arc::clone(writing);
        thread::Builder::new().spawn(move || watch(signals, &writing))?;
        Ok(())
    }

    /// The signals that this process was started to ignore, as a background job is: they stay
    /// ignored. Where that is not told, there are none.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .unwrap_or_default()
    }

    fn watch(mut signals: Signals, writing: &Mutex<Option<PathBuf>>) {
        let Some(signal) = signals.forever().next() else {
            return;
        };
        // Whoever reads the lines may have stopped doing so: a second signal does not wait.
        let mut left = None;
        while signals.pending().next().is_none() {
            match writing.try_lock() {
                Ok(mut file) => {
                    left = file.take();
                    end(signal, left);
                    return;
                }
                Err(TryLockError::Poisoned(_)) => break,
                Err(TryLockError::WouldBlock) => thread::sleep(LOOK),
            }
        }
        end(signal, left.take());
    }

    /// Ends the process as the signal would have, which tells its parent so.
    fn end(signal: i32, left: Option<PathBuf>) {
        if let Some(file) = left {
            let _ = fs::remove_file(file);
        }
        let _ = low_level::emulate_default_handler(signal);
    }
}

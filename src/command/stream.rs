//! Standard output and standard error, without the panics of `println!`.

use std::io::{self, BufWriter, Stdout, Write as _};

use anyhow::Context as _;

/// Writes all of this to standard output.
pub(super) fn say(words: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let mut out = Out::new();
    out.write(words.as_ref())?;
    out.flush()
}

/// Writes to standard error, as far as that can be: what is told there repeats what the exit
/// code says, so a failure changes nothing.
pub(super) fn tell(words: &str) {
    let mut err = io::stderr().lock();
    let _ = err.write_all(words.as_bytes());
}

/// Standard output, buffered.
pub(super) struct Out(BufWriter<Stdout>);

impl Out {
    pub(super) fn new() -> Self {
        Self(BufWriter::with_capacity(1 << 16, io::stdout()))
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.0
            .write_all(bytes)
            .context("cannot write to standard output")
    }

    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        self.0.flush().context("cannot write to standard output")
    }
}

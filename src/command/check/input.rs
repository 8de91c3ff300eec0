//! The replies: files or standard input, read up to the limit and no further.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::{Path, PathBuf};

use super::place::Stream;
use super::shown;
use crate::refusal::{Code, Finding, Refusal};
use crate::tell::Source;

/// How many bytes behind a fault of encoding are worth showing.
const WINDOW: usize = 256;

/// Where a reply comes from.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Input<'a> {
    /// Standard input, because nothing was named.
    Unnamed,
    /// Standard input, as `-`.
    Stdin,
    /// A file.
    File(&'a Path),
}

/// The replies that a command line names.
pub(super) fn all(files: &[PathBuf]) -> Vec<Input<'_>> {
    if files.is_empty() {
        return vec![Input::Unnamed];
    }
    let named = |file: &'_ PathBuf| file.as_os_str() == "-";
    let input = |file| {
        if named(file) {
            Input::Stdin
        } else {
            Input::File(file)
        }
    };
    files.iter().map(input).collect()
}

impl Input<'_> {
    /// The file's name; standard input has none.
    pub(super) fn file(&self) -> Option<String> {
        match self {
            Self::File(path) => Some(path.to_string_lossy().into_owned()),
            Self::Unnamed | Self::Stdin => None,
        }
    }

    /// The reply's text under its name, to show findings in.
    pub(super) fn source<'s>(&'s self, text: &'s str) -> Source<'s> {
        let name = match self {
            Self::File(path) => path.to_str().unwrap_or("reply"),
            Self::Unnamed | Self::Stdin => "stdin",
        };
        Source { name, text }
    }

    /// Whether it may have been meant as a command.
    fn is_bare_word(&self) -> bool {
        matches!(self, Self::File(path) if bare(path).is_some())
    }

    /// Whether a person must type it, and may not know that.
    pub(super) fn is_awaited(&self) -> bool {
        *self == Self::Unnamed && io::stdin().is_terminal()
    }

    /// At most one byte more than `most`, which is enough to see that there are too many.
    pub(super) fn read(&self, most: usize) -> Result<Vec<u8>, Refusal> {
        let bytes = self.open().and_then(|(source, size)| {
            let size = size.unwrap_or_default();
            up_to(most, source, size)
        });
        bytes.map_err(|error| self.unreadable(&error))
    }

    /// Opens it, to be read from the beginning; with how many bytes it has, if that is known.
    pub(super) fn open(&self) -> io::Result<(Box<dyn Read + Send>, Option<u64>)> {
        let size = |file: &File| {
            let there = file.metadata().ok()?;
            there.is_file().then_some(there.len())
        };
        match self {
            Self::File(path) => {
                let file = File::open(path)?;
                let size = size(&file);
                Ok((Box::new(file), size))
            }
            Self::Unnamed | Self::Stdin => {
                let size = Stream::Stdin.file().as_ref().and_then(size);
                Ok((Box::new(io::stdin()), size))
            }
        }
    }

    /// That it cannot be read, and why.
    pub(super) fn unreadable(&self, error: &io::Error) -> Refusal {
        let name = match self {
            Self::File(path) => shown(path),
            Self::Unnamed | Self::Stdin => "standard input".to_owned(),
        };
        let message = format!("cannot read {name}: {}", why(error));
        let mut finding = Finding::new(Code::InputUnreadable, message);
        if let Some(help) = self.help(error.kind()) {
            finding = finding.help(help);
        }
        Refusal::one(finding)
    }

    /// What to do when it cannot be read.
    fn help(&self, why: io::ErrorKind) -> Option<String> {
        match (self, why) {
            (Self::File(path), io::ErrorKind::IsADirectory) => {
                let files = path.join("*.txt");
                Some(format!("give the files in it: {}", shown(&files)))
            }
            (_, io::ErrorKind::NotFound) if self.is_bare_word() => {
                Some("no command has this name either: see `jgate --help`".to_owned())
            }
            _ => None,
        }
    }
}

/// Reads at most one byte more than `most`; `size` is how many are awaited.
pub(super) fn up_to(most: usize, source: impl Read, size: u64) -> io::Result<Vec<u8>> {
    let limit = most as u64 + 1;
    let room = usize::try_from(size.min(most as u64)).unwrap_or_default();
    let mut bytes = Vec::with_capacity(room + 1);
    source.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The reply as a text to show findings in. Offsets are those of the bytes up to the first
/// fault of encoding, behind which only a little is kept.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    let Err(error) = std::str::from_utf8(bytes) else {
        return String::from_utf8_lossy(bytes);
    };
    let end = bytes.len().min(error.valid_up_to() + WINDOW);
    String::from_utf8_lossy(bytes.get(..end).unwrap_or(bytes))
}

/// Why a file cannot be read, in words.
pub(super) fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        _ => {
            let words = error.to_string();
            let end = words.find(" (os error").unwrap_or(words.len());
            words.get(..end).unwrap_or_default().to_lowercase()
        }
    }
}

/// The name of a file that could be a mistyped command: one word, no dot, no folder.
pub(super) fn bare(file: &Path) -> Option<&str> {
    file.to_str()
        .filter(|name| *name != "-" && !name.contains(['.', '/', '\\']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_named_is_standard_input_and_so_is_a_dash() {
        assert_eq!(all(&[]), [Input::Unnamed]);
        let files = [PathBuf::from("a"), PathBuf::from("-")];
        assert_eq!(all(&files), [Input::File(Path::new("a")), Input::Stdin]);
    }

    #[test]
    fn an_endless_input_is_read_to_one_byte_past_the_limit() {
        assert_eq!(up_to(3, io::repeat(b'x'), 0).unwrap(), b"xxxx");
        assert_eq!(up_to(3, &b"ab"[..], u64::MAX).unwrap(), b"ab");
    }

    #[test]
    fn offsets_hold_up_to_the_fault() {
        let mut bytes = b"ab\xff".to_vec();
        bytes.extend([b'x'; 999]);
        let text = text(&bytes);
        assert!(
            text.starts_with("ab\u{fffd}x") && text.len() < 300,
            "{text}"
        );
    }
}

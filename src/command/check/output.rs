//! Where values go: standard output, or a file that is whole or not touched at all.

use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tempfile::NamedTempFile;

use super::place::{Kind, folder_of};
use super::{create, shown};
use crate::cli::Format;
use crate::command::stream::Out;
use crate::read::document::{Document, write};

/// What stands on one line of the output.
pub(super) enum Value<'a> {
    /// The value of a document.
    Of(&'a Document<'a>, Format),
    /// The same in its record, between what stands before and behind it there.
    In(&'a str, &'a Document<'a>, &'a str),
    /// A text as it stands.
    Text(&'a str),
}

impl Value<'_> {
    /// Hands out its text. A compact value is cut as it is written: a large one is never built.
    pub(super) fn cut<E>(&self, mut put: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        match self {
            Self::In(before, document, behind) => {
                write::tokens(before).try_for_each(|token| put(token.as_bytes()))?;
                document.compact_to(&mut put)?;
                write::tokens(behind).try_for_each(|token| put(token.as_bytes()))
            }
            Self::Of(document, Format::Pretty) => document.pretty_to(put),
            Self::Of(document, Format::Raw) => put(document.raw().as_bytes()),
            Self::Of(document, _) => document.compact_to(put),
            Self::Text(text) => put(text.as_bytes()),
        }
    }
}

/// Where values go, a line each.
pub(super) enum Sink {
    /// To standard output, at once.
    Stdout(Out),
    /// To a file, once all are accepted.
    File(Whole),
}

impl Sink {
    /// Opens it. Nothing is written yet.
    pub(super) fn open(output: Option<&Path>) -> anyhow::Result<Self> {
        match output {
            None => Ok(Self::Stdout(Out::new())),
            Some(path) if path.as_os_str() == "-" => Ok(Self::Stdout(Out::new())),
            Some(path) => Whole::open(path).map(Self::File),
        }
    }

    /// Takes one value, and puts it on a line.
    pub(super) fn put(&mut self, value: &Value<'_>) -> anyhow::Result<()> {
        match self {
            Self::Stdout(out) => {
                value.cut(|piece| out.write(piece))?;
                out.write(b"\n")?;
                out.flush()
            }
            Self::File(file) => file.put(value),
        }
    }

    /// Takes some lines, each with its line break.
    pub(super) fn put_lines(&mut self, lines: &[u8]) -> anyhow::Result<()> {
        match self {
            Self::Stdout(out) => {
                out.write(lines)?;
                out.flush()
            }
            Self::File(file) => file.write(|out| out.write_all(lines)),
        }
    }

    /// Whether it is a file, which appears in the end or not at all.
    pub(super) fn is_file(&self) -> bool {
        matches!(self, Self::File(_))
    }

    /// The file beside its place that is being written, if there is one.
    pub(super) fn temporary(&self) -> Option<&Path> {
        match self {
            Self::File(Whole {
                temporary: Some(temporary),
                ..
            }) => Some(temporary.path()),
            Self::File(_) | Self::Stdout(_) => None,
        }
    }

    /// Ends it: a file appears if all was `accepted`, else it stays as it was.
    pub(super) fn close(self, accepted: bool) -> anyhow::Result<()> {
        match self {
            Self::File(file) if accepted => file.close(),
            Self::File(_) | Self::Stdout(_) => Ok(()),
        }
    }
}

/// A file that is written beside its place and put there by a rename.
pub(super) struct Whole {
    target: PathBuf,
    /// Whether it can be renamed over; if not, it is written through: a pipe, a device, an
    /// open file of this process.
    kind: Kind,
    /// Made with the first value, so that nothing is left behind where jgate is interrupted
    /// while it waits for a reply.
    temporary: Option<NamedTempFile>,
}

impl Whole {
    fn open(path: &Path) -> anyhow::Result<Self> {
        let kind = Kind::of(path);
        // A link stays a link: what it points to is replaced.
        let target = match kind {
            Kind::File => fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
            _ => path.to_owned(),
        };
        anyhow::ensure!(
            !target.is_dir(),
            "cannot write to {}: it is a directory",
            shown(path)
        );
        anyhow::ensure!(
            folder_of(&target).is_dir(),
            "cannot write to {}: there is no such folder",
            shown(path)
        );
        Ok(Self {
            target,
            kind,
            temporary: None,
        })
    }

    fn put(&mut self, value: &Value<'_>) -> anyhow::Result<()> {
        self.write(|temporary| {
            let mut out = BufWriter::with_capacity(1 << 16, temporary);
            value.cut(|piece| out.write_all(piece))?;
            out.write_all(b"\n")?;
            out.flush()
        })
    }

    fn write(
        &mut self,
        act: impl FnOnce(&mut NamedTempFile) -> std::io::Result<()>,
    ) -> anyhow::Result<()> {
        let cannot = format!("cannot write to {}", shown(&self.target));
        let temporary = match &mut self.temporary {
            Some(temporary) => temporary,
            None => self
                .temporary
                .insert(self.temporary().context(cannot.clone())?),
        };
        act(temporary).context(cannot)
    }

    fn temporary(&self) -> std::io::Result<NamedTempFile> {
        if self.kind != Kind::File {
            return NamedTempFile::new();
        }
        let mut maker = tempfile::Builder::new();
        let maker = maker.prefix(".jgate-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // As any new file: readable to all, as far as the umask lets.
            maker.permissions(fs::Permissions::from_mode(0o666));
        }
        let temporary = maker.tempfile_in(folder_of(&self.target))?;
        if let Ok(there) = fs::metadata(&self.target) {
            temporary.as_file().set_permissions(there.permissions())?;
        }
        Ok(temporary)
    }

    fn close(mut self) -> anyhow::Result<()> {
        // Where all of nothing was accepted, what is there is not that.
        self.write(|_| Ok(()))?;
        let Some(temporary) = self.temporary else {
            return Ok(());
        };
        let cannot = || format!("cannot write to {}", shown(&self.target));
        if self.kind != Kind::File {
            let mut whole = fs::File::open(temporary.path()).with_context(cannot)?;
            let mut target = create(&self.target)?;
            std::io::copy(&mut whole, &mut target).with_context(cannot)?;
            return target.flush().with_context(cannot);
        }
        temporary.as_file().sync_all().with_context(cannot)?;
        temporary
            .persist(&self.target)
            .map_err(|error| error.error)
            .with_context(cannot)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, accepted: bool) {
        let mut sink = Sink::open(Some(path)).unwrap();
        sink.put(&Value::Text("{}")).unwrap();
        sink.close(accepted).unwrap();
    }

    #[test]
    fn a_file_is_whole_or_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("value.json");
        write(&path, false);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        write(&path, true);
        assert_eq!(fs::read_to_string(&path).unwrap(), "{}\n");
        fs::write(&path, "old").unwrap();
        write(&path, false);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn modes_and_links_stay_as_they_are() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("value.json"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write(&link, true);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "{}\n");
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o640
        );
    }

    #[test]
    fn a_folder_is_no_place_for_a_value() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Sink::open(Some(folder.path())).is_err());
        assert!(Sink::open(Some(&folder.path().join("none/value.json"))).is_err());
    }
}

//! What a file's name leads to: which file, so that two names of one are known as such, and
//! whether it is a file at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How many links are followed before a name is taken to lead nowhere.
const MOST_LINKS: usize = 40;

/// One file, whatever it is called.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// One that is there: its device and number.
    #[cfg(unix)]
    Node(u64, u64),
    /// One that is not there yet: its place, links followed.
    Place(PathBuf),
}

/// What is written to under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The standard output that jgate was started with.
    Stdout,
    /// Its standard error.
    Stderr,
    /// A pipe, a device or another open file: it is written to as it stands.
    Through,
    /// A file, there already or not.
    File,
}

impl Kind {
    /// What `path` leads to.
    pub(super) fn of(path: &Path) -> Self {
        match descriptor(path) {
            Some(1) => Self::Stdout,
            Some(2) => Self::Stderr,
            Some(_) => Self::Through,
            None if fs::metadata(path).is_ok_and(|there| !there.is_file()) => Self::Through,
            None => Self::File,
        }
    }
}

impl Identity {
    /// That of the file that `path` leads to; `None` for what cannot be overwritten: a device,
    /// a pipe, a folder, a place that is none, and the standard streams.
    pub(super) fn of(path: &Path) -> Option<Self> {
        if matches!(Kind::of(path), Kind::Stdout | Kind::Stderr) {
            return None;
        }
        match fs::metadata(path) {
            Ok(there) if there.is_file() => Self::existing(path, &there),
            Ok(_) => None,
            Err(_) => {
                let path = followed(path);
                let folder = fs::canonicalize(folder_of(&path)).ok()?;
                Some(Self::Place(folder.join(path.file_name()?)))
            }
        }
    }

    #[cfg(unix)]
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere there may be none")]
    fn existing(_path: &Path, there: &fs::Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;
        Some(Self::Node(there.dev(), there.ino()))
    }

    #[cfg(not(unix))]
    fn existing(path: &Path, _there: &fs::Metadata) -> Option<Self> {
        fs::canonicalize(path).ok().map(Self::Place)
    }
}

/// A stream that the shell may have led to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stream {
    Stdin,
    Stdout,
    Stderr,
}

impl Stream {
    /// The file that it leads to, if it is one; what is known of its name is not asked.
    #[cfg(unix)]
    pub(super) fn file(self) -> Option<File> {
        use std::os::fd::AsFd as _;
        let stream = match self {
            Self::Stdin => io::stdin().as_fd().try_clone_to_owned(),
            Self::Stdout => io::stdout().as_fd().try_clone_to_owned(),
            Self::Stderr => io::stderr().as_fd().try_clone_to_owned(),
        };
        let file = File::from(stream.ok()?);
        file.metadata()
            .is_ok_and(|there| there.is_file())
            .then_some(file)
    }

    /// Elsewhere that cannot be known.
    #[cfg(not(unix))]
    pub(super) fn file(self) -> Option<File> {
        None
    }

    /// Which file that is.
    pub(super) fn identity(self) -> Option<Identity> {
        let there = self.file()?.metadata().ok()?;
        Identity::existing(Path::new(""), &there)
    }
}

/// Opens what `path` leads to, to write to it. A file begins anew; what this process holds open
/// goes on where it stands.
pub(super) fn open(path: &Path) -> io::Result<Box<dyn Write + Send>> {
    Ok(match Kind::of(path) {
        Kind::Stdout => Box::new(io::stdout()),
        Kind::Stderr => Box::new(io::stderr()),
        Kind::Through => Box::new(OpenOptions::new().append(true).open(path)?),
        Kind::File => Box::new(File::create(path)?),
    })
}

/// The folder that a file stands in.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The number of the open file of this process that a name leads to: `/dev/stdout`, `/dev/fd/3`,
/// `/proc/self/fd/1`, or a link to one of these.
fn descriptor(path: &Path) -> Option<u32> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let number = match path.to_str() {
            Some("/dev/stdin") => Some(0),
            Some("/dev/stdout") => Some(1),
            Some("/dev/stderr") => Some(2),
            _ => numbered(&path),
        };
        if number.is_some() {
            return number;
        }
        path = next(&path)?;
    }
    None
}

/// The number that is the name of a file in the folder of this process's open files.
fn numbered(path: &Path) -> Option<u32> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let folder = fs::canonicalize(folder_of(path)).ok()?;
    let own = PathBuf::from(format!("/proc/{}/fd", std::process::id()));
    (folder == own || folder == Path::new("/dev/fd")).then_some(number)
}

/// Where a link points.
fn next(path: &Path) -> Option<PathBuf> {
    let target = fs::read_link(path).ok()?;
    Some(folder_of(path).join(target))
}

/// Where a name leads when the last file is not there.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Some(target) = next(&path) else { break };
        path = target;
    }
    path
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_file_is_one_under_all_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a"), "x").unwrap();
        fs::write(at("b"), "x").unwrap();
        symlink("a", at("link")).unwrap();
        fs::hard_link(at("a"), at("hard")).unwrap();
        let a = Identity::of(&at("a"));
        assert!(a.is_some());
        for name in ["link", "hard", "./a", "../NAME/a"] {
            let own = folder.path().file_name().unwrap().to_str().unwrap();
            assert_eq!(Identity::of(&at(&name.replace("NAME", own))), a, "{name}");
        }
        assert_ne!(Identity::of(&at("b")), a);
    }

    #[test]
    fn a_file_that_is_not_there_is_known_by_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("new", at("link")).unwrap();
        symlink(".", at("here")).unwrap();
        let new = Identity::of(&at("new"));
        assert!(new.is_some());
        for name in ["./new", "link", "here/new"] {
            assert_eq!(Identity::of(&at(name)), new, "{name}");
        }
        assert_ne!(Identity::of(&at("other")), new);
        assert_eq!(Identity::of(&at("none/new")), None);
    }

    #[test]
    fn devices_and_streams_are_no_files() {
        for name in ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev"] {
            assert_eq!(Identity::of(Path::new(name)), None, "{name}");
        }
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        symlink("/dev/stdout", &link).unwrap();
        assert_eq!(Kind::of(&link), Kind::Stdout);
        assert_eq!(Kind::of(Path::new("/dev/fd/1")), Kind::Stdout);
        assert_eq!(Kind::of(Path::new("/dev/stderr")), Kind::Stderr);
        assert_eq!(Kind::of(Path::new("/dev/null")), Kind::Through);
        assert_eq!(Kind::of(&folder.path().join("1")), Kind::File);
    }
}

//! The files of a schema: its own, and what its `$ref`s name below one folder and nowhere else.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::kind::SCHEMA;
use crate::check::schema::Reader;
use crate::command::check::input::why;
use crate::command::check::shown;
use crate::refusal::{Refusal, SourceFile};

/// Where a schema stands below the folder of its `$ref`s, and what reads those.
pub(super) struct Folder {
    /// The schema's own path below the folder, parts joined by `/`.
    pub(super) place: String,
    /// `None` for a schema from a pipe, which has no folder.
    pub(super) reader: Option<Reader>,
}

impl Folder {
    /// That of the schema at `path`: `root`, else its own. What is read is put into `log`.
    ///
    /// # Errors
    /// `setup.schema`, when `root` is no folder.
    pub(super) fn of(path: &Path, root: Option<&Path>, log: &Log) -> Result<Self, Refusal> {
        let root = match root {
            Some(root) => Root::open(root).map_err(|why| {
                let shown = shown(root);
                SCHEMA.broken(
                    path,
                    format!("cannot use {shown} as the schema root: {why}"),
                )
            })?,
            None if !path.is_file() => {
                let (place, reader) = (String::from("schema"), None);
                return Ok(Self { place, reader });
            }
            None => {
                let folder = path.parent().unwrap_or(Path::new(""));
                Root::open(folder).map_err(|why| {
                    let shown = shown(path);
                    SCHEMA.broken(
                        path,
                        format!("cannot find the folder of the schema {shown}: {why}"),
                    )
                })?
            }
        };
        let log = log.clone();
        Ok(Self {
            place: root.place(path),
            reader: Some(Box::new(move |relative| root.read(relative, &log))),
        })
    }
}

/// The files that were read, in order; its clones share them.
#[derive(Clone, Default)]
pub(super) struct Log(Arc<Mutex<Vec<PathBuf>>>);

impl Log {
    fn add(&self, path: &Path) {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        files.push(path.to_owned());
    }

    pub(super) fn files(&self) -> Vec<PathBuf> {
        let files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        files.clone()
    }
}

/// A folder that may be read below.
struct Root {
    /// As the user gave it, for names that are shown.
    given: PathBuf,
    /// Where it really is.
    real: PathBuf,
}

impl Root {
    fn open(given: &Path) -> Result<Self, String> {
        let folder = if given.as_os_str().is_empty() {
            Path::new(".")
        } else {
            given
        };
        let real = fs::canonicalize(folder).map_err(|error| why(&error))?;
        if !real.is_dir() {
            return Err("it is not a folder".to_owned());
        }
        Ok(Self {
            given: given.to_owned(),
            real,
        })
    }

    /// Where a file stands below the folder; its name alone when it does not.
    fn place(&self, path: &Path) -> String {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).unwrap_or_default();
        let below = folder.strip_prefix(&self.real).unwrap_or(Path::new(""));
        let name = path.file_name().unwrap_or_default();
        let place = below.join(name);
        let parts: Vec<_> = place.iter().map(|part| part.to_string_lossy()).collect();
        parts.join("/")
    }

    fn read(&self, relative: &str, log: &Log) -> Result<SourceFile, String> {
        let path = self.below(relative)?;
        log.add(&path);
        let text = String::from_utf8(SCHEMA.bytes(&path)?);
        Ok(SourceFile {
            name: self.given.join(relative).to_string_lossy().into_owned(),
            text: text.map_err(|_| "it is not UTF-8".to_owned())?,
        })
    }

    /// Where a name leads, links followed, if that is a regular file below the root.
    fn below(&self, relative: &str) -> Result<PathBuf, String> {
        let plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if relative.contains('\\') || !Path::new(relative).components().all(plain) {
            return Err("it leads out of the schema's folder".to_owned());
        }
        let path = fs::canonicalize(self.real.join(relative)).map_err(|error| why(&error))?;
        if !path.starts_with(&self.real) {
            return Err("it leads out of the schema's folder".to_owned());
        }
        if !path.is_file() {
            return Err("it is not a regular file".to_owned());
        }
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_the_root_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("in");
        fs::create_dir_all(inside.join("defs")).unwrap();
        fs::write(folder.path().join("secret.json"), "{}").unwrap();
        fs::write(inside.join("defs/a.json"), "true").unwrap();
        let root = Root::open(&inside).unwrap();
        let log = Log::default();

        assert_eq!(root.read("defs/a.json", &log).unwrap().text, "true");
        assert_eq!(root.read("./defs/a.json", &log).unwrap().text, "true");
        let secret = folder.path().join("secret.json");
        for name in [
            "../secret.json",
            "defs/../../secret.json",
            "..\\secret.json",
            secret.to_str().unwrap(),
        ] {
            assert!(
                root.read(name, &log).unwrap_err().contains("leads out"),
                "{name}"
            );
        }
        assert_eq!(root.read("none.json", &log).unwrap_err(), "no such file");
        assert_eq!(
            root.read("defs", &log).unwrap_err(),
            "it is not a regular file"
        );
        assert!(root.read("a\0b", &log).is_err());
        let read = fs::canonicalize(inside.join("defs/a.json")).unwrap();
        assert_eq!(log.files(), [read.clone(), read]);
    }

    #[test]
    fn a_schema_below_the_root_keeps_its_place() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("defs/more")).unwrap();
        let root = Root::open(folder.path()).unwrap();
        assert_eq!(root.place(&folder.path().join("a.json")), "a.json");
        let below = folder.path().join("defs/./more/../more/a.json");
        assert_eq!(root.place(&below), "defs/more/a.json");
        assert_eq!(root.place(Path::new("/elsewhere/a.json")), "a.json");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_root_is_refused_and_one_inside_is_not() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("in");
        fs::create_dir(&inside).unwrap();
        fs::write(folder.path().join("secret.json"), "{}").unwrap();
        fs::write(inside.join("a.json"), "true").unwrap();
        symlink("../secret.json", inside.join("out.json")).unwrap();
        symlink("a.json", inside.join("b.json")).unwrap();
        let root = Root::open(&inside).unwrap();
        let log = Log::default();
        assert!(root.read("out.json", &log).is_err());
        assert_eq!(root.read("b.json", &log).unwrap().text, "true");
    }
}

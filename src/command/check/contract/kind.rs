//! The kinds of files that replies are judged by, read whole and as text.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::command::check::input::{up_to, why};
use crate::command::check::shown;
use crate::refusal::{Code, Finding, Refusal, SourceFile};

/// What such a file is called, how large it may be, and what its faults are.
#[derive(Debug)]
pub(super) struct Kind {
    /// The code of its faults.
    pub(super) code: Code,
    name: &'static str,
    most_mib: usize,
}

/// A JSON Schema, also one that a `$ref` names.
pub(super) const SCHEMA: Kind = Kind {
    code: Code::SetupSchema,
    name: "schema",
    most_mib: 64,
};

/// A rule file.
pub(super) const RULES: Kind = Kind {
    code: Code::SetupRules,
    name: "rule file",
    most_mib: 1,
};

/// A file with facts.
pub(super) const FACTS: Kind = Kind {
    code: Code::SetupFacts,
    name: "facts file",
    most_mib: 64,
};

impl Kind {
    /// The bytes of the file that the command line names.
    ///
    /// # Errors
    /// That it cannot be read, and why.
    pub(super) fn read(&self, path: &Path) -> Result<Vec<u8>, Refusal> {
        self.bytes(path).map_err(|why| {
            let message = format!("cannot read the {} {}: {why}", self.name, shown(path));
            self.broken(path, message)
        })
    }

    /// The bytes of a file, or why they cannot be had. A pipe can be read once only, so nothing
    /// else opens it.
    pub(super) fn bytes(&self, path: &Path) -> Result<Vec<u8>, String> {
        let most = self.most_mib << 20;
        let bytes = File::open(path).and_then(|file| {
            let metadata = file.metadata()?;
            if metadata.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            up_to(most, file, metadata.len())
        });
        match bytes {
            Ok(bytes) if bytes.len() > most => {
                Err(format!("it is larger than {} MiB", self.most_mib))
            }
            Ok(bytes) => Ok(bytes),
            Err(error) => Err(why(&error)),
        }
    }

    /// The bytes as text under their name.
    ///
    /// # Errors
    /// That they are not UTF-8, at the first that is not.
    pub(super) fn text(&self, path: &Path, bytes: Vec<u8>) -> Result<Arc<SourceFile>, Refusal> {
        let name = path.to_string_lossy().into_owned();
        let error = match String::from_utf8(bytes) {
            Ok(text) => return Ok(Arc::new(SourceFile { name, text })),
            Err(error) => error,
        };
        let at = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let message = format!("the {} {} is not UTF-8", self.name, shown(path));
        let mut finding = Finding::new(self.code, message).at(at..at + '\u{fffd}'.len_utf8());
        finding.place.file = Some(Arc::new(SourceFile { name, text }));
        Err(Refusal::one(finding.help("save it as UTF-8")))
    }

    /// That a file, named `path`, is missing or broken as a whole.
    pub(super) fn broken(&self, path: &Path, message: String) -> Refusal {
        let mut finding = Finding::new(self.code, message);
        finding.place.file = Some(Arc::new(SourceFile {
            name: path.to_string_lossy().into_owned(),
            text: String::new(),
        }));
        Refusal::one(finding)
    }
}

/// The same file of facts, unless it is in the language that the end of its name says.
///
/// # Errors
/// `setup.facts`, with how they are written.
pub(super) fn json(path: &Path, file: Arc<SourceFile>) -> Result<Arc<SourceFile>, Refusal> {
    let end = path.extension().unwrap_or_default();
    let text = file.text.trim_start();
    let other = ["toml", "yaml", "yml"].iter().any(|name| end == *name);
    if !other || text.is_empty() || text.starts_with('{') {
        return Ok(file);
    }
    let message = format!("the {} {} is no JSON object", FACTS.name, shown(path));
    let finding = Finding::new(FACTS.code, message).within(&file, 0..0);
    let help = "the facts file is JSON: `{\"limit\": 500}`";
    Err(Refusal::one(finding.help(help)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_too_large_is_not_read_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.toml");
        std::fs::write(&path, vec![b'#'; 1 << 20]).unwrap();
        assert_eq!(RULES.bytes(&path).unwrap().len(), 1 << 20);
        std::fs::write(&path, vec![b'#'; (1 << 20) + 1]).unwrap();
        assert_eq!(RULES.bytes(&path).unwrap_err(), "it is larger than 1 MiB");
        let endless = RULES.bytes(Path::new("/dev/zero"));
        assert!(endless.is_err_and(|why| why.contains("larger") || why == "no such file"));
    }

    #[test]
    fn a_file_that_is_not_text_is_pointed_into() {
        let refusal = SCHEMA.text(Path::new("s.json"), b"{\"a\xff".to_vec());
        let refusal = refusal.unwrap_err();
        let finding = refusal.deciding();
        assert_eq!(finding.code, Code::SetupSchema);
        assert_eq!(finding.place.span, Some(3..6));
        let file = RULES.text(Path::new("r.toml"), b"version = 1".to_vec());
        assert_eq!(file.unwrap().text, "version = 1");
    }

    #[test]
    fn who_gives_facts_in_another_language_is_told_which_it_is() {
        let check = |name: &str, text: &str| {
            let file = FACTS.text(Path::new(name), text.into()).unwrap();
            let refusal = json(Path::new(name), file).err()?;
            let help = refusal.deciding().help.as_ref();
            help.map(|help| help.show(false))
        };
        for (name, text) in [("f.toml", "limit = 500"), ("f.yml", "limit: 500")] {
            let help = check(name, text).unwrap();
            assert!(help.contains("`{\"limit\": 500}`"), "{help}");
        }
        assert_eq!(check("f.yaml", "\n{\"limit\": 500}"), None);
        assert_eq!(check("f.json", "limit = 500"), None);
    }
}

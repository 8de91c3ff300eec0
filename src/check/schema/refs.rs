//! What a `$ref` may name: files below one folder, never a network.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jsonschema::{Draft, Retrieve, Uri};
use serde_json::Value;

use super::Reader;
use super::library::{Library, decoded};
use super::{load, meta};
use crate::refusal::{Finding, Text};

/// The folder that the schema's references stay in, as a URI of our own scheme.
const ROOT: &str = "jgate:///root/";

/// The URI of the schema file that stands at `path` below the folder.
pub(super) fn uri_of(path: &str) -> String {
    let mut uri = ROOT.to_owned();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.extend(format!("%{byte:02X}").chars()),
        }
    }
    uri
}

/// Gives the engine the files that references name, and keeps them and what was wrong with them.
#[derive(Clone)]
pub(super) struct Shelf(Arc<Inner>);

struct Inner {
    reader: Option<Reader>,
    draft: Draft,
    state: Mutex<State>,
}

/// What came of the files so far.
#[derive(Default)]
pub(super) struct State {
    pub(super) library: Library,
    pub(super) findings: Vec<Finding>,
}

impl Shelf {
    /// A shelf that holds the schema file itself.
    pub(super) fn new(reader: Option<Reader>, draft: Draft, library: Library) -> Self {
        let state = State {
            library,
            findings: Vec::new(),
        };
        Self(Arc::new(Inner {
            reader,
            draft,
            state: Mutex::new(state),
        }))
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The path below the folder that a URI names.
    fn path(&self, uri: &str) -> Result<String, Text> {
        let library = &self.state().library;
        let given = library.0.first();
        let own = given.and_then(|given| {
            let id = Some(given.base.as_str()).filter(|base| *base != given.uri)?;
            let folder = id.rsplit_once('/')?.0.to_owned() + "/";
            let place = given
                .uri
                .strip_prefix(ROOT)?
                .rsplit_once('/')
                .map_or("", |(folder, _)| folder);
            let below = uri.strip_prefix(&folder)?;
            Some(if place.is_empty() {
                below.to_owned()
            } else {
                format!("{place}/{below}")
            })
        });
        let below = uri.strip_prefix(ROOT).map(str::to_owned).or(own);
        let below = below.ok_or_else(|| outside(uri))?;
        let path = decoded(&below).ok_or("its name is not UTF-8")?;
        let is_plain =
            |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0', ':', '?']);
        if path.split('/').all(is_plain) {
            Ok(path)
        } else {
            Err("its name leaves the folder of the schema, or could".into())
        }
    }

    fn read(&self, uri: &str) -> Result<(), (Text, Option<&'static str>)> {
        let path = self.path(uri).map_err(|why| {
            (
                why,
                Some("only files below the schema's folder are read, or below `--schema-root`"),
            )
        })?;
        let Some(reader) = &self.0.reader else {
            let why = "a schema from a pipe has no folder".into();
            return Err((
                why,
                Some("give the schema as a file, or name its folder with `--schema-root DIR`"),
            ));
        };
        let source = reader(&path).map_err(|why| (Text::new().own(why), None))?;
        let opened = load::open(&Arc::new(source), uri.to_owned(), self.0.draft);
        let mut state = self.state();
        match opened {
            Ok((loaded, findings)) => {
                if findings.is_empty() {
                    state.findings.extend(meta::faults(&loaded));
                }
                state.library.0.push(loaded);
                state.findings.extend(findings);
            }
            Err(refusal) => state.findings.extend(refusal.findings),
        }
        Ok(())
    }
}

fn outside(uri: &str) -> Text {
    if uri.starts_with("http:") || uri.starts_with("https:") {
        "jgate reads nothing from a network".into()
    } else if uri.starts_with("jgate:///") {
        "it leaves the folder of the schema".into()
    } else {
        "it is no file below the schema's folder".into()
    }
}

impl Retrieve for Shelf {
    // What is wrong is kept, and the engine goes on with a schema that allows all: so every
    // faulty reference is found in one run.
    fn retrieve(
        &self,
        uri: &Uri<String>,
    ) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        let uri = uri.as_str();
        let Err((why, help)) = self.read(uri) else {
            let state = self.state();
            let loaded = state.library.0.iter().find(|loaded| loaded.uri == uri);
            return Ok(loaded.map_or_else(
                || Value::Object(serde_json::Map::new()),
                |loaded| Value::clone(&loaded.value),
            ));
        };
        let mut state = self.state();
        let mut naming = state
            .library
            .references(|full| full.split('#').next() == Some(uri));
        if naming.is_empty() {
            // Below a nested `$id` the base is another one: then the name's end must do.
            let name = uri.rsplit('/').next().unwrap_or(uri);
            naming = state.library.references(|full| {
                full.split('#')
                    .next()
                    .is_some_and(|full| full.ends_with(name))
            });
        }
        for finding in &mut naming {
            let named = named(finding);
            finding.message = Text::new()
                .own(format!("`$ref` to `{named}` cannot be followed: "))
                .text(why.clone());
            finding.help = help.map(Text::from);
        }
        state.findings.extend(naming);
        if state.findings.is_empty() {
            return Err(why.show(false).into());
        }
        Ok(Value::Object(serde_json::Map::new()))
    }
}

/// What a reference says, from the bytes that a finding points at.
pub(super) fn named(finding: &Finding) -> String {
    let (file, span) = (&finding.place.file, finding.place.span.clone());
    let text = file
        .as_ref()
        .zip(span)
        .and_then(|(file, span)| file.text.get(span));
    crate::refusal::text::excerpt(text.unwrap_or_default().trim_matches('"'), 80)
}

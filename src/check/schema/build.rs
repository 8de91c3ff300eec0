//! From schema files to the engine's validator, or every fault that could be found.

use std::sync::{Arc, OnceLock};

use jsonschema::error::ValidationErrorKind as Error;
use jsonschema::{Draft, ReferencingError, Uri, ValidationError};

use super::circle;
use super::library::{self, Library, decoded, fault, resolve};
use super::refs::{self, Shelf, State};
use super::{Judge, Reader, formats, load, meta, tell, words};
use crate::read::document::Node;
use crate::refusal::near::near;
use crate::refusal::{Code, Finding, Refusal, SourceFile, Text};

/// What may have emptied a schema that is no regular file.
const READ_ONCE: &str = "a shell's `<(…)` can be read only once";

/// How many faults of a schema are told.
const MOST: usize = 50;

/// Compiles the file that stands at `path` below the folder that `reader` reads.
///
/// # Errors
/// `setup.schema`.
pub(super) fn build(
    file: &Arc<SourceFile>,
    path: &str,
    reader: Option<Reader>,
) -> Result<Judge, Refusal> {
    let uri = refs::uri_of(path);
    let opened = load::open(file, uri, Draft::Draft202012);
    let (mut loaded, findings) = opened.map_err(|mut refusal| {
        let is_empty = file.text.trim().is_empty() && reader.is_none();
        if let Some(first) = refusal.findings.first_mut().filter(|_| is_empty) {
            first.help = Some(READ_ONCE.into());
        }
        refusal
    })?;
    if !findings.is_empty() {
        return Err(tell::settle(findings, MOST, 0, false));
    }
    let base = loaded.take_base();
    let (draft, value) = (loaded.draft, Arc::clone(&loaded.value));
    let shelf = Shelf::new(reader, draft, Library(vec![loaded]));
    let mut options = formats::options(draft);
    if let Some(base) = base {
        options = options.with_base_uri(base);
    }
    let built = options.with_retriever(shelf.clone()).build(&value);
    let State { library, findings } = std::mem::take(&mut *shelf.state());
    let circles = circle::circles(&library);
    if built.is_ok() && findings.is_empty() && !circles.is_empty() {
        return Err(tell::settle(circles, MOST, 0, false));
    }
    let Some(loaded) = library
        .0
        .first()
        .filter(|_| built.is_err() || !findings.is_empty())
    else {
        return match built {
            Ok(validator) => Ok(Judge {
                validator,
                library,
                explosive: OnceLock::new(),
            }),
            Err(_) => Err(Refusal::one(at_file(file, "the schema does not compile"))),
        };
    };
    let mut all = meta::faults(loaded);
    all.extend(findings);
    if let (Err(error), true) = (&built, all.is_empty()) {
        all = faults(error, &library, file);
    }
    Err(tell::settle(all, MOST, 0, false))
}

/// What the engine did not compile.
fn faults(error: &ValidationError<'_>, library: &Library, file: &Arc<SourceFile>) -> Vec<Finding> {
    if let Error::Referencing(error) = error.kind() {
        return unresolved(error, library, file);
    }
    let message = match error.kind() {
        Error::Format { .. } => Text::from("a pattern is no regular expression"),
        Error::Custom { message, .. } if message.starts_with("Unknown format") => {
            "`format` names none that jgate can check".into()
        }
        _ => "this is not allowed in a schema of its draft".into(),
    };
    let absolute = error.absolute_keyword_location().map(Uri::as_str);
    let spot = library.spot(absolute, error.instance_path().as_str());
    let loaded = spot.map(|spot| spot.loaded).or(library.0.first());
    let place = loaded.and_then(|loaded| {
        let node = loaded.document.resolve(error.instance_path().as_str())?;
        let message = message.clone();
        Some(fault(&loaded.file, &loaded.document, node, message))
    });
    vec![place.unwrap_or_else(|| at_file(file, message))]
}

fn at_file(file: &Arc<SourceFile>, message: impl Into<Text>) -> Finding {
    let mut finding = Finding::new(Code::SetupSchema, message);
    finding.place.file = Some(Arc::clone(file));
    finding
}

/// The references that name nothing.
fn unresolved(error: &ReferencingError, library: &Library, file: &Arc<SourceFile>) -> Vec<Finding> {
    let mut found = library.references(|full| names_nothing(library, full));
    for finding in &mut found {
        let named = refs::named(finding);
        finding.message = format!("`$ref` names nothing: `{named}`").into();
        finding.help = meant(library, finding, &named);
    }
    if !found.is_empty() {
        return found;
    }
    let wanted = match error {
        ReferencingError::PointerToNowhere { pointer } => pointer.clone(),
        ReferencingError::NoSuchAnchor { anchor } | ReferencingError::InvalidAnchor { anchor } => {
            format!("#{anchor}")
        }
        ReferencingError::Unretrievable { uri, .. } => uri.clone(),
        ReferencingError::InvalidUri(_) => return invalid(library, file),
        ReferencingError::UnknownSpecification { specification } => {
            return unknown_part(library, file, specification);
        }
        _ => String::new(),
    };
    let mut found = library
        .references(|full| !wanted.is_empty() && full.trim_end_matches('#').ends_with(&wanted));
    let message = || {
        Text::from(format!(
            "a `$ref` names nothing: {}",
            words::quoted(&wanted)
        ))
    };
    for finding in &mut found {
        finding.message = message();
    }
    if found.is_empty() {
        vec![at_file(file, message())]
    } else {
        found
    }
}

/// The parts of a schema with a `$schema` of their own that is not known.
fn unknown_part(library: &Library, file: &Arc<SourceFile>, named: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    for loaded in &library.0 {
        let document = &loaded.document;
        let is_it = |(key, value): &(Node<'_>, Node<'_>)| {
            key.is_string("$schema")
                && value
                    .string()
                    .is_some_and(|text| text.trim_end_matches('#') == named.trim_end_matches('#'))
        };
        let parts = document.nodes().flat_map(Node::members).filter(is_it);
        found.extend(parts.map(|(_, node)| load::unknown_draft(&loaded.file, document, node)));
    }
    if found.is_empty() {
        found.push(at_file(
            file,
            "a part of the schema is of a draft that jgate does not know",
        ));
    }
    found
}

/// The references that are no URI.
fn invalid(library: &Library, file: &Arc<SourceFile>) -> Vec<Finding> {
    let mut found = Vec::new();
    for loaded in &library.0 {
        let document = &loaded.document;
        let base = &loaded.base;
        let id = document.root().get("$id");
        let id = id.filter(|id| resolve(base, &id.string().unwrap_or_default()).is_none());
        found.extend(id.map(|id| fault(&loaded.file, document, id, "`$id` is no URI reference")));
        for node in library::references(document) {
            let text = node.string().unwrap_or_default();
            if resolve(base, &text).is_none() {
                let message = Text::new()
                    .own("`$ref` is no URI reference: ")
                    .own(words::quoted(&text));
                found.push(fault(&loaded.file, document, node, message));
            }
        }
    }
    if found.is_empty() {
        found.push(at_file(file, "the schema holds a URI that is none"));
    }
    found
}

/// Whether a reference in full points into a known file at nothing.
fn names_nothing(library: &Library, full: &str) -> bool {
    let Some((base, fragment)) = full.split_once('#') else {
        return false;
    };
    let pointer = decoded(fragment).filter(|pointer| pointer.starts_with('/'));
    library
        .file(base)
        .zip(pointer)
        .is_some_and(|(loaded, pointer)| loaded.value.pointer(&pointer).is_none())
}

/// The definition that a reference probably meant.
fn meant(library: &Library, finding: &Finding, named: &str) -> Option<Text> {
    let (parent, name) = named.split_once('#')?.1.rsplit_once('/')?;
    let file = finding.place.file.as_ref()?;
    let own = library
        .0
        .iter()
        .find(|loaded| Arc::ptr_eq(&loaded.file, file))?;
    let members = |folder: &str| {
        own.value
            .pointer(folder)
            .and_then(|value| value.as_object())
    };
    let beside = members(parent)
        .into_iter()
        .flatten()
        .map(|(name, _)| (parent, name.as_str()));
    let elsewhere = ["/$defs", "/definitions"]
        .into_iter()
        .filter(|folder| *folder != parent);
    let other = elsewhere.filter_map(|folder| {
        members(folder)?
            .get_key_value(name)
            .map(|(name, _)| (folder, name.as_str()))
    });
    let near_one = near(name, beside.clone().map(|(_, name)| name)).map(|name| (parent, name));
    let (folder, name) = near_one.or(other.into_iter().next())?;
    Some(
        format!(
            "did you mean {}?",
            words::quoted(&format!("#{folder}/{name}"))
        )
        .into(),
    )
}

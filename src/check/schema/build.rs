//! From schema files to the engine's validator, or every fault that could be found.

use std::sync::Arc;

use jsonschema::error::ValidationErrorKind as Error;
use jsonschema::{ReferencingError, ValidationError};

use super::library::{self, Library, decoded, fault, resolve};
use super::near::near;
use super::refs::{self, Shelf, State};
use super::{Judge, Reader, formats, load, meta, regex, tell, words};
use crate::refusal::{Code, Finding, Refusal, SourceFile, Text};

/// How many faults of a schema are told.
const MOST: usize = 50;

/// Compiles the file that stands at `path` below the folder that `reader` reads.
///
/// # Errors
/// `setup.schema`.
pub(super) fn build(
    file: Arc<SourceFile>,
    path: &str,
    reader: Option<Reader>,
) -> Result<Judge, Refusal> {
    let draft = load::draft(&file.text);
    let uri = refs::uri_of(path);
    let (library, findings) =
        load::first(Arc::clone(&file), uri.clone(), draft).map_err(Refusal::one)?;
    if !findings.is_empty() {
        return Err(settled(findings));
    }
    let value = library
        .0
        .first()
        .map(|loaded| loaded.value.clone())
        .unwrap_or_default();
    let shelf = Shelf::new(reader, draft, library);
    let options = formats::options(draft)
        .with_base_uri(uri)
        .with_retriever(shelf.clone());
    let built = options.build(&value);
    drop(options);
    let State { library, findings } = std::mem::take(&mut *shelf.state());
    if !findings.is_empty() {
        return Err(settled(findings));
    }
    match built {
        Ok(validator) => Ok(Judge {
            validator,
            explosive: explosive(&library),
            library,
        }),
        Err(error) => Err(settled(faults(&error, &library, &file))),
    }
}

fn settled(findings: Vec<Finding>) -> Refusal {
    tell::settle(findings, MOST, 0, false)
}

/// The patterns of all files that the engine may give up on.
fn explosive(library: &Library) -> Vec<String> {
    let may = |text: &str| text.contains("(?") || text.contains('\\');
    let files = library.0.iter().filter(|loaded| may(&loaded.file.text));
    let mut patterns: Vec<String> = files
        .filter_map(|loaded| {
            let document = loaded.document()?;
            let texts = meta::all_patterns(&document)
                .into_iter()
                .filter_map(|node| node.string().map(String::from));
            Some(
                texts
                    .filter(|pattern| regex::may_explode(pattern))
                    .collect::<Vec<_>>(),
            )
        })
        .flatten()
        .collect();
    patterns.sort_unstable();
    patterns.dedup();
    patterns
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
    let absolute = error.absolute_keyword_location().map(|uri| uri.as_str());
    let spot = library.spot(absolute, error.instance_path().as_str());
    let loaded = spot.map(|spot| spot.loaded).or(library.0.first());
    let document = loaded.and_then(|loaded| Some((loaded, loaded.document()?)));
    let place = document.as_ref().and_then(|(loaded, document)| {
        Some(fault(
            &loaded.file,
            document,
            document.resolve(error.instance_path().as_str())?,
            message.clone(),
        ))
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

/// The references that are no URI.
fn invalid(library: &Library, file: &Arc<SourceFile>) -> Vec<Finding> {
    let mut found = Vec::new();
    for loaded in &library.0 {
        let Some(document) = loaded.document() else {
            continue;
        };
        let base = loaded.base();
        let id = document.root().get("$id");
        let id = id.filter(|id| resolve(&base, &id.string().unwrap_or_default()).is_none());
        found.extend(id.map(|id| fault(&loaded.file, &document, id, "`$id` is no URI reference")));
        for node in library::references(&document) {
            let text = node.string().unwrap_or_default();
            if resolve(&base, &text).is_none() {
                let message = Text::new()
                    .own("`$ref` is no URI reference: ")
                    .own(words::quoted(&text));
                found.push(fault(&loaded.file, &document, node, message));
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
    let names = |folder: &str| {
        own.value
            .pointer(folder)
            .and_then(|value| value.as_object())
    };
    let beside = names(parent)
        .into_iter()
        .flatten()
        .map(|(name, _)| (parent, name.as_str()));
    let elsewhere = ["/$defs", "/definitions"]
        .into_iter()
        .filter(|folder| *folder != parent);
    let other = elsewhere.filter_map(|folder| {
        names(folder)?
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

//! References that lead only to themselves: nothing is said there, so everything would be allowed.

use std::collections::{HashMap, HashSet};

use jsonschema::Draft;

use super::library::{Library, Loaded, decoded, fault, resolve};
use super::walk;
use crate::read::document::{Document, Node};
use crate::refusal::Finding;

/// A schema's place: the number of its file and of its node.
type Place = (usize, u32);

/// One finding for each circle of schemas that hold a `$ref` and nothing else that counts.
pub(super) fn circles(library: &Library) -> Vec<Finding> {
    if !library
        .0
        .iter()
        .any(|loaded| loaded.file.text.contains("\"$ref\""))
    {
        return Vec::new();
    }
    let documents: Vec<_> = library.0.iter().map(Loaded::document).collect();
    let next = steps(library, &documents);
    let mut starts: Vec<_> = next.keys().copied().collect();
    starts.sort_unstable();
    let (mut done, mut found) = (HashSet::new(), Vec::new());
    for start in starts {
        let mut walked = HashSet::new();
        let mut here = Some(start);
        while let Some(place) = here.filter(|place| !done.contains(place)) {
            if !walked.insert(place) {
                found.extend(told(library, &documents, place));
                break;
            }
            here = next.get(&place).copied();
        }
        done.extend(walked);
    }
    found
}

/// Where each schema leads that is nothing but a reference.
fn steps(library: &Library, documents: &[Option<Document<'_>>]) -> HashMap<Place, Place> {
    let mut next = HashMap::new();
    for (at, (loaded, document)) in library.0.iter().zip(documents).enumerate() {
        let Some(document) = document else { continue };
        // Below a nested `$id` references are relative to that: they are not followed.
        if loaded.file.text.matches("\"$id\"").count() > 1 {
            continue;
        }
        let base = loaded.base();
        for schema in walk::schemas(document) {
            let target = alone(loaded, schema)
                .and_then(|reference| resolve(&base, &reference))
                .and_then(|full| place(library, documents, &full));
            next.extend(target.map(|target| ((at, schema.index()), target)));
        }
    }
    next
}

/// The `$ref` of a schema that says nothing else.
fn alone(loaded: &Loaded, schema: Node<'_>) -> Option<String> {
    let reference = schema.get("$ref")?.string()?.into_owned();
    let mut keys = schema.members().filter_map(|(key, _)| key.string());
    let says_more =
        keys.any(|key| key != "$ref" && walk::is_keyword(&key) && !walk::only_annotates(&key));
    // Up to draft 7, what stands beside a `$ref` does not count.
    (loaded.draft < Draft::Draft201909 || !says_more).then_some(reference)
}

fn place(library: &Library, documents: &[Option<Document<'_>>], full: &str) -> Option<Place> {
    let (base, fragment) = full.split_once('#').unwrap_or((full, ""));
    let is_it = |loaded: &Loaded| loaded.uri == base || loaded.base().trim_end_matches('#') == base;
    let at = library.0.iter().position(is_it)?;
    let node = documents.get(at)?.as_ref()?.resolve(&decoded(fragment)?)?;
    Some((at, node.index()))
}

fn told(library: &Library, documents: &[Option<Document<'_>>], place: Place) -> Option<Finding> {
    let loaded = library.0.get(place.0)?;
    let document = documents.get(place.0)?.as_ref()?;
    let reference = document.node(place.1).get("$ref")?;
    let message = "this `$ref` leads only to itself, so nothing would be asked of the value";
    Some(fault(&loaded.file, document, reference, message))
}

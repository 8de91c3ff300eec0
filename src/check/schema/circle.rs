//! References that lead only to themselves: nothing is said there, so everything would be allowed.

use std::collections::{HashMap, HashSet};

use jsonschema::Draft;

use super::index::Index;
use super::library::{Library, Loaded, decoded, fault, resolve};
use super::walk;
use crate::read::document::Node;
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
    let next = steps(library);
    let mut starts: Vec<_> = next.keys().copied().collect();
    starts.sort_unstable();
    let (mut done, mut found) = (HashSet::new(), Vec::new());
    for start in starts {
        let mut walked = HashSet::new();
        let mut here = Some(start);
        while let Some(place) = here.filter(|place| !done.contains(place)) {
            if !walked.insert(place) {
                found.extend(told(library, place));
                break;
            }
            here = next.get(&place).copied();
        }
        done.extend(walked);
    }
    found
}

/// Where each schema leads that is nothing but a reference to another such one.
fn steps(library: &Library) -> HashMap<Place, Place> {
    let mut files = Files::of(library);
    let mut next = HashMap::new();
    for (at, loaded) in library.0.iter().enumerate() {
        // Below a nested `$id` references are relative to that: they are not followed.
        if loaded.file.text.matches("\"$id\"").count() > 1 {
            continue;
        }
        for schema in loaded.schemas() {
            let target = alone(loaded, schema)
                .and_then(|reference| files.place(at, &reference))
                // A circle is made of nothing else.
                .filter(|target| files.has_reference(*target));
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

/// The files, to look places up in.
struct Files<'l> {
    library: &'l Library,
    indexes: Vec<Index<'l>>,
}

impl<'l> Files<'l> {
    fn of(library: &'l Library) -> Self {
        let indexes = library.0.iter().map(|loaded| Index::of(&loaded.document));
        Self {
            library,
            indexes: indexes.collect(),
        }
    }

    /// What a reference in the file `at` names.
    fn place(&mut self, at: usize, reference: &str) -> Option<Place> {
        let (at, pointer) = match reference.strip_prefix('#') {
            Some(fragment) => (at, decoded(fragment)?),
            None => self.elsewhere(at, reference)?,
        };
        let node = self.indexes.get_mut(at)?.resolve(&pointer)?;
        Some((at, node.index()))
    }

    fn elsewhere(&self, at: usize, reference: &str) -> Option<(usize, String)> {
        let full = resolve(&self.library.0.get(at)?.base, reference)?;
        let (base, fragment) = full.split_once('#').unwrap_or((&full, ""));
        let is_it =
            |loaded: &Loaded| loaded.uri == base || loaded.base.trim_end_matches('#') == base;
        let at = self.library.0.iter().position(is_it)?;
        Some((at, decoded(fragment)?))
    }

    fn has_reference(&self, (at, node): Place) -> bool {
        let loaded = self.library.0.get(at);
        loaded.is_some_and(|loaded| loaded.document.node(node).get("$ref").is_some())
    }
}

fn told(library: &Library, (at, node): Place) -> Option<Finding> {
    let loaded = library.0.get(at)?;
    let reference = loaded.document.node(node).get("$ref")?;
    let message = "this `$ref` leads only to itself, so nothing would be asked of the value";
    Some(fault(&loaded.file, &loaded.document, reference, message))
}

//! What a schema says that was probably not meant. It changes no verdict: a keyword that no draft
//! knows is ignored, and so a misspelt one lets everything through.

use std::cell::OnceCell;

use super::library::{self, Library, Loaded, fault};
use super::walk;
use crate::read::document::{Document, Kind, Node};
use crate::refusal::near::near;
use crate::refusal::{Finding, Severity, Text};

/// Words near a keyword that others use as annotations.
const ELSEWHERE: [&str; 5] = ["defs", "discriminator", "externalDocs", "note", "xml"];

/// What is doubtful in the files of a schema, in order of their text.
pub(super) fn doubts(library: &Library) -> Vec<Finding> {
    let mut found = Vec::new();
    for (at, loaded) in library.0.iter().enumerate() {
        found.extend(allows_all(loaded).filter(|_| at == 0));
        let named = References::of(&loaded.document);
        for schema in loaded.schemas() {
            // A file of definitions alone is no schema, though its parts are.
            if schema.index() > 0 || at == 0 || walk::says_something(schema) {
                found.extend(misspelt(loaded, schema, &named));
            }
        }
    }
    for finding in &mut found {
        finding.severity = Severity::Warning;
    }
    found
}

/// What the references of a file name, all in one text, once that is asked for.
struct References<'d> {
    document: &'d Document<'d>,
    texts: OnceCell<String>,
}

impl<'d> References<'d> {
    fn of(document: &'d Document<'d>) -> Self {
        let texts = OnceCell::new();
        Self { document, texts }
    }

    /// Whether one leads through a key: then it holds definitions, whatever it is called.
    fn pass(&self, key: &str) -> bool {
        let texts = || {
            let nodes = library::references(self.document).into_iter();
            let texts = nodes.filter_map(Node::string);
            texts
                .flat_map(|text| [text.into_owned(), "/\n".to_owned()])
                .collect()
        };
        let texts: &String = self.texts.get_or_init(texts);
        texts.contains(&format!("/{key}/"))
    }
}

/// The keys of a schema that are near a keyword and are none.
fn misspelt<'d>(
    loaded: &'d Loaded,
    schema: Node<'d>,
    named: &'d References<'d>,
) -> impl Iterator<Item = Finding> + 'd {
    schema.members().filter_map(move |(name, value)| {
        let key = name.string()?;
        let message = if key == "nullable" {
            nullable(schema, value)?
        } else {
            let meant = meant(&key).filter(|_| !named.pass(&key))?;
            Text::new().own("`").key(&key).own(format!(
                "` is no keyword of JSON Schema: did you mean `{meant}`?"
            ))
        };
        Some(fault(&loaded.file, &loaded.document, name, message))
    })
}

/// The keyword that a key was probably meant to be. A misspelt annotation does no harm.
fn meant(key: &str) -> Option<&'static str> {
    if walk::is_keyword(key) || key.starts_with("x-") || ELSEWHERE.contains(&key) {
        return None;
    }
    let telling = walk::KEYWORDS.iter().copied().filter(|word| {
        let names = matches!(*word, "$id" | "$schema");
        names || !walk::only_annotates(word)
    });
    near(key, telling)
}

/// `nullable`, where it would have changed something.
fn nullable(schema: Node<'_>, value: Node<'_>) -> Option<Text> {
    let types = schema.get("type")?;
    let is_null = |node: Node<'_>| node.is_string("null");
    let allows_null = is_null(types) || types.elements().any(is_null);
    (value.boolean() == Some(true) && !allows_null)
        .then(|| "`nullable` is OpenAPI, not JSON Schema: null is refused".into())
}

/// A schema file without anything that could refuse a value.
fn allows_all(loaded: &Loaded) -> Option<Finding> {
    let root = loaded.document.root();
    let mut keys = root.members().filter_map(|(key, _)| key.string());
    let refuses = keys.any(|key| walk::is_keyword(&key) && !walk::only_annotates(&key));
    (root.kind() == Kind::Object && !refuses).then(|| {
        fault(
            &loaded.file,
            &loaded.document,
            root,
            "the schema allows every value",
        )
    })
}

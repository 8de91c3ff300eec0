//! The schema files that were read, and places in them.

use std::sync::Arc;

use jsonschema::{Draft, uri};
use serde_json::Value;

use crate::read::document::{Document, Kind, Node};
use crate::refusal::{Code, Finding, Place, SourceFile, Text};

/// One schema file.
pub(super) struct Loaded {
    /// The URI the engine knows it by.
    pub(super) uri: String,
    /// The URI that its references are relative to.
    pub(super) base: String,
    pub(super) file: Arc<SourceFile>,
    pub(super) draft: Draft,
    /// Its text as a document, to point into.
    pub(super) document: Document<'static>,
    /// The nodes of what [`walk::schemas`](super::walk::schemas) finds in it.
    pub(super) schemas: Vec<u32>,
    /// Its content as the engine sees it.
    pub(super) value: Arc<Value>,
}

impl Loaded {
    /// The objects in it that are schemas, in order of the text.
    pub(super) fn schemas(&self) -> impl Iterator<Item = Node<'_>> {
        self.schemas.iter().map(|index| self.document.node(*index))
    }

    /// The base URI that the engine needs: none where every reference stays in the file.
    ///
    /// Then it notes no URI for each keyword, and `$id` is taken out of the value. The pattern
    /// that the meta-schema has for it takes a third of the memory of a short run to compile.
    pub(super) fn take_base(&mut self) -> Option<String> {
        if !self.stands_alone() {
            return Some(self.uri.clone());
        }
        let members = Arc::get_mut(&mut self.value).and_then(Value::as_object_mut);
        members.and_then(|members| members.shift_remove("$id"));
        None
    }

    /// Whether no reference leaves the file, and nothing in it has a URI of its own.
    fn stands_alone(&self) -> bool {
        let own = self.document.root().get("$id").map(Node::index);
        let is_plain = |id: &str| !id.contains('#') && resolve(&self.uri, id).is_some();
        let mut members = self.document.nodes().flat_map(Node::members);
        members.all(|(key, value)| match &*key.string().unwrap_or_default() {
            "$ref" | "$dynamicRef" | "$recursiveRef" => value.raw().starts_with("\"#"),
            "$id" => own == Some(value.index()) && value.string().is_some_and(|id| is_plain(&id)),
            "id" => value.kind() != Kind::String,
            _ => true,
        })
    }
}

/// The URI that the references of a file are relative to, which the engine knows as `uri`.
pub(super) fn base(uri: &str, value: &Value) -> String {
    let own = value.get("$id").or_else(|| value.get("id"));
    let own = own.and_then(Value::as_str);
    let own = own.and_then(|id| resolve(uri, id));
    own.unwrap_or_else(|| uri.to_owned())
}

/// All files of a schema; the first is the one that was given.
#[derive(Default)]
pub(super) struct Library(pub(super) Vec<Loaded>);

/// A value in one of the files.
#[derive(Clone, Copy)]
pub(super) struct Spot<'l> {
    pub(super) loaded: &'l Loaded,
    pub(super) value: &'l Value,
}

impl Library {
    /// The value at a pointer, in the file that `absolute` (a URI with a fragment) names; else in
    /// the first that has such a pointer.
    pub(super) fn spot(&self, absolute: Option<&str>, pointer: &str) -> Option<Spot<'_>> {
        let uri = absolute.map(|uri| uri.split_once('#').unwrap_or((uri, "")));
        let named = uri.and_then(|(base, fragment)| {
            let loaded = self.file(base)?;
            let value = loaded.value.pointer(&decoded(fragment)?)?;
            Some(Spot { loaded, value })
        });
        named.or_else(|| {
            self.0.iter().find_map(|loaded| {
                let value = loaded.value.pointer(pointer)?;
                Some(Spot { loaded, value })
            })
        })
    }

    /// The file that a URI without fragment names.
    pub(super) fn file(&self, base: &str) -> Option<&Loaded> {
        let is_it =
            |loaded: &&Loaded| loaded.uri == base || loaded.base.trim_end_matches('#') == base;
        self.0.iter().find(is_it)
    }

    /// The references that satisfy `wanted`, given what they name in full.
    pub(super) fn references(&self, wanted: impl Fn(&str) -> bool) -> Vec<Finding> {
        let mut found = Vec::new();
        for loaded in &self.0 {
            for node in references(&loaded.document) {
                let text = node.string().unwrap_or_default();
                if resolve(&loaded.base, &text).is_some_and(|uri| wanted(&uri)) {
                    found.push(fault(&loaded.file, &loaded.document, node, ""));
                }
            }
        }
        found
    }
}

/// The strings that `$ref` and its kin hold, in order of the text.
pub(super) fn references<'d>(document: &'d Document<'d>) -> Vec<Node<'d>> {
    let nodes = document.nodes();
    nodes
        .flat_map(Node::members)
        .filter(|(key, value)| {
            value.kind() == Kind::String
                && ["$ref", "$dynamicRef", "$recursiveRef"]
                    .iter()
                    .any(|name| key.is_string(name))
        })
        .map(|(_, value)| value)
        .collect()
}

/// A finding in a schema file, at a node.
pub(super) fn fault(
    file: &Arc<SourceFile>,
    document: &Document<'_>,
    node: Node<'_>,
    message: impl Into<Text>,
) -> Finding {
    let mut finding = Finding::new(Code::SetupSchema, message);
    finding.place = Place {
        file: Some(Arc::clone(file)),
        pointer: Some(document.pointer(node.index())),
        span: Some(node.span()),
    };
    finding
}

/// A reference made absolute, normalised.
pub(super) fn resolve(base: &str, reference: &str) -> Option<String> {
    let base = uri::from_str(base).ok()?;
    let resolved = uri::resolve_against(&base.borrow(), reference).ok()?;
    Some(resolved.as_str().to_owned())
}

/// Percent-decoded text, if it is UTF-8.
pub(super) fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
            let (high, low) = (digit(rest.next())?, digit(rest.next())?);
            u8::try_from(high * 16 + low).ok()?
        } else {
            byte
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_codes_are_decoded() {
        assert_eq!(decoded("a%20b%2fc").as_deref(), Some("a b/c"));
        assert_eq!(decoded("caf%C3%A9").as_deref(), Some("café"));
        for text in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }
}

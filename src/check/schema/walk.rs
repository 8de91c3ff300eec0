//! Which values of a schema file are schemas: a `format` there is a keyword, elsewhere it is data.

use crate::read::document::{Document, Kind, Node};

use super::index::Index;
use super::library::decoded;

/// The keyword that stands for `int32` and `int64`: the engine shows a format only strings.
pub(super) const WIDTH: &str = "jgate:width";

/// Where a keyword holds schemas.
enum Holds {
    Schema,
    /// Its elements, or itself.
    List,
    /// The values of its members.
    Map,
}

fn holds(keyword: &str) -> Option<Holds> {
    Some(match keyword {
        "additionalItems"
        | "additionalProperties"
        | "contains"
        | "contentSchema"
        | "else"
        | "if"
        | "not"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Holds::Schema,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" | "items" => Holds::List,
        "$defs" | "definitions" | "dependencies" | "dependentSchemas" | "patternProperties"
        | "properties" => Holds::Map,
        _ => return None,
    })
}

/// The last keyword on a path through schemas, past the names that maps of schemas hold.
pub(super) fn last_keyword(schema_path: &str) -> Option<&'static str> {
    let mut last = None;
    let mut is_name = false;
    for token in schema_path.split('/').skip(1) {
        if std::mem::take(&mut is_name) {
            continue;
        }
        if let Ok(at) = KEYWORDS.binary_search(&token) {
            last = KEYWORDS.get(at).copied();
            is_name = token == "dependentRequired" || matches!(holds(token), Some(Holds::Map));
        } else if token == WIDTH {
            last = Some("format");
        }
    }
    last
}

/// The objects of a document that are schemas: those that a keyword of a schema holds, and those
/// that a reference inside the document names.
pub(super) fn schemas<'d>(document: &'d Document<'d>) -> Vec<Node<'d>> {
    let mut index = Index::of(document);
    let mut found = Vec::new();
    let mut seen = vec![false; document.len()];
    let mut open = vec![document.root()];
    while let Some(node) = open.pop() {
        let first = seen
            .get_mut(node.index() as usize)
            .is_some_and(|seen| !std::mem::replace(seen, true));
        if node.kind() != Kind::Object || !first {
            continue;
        }
        found.push(node);
        for (key, value) in node.members() {
            let keyword = key.string().unwrap_or_default();
            below(&mut index, &keyword, value, &mut open);
        }
    }
    found.sort_unstable_by_key(|node| node.index());
    found
}

fn below<'d>(index: &mut Index<'d>, keyword: &str, value: Node<'d>, open: &mut Vec<Node<'d>>) {
    match holds(keyword) {
        Some(Holds::Schema) => open.push(value),
        Some(Holds::List) => {
            open.push(value);
            open.extend(value.elements());
        }
        Some(Holds::Map) => open.extend(value.members().map(|(_, schema)| schema)),
        None if keyword == "$ref" => {
            let text = value.string().unwrap_or_default();
            let pointer = text.strip_prefix('#').and_then(decoded);
            let local = pointer.filter(|pointer| pointer.starts_with('/'));
            open.extend(local.and_then(|pointer| index.resolve(&pointer)));
        }
        None => {}
    }
}

/// All keywords of all drafts.
#[rustfmt::skip]
pub(super) const KEYWORDS: &[&str] = &[
    "$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor",
    "$recursiveRef", "$ref", "$schema", "$vocabulary", "additionalItems", "additionalProperties",
    "allOf", "anyOf", "const", "contains", "contentEncoding", "contentMediaType", "contentSchema",
    "default", "definitions", "dependencies", "dependentRequired", "dependentSchemas",
    "deprecated", "description", "else", "enum", "examples", "exclusiveMaximum",
    "exclusiveMinimum", "format", "id", "if", "items", "maxContains", "maxItems", "maxLength",
    "maxProperties", "maximum", "minContains", "minItems", "minLength", "minProperties",
    "minimum", "multipleOf", "not", "oneOf", "pattern", "patternProperties", "prefixItems",
    "properties", "propertyNames", "readOnly", "required", "then", "title", "type",
    "unevaluatedItems", "unevaluatedProperties", "uniqueItems", "writeOnly",
];

/// Whether any draft knows a key.
pub(super) fn is_keyword(key: &str) -> bool {
    KEYWORDS.binary_search(&key).is_ok()
}

/// Whether a keyword asks nothing of a value: it names, describes, or holds definitions.
#[rustfmt::skip]
pub(super) fn only_annotates(keyword: &str) -> bool {
    matches!(
        keyword,
        "$anchor" | "$comment" | "$defs" | "$dynamicAnchor" | "$id" | "$recursiveAnchor"
            | "$schema" | "$vocabulary" | "default" | "definitions" | "deprecated"
            | "description" | "examples" | "id" | "readOnly" | "title" | "writeOnly"
    )
}

/// Whether a reply looks like a JSON Schema.
pub(super) fn looks_like_schema(root: Node<'_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    has("$schema")
        || (has("type")
            && has("properties")
            && root
                .get("properties")
                .is_some_and(|node| node.kind() == Kind::Object))
}

/// Whether a file given as schema says anything that only a schema says; else it is likely a
/// reply, and as a schema it would allow all.
pub(super) fn says_something(root: Node<'_>) -> bool {
    // A reply may well have such keys.
    let is_usual = |key: &str| !key.starts_with('$') && key != "definitions" && only_annotates(key);
    let is_empty = root.members().next().is_none();
    is_empty || {
        let keys = || root.members().filter_map(|(key, _)| key.string());
        let known = keys().filter(|key| is_keyword(key)).count();
        let telling = keys().any(|key| is_keyword(&key) && !is_usual(&key));
        telling || (known > 0 && known == root.members().count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }
}

//! A schema file's text to what the engine compiles, or what is wrong with it and where.

use std::sync::Arc;

use jsonschema::Draft;
use serde_json::Value;

use super::library::{self, Loaded};
use super::{formats, meta, mistake, number, walk};
use crate::read::document::{Document, Kind, MAX_DEPTH, Node};
use crate::refusal::near::near;
use crate::refusal::{Code, Finding, Refusal, SourceFile, Text};

/// The drafts by what `$schema` says, without scheme and fragment.
const DRAFTS: [(&str, Draft); 6] = [
    ("json-schema.org/draft/2020-12/schema", Draft::Draft202012),
    ("json-schema.org/draft/2019-09/schema", Draft::Draft201909),
    ("json-schema.org/draft-07/schema", Draft::Draft7),
    ("json-schema.org/draft-06/schema", Draft::Draft6),
    ("json-schema.org/draft-04/schema", Draft::Draft4),
    ("json-schema.org/schema", Draft::Draft202012),
];

/// What a file that looks like a reply is told.
const SWAPPED: &str = "this looks like a reply, not a schema: were the two swapped?";

/// The node of `$schema`, and the draft it names if there is such a one.
fn named_draft(root: Node<'_>) -> Option<(Node<'_>, Option<Draft>)> {
    let node = root.get("$schema")?;
    let text = node.string().unwrap_or_default();
    let name = text
        .trim_start_matches("https://")
        .trim_start_matches("http://");
    let name = name.trim_end_matches('#');
    let known = DRAFTS.iter().find(|(known, _)| *known == name);
    Some((node, known.map(|(_, draft)| *draft)))
}

/// Reads a schema file that the engine will know as `uri`. `draft` is that of a file which names
/// none. Faults that leave something to compile come along with it.
///
/// # Errors
/// A file that is not JSON.
pub(super) fn open(
    file: &Arc<SourceFile>,
    uri: String,
    draft: Draft,
) -> Result<(Loaded, Vec<Finding>), Refusal> {
    let document = parse(file)?;
    let named = named_draft(document.root());
    let draft = named.and_then(|(_, draft)| draft).unwrap_or(draft);
    let mut findings: Vec<_> = shape(file, &document).into_iter().collect();
    let unknown = named.filter(|(_, draft)| draft.is_none());
    findings.extend(unknown.map(|(node, _)| unknown_draft(file, &document, node)));
    findings.extend(inexact(file, &document));
    let mut value = document.to_value();
    exact(&document, &mut value);
    if let (Value::Object(members), Some((_, Some(_)))) = (&mut value, named) {
        let known = DRAFTS.iter().find(|(_, known)| *known == draft);
        let scheme = if draft < Draft::Draft201909 {
            "http"
        } else {
            "https"
        };
        members.extend(known.map(|(name, _)| {
            (
                "$schema".to_owned(),
                Value::from(format!("{scheme}://{name}")),
            )
        }));
    }
    let is_sound = findings.is_empty();
    let schemas = walk::schemas(&document);
    findings.extend(formats::check(file, &document, &schemas, draft, &mut value));
    let loaded = Loaded {
        base: library::base(&uri, &value),
        uri,
        file: Arc::clone(file),
        draft,
        schemas: schemas.into_iter().map(Node::index).collect(),
        document: Document::scanned(file.text.clone(), document.into_arena()),
        value: Arc::new(value),
    };
    if is_sound && !findings.is_empty() {
        findings.extend(meta::faults(&loaded));
    }
    Ok((loaded, findings))
}

fn parse(file: &Arc<SourceFile>) -> Result<Document<'_>, Refusal> {
    let whole = |message: Text| {
        let mut finding = Finding::new(Code::SetupSchema, message);
        finding.place.file = Some(Arc::clone(file));
        finding
    };
    if file.text.trim_start_matches('\u{feff}').trim().is_empty() {
        let finding = whole(format!("the schema `{}` is empty", file.name).into());
        return Err(Refusal::one(finding));
    }
    Document::parse(file.text.as_str(), MAX_DEPTH).map_err(|fault| {
        let before = file.text.get(..fault.at).unwrap_or_default();
        // YAML may begin with `---`, which a number could too.
        let is_first = before
            .trim_start_matches('\u{feff}')
            .trim()
            .trim_matches('-')
            .is_empty();
        if let Some((message, help)) = mistake::opening(&file.text).filter(|_| is_first) {
            return Refusal::one(whole(message).at(fault.span()).help(help));
        }
        let mut finding = whole(format!("the schema is not JSON: {fault}").into()).at(fault.span());
        finding.help = fault.what.help().map(Text::from);
        Refusal::one(finding)
    })
}

/// What keeps a value from being a schema at first sight.
fn shape(file: &Arc<SourceFile>, document: &Document<'_>) -> Option<Finding> {
    let root = document.root();
    let at_root = |message: String| library::fault(file, document, root, message);
    if let Some(wrapped) = mistake::wrapped(root) {
        return Some(library::fault(file, document, root, wrapped));
    }
    match root.kind() {
        Kind::Boolean => None,
        Kind::Object if walk::says_something(root) => None,
        Kind::Object => {
            let mut finding = at_root(
                "the schema holds no keyword of JSON Schema, so it would allow all".to_owned(),
            );
            finding.help = Some(meant(root).unwrap_or_else(|| SWAPPED.into()));
            Some(finding)
        }
        kind => Some(
            at_root(format!(
                "a schema is an object or a boolean, not {}",
                super::words::kind(kind)
            ))
            .help(SWAPPED),
        ),
    }
}

/// A key that was probably meant to be a keyword.
fn meant(root: Node<'_>) -> Option<Text> {
    let keys = root.members().take(20).filter_map(|(key, _)| key.string());
    let mut near = keys.filter_map(|key| {
        let word = near(&key, walk::KEYWORDS.iter().copied())?;
        Some(
            Text::new()
                .own("`")
                .key(&key)
                .own(format!("`: did you mean `{word}`?")),
        )
    });
    near.next()
}

/// What is said of a `$schema` that names no known draft.
pub(super) fn unknown_draft(
    file: &Arc<SourceFile>,
    document: &Document<'_>,
    node: Node<'_>,
) -> Finding {
    let message = Text::new()
        .own("`$schema` names no draft that jgate knows: ")
        .key(node.raw());
    let known = "drafts 4, 6, 7, 2019-09 and 2020-12 are known, as in `https://json-schema.org/draft/2020-12/schema`";
    library::fault(file, document, node, message).help(known)
}

/// The numbers of a schema that would be rounded.
fn inexact(file: &Arc<SourceFile>, document: &Document<'_>) -> Vec<Finding> {
    if !document.has_inexact() {
        return Vec::new();
    }
    let nodes = document.nodes();
    let tell = |node: Node<'_>| {
        let message = Text::new()
            .own("no 64-bit number holds ")
            .key(node.raw())
            .own(" exactly");
        library::fault(file, document, node, message)
            .help("write it with fewer digits, or compare strings")
    };
    nodes.filter(|node| node.is_inexact()).map(tell).collect()
}

/// Writes integers with a fraction or an exponent as integers, where an f64 would miss their value.
fn exact(document: &Document<'_>, value: &mut Value) {
    let is_large = |whole: &i128| whole.unsigned_abs() > 1 << 53;
    for node in document.nodes().filter(|node| node.kind() == Kind::Number) {
        let text = node.raw();
        let whole = text
            .contains(['.', 'e', 'E'])
            .then(|| number::whole(text))
            .flatten();
        let Some(whole) = whole.filter(is_large) else {
            continue;
        };
        let exact = u64::try_from(whole)
            .map(Value::from)
            .or_else(|_| i64::try_from(whole).map(Value::from));
        if let (Ok(exact), Some(place)) =
            (exact, value.pointer_mut(&document.pointer(node.index())))
        {
            *place = exact;
        }
    }
}

//! A schema file's text to what the engine compiles, or what is wrong with it and where.

use std::sync::Arc;

use jsonschema::Draft;

use super::library::{self, Library, Loaded};
use super::near::near;
use super::{formats, meta, walk};
use crate::read::document::{Document, Kind, MAX_DEPTH, Node};
use crate::refusal::{Code, Finding, Place, SourceFile, Text};

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

/// The draft that a schema file names; the newest when it names none or is no JSON.
pub(super) fn draft(text: &str) -> Draft {
    let document = Document::parse(text, MAX_DEPTH).ok();
    let named = document
        .as_ref()
        .and_then(|document| named_draft(document.root()));
    named
        .and_then(|(_, draft)| draft)
        .unwrap_or(Draft::Draft202012)
}

/// The node of `$schema`, and the draft it names if there is such a one.
fn named_draft<'d>(root: Node<'d>) -> Option<(Node<'d>, Option<Draft>)> {
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
/// A file that is not JSON, or no schema at all.
pub(super) fn open(
    file: Arc<SourceFile>,
    uri: String,
    draft: Draft,
) -> Result<(Loaded, Vec<Finding>), Finding> {
    let document = parse(&file)?;
    let root = document.root();
    let own = named_draft(root);
    let draft = own.and_then(|(_, draft)| draft).unwrap_or(draft);
    let mut findings: Vec<_> = shape(&file, &document).into_iter().collect();
    findings.extend(
        own.filter(|(_, draft)| draft.is_none())
            .map(|(node, _)| unknown_draft(&file, &document, node)),
    );
    findings.extend(inexact(&file, &document));
    let mut value = document.to_value();
    if findings.is_empty() {
        findings.extend(meta::faults(&file, &document, &value, draft));
    }
    findings.extend(formats::check(&file, &document, draft, &mut value));
    Ok((
        Loaded {
            uri,
            file: Arc::clone(&file),
            value,
        },
        findings,
    ))
}

fn parse(file: &Arc<SourceFile>) -> Result<Document<'_>, Finding> {
    let whole = |message: Text| {
        let mut finding = Finding::new(Code::SetupSchema, message);
        finding.place.file = Some(Arc::clone(file));
        finding
    };
    if file.text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Err(whole(format!("the schema `{}` is empty", file.name).into())
            .help("a shell's `<(…)` can be read only once"));
    }
    Document::parse(file.text.as_str(), MAX_DEPTH).map_err(|fault| {
        let mut finding = whole(
            Text::new()
                .own("the schema is not JSON: ")
                .own(fault.to_string()),
        );
        finding.place.span = Some(fault.span());
        finding.help = fault.what.help().map(Text::from);
        finding
    })
}

/// What keeps a value from being a schema at first sight.
fn shape(file: &Arc<SourceFile>, document: &Document<'_>) -> Option<Finding> {
    let root = document.root();
    let at_root = |message: String| library::fault(file, document, root, message);
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

fn unknown_draft(file: &Arc<SourceFile>, document: &Document<'_>, node: Node<'_>) -> Finding {
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
    let nodes = (0..u32::try_from(document.len()).unwrap_or(u32::MAX)).map(|at| document.node(at));
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

/// The first of a schema's files, read.
///
/// # Errors
/// As [`open`].
pub(super) fn first(
    file: Arc<SourceFile>,
    uri: String,
    draft: Draft,
) -> Result<(Library, Vec<Finding>), Finding> {
    let (loaded, findings) = open(file, uri, draft)?;
    Ok((Library(vec![loaded]), findings))
}

/// A file's bytes as text.
///
/// # Errors
/// `setup.schema`, at the first byte that is not UTF-8.
pub(super) fn text(name: String, bytes: Vec<u8>) -> Result<SourceFile, Finding> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceFile { name, text }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let mut finding = Finding::new(
                Code::SetupSchema,
                format!("the schema `{name}` is not UTF-8"),
            );
            finding.place = Place {
                file: Some(Arc::new(SourceFile { name, text })),
                pointer: None,
                span: Some(at..at + '\u{fffd}'.len_utf8()),
            };
            Err(finding)
        }
    }
}

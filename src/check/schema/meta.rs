//! What keeps a file from being a schema of its draft, each fault at its place in the file.

use std::sync::Arc;

use jsonschema::meta::MetaValidator;
use jsonschema::{Draft, ValidationError};

use super::explain::Teller;
use super::library::{Library, Loaded, fault};
use super::mistake;
use super::regex;
use crate::read::document::{Kind, Node};
use crate::refusal::{Code, Finding, SourceFile, Text};

/// How many faults of one file are told.
const MOST: usize = 50;

fn validator(draft: Draft) -> MetaValidator<'static> {
    match draft {
        Draft::Draft4 => jsonschema::draft4::meta::validator(),
        Draft::Draft6 => jsonschema::draft6::meta::validator(),
        Draft::Draft7 => jsonschema::draft7::meta::validator(),
        Draft::Draft201909 => jsonschema::draft201909::meta::validator(),
        _ => jsonschema::draft202012::meta::validator(),
    }
}

/// What keeps a file from being a schema of its draft.
pub(super) fn faults(loaded: &Loaded) -> Vec<Finding> {
    let (file, document, value) = (&loaded.file, &loaded.document, &*loaded.value);
    let mut findings = patterns(loaded);
    let validator = validator(loaded.draft);
    // A part with a `$schema` of its own is judged by that one, when it is compiled.
    let has_parts = document.text().matches("\"$schema\"").count() > 1;
    if has_parts || validator.is_valid(value) {
        return findings;
    }
    let errors: Vec<ValidationError<'_>> = validator.iter_errors(value).take(MOST).collect();
    let library = Library::default();
    let teller = Teller::new(document, None, &library, MOST, &errors);
    findings.extend(teller.tell(&errors).into_iter().map(|finding| {
        let help = mistake::help(document, loaded.draft, &finding);
        let mut finding = of_schema(file, finding);
        finding.help = help.or(finding.help);
        finding
    }));
    findings
}

/// A finding about the schema as a value, as one of the schema as a file.
pub(super) fn of_schema(file: &Arc<SourceFile>, mut finding: Finding) -> Finding {
    finding.code = Code::SetupSchema;
    finding.keyword = None;
    // No value of a schema is secret.
    finding.help = finding.help.map(|help| help.show(false).into());
    finding.feedback = None;
    finding.schema_pointer = None;
    finding.place.file = Some(Arc::clone(file));
    finding
}

/// The regular expressions of a file that are none.
fn patterns(loaded: &Loaded) -> Vec<Finding> {
    let broken =
        all_patterns(loaded).filter(|node| !regex::is_valid(&node.string().unwrap_or_default()));
    let tell = |node: Node<'_>| {
        let pattern = node.string().unwrap_or_default();
        let why = regex::why(&pattern).unwrap_or("it does not parse");
        let message = Text::new()
            .own("`")
            .key(&pattern)
            .own("` is no regular expression: ")
            .own(why);
        fault(&loaded.file, &loaded.document, node, message)
    };
    broken.map(tell).collect()
}

/// The regular expressions of a file, as the nodes that hold them.
fn all_patterns(loaded: &Loaded) -> impl Iterator<Item = Node<'_>> {
    loaded.schemas().flat_map(patterns_of)
}

fn patterns_of(schema: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let one = schema.get("pattern");
    let one = one.filter(|node| node.kind() == Kind::String);
    let keys = schema.get("patternProperties").into_iter();
    one.into_iter()
        .chain(keys.flat_map(Node::members).map(|(key, _)| key))
}

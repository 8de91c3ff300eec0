//! Formats: those of JSON Schema are asserted in every draft, those of `OpenAPI` are known, any other is a fault.

use std::sync::{Arc, OnceLock};

use jsonschema::json::{Json, JsonNumber, Node as _};
use jsonschema::paths::Location;
use jsonschema::{Draft, Keyword, Retrieve, ValidationError, ValidationOptions, Validator};
use serde_json::{Map, Value, json};

use super::library::fault;
use super::node::Reply;
use super::walk::WIDTH;
use crate::read::document::{Document, Node};
use crate::refusal::near::near;
use crate::refusal::{Finding, SourceFile, Text};

/// JSON Schema's formats, of all drafts.
#[rustfmt::skip]
const STANDARD: [&str; 19] = [
    "date", "date-time", "duration", "email", "hostname", "idn-email", "idn-hostname", "ipv4",
    "ipv6", "iri", "iri-reference", "json-pointer", "regex", "relative-json-pointer", "time",
    "uri", "uri-reference", "uri-template", "uuid",
];

/// `OpenAPI`'s formats of strings and fractions, which say nothing that could be checked, and of
/// integers, which [`WIDTH`] checks.
const OPENAPI: [&str; 7] = [
    "binary", "byte", "double", "float", "int32", "int64", "password",
];

/// What others call them.
const ALIASES: [(&str, &str); 8] = [
    ("datetime", "date-time"),
    ("guid", "uuid"),
    ("host-name", "hostname"),
    ("ip", "ipv4"),
    ("ip-address", "ipv4"),
    ("mail", "email"),
    ("timestamp", "date-time"),
    ("url", "uri"),
];

type Options = ValidationOptions<'static, Arc<dyn Retrieve>, Reply>;

/// The engine's options with every known format asserted.
pub(super) fn options(draft: Draft) -> Options {
    let other_email = newest("email");
    let mut options = jsonschema::options_for::<Reply>()
        .with_draft(draft)
        .should_validate_formats(true)
        .should_ignore_unknown_formats(false)
        .with_format("email", move |text: &str| {
            is_plain_email(text) || other_email(text)
        })
        .with_keyword(WIDTH, width);
    for name in STANDARD {
        if !options.is_known_format(draft, name) {
            options = options.with_format(name, newest(name));
        }
    }
    OPENAPI.into_iter().fold(options, |options, name| {
        options.with_format(name, |_: &str| true)
    })
}

/// A format that the newest draft knows, for one that does not.
fn newest(name: &'static str) -> impl Fn(&str) -> bool + Send + Sync + 'static {
    let check: OnceLock<Option<Validator>> = OnceLock::new();
    move |text| {
        let build = || {
            jsonschema::options()
                .should_validate_formats(true)
                .build(&json!({ "format": name }))
                .ok()
        };
        check
            .get_or_init(build)
            .as_ref()
            .is_none_or(|validator| validator.is_valid(&Value::from(text)))
    }
}

/// Whether a text is an e-mail address as most are: words of ASCII letters, digits, `_`, `+` and
/// `-` between dots, an `@`, and a host of letters and digits between dots. Such a yes costs a
/// fraction of the engine's, which is left to judge all others.
fn is_plain_email(text: &str) -> bool {
    let bytes = text.as_bytes();
    let at = bytes.iter().position(|byte| *byte == b'@');
    let Some((local, [_, host @ ..])) = at.and_then(|at| bytes.split_at_checked(at)) else {
        return false;
    };
    let is_local = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'-');
    local.len() <= 64
        && host.len() <= 253
        && are_words(local, is_local)
        && are_words(host, u8::is_ascii_alphanumeric)
}

/// Whether a text is words of 1 to 63 such bytes with dots between.
fn are_words(text: &[u8], is_letter: impl Fn(&u8) -> bool) -> bool {
    text.split(|byte| *byte == b'.')
        .all(|word| matches!(word.len(), 1..=63) && word.iter().all(&is_letter))
}

/// Tells the unknown formats in the schemas of a file, and gives `value` the keyword of integer
/// widths.
pub(super) fn check(
    file: &Arc<SourceFile>,
    document: &Document<'_>,
    schemas: &[Node<'_>],
    draft: Draft,
    value: &mut Value,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !document.text().contains("\"format\"") {
        return findings;
    }
    let reads_siblings = draft >= Draft::Draft201909;
    for schema in schemas {
        let Some(format) = schema.get("format") else {
            continue;
        };
        let Some(name) = format.string() else {
            continue;
        };
        if !reads_siblings && schema.get("$ref").is_some() {
            continue;
        }
        if let "int32" | "int64" = &*name {
            let pointer = document.pointer(schema.index());
            let object = value.pointer_mut(&pointer).and_then(Value::as_object_mut);
            object.map(|object| object.insert(WIDTH.to_owned(), Value::from(&*name)));
        } else if !STANDARD.contains(&&*name) && !OPENAPI.contains(&&*name) {
            findings.push(unknown(file, document, format, &name));
        }
    }
    findings
}

fn unknown(file: &Arc<SourceFile>, document: &Document<'_>, node: Node<'_>, name: &str) -> Finding {
    let message = Text::new()
        .own("`format` names none that jgate can check: ")
        .key(node.raw());
    let alias = ALIASES
        .iter()
        .find(|(alias, _)| alias.eq_ignore_ascii_case(name));
    let known = || STANDARD.into_iter().chain(OPENAPI);
    let meant = alias
        .map(|(_, meant)| *meant)
        .or_else(|| near(name, known()));
    let help = meant.map_or_else(
        || {
            format!(
                "known are {}; use `pattern` for others",
                known().collect::<Vec<_>>().join(", ")
            )
        },
        |meant| format!("did you mean \"{meant}\"?"),
    );
    fault(file, document, node, message).help(help)
}

/// An integer of 32 or 64 bits.
struct Width(i64, i64);

#[expect(clippy::unnecessary_wraps, reason = "the engine's type of a factory")]
fn width<'a>(
    _: &'a Map<String, Value>,
    value: &'a Value,
    _: Location,
) -> Result<Box<dyn for<'i> Keyword<'i, Reply>>, ValidationError<'a>> {
    Ok(Box::new(match value.as_str() {
        Some("int32") => Width(i32::MIN.into(), i32::MAX.into()),
        _ => Width(i64::MIN, i64::MAX),
    }))
}

impl<'i> Keyword<'i, Reply> for Width {
    fn validate(&self, node: <Reply as Json>::Node<'i>) -> Result<(), ValidationError<'i>> {
        if Keyword::<Reply>::is_valid(self, node) {
            return Ok(());
        }
        Err(ValidationError::custom(format!(
            "an integer from {} to {}",
            self.0, self.1
        )))
    }

    fn is_valid(&self, node: <Reply as Json>::Node<'i>) -> bool {
        node.as_number().is_none_or(|number| {
            number
                .as_i64()
                .is_some_and(|value| (self.0..=self.1).contains(&value))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn addresses_as_most_are_need_no_engine() {
        for text in ["a@b", "first.last+tag@mail.example.com", "u_1-2@1.2"] {
            assert!(is_plain_email(text), "{text}");
        }
        for text in [
            "", "@", "a@", "@b", "a.@b", "a@b.", "a@@b", "a@b-c", "é@b", "a b@c",
        ] {
            assert!(!is_plain_email(text), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

        #[test]
        fn what_is_plain_is_one_to_the_engine(text in "[a-z0-9.+-]{1,70}@([a-zA0-9]{1,65}[.]){0,4}[a-z0-9]{1,65}") {
            let engine = newest("email");
            prop_assert!(!is_plain_email(&text) || engine(&text));
        }
    }
}

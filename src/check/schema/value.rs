//! What is said of one value that a keyword does not allow.

use jsonschema::JsonType;
use jsonschema::error::{TypeKind, ValidationErrorKind as Error};
use serde_json::Value;

use super::{calendar, describe, words};
use crate::read::document::{Document, Kind, MAX_DEPTH, Node};
use crate::refusal::Text;
use crate::refusal::near::near;

/// A longer string is not looked into for JSON, in bytes.
const LONGEST_INSIDE: usize = 1 << 20;

/// What is said of it, to follow its name.
pub(super) struct Said {
    /// For a person.
    pub(super) fact: Text,
    /// The fact without what stood there.
    pub(super) rule: Option<Text>,
    /// For the model, where it is said in another way.
    pub(super) must: Option<Text>,
    /// For the model, where it is a sentence that names the place itself.
    pub(super) sentence: Option<Text>,
    pub(super) help: Option<Text>,
    pub(super) expected: Option<Text>,
    pub(super) actual: Option<Text>,
}

impl Said {
    /// `must be WANTED, not ACTUAL`.
    pub(super) fn must(verb: &'static str, wanted: impl Into<String>, actual: Text) -> Self {
        let wanted = wanted.into();
        let rule = Text::new().own(format!("must {verb} {wanted}"));
        Self {
            fact: rule.clone().own(", not ").text(actual.clone()),
            rule: Some(rule),
            must: None,
            sentence: None,
            help: None,
            expected: Some(wanted.into()),
            actual: Some(actual),
        }
    }

    /// A fact alone.
    pub(super) fn fact(fact: impl Into<Text>) -> Self {
        Self {
            fact: fact.into(),
            rule: None,
            must: None,
            sentence: None,
            help: None,
            expected: None,
            actual: None,
        }
    }
}

/// Says what is wrong with the value at `node`; `schema` is what the keyword holds, when known.
pub(super) fn say(error: &Error, node: Node<'_>, schema: Option<(&Value, &Value)>) -> Said {
    let seen = || words::seen(node);
    let limit = |verb: &'static str, limit: &Value| {
        Said::must("be", format!("{verb} {}", words::shown(limit)), seen())
    };
    let size = |verb: &str, limit: u64, unit: &'static str, actual: usize| {
        let wanted = format!("{verb} {}", words::count(limit, unit));
        let mut said = Said::must("have", wanted, actual.to_string().into());
        said.actual = Some(words::count(actual as u64, unit).into());
        said
    };
    let characters = || node.string().map_or(0, |text| text.chars().count());
    let (elements, keys) = (|| node.elements().count(), || node.members().count());
    match error {
        Error::Type { kind } => of_type(kind, node),
        Error::Enum { options } => one_of(options.as_array().map_or(&[], Vec::as_slice), node),
        Error::Constant { expected_value } => one_of(std::slice::from_ref(expected_value), node),
        Error::Minimum { limit: least } => limit("at least", least),
        Error::Maximum { limit: most } => limit("at most", most),
        Error::ExclusiveMinimum { limit: below } => limit("more than", below),
        Error::ExclusiveMaximum { limit: above } => limit("less than", above),
        Error::MultipleOf { multiple_of } => {
            Said::must("be", format!("a multiple of {multiple_of}"), seen())
        }
        Error::MinLength { limit } => size("at least", *limit, "character", characters()),
        Error::MaxLength { limit } => size("at most", *limit, "character", characters()),
        Error::MinItems { limit } => size("at least", *limit, "element", elements()),
        Error::MaxItems { limit } => size("at most", *limit, "element", elements()),
        Error::AdditionalItems { limit } => size("at most", *limit as u64, "element", elements()),
        Error::MinProperties { limit } => size("at least", *limit, "key", keys()),
        Error::MaxProperties { limit } => size("at most", *limit, "key", keys()),
        Error::Pattern { pattern } => Said::must("match", words::quoted(pattern), seen()),
        Error::Format { format } => of_format(format, node),
        Error::Custom { message, .. } => Said::must("be", message.clone(), seen()),
        Error::ContentEncoding { content_encoding } => Said::must(
            "be",
            format!("text in {}", words::quoted(content_encoding)),
            seen(),
        ),
        Error::FromUtf8 { .. } => Said::must("be", "text in `base64` that is UTF-8", seen()),
        Error::ContentMediaType { content_media_type } => Said::must(
            "be",
            format!("text of type {}", words::quoted(content_media_type)),
            seen(),
        ),
        Error::Not { schema: not } => ruled_out(schema.map_or(not, |(root, _)| root), not, node),
        Error::OneOfMultipleValid { context } => {
            too_many(context.iter().map(Vec::is_empty), schema)
        }
        _ => Said::fact("is not allowed here"),
    }
}

fn of_type(kind: &TypeKind, node: Node<'_>) -> Said {
    let mut types: Vec<JsonType> = match kind {
        TypeKind::Single(one) => vec![*one],
        TypeKind::Multiple(set) => set.iter().collect(),
    };
    types.sort_by_key(|one| *one == JsonType::Null);
    let has = |wanted| types.contains(&wanted);
    let names: Vec<_> = types
        .iter()
        .map(|one| words::json_type(*one).to_owned())
        .collect();
    let is_fraction = node.kind() == Kind::Number && has(JsonType::Integer);
    let actual = if is_fraction {
        words::seen(node)
    } else {
        words::kind(node.kind()).into()
    };
    let mut said = Said::must("be", words::list(&names, "or"), actual);
    unquote(&mut said, node, has);
    said
}

/// Adds how to write a string that holds as text what `has` wants.
pub(super) fn unquote(said: &mut Said, node: Node<'_>, has: impl Fn(JsonType) -> bool) {
    let (Some(text), Some(rule)) = (node.string(), said.rule.clone()) else {
        return;
    };
    if is_literal(&text, &has) {
        said.help = Some("leave the quotes out".into());
        let write = format!(": write {text}, not \"{text}\"");
        said.must = Some(rule.veiled(write, ", not a string"));
    } else if let Some(inside) = container(&text, &has) {
        let help = format!("the string holds JSON: send the {inside} itself");
        said.help = Some(help.into());
        said.must = Some(rule.own(": send it itself, not as text in a string"));
        let whole = format!("Send the {inside} itself, not as text in a string.");
        said.sentence = (node.index() == 0).then(|| whole.into());
    }
}

/// Whether a text is a number, a boolean or null of a wanted type.
fn is_literal(text: &str, has: impl Fn(JsonType) -> bool) -> bool {
    match text {
        "true" | "false" => has(JsonType::Boolean),
        "null" => has(JsonType::Null),
        _ if text.len() >= 40 || !text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
            false
        }
        _ => {
            let is_whole = !text.contains(['.', 'e', 'E']);
            (has(JsonType::Number) || (is_whole && has(JsonType::Integer)))
                && serde_json::from_str::<Value>(text).is_ok_and(|value| value.is_number())
        }
    }
}

/// The container of a wanted type that a text is.
fn container(text: &str, has: impl Fn(JsonType) -> bool) -> Option<&'static str> {
    let inside = match text.trim_start().bytes().next()? {
        b'{' if has(JsonType::Object) => "object",
        b'[' if has(JsonType::Array) => "array",
        _ => return None,
    };
    let is_json = text.len() <= LONGEST_INSIDE && Document::parse(text, MAX_DEPTH).is_ok();
    is_json.then_some(inside)
}

fn of_format(format: &str, node: Node<'_>) -> Said {
    let mut said = Said::must("be", describe::format(format), words::seen(node));
    let name = match format {
        "date" => "a date",
        "date-time" => "a date and time",
        _ => return said,
    };
    if calendar::names_no_day(&node.string().unwrap_or_default()) {
        let text = Text::new().own(format!("must be {name}: "));
        let text = text.text(words::seen(node));
        said.fact = text.own(" is not a day of the calendar");
    }
    said
}

/// None of some values.
pub(super) fn one_of(options: &[Value], node: Node<'_>) -> Said {
    let wanted = describe::values(options);
    let mut said = Said::must("be", wanted, words::seen(node));
    if options.len() > 1 {
        let shown: Vec<_> = options.iter().map(words::shown).collect();
        let list = words::few(&shown, "and").replace(" and \"", ", \"");
        let fact = Text::new()
            .own("is ")
            .text(words::seen(node))
            .own(", not one of ")
            .own(list);
        said.must = Some(std::mem::replace(&mut said.fact, fact));
    }
    let text = node.string().unwrap_or_default();
    let meant = near(&text, options.iter().filter_map(Value::as_str));
    said.help = meant.map(words::meant);
    said
}

fn ruled_out(root: &Value, not: &Value, node: Node<'_>) -> Said {
    let keys = not
        .get("required")
        .and_then(Value::as_array)
        .filter(|_| not.as_object().is_some_and(|not| not.len() == 1));
    let keys: Vec<_> = keys
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(words::quoted)
        .collect();
    let together = if keys.len() > 1 { " together" } else { "" };
    let fact = match describe::describe(root, not) {
        _ if !keys.is_empty() => {
            format!("must not have {}{together}", words::few(&keys, "and")).into()
        }
        Some(words) => format!("must not be {words}").into(),
        None => Text::new()
            .own("must not be what it is: ")
            .text(words::seen(node)),
    };
    Said {
        actual: Some(words::seen(node)),
        ..Said::fact(fact)
    }
}

fn too_many(fits: impl Iterator<Item = bool>, schema: Option<(&Value, &Value)>) -> Said {
    let fits: Vec<_> = fits.enumerate().collect();
    let of = fits.len();
    let which: Vec<_> = fits
        .into_iter()
        .filter(|(_, fits)| *fits)
        .map(|(at, _)| at)
        .collect();
    let say = |at: &usize| schema.and_then(|(root, all)| describe::describe(root, all.get(*at)?));
    let said: Option<Vec<_>> = which.iter().map(say).collect();
    let numbers: Vec<_> = which.iter().map(|at| (at + 1).to_string()).collect();
    let fact = format!(
        "fits {} of {of} alternatives ({}), and may fit only one",
        which.len(),
        words::few(&numbers, "and")
    );
    let must = said.map_or_else(
        || "fits several of the alternatives: it must fit exactly one".to_owned(),
        |said| {
            format!(
                "must be only one of these, not several: {}",
                words::few(&said, "or")
            )
        },
    );
    Said {
        must: Some(must.into()),
        ..Said::fact(fact)
    }
}

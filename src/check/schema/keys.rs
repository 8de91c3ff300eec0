//! What is said of keys: missing ones, unexpected ones, ones with a wrong name.

use serde_json::Value;

use super::describe;
use super::words;
use crate::read::document::{Node, pointer};
use crate::refusal::Text;
use crate::refusal::near::near;

/// A schema and the whole file it stands in.
pub(super) type Scope<'v> = (&'v Value, &'v Value);

/// What is said of one key of an object.
pub(super) struct Said {
    pub(super) message: Text,
    pub(super) help: Option<Text>,
    /// A sentence.
    pub(super) feedback: Text,
    pub(super) expected: Option<Text>,
}

fn backticked(key: &str) -> Text {
    Text::new().own("`").key(key).own("`")
}

/// The place of a key of the object at a pointer.
fn place(at: &str, key: &str) -> String {
    words::place(&pointer::child(at, key))
}

/// The same sentence whether the wrong name or the right one is looked at.
fn rename(at: &str, wrong: &str, right: &str) -> Text {
    let rename = format!("Rename {} to ", place(at, wrong));
    Text::new().own(rename).key(right).own(".")
}

/// A key that is missing in `object`, which stands at the pointer `at`. `scopes` are the schemas that could know it, the nearest
/// first; `wanted` is what is known of its value without them, and `beside` the key whose presence
/// asks for it.
pub(super) fn missing(
    key: &str,
    (at, object): (&str, Node<'_>),
    scopes: &[Scope<'_>],
    wanted: Option<String>,
    beside: Option<&str>,
) -> Said {
    let wanted = wanted.or_else(|| scopes.iter().find_map(|scope| self::wanted(key, *scope)));
    let mut message = words::member(at, key).own(" is missing");
    if let Some(beside) = beside {
        message = message.own(": it belongs beside ").text(backticked(beside));
    }
    let names: Vec<_> = scopes.iter().flat_map(|(_, scope)| names(scope)).collect();
    let present = object
        .members()
        .take(200)
        .filter_map(|(name, _)| name.string());
    let strangers: Vec<_> = present.filter(|name| !names.contains(&&**name)).collect();
    let meant = near(key, strangers.iter().map(|name| &**name));
    let help = meant.map(|meant| {
        Text::new()
            .own("did you mean ")
            .text(backticked(key))
            .own(" where ")
            .text(backticked(meant))
            .own(" stands?")
    });
    let feedback = match (&wanted, meant) {
        (_, Some(meant)) => rename(at, meant, key),
        (Some(wanted), None) => {
            let lacks = Text::new().own(place(at, key)).own(" is missing: give ");
            lacks.own(wanted.clone()).own(".")
        }
        (None, None) => Text::new().own(place(at, key)).own(" is missing."),
    };
    Said {
        message,
        help,
        feedback,
        expected: wanted.map(Text::from),
    }
}

/// What a schema wants of a key's value.
pub(super) fn wanted(key: &str, (root, scope): Scope<'_>) -> Option<String> {
    let scope = describe::follow(root, scope)?;
    describe::describe(root, scope.get("properties")?.get(key)?)
}

/// A key that may not stand in `object`, which stands at the pointer `at`; `scope` is the schema that says so.
pub(super) fn unexpected(
    key: &str,
    (at, object): (&str, Node<'_>),
    scope: Option<&Value>,
    why: &'static str,
) -> Said {
    let names: Vec<_> = scope.map(names).unwrap_or_default();
    let is_free = |name: &&&str| {
        object
            .members()
            .take(200)
            .all(|(key, _)| !key.is_string(name))
    };
    let meant = near(key, names.iter().filter(is_free).copied());
    let help = match meant {
        Some(meant) => Some(
            Text::new()
                .own("did you mean ")
                .text(backticked(meant))
                .own("?"),
        ),
        None if names.is_empty() => None,
        None => {
            let shown: Vec<_> = names.iter().map(|name| words::quoted(name)).collect();
            Some(format!("allowed: {}", words::few(&shown, "and")).into())
        }
    };
    let feedback = match meant {
        Some(meant) => rename(at, key, meant),
        None => Text::new()
            .own(place(at, key))
            .own(" is not allowed: leave it out."),
    };
    Said {
        message: words::member(at, key).own(" ").own(why),
        help,
        feedback,
        expected: None,
    }
}

/// The names that a schema knows.
pub(super) fn names(scope: &Value) -> Vec<&str> {
    let properties = scope.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(name, _)| name.as_str())
        .collect()
}

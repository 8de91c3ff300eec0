//! The words that messages are made of.

use jsonschema::JsonType;
use serde_json::Value;

use crate::read::document::{Kind, Node, pointer};
use crate::refusal::Text;
use crate::refusal::text::{self, excerpt};

/// How many values of a list are named.
const NAMED: usize = 8;

/// How many names of a place are told, at most.
const TAIL: usize = 8;

/// How many scalar values of one value from the schema are shown.
const SHOWN: usize = 40;

/// `a string`, `an array`, `null`, ...
pub(super) const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Boolean => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
    }
}

/// The same for a type of the schema.
pub(super) const fn json_type(json_type: JsonType) -> &'static str {
    match json_type {
        JsonType::Null => "null",
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "an array",
        JsonType::Object => "an object",
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn list(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// The first few of a list and how many there are beside them.
pub(super) fn few(words: &[String], last: &str) -> String {
    match words.get(..NAMED) {
        Some(first) if words.len() > NAMED + 1 => {
            format!("{} {last} {} others", first.join(", "), words.len() - NAMED)
        }
        _ => list(words, last),
    }
}

/// A value from the schema as JSON, cut.
pub(super) fn shown(value: &Value) -> String {
    excerpt(&value.to_string(), SHOWN)
}

/// Text from the schema, cut, in backticks.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", excerpt(text, 60))
}

/// What stands at a node: a scalar as written, a container by its kind.
pub(super) fn seen(node: Node<'_>) -> Text {
    match node.kind() {
        kind @ (Kind::Array | Kind::Object) => self::kind(kind).into(),
        _ => Text::new().seen(node.raw()),
    }
}

/// `3 elements`, `1 character`.
pub(super) fn count(number: u64, unit: &str) -> String {
    let plural = match (number, unit) {
        (1, _) => "",
        _ => "s",
    };
    format!("{number} {unit}{plural}")
}

/// The value at a pointer, in backticks, as a program would write its place. Of a long one the
/// end.
pub(super) fn subject(pointer: &str) -> Text {
    let tokens: Vec<_> = pointer.split('/').skip(1).collect();
    if tokens.is_empty() {
        return "the value".into();
    }
    let last = tokens.len() - 1;
    let tails = (0..=last).skip(tokens.len().saturating_sub(TAIL));
    let path = |from: usize| pointer::path(&short(tokens.get(from..).unwrap_or_default()));
    let fits = |from: &usize| *from == last || path(*from).chars().count() < text::SHOWN;
    let from = tails.into_iter().find(fits).unwrap_or(last);
    let cut = if from > 0 { "`…" } else { "`" };
    Text::new().own(cut).key(&path(from)).own("`")
}

/// A key of the object at a pointer, in backticks.
pub(super) fn member(object: &str, key: &str) -> Text {
    match object {
        "" => Text::new().own("`").key(key).own("`"),
        _ => subject(&pointer::child(object, key)),
    }
}

/// The value that was probably meant. It tells nearly what stands there.
pub(super) fn meant(value: &str) -> Text {
    let words = format!("did you mean {}?", shown(&value.into()));
    Text::new().veiled(words, "")
}

/// The place of a pointer as a program would write it, to begin a sentence for a reader without
/// line numbers.
pub(super) fn place(pointer: &str) -> String {
    if pointer.is_empty() {
        return "The value".to_owned();
    }
    let tokens: Vec<_> = pointer.split('/').skip(1).collect();
    excerpt(&pointer::path(&short(&tokens)), 200)
}

/// A pointer whose keys are cut: one of a megabyte is no name.
fn short(tokens: &[&str]) -> String {
    let cut = |token: &&str| match token.get(..token.floor_char_boundary(100)) {
        Some(head) if head.len() < token.len() => format!("/{head}…"),
        _ => format!("/{token}"),
    };
    tokens.iter().map(cut).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_as_sentences() {
        let words = |n: usize| (1..=n).map(|n| n.to_string()).collect::<Vec<_>>();
        assert_eq!(list(&words(1), "or"), "1");
        assert_eq!(list(&words(3), "or"), "1, 2 or 3");
        assert_eq!(few(&words(9), "or"), "1, 2, 3, 4, 5, 6, 7, 8 or 9");
        assert_eq!(
            few(&words(1000), "or"),
            "1, 2, 3, 4, 5, 6, 7, 8 or 992 others"
        );
        assert_eq!(count(1, "key"), "1 key");
        assert_eq!(count(0, "character"), "0 characters");
    }

    #[test]
    fn a_value_is_named_by_its_key() {
        let name = |pointer: &str| subject(pointer).show(true);
        assert_eq!(name(""), "the value");
        assert_eq!(name("/lines/3/qty"), "`lines[3].qty`");
        assert_eq!(name("/tags/2"), "`tags[2]`");
        assert_eq!(name("/0/1"), "`[0][1]`");
        assert_eq!(name("/a~1b"), "`[\"a/b\"]`");
        assert_eq!(name(&"/0".repeat(99)), format!("`…{}`", "[0]".repeat(8)));
        assert_eq!(name(&format!("/{}/b", "a".repeat(70))), "`…b`");
        assert_eq!(member("/a", "b").show(true), "`a.b`");
        assert_eq!(place("/lines/3/qty"), "lines[3].qty");
        assert!(place(&format!("/{}", "k".repeat(9999))).len() < 220);
    }
}

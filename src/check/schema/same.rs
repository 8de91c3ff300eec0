//! Whether values are the same in the sense of JSON Schema: numbers by value, objects in any order.

use std::borrow::Cow;
use std::hash::{BuildHasher, Hash};

use jsonschema::json::{JsonNumber, cmp};
use serde_json::Value;

use super::number::{self, Digits};
use super::view::View;
use crate::read::document::{Elements, Kind, Members, Node};

/// Up to this many strings are compared pairwise, which is cheaper than to hash them.
const FEW_STRINGS: usize = 16;

/// Whether a node has the value that a schema holds.
pub(super) fn equals<'a>(view: &'a View<'a>, node: Node<'a>, expected: &Value) -> bool {
    let mut open = Vec::new();
    let mut next = Some((node, expected));
    while let Some((node, expected)) = next {
        if !matches(view, node, expected, &mut open) {
            return false;
        }
        next = open.pop();
    }
    true
}

/// Compares one node; what is below it is left to do.
fn matches<'a, 'v>(
    view: &'a View<'a>,
    node: Node<'a>,
    expected: &'v Value,
    open: &mut Vec<(Node<'a>, &'v Value)>,
) -> bool {
    match expected {
        Value::Null => node.kind() == Kind::Null,
        Value::Bool(value) => node.boolean() == Some(*value),
        Value::String(text) => node.is_string(text),
        Value::Number(number) => {
            node.kind() == Kind::Number && cmp::equal_numbers(&Digits::new(view, node), number)
        }
        Value::Array(items) => {
            let mut elements = node.elements();
            node.kind() == Kind::Array
                && items.iter().all(|item| {
                    elements
                        .next()
                        .map(|element| open.push((element, item)))
                        .is_some()
                })
                && elements.next().is_none()
        }
        Value::Object(items) => {
            let mut members = node.members();
            let known = members.by_ref().take(items.len()).filter(|(name, value)| {
                let item = name.string().and_then(|name| items.get(&*name));
                item.map(|item| open.push((*value, item))).is_some()
            });
            node.kind() == Kind::Object && known.count() == items.len() && members.next().is_none()
        }
    }
}

/// The first element of an array that has the value of an earlier one, with both positions.
/// Elements are compared by keyed 128-bit hashes, which are sorted.
pub(super) fn repeated<'a>(
    view: &'a View<'a>,
    array: Node<'a>,
) -> Option<(usize, usize, Node<'a>)> {
    if array.count() < 2 {
        return None;
    }
    let mut few = [""; FEW_STRINGS];
    if array.count() <= FEW_STRINGS
        && let Ok(found) = repeated_string(array, &mut few)
    {
        return found;
    }
    // Sorted they take a fifth of what a table of them would.
    let digests = (0..).zip(array.elements());
    let mut digests: Vec<([u8; 16], u32)> = digests
        .map(|(at, element)| (digest(view, element).to_ne_bytes(), at))
        .collect();
    digests.sort_unstable();
    let same = digests.windows(2).filter_map(|pair| match pair {
        [(one, earlier), (other, at)] if one == other => Some((*at as usize, *earlier as usize)),
        _ => None,
    });
    let (at, earlier) = same.min()?;
    Some((earlier, at, array.elements().nth(at)?))
}

/// The same of a few strings without escapes; an error when other elements stand among them.
fn repeated_string<'a>(
    array: Node<'a>,
    seen: &mut [&'a str; FEW_STRINGS],
) -> Result<Option<(usize, usize, Node<'a>)>, ()> {
    for (at, element) in array.elements().enumerate() {
        let (Some(Cow::Borrowed(text)), Some((known, [free, ..]))) =
            (element.string(), seen.split_at_mut_checked(at))
        else {
            return Err(());
        };
        if let Some(earlier) = known.iter().position(|known| *known == text) {
            return Ok(Some((earlier, at, element)));
        }
        *free = text;
    }
    Ok(None)
}

/// An open container while its digest is made.
struct Open<'a> {
    members: Members<'a>,
    elements: Elements<'a>,
    key: u128,
    sum: u128,
}

fn digest<'a>(view: &'a View<'a>, node: Node<'a>) -> u128 {
    let mut open: Vec<Open<'a>> = Vec::new();
    let mut done = enter(view, node, &mut open);
    loop {
        let Some(inner) = open.last_mut() else {
            return done.unwrap_or_default();
        };
        if let Some(value) = done.take() {
            inner.sum = match inner.key {
                // Each element's place counts; an object's members add up in any order.
                0 => hashed(view, (inner.sum, value)),
                key => inner.sum.wrapping_add(hashed(view, (key, value))),
            };
        }
        let member = inner.members.next();
        if let Some((name, _)) = &member {
            inner.key = hashed(view, name.string()).max(1);
        }
        match member
            .map(|(_, value)| value)
            .or_else(|| inner.elements.next())
        {
            Some(child) => done = enter(view, child, &mut open),
            None => {
                done = open
                    .pop()
                    .map(|inner| hashed(view, ("container", inner.sum)));
            }
        }
    }
}

/// A scalar's digest; a container is opened instead.
fn enter<'a>(view: &'a View<'a>, node: Node<'a>, open: &mut Vec<Open<'a>>) -> Option<u128> {
    Some(match node.kind() {
        Kind::Null => hashed(view, "null"),
        Kind::Boolean => hashed(view, node.boolean()),
        Kind::String => hashed(view, node.string()),
        Kind::Number => {
            let value = Digits::new(view, node).as_f64();
            match number::whole(node.raw()) {
                Some(whole) => hashed(view, whole),
                None => hashed(view, value.map(f64::to_bits)),
            }
        }
        kind @ (Kind::Array | Kind::Object) => {
            open.push(Open {
                members: node.members(),
                elements: node.elements(),
                key: 0,
                sum: hashed(view, kind.name()),
            });
            return None;
        }
    })
}

fn hashed(view: &View<'_>, value: impl Hash) -> u128 {
    let half = |side: u8| u128::from(view.hashing.hash_one((side, &value)));
    half(0) << 64 | half(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::document::Document;
    use serde_json::json;

    fn equal(text: &str, value: &Value) -> bool {
        let document = Document::parse(text.to_owned(), 128).unwrap();
        let view = View::new(&document);
        equals(&view, document.root(), value)
    }

    fn twice(text: &str) -> Option<(usize, usize)> {
        let document = Document::parse(text.to_owned(), 128).unwrap();
        let view = View::new(&document);
        repeated(&view, document.root()).map(|(one, two, _)| (one, two))
    }

    #[test]
    fn a_node_equals_a_value_by_value() {
        let value = json!({"a": [1, {"b": null}], "c": "é", "d": true});
        assert!(equal(
            r#"{"d":true,"c":"\u00e9","a":[1.0,{"b":null}]}"#,
            &value
        ));
        for text in [
            r#"{"c":"é","a":[1,{"b":null}]}"#,
            r#"{"d":true,"c":"é","a":[1,{"b":null}],"e":1}"#,
            r#"{"d":true,"c":"é","a":[1,{"b":null},2]}"#,
            r#"{"d":true,"c":"é","a":[1]}"#,
            r#"{"d":1,"c":"é","a":[1,{"b":null}]}"#,
        ] {
            assert!(!equal(text, &value), "{text}");
        }
        assert!(
            equal("100e-2", &json!(1)) && equal("0.1", &json!(0.1)) && !equal("0", &json!(false))
        );
        assert!(!equal("{}", &json!([])) && !equal("[]", &json!({})) && equal("[]", &json!([])));
    }

    #[test]
    fn the_first_repeated_element_is_found() {
        assert_eq!(twice("[1,2,1.0]"), Some((0, 2)));
        assert_eq!(
            twice(r#"[{"a":1,"b":[2]},{"b":[2e0],"a":1}]"#),
            Some((0, 1))
        );
        assert_eq!(twice(r#"["a","\u0061"]"#), Some((0, 1)));
        assert_eq!(twice(r#"["b","a","c","a","b"]"#), Some((1, 3)));
        let many: Vec<_> = (0..40).map(|n| format!("\"{}\"", n % 39)).collect();
        assert_eq!(twice(&format!("[{}]", many.join(","))), Some((0, 39)));
        assert_eq!(twice("[0,-0.0]"), Some((0, 1)));
        assert_eq!(twice("[9,4,1,8,4,1,4,9]"), Some((1, 4)));
        assert_eq!(
            twice("[1e40,10000000000000000000000000000000000000000]"),
            Some((0, 1))
        );
        for text in [
            "[]",
            "[1]",
            "[1,\"1\",true,null,[1],[[1]],{},[]]",
            "[[1,2],[2,1]]",
            "[0,false]",
            "[{},[],3,2,1]",
            r#"[{"a":"b"},{"b":"a"}]"#,
            "[[{}],[[]]]",
            "[0.1,0.2]",
        ] {
            assert_eq!(twice(text), None, "{text}");
        }
    }
}

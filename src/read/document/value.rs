//! From a node to the `Value` of `serde_json`, for engines that want one.

use serde_json::{Map, Number, Value};

use super::{Document, Kind, Node};

impl Document<'_> {
    /// The whole document as a `Value`. An inexact number becomes `null`: ask
    /// [`has_inexact`](Document::has_inexact) first.
    #[must_use]
    pub fn to_value(&self) -> Value {
        to_value(self.root())
    }
}

/// A node and what is below it as a `Value`, built without recursion.
#[must_use]
pub fn to_value(node: Node<'_>) -> Value {
    let mut open: Vec<(Value, Steps<'_>)> = Vec::new();
    let mut done = shallow(node, &mut open);
    while let Some((container, steps)) = open.last_mut() {
        if let Some((key, value)) = done.take() {
            put(container, key, value);
        }
        match steps.next() {
            Some((key, child)) => match shallow(child, &mut open) {
                Some((_, value)) => done = Some((key, value)),
                // It was opened, and stands under its key once it is closed.
                None => {
                    if let Some((_, steps)) = open.last_mut() {
                        steps.key = key;
                    }
                }
            },
            None => done = open.pop().map(|(container, steps)| (steps.key, container)),
        }
    }
    done.map_or(Value::Null, |(_, value)| value)
}

/// The children of a container that is being built, and the key it will stand under.
struct Steps<'d> {
    key: String,
    members: super::Members<'d>,
    elements: super::Elements<'d>,
}

impl<'d> Steps<'d> {
    fn next(&mut self) -> Option<(String, Node<'d>)> {
        let member = self.members.next();
        let member =
            member.map(|(key, value)| (key.string().unwrap_or_default().into_owned(), value));
        member.or_else(|| self.elements.next().map(|value| (String::new(), value)))
    }
}

/// A scalar's value, under no key yet; a container is opened instead.
fn shallow<'d>(node: Node<'d>, open: &mut Vec<(Value, Steps<'d>)>) -> Option<(String, Value)> {
    let value = match node.kind() {
        Kind::Null => Value::Null,
        Kind::Boolean => Value::Bool(node.boolean().unwrap_or_default()),
        Kind::String => Value::String(node.string().unwrap_or_default().into_owned()),
        Kind::Number => number(node).map_or(Value::Null, Value::Number),
        Kind::Array | Kind::Object => {
            let empty = if node.kind() == Kind::Array {
                Value::Array(Vec::new())
            } else {
                Value::Object(Map::new())
            };
            let steps = Steps {
                key: String::new(),
                members: node.members(),
                elements: node.elements(),
            };
            open.push((empty, steps));
            return None;
        }
    };
    Some((String::new(), value))
}

fn put(container: &mut Value, key: String, value: Value) {
    match container {
        Value::Array(elements) => elements.push(value),
        Value::Object(members) => {
            members.insert(key, value);
        }
        _ => {}
    }
}

/// A number that is not marked, as `serde_json` holds it; `None` for a marked one.
#[must_use]
pub fn number(node: Node<'_>) -> Option<Number> {
    if node.kind() != Kind::Number || node.is_inexact() {
        return None;
    }
    let text = node.raw();
    let integer = text
        .parse::<u64>()
        .map(Number::from)
        .or_else(|_| text.parse::<i64>().map(Number::from));
    integer
        .ok()
        .filter(|_| text != "-0")
        .or_else(|| Number::from_f64(text.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_what_serde_json_reads() {
        let text = r#"{"a":[1,-2,0.5,"x\n",[],{}],"b":{"c":{"d":[[null]]}},"e":18446744073709551615,"f":true}"#;
        let document = Document::parse(text, 128).unwrap();
        assert_eq!(
            document.to_value(),
            serde_json::from_str::<Value>(text).unwrap()
        );
        assert_eq!(
            Document::parse("\"x\"", 128).unwrap().to_value(),
            Value::from("x")
        );
    }
}

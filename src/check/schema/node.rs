//! The document as the schema engine sees it: cheap handles on its nodes, no copy of any value.

use std::borrow::Cow;

use jsonschema::JsonType;
use jsonschema::json::{self, Json, NodeIdentity};
use serde_json::Value;

use super::number::Digits;
use super::same;
use super::view::View;
use crate::read::document::{self, Kind, Node, value};

/// The representation of a reply, for the engine.
pub(super) struct Reply;

impl Json for Reply {
    type Node<'a> = Handle<'a>;
    type PreparedKey = Box<str>;
    const KEYS_PER_LOOKUP: usize = 8;
    type StringBuffer = ();

    fn prepare_key(key: &str) -> Box<str> {
        key.into()
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(Handle<'_>) -> T) -> T {
        f(Handle::Text(string))
    }
}

/// A node of a document, or a key that is judged as a string.
#[derive(Clone, Copy)]
pub(super) enum Handle<'a> {
    Node(&'a View<'a>, Node<'a>),
    Text(&'a str),
}

impl<'a> Handle<'a> {
    fn node(self) -> Option<Node<'a>> {
        match self {
            Self::Node(_, node) => Some(node),
            Self::Text(_) => None,
        }
    }

    fn of_kind(self, kind: Kind) -> Option<Children<'a>> {
        match self {
            Self::Node(view, node) if node.kind() == kind && !view.is_spent() => {
                Some(Children { view, node })
            }
            _ => None,
        }
    }
}

impl<'a> json::Node<'a, Reply> for Handle<'a> {
    type Object = Children<'a>;
    type Array = Children<'a>;
    type Number = Digits<'a>;

    fn as_object(&self) -> Option<Children<'a>> {
        self.of_kind(Kind::Object)
    }

    fn as_array(&self) -> Option<Children<'a>> {
        self.of_kind(Kind::Array)
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        match self {
            Self::Node(_, node) => node.string(),
            Self::Text(text) => Some(Cow::Borrowed(text)),
        }
    }

    fn as_number(&self) -> Option<Digits<'a>> {
        match self {
            Self::Node(view, node) if node.kind() == Kind::Number => Some(Digits::new(view, *node)),
            _ => None,
        }
    }

    fn as_boolean(&self) -> Option<bool> {
        self.node()?.boolean()
    }

    fn is_null(&self) -> bool {
        self.node().is_some_and(|node| node.kind() == Kind::Null)
    }

    fn is_number(&self) -> bool {
        self.node().is_some_and(|node| node.kind() == Kind::Number)
    }

    fn json_type(&self) -> JsonType {
        match self.node().map_or(Kind::String, Node::kind) {
            Kind::Null => JsonType::Null,
            Kind::Boolean => JsonType::Boolean,
            Kind::Number => JsonType::Number,
            Kind::String => JsonType::String,
            Kind::Array => JsonType::Array,
            Kind::Object => JsonType::Object,
        }
    }

    fn equals_value(&self, expected: &Value) -> bool {
        match self {
            Self::Node(view, node) => same::equals(view, *node, expected),
            Self::Text(text) => expected.as_str() == Some(text),
        }
    }

    // Nothing is compared through it: `equals_value` and `is_unique` have their own ways.
    fn to_value(&self) -> Cow<'a, Value> {
        let (view, node) = match self {
            Self::Node(view, node) => (view, node),
            Self::Text(text) => return Cow::Owned(Value::from(head(text))),
        };
        Cow::Owned(match view.ticket(*node) {
            Some(ticket) => ticket.to_value(),
            None => value::to_value(*node),
        })
    }

    fn identity(&self) -> Option<NodeIdentity> {
        Some(match self {
            Self::Node(view, node) => NodeIdentity::tagged(view.number, node.index()),
            Self::Text(text) => NodeIdentity::tagged(text.as_ptr().addr(), u32::MAX),
        })
    }
}

/// As much of a key as an error about it holds.
pub(super) fn head(key: &str) -> &str {
    key.get(..key.floor_char_boundary(200)).unwrap_or(key)
}

/// An array or an object.
pub(super) struct Children<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) node: Node<'a>,
}

impl<'a> json::Object<'a, Reply> for Children<'a> {
    type Node = Handle<'a>;
    type MemberName = Cow<'a, str>;
    type MembersIter = Members<'a>;

    fn len(&self) -> usize {
        self.node.count()
    }

    fn is_empty(&self) -> bool {
        self.node.count() == 0
    }

    fn get(&self, key: &Box<str>) -> Option<Handle<'a>> {
        let found = self.view.find(self.node, key)?;
        Some(self.view.handle(found))
    }

    fn members(&self) -> Members<'a> {
        Members {
            view: self.view,
            since: self.view.made(),
            inner: self.node.members(),
        }
    }
}

impl<'a> json::Array<'a, Reply> for Children<'a> {
    type Node = Handle<'a>;
    type ElementsIter = Elements<'a>;

    fn len(&self) -> usize {
        self.node.count()
    }

    fn elements(&self) -> Elements<'a> {
        Elements {
            view: self.view,
            since: self.view.made(),
            inner: self.node.elements(),
        }
    }

    fn is_unique(&self) -> bool {
        same::repeated(self.view, self.node).is_none()
    }
}

/// An object's members, until the budget ends.
pub(super) struct Members<'a> {
    view: &'a View<'a>,
    since: u32,
    inner: document::Members<'a>,
}

impl<'a> Iterator for Members<'a> {
    type Item = (Cow<'a, str>, Handle<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.view.is_cut(self.since) {
            return None;
        }
        let (name, value) = self.inner.next()?;
        Some((name.string().unwrap_or_default(), self.view.handle(value)))
    }
}

/// An array's elements, until the budget ends.
pub(super) struct Elements<'a> {
    view: &'a View<'a>,
    since: u32,
    inner: document::Elements<'a>,
}

impl<'a> Iterator for Elements<'a> {
    type Item = Handle<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.view.is_cut(self.since) {
            return None;
        }
        self.inner.next().map(|node| self.view.handle(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::schema::view::{Budget, Ticket};
    use crate::read::document::Document;
    use jsonschema::json::{Object as _, conformance};

    #[test]
    fn a_view_keeps_the_contract_of_the_engine() {
        let text = conformance::document().to_string();
        let document = Document::parse(text, 128).unwrap();
        let view = View::new(&document);
        conformance::assert_conformance::<Reply>(&view.root());
        assert!(!view.was_cut() && view.touched().is_empty());
    }

    #[test]
    fn keys_of_a_large_object_are_found_through_the_index() {
        let members: Vec<_> = (0..500).map(|n| format!("\"k{n}\":{n}")).collect();
        let text = format!("{{{},\"\\u0061\":true}}", members.join(","));
        let document = Document::parse(text, 128).unwrap();
        let view = View::new(&document);
        let object = json::Node::as_object(&view.root()).unwrap();
        for (key, raw) in [
            ("k0", "0"),
            ("k63", "63"),
            ("k64", "64"),
            ("k499", "499"),
            ("a", "true"),
        ] {
            let found = object.get(&Reply::prepare_key(key)).unwrap();
            assert_eq!(found.node().unwrap().raw(), raw);
        }
        assert!(object.get(&Reply::prepare_key("k500")).is_none());
    }

    #[test]
    fn two_views_share_no_identity() {
        let document = Document::parse("[[]]", 128).unwrap();
        let (one, two) = (View::new(&document), View::new(&document));
        let identity = |view: &View<'_>| json::Node::identity(&view.root());
        assert_ne!(identity(&one), identity(&two));
        assert_eq!(identity(&one), identity(&one));
    }

    #[test]
    fn an_error_pass_hands_out_tickets_and_ends() {
        let document = Document::parse("[1,2,3,4,5]", 128).unwrap();
        let budget = Budget { most: 9, each: 2 };
        let view = View::telling(&document, budget, false);
        let array = json::Node::as_array(&view.root()).unwrap();
        let tickets: Vec<_> = json::Array::elements(&array)
            .map(|node| Ticket::read(&json::Node::to_value(&node)).unwrap())
            .collect();
        let expected = [
            Ticket {
                number: 0,
                index: 1,
            },
            Ticket {
                number: 1,
                index: 2,
            },
        ];
        assert_eq!(tickets, expected);
        assert!(view.was_cut() && !view.is_spent());
    }
}

//! The nodes of a document as values. What is asked for again and again is worked out once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::context::{Context, INDEXED, Place};
use super::failure::Failure;
use super::number::{DIGITS, Number};
use super::value::{Key, List, Map, Str, Value};
use crate::read::document::{Kind, Node};
use crate::refusal::Text;

impl<'d> Context<'d> {
    /// The value of a node.
    pub(super) fn value(&mut self, node: Node<'d>) -> Result<Value<'d>, Failure> {
        Ok(match node.kind() {
            Kind::Null => Value::Null,
            Kind::Boolean => Value::Bool(node.boolean().unwrap_or_default()),
            Kind::Number => Value::Number(self.number(node)?),
            Kind::String => Value::String(self.text(node)?),
            Kind::Array => Value::List(List::Node(node)),
            Kind::Object => Value::Map(Map::Node(node)),
        })
    }

    /// The value of a number, which is read anew each time.
    fn number(&mut self, node: Node<'d>) -> Result<Number, Failure> {
        let raw = node.raw();
        self.read(raw.len())?;
        Number::parse(raw).ok_or_else(|| {
            let message = Text::new().own("the number ").seen(raw);
            Failure::other(message.own(format!(
                " has more than {DIGITS} digits before or behind the point"
            )))
        })
    }

    /// The text of a string node, its escapes undone once only.
    fn text(&mut self, node: Node<'d>) -> Result<Str<'d>, Failure> {
        if let Some(known) = self.strings.get(&place(node)) {
            return Ok(Str::Shared(Arc::clone(known)));
        }
        Ok(match node.string().unwrap_or_default() {
            Cow::Borrowed(text) => Str::Borrowed(text),
            Cow::Owned(text) => {
                self.read(text.len())?;
                let text: Arc<str> = text.into();
                self.strings.insert(place(node), Arc::clone(&text));
                Str::Shared(text)
            }
        })
    }

    /// The node of an object's member.
    pub(super) fn member(
        &mut self,
        object: Node<'d>,
        key: &str,
    ) -> Result<Option<Node<'d>>, Failure> {
        if object.size() <= INDEXED {
            return Ok(object.get(key));
        }
        Ok(self.members(object)?.get(key).copied())
    }

    fn members(&mut self, object: Node<'d>) -> Result<Arc<HashMap<Str<'d>, Node<'d>>>, Failure> {
        if let Some(known) = self.members.get(&place(object)) {
            return Ok(Arc::clone(known));
        }
        let mut index = HashMap::new();
        for (key, value) in object.members() {
            self.step()?;
            let key = self.text(key)?;
            index.insert(key, value);
        }
        let index = Arc::new(index);
        self.members.insert(place(object), Arc::clone(&index));
        Ok(index)
    }

    /// The node of an array's element.
    pub(super) fn element(
        &mut self,
        array: Node<'d>,
        at: usize,
    ) -> Result<Option<Node<'d>>, Failure> {
        if array.size() <= INDEXED {
            return Ok(array.elements().nth(at));
        }
        Ok(self.elements(array)?.get(at).copied())
    }

    /// The nodes of an array's elements.
    pub(super) fn elements(&mut self, array: Node<'d>) -> Result<Arc<[Node<'d>]>, Failure> {
        if let Some(known) = self.elements.get(&place(array)) {
            return Ok(Arc::clone(known));
        }
        self.steps(u64::from(array.size() / 16))?;
        let nodes: Arc<[_]> = array.elements().collect();
        self.elements.insert(place(array), Arc::clone(&nodes));
        Ok(nodes)
    }

    /// How many elements a list has.
    pub(super) fn length(&mut self, list: &List<'d>) -> Result<usize, Failure> {
        match list {
            List::Built(built) => Ok(built.inner.len()),
            List::Node(array) => self.counted(*array, |array| array.elements().count()),
        }
    }

    /// How many entries a map has.
    pub(super) fn entries(&mut self, map: &Map<'d>) -> Result<usize, Failure> {
        match map {
            Map::Built(built) => Ok(built.inner.len()),
            Map::Node(object) => self.counted(*object, |object| object.members().count()),
        }
    }

    /// A node's children, counted once only.
    fn counted(
        &mut self,
        node: Node<'d>,
        count: impl Fn(Node<'d>) -> usize,
    ) -> Result<usize, Failure> {
        if let Some(known) = self.lengths.get(&place(node)) {
            return Ok(*known);
        }
        self.steps(u64::from(node.size() / 16))?;
        let count = count(node);
        self.lengths.insert(place(node), count);
        Ok(count)
    }

    /// The elements of a list as values.
    pub(super) fn values(&mut self, list: &List<'d>) -> Result<Vec<Value<'d>>, Failure> {
        match list {
            List::Built(built) => {
                self.steps((built.inner.len() / 16) as u64)?;
                Ok(built.inner.clone())
            }
            List::Node(array) => {
                let mut values = Vec::new();
                for node in array.elements() {
                    self.step()?;
                    values.push(self.value(node)?);
                }
                Ok(values)
            }
        }
    }

    /// The value of a map's key, if there is one.
    pub(super) fn get(
        &mut self,
        map: &Map<'d>,
        key: &Value<'d>,
    ) -> Result<Option<Value<'d>>, Failure> {
        match (map, key) {
            (Map::Node(object), Value::String(key)) => match self.member(*object, key)? {
                Some(node) => self.value(node).map(Some),
                None => Ok(None),
            },
            (Map::Node(_), _) => Ok(None),
            (Map::Built(built), key) => {
                Ok(Key::of(key).and_then(|key| built.inner.get(&key).cloned()))
            }
        }
    }
}

fn place(node: Node<'_>) -> Place {
    (node.document_id(), node.index())
}

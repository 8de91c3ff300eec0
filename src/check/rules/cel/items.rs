//! The elements of a list and the entries of a map, one after the other, each for a step.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use super::context::Context;
use super::failure::Failure;
use super::value::{Built, Key, List, Map, Value};
use crate::read::document::{Elements, Members, Node};

/// An element, and where it stands if it stands in a document.
#[derive(Debug, Clone)]
pub(super) struct Item<'d> {
    pub(super) value: Value<'d>,
    pub(super) node: Option<Node<'d>>,
}

/// The elements of a list that are still to come. A list that an expression built is shared, not
/// copied: macros within macros would hold as many copies.
#[derive(Debug)]
pub(super) enum Items<'d> {
    Node(Elements<'d>),
    /// The list and the index of the next one.
    Built(Arc<Built<Vec<Value<'d>>>>, usize),
}

impl<'d> Items<'d> {
    /// All elements of a list.
    pub(super) fn of(list: &List<'d>) -> Self {
        match list {
            List::Node(array) => Self::Node(array.elements()),
            List::Built(built) => Self::Built(Arc::clone(built), 0),
        }
    }

    /// The next element; `None` behind the last.
    pub(super) fn next(&mut self, context: &mut Context<'d>) -> Result<Option<Value<'d>>, Failure> {
        Ok(self.next_item(context)?.map(|item| item.value))
    }

    /// The same with its place.
    pub(super) fn next_item(
        &mut self,
        context: &mut Context<'d>,
    ) -> Result<Option<Item<'d>>, Failure> {
        context.step()?;
        match self {
            Self::Node(elements) => elements
                .next()
                .map(|node| Item::at(node, context))
                .transpose(),
            Self::Built(built, at) => {
                let element = built.inner.get(*at).cloned();
                *at += 1;
                Ok(element.map(Item::made))
            }
        }
    }
}

impl<'d> Item<'d> {
    /// The value of a node.
    fn at(node: Node<'d>, context: &mut Context<'d>) -> Result<Self, Failure> {
        let value = context.value(node)?;
        let node = Some(node);
        Ok(Self { value, node })
    }

    /// A value that an expression made.
    fn made(value: Value<'d>) -> Self {
        Self { value, node: None }
    }
}

/// The entries of a map that are still to come.
#[derive(Debug)]
pub(super) enum Entries<'d> {
    Node(Members<'d>),
    /// The map and the key of the last one.
    Built(Arc<Built<BTreeMap<Key, Value<'d>>>>, Option<Key>),
}

impl<'d> Entries<'d> {
    /// All entries of a map.
    pub(super) fn of(map: &Map<'d>) -> Self {
        match map {
            Map::Node(object) => Self::Node(object.members()),
            Map::Built(built) => Self::Built(Arc::clone(built), None),
        }
    }

    /// The key and value of the next entry; `None` behind the last.
    pub(super) fn next(
        &mut self,
        context: &mut Context<'d>,
    ) -> Result<Option<(Value<'d>, Value<'d>)>, Failure> {
        context.step()?;
        let entry = match self {
            Self::Node(members) => match members.next() {
                Some((key, value)) => Some((context.value(key)?, context.value(value)?)),
                None => None,
            },
            Self::Built(built, last) => {
                let start = last.as_ref().map_or(Bound::Unbounded, Bound::Excluded);
                let mut rest = built.inner.range((start, Bound::Unbounded));
                rest.next().map(|(key, value)| {
                    *last = Some(key.clone());
                    (key.value(), value.clone())
                })
            }
        };
        if let Some((Value::String(key), _)) = &entry {
            context.read(key.len())?;
        }
        Ok(entry)
    }

    /// The key alone of the next entry.
    pub(super) fn next_key(
        &mut self,
        context: &mut Context<'d>,
    ) -> Result<Option<Item<'d>>, Failure> {
        context.step()?;
        match self {
            Self::Node(members) => match members.next() {
                Some((key, _)) => Item::at(key, context).map(Some),
                None => Ok(None),
            },
            Self::Built(built, last) => {
                let start = last.as_ref().map_or(Bound::Unbounded, Bound::Excluded);
                let next = built.inner.range((start, Bound::Unbounded)).next();
                let key = next.map(|(key, _)| key.clone());
                last.clone_from(&key);
                Ok(key.map(|key| Item::made(key.value())))
            }
        }
    }
}

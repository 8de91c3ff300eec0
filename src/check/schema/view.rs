//! A document while the engine looks at it: what is noted, and how much of it is shown.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use super::node::Handle;
use crate::read::document::{Document, Node};

/// Objects are searched key by key up to this many keys, larger ones through an index.
const FEW_KEYS: usize = 64;

/// Numbers the views of a process: a cache of the engine may outlive a document, and the next one
/// could lie at the same address.
static VIEWS: AtomicUsize = AtomicUsize::new(1);

/// The keys of one object, as hash and node, sorted.
type Index = Rc<[(u64, u32)]>;

/// How many errors the engine may make before it sees no more of the document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// In all; what is made after that may be an artefact, and is dropped.
    pub(super) most: u32,
    /// Inside one container, before its other children are hidden.
    pub(super) each: u32,
}

/// A document while the engine looks at it.
pub(super) struct View<'d> {
    pub(super) document: &'d Document<'d>,
    pub(super) number: usize,
    /// In an error pass: an error holds a ticket, not a copy of the value it speaks of.
    budget: Option<Budget>,
    /// The root is copied all the same: see [`View::telling`].
    whole_root: bool,
    made: Cell<u32>,
    inexact: RefCell<Vec<u32>>,
    indexes: RefCell<HashMap<u32, Index>>,
    pub(super) hashing: RandomState,
}

impl<'d> View<'d> {
    /// A view to judge through.
    pub(super) fn new(document: &'d Document<'d>) -> Self {
        Self {
            document,
            number: VIEWS.fetch_add(1, Ordering::Relaxed),
            budget: None,
            whole_root: false,
            made: Cell::new(0),
            inexact: RefCell::default(),
            indexes: RefCell::default(),
            hashing: RandomState::new(),
        }
    }

    /// A view to find errors through. With `whole_root` the root's value is copied into an error
    /// about it: the engine looks a place up in it when it gives up on a regular expression.
    pub(super) fn telling(document: &'d Document<'d>, budget: Budget, whole_root: bool) -> Self {
        Self {
            budget: Some(budget),
            whole_root,
            ..Self::new(document)
        }
    }

    /// The handle on the outermost value.
    pub(super) fn root(&self) -> Handle<'_> {
        self.handle(self.document.root())
    }

    pub(super) fn handle<'a>(&'a self, node: Node<'a>) -> Handle<'a> {
        Handle::Node(self, node)
    }

    /// Whether more errors were made than the budget allows.
    pub(super) fn is_spent(&self) -> bool {
        self.budget
            .is_some_and(|budget| self.made.get() >= budget.most)
    }

    /// Whether anything was hidden from the engine.
    pub(super) fn was_cut(&self) -> bool {
        self.budget
            .is_some_and(|budget| self.made.get() >= budget.each)
    }

    /// Notes that the value of a marked number was asked for.
    pub(super) fn touch(&self, node: Node<'_>) {
        let mut inexact = self.inexact.borrow_mut();
        if inexact.last() != Some(&node.index()) && inexact.len() < 10_000 {
            inexact.push(node.index());
        }
    }

    /// The marked numbers whose value was asked for.
    pub(super) fn touched(&self) -> Vec<u32> {
        self.inexact.borrow().clone()
    }

    /// How many errors were made until now.
    pub(super) fn made(&self) -> u32 {
        self.made.get()
    }

    /// What an error holds in place of a node's value; `None` when it must be the value.
    pub(super) fn ticket(&self, node: Node<'_>) -> Option<Ticket> {
        self.budget?;
        let number = self.made.get();
        self.made.set(number.saturating_add(1));
        let index = node.index();
        if self.whole_root {
            // The engine runs several times and compares the errors: a number would tell them apart.
            return (index > 0).then_some(Ticket { number: 0, index });
        }
        Some(Ticket { number, index })
    }

    /// Whether no more of a container is shown that was opened when `since` errors were made.
    pub(super) fn is_cut(&self, since: u32) -> bool {
        self.budget.is_some_and(|budget| {
            let made = self.made.get();
            made >= budget.most || made - since >= budget.each
        })
    }

    /// The value of an object's key.
    pub(super) fn find<'a>(&'a self, object: Node<'a>, key: &str) -> Option<Node<'a>> {
        let mut members = object.members();
        for (name, value) in members.by_ref().take(FEW_KEYS) {
            if name.is_string(key) {
                return Some(value);
            }
        }
        members.next()?;
        let index = self.index(object);
        let hash = self.hashing.hash_one(key);
        let first = index.partition_point(|(other, _)| *other < hash);
        let same = index
            .get(first..)?
            .iter()
            .take_while(|(other, _)| *other == hash);
        same.map(|(_, at)| self.document.node(*at))
            .find(|name| name.is_string(key))
            .map(|name| self.document.node(name.index() + 1))
    }

    /// The keys of a large object by their hashes.
    fn index(&self, object: Node<'_>) -> Index {
        let mut indexes = self.indexes.borrow_mut();
        let index = indexes.entry(object.index()).or_insert_with(|| {
            let hashed = |(name, _): (Node<'_>, Node<'_>)| {
                let text = name.string().unwrap_or_default();
                (self.hashing.hash_one(&*text), name.index())
            };
            let mut keys: Vec<_> = object.members().map(hashed).collect();
            keys.sort_unstable();
            keys.into()
        });
        Rc::clone(index)
    }
}

/// What an error's instance says of it: how many errors were made before, and of which node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ticket {
    pub(super) number: u32,
    pub(super) index: u32,
}

impl Ticket {
    pub(super) fn to_value(self) -> Value {
        Value::from(u64::from(self.number) << 32 | u64::from(self.index))
    }

    /// Reads a ticket back from an error's instance, or from its text.
    pub(super) fn read(value: &Value) -> Option<Self> {
        value.as_u64().map(Self::unpack)
    }

    /// Reads a ticket back from its text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self::unpack)
    }

    fn unpack(packed: u64) -> Self {
        let low = packed & u64::from(u32::MAX);
        Self {
            number: u32::try_from(packed >> 32).unwrap_or(u32::MAX),
            index: u32::try_from(low).unwrap_or(u32::MAX),
        }
    }
}

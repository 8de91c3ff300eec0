//! One strict RFC 8259 value, with the place of every key and value in the text it stood in.
//!
//! A [`Document`] is a flat arena: each node is a kind, a byte span and the index of the node
//! after its last descendant. Nodes are indices, never references, and nothing here recurses.

mod arena;

mod parse;

mod keys;

mod number;

mod string;

mod fault;

pub mod place;

pub mod escapes;

pub mod pointer;

pub mod value;

pub mod write;

use std::borrow::Cow;
use std::ops::Range;

pub use arena::Arena;
use arena::Slot;
pub use fault::{Fault, Offence};
pub use parse::{Scanned, begin, scan, skip_white};

/// How many containers may nest, unless `--max-depth` says otherwise.
pub const MAX_DEPTH: usize = 128;

/// The largest text that offsets of 32 bits can address, in bytes.
pub const MAX_BYTES: usize = u32::MAX as usize - 1;

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number, as written.
    Number,
    /// A string or a key.
    String,
    /// `[…]`
    Array,
    /// `{…}`
    Object,
}

impl Kind {
    /// The name in JSON Schema: `null`, `boolean`, `number`, `string`, `array`, `object`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// A judged value and the text that it stood in.
#[derive(Debug)]
pub struct Document<'a> {
    text: Cow<'a, str>,
    arena: Arena,
}

impl<'a> Document<'a> {
    /// Parses a text that is one JSON value, with white space around it and an optional byte
    /// order mark before it.
    ///
    /// # Errors
    /// The first offence in the text; else a key named twice or too many levels.
    pub fn parse(text: impl Into<Cow<'a, str>>, max_depth: usize) -> Result<Self, Fault> {
        Self::parse_in(text, max_depth, &mut Arena::default())
    }

    /// The same in the memory of `arena`, which is taken if the text is one value. What it held
    /// is gone either way.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_in(
        text: impl Into<Cow<'a, str>>,
        max_depth: usize,
        arena: &mut Arena,
    ) -> Result<Self, Fault> {
        let text = text.into();
        let start = skip_white(&text, begin(&text));
        let scanned = scan(&text, start, max_depth, arena)?;
        let rest = skip_white(&text, scanned.end);
        if rest < text.len() {
            return Err(Fault::trailing(&text, rest));
        }
        match scanned.fault {
            Some(fault) => Err(fault),
            None => Ok(Self {
                text,
                arena: std::mem::take(arena),
            }),
        }
    }

    /// The value that [`scan`] wrote into `arena` from this text.
    #[must_use]
    pub fn scanned(text: impl Into<Cow<'a, str>>, arena: Arena) -> Self {
        Self {
            text: text.into(),
            arena,
        }
    }

    /// The arena, to be used again.
    #[must_use]
    pub fn into_arena(self) -> Arena {
        self.arena
    }

    /// Whether every node is there: containers nested too deep have none.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.arena.cut
    }

    /// The whole text that the value stood in. Spans count its bytes.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The outermost value.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        self.node(0)
    }

    /// The node at this index, from [`Node::index`].
    #[must_use]
    pub fn node(&self, index: u32) -> Node<'_> {
        Node {
            document: self,
            index,
        }
    }

    /// All nodes, keys included, in the order of the text.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..u32::try_from(self.len()).unwrap_or(u32::MAX)).map(|index| self.node(index))
    }

    /// How many nodes there are, keys included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.arena.slots.len()
    }

    /// Whether there is no node: never so in a document that parsed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arena.slots.is_empty()
    }

    /// Whether any number in it is marked as by [`Node::is_inexact`].
    #[must_use]
    pub fn has_inexact(&self) -> bool {
        self.arena.inexact
    }

    #[inline]
    fn slot(&self, index: u32) -> Slot {
        self.arena
            .slots
            .get(index as usize)
            .copied()
            .unwrap_or(Slot::MISSING)
    }
}

/// One value or key of a document. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Node<'d> {
    document: &'d Document<'d>,
    index: u32,
}

impl<'d> Node<'d> {
    /// Its index in the arena: the order of the text.
    #[must_use]
    pub fn index(self) -> u32 {
        self.index
    }

    /// How many nodes it is, keys and all that is below it counted.
    #[must_use]
    pub fn size(self) -> u32 {
        self.slot().next.saturating_sub(self.index)
    }

    /// What tells its document from every other that lives at the same time.
    #[must_use]
    pub fn document_id(self) -> usize {
        std::ptr::from_ref(self.document).addr()
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.slot().kind
    }

    /// Its bytes in the document's text.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        let slot = self.slot();
        slot.start as usize..slot.end as usize
    }

    /// Its own text, as written.
    #[must_use]
    pub fn raw(self) -> &'d str {
        self.document.text.get(self.span()).unwrap_or_default()
    }

    /// A string's value, unescaped; it borrows when nothing was escaped.
    #[must_use]
    pub fn string(self) -> Option<Cow<'d, str>> {
        let slot = self.slot();
        (slot.kind == Kind::String).then(|| {
            let inner = slot.start as usize + 1..(slot.end as usize).saturating_sub(1);
            let inner = self.document.text.get(inner).unwrap_or_default();
            if slot.marked {
                string::unescape(inner)
            } else {
                Cow::Borrowed(inner)
            }
        })
    }

    /// Whether it is a string in which escapes stand.
    #[must_use]
    pub fn is_escaped(self) -> bool {
        let slot = self.slot();
        slot.kind == Kind::String && slot.marked
    }

    /// Whether it is a string whose value is `text`.
    #[must_use]
    pub fn is_string(self, text: &str) -> bool {
        let slot = self.slot();
        if slot.marked {
            return self.string().is_some_and(|own| own == text);
        }
        // Most keys that are looked for differ in length from most that are there.
        let length = (slot.end as usize).saturating_sub(slot.start as usize + 2);
        slot.kind == Kind::String && length == text.len() && {
            let inner = slot.start as usize + 1..slot.start as usize + 1 + length;
            self.document.text.as_bytes().get(inner) == Some(text.as_bytes())
        }
    }

    /// A boolean's value.
    #[must_use]
    pub fn boolean(self) -> Option<bool> {
        (self.kind() == Kind::Boolean).then(|| self.raw() == "true")
    }

    /// Whether it is a number that no i64, u64 or shortest-round-trip f64 holds exactly.
    #[must_use]
    pub fn is_inexact(self) -> bool {
        let slot = self.slot();
        slot.kind == Kind::Number && slot.marked
    }

    /// An array's elements; nothing of any other kind.
    #[must_use]
    pub fn elements(self) -> Elements<'d> {
        Elements(self.children(Kind::Array))
    }

    /// An object's keys and values; nothing of any other kind.
    #[must_use]
    pub fn members(self) -> Members<'d> {
        Members(self.children(Kind::Object))
    }

    /// How many elements an array or members an object has; 0 of any other kind.
    #[must_use]
    pub fn count(self) -> usize {
        let slot = self.slot();
        if slot.children < Slot::MANY && !self.document.arena.cut {
            return slot.children.into();
        }
        self.elements().count() + self.members().count()
    }

    /// The value of an object's key. Linear in the number of members.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        self.members()
            .find(|(name, _)| name.is_string(key))
            .map(|(_, value)| value)
    }

    fn slot(self) -> Slot {
        self.document.slot(self.index)
    }

    fn children(self, kind: Kind) -> Children<'d> {
        let slot = self.slot();
        let end = if slot.kind == kind { slot.next } else { 0 };
        Children {
            document: self.document,
            at: self.index + 1,
            end,
        }
    }
}

#[derive(Debug, Clone)]
struct Children<'d> {
    document: &'d Document<'d>,
    at: u32,
    end: u32,
}

impl<'d> Iterator for Children<'d> {
    type Item = Node<'d>;

    fn next(&mut self) -> Option<Node<'d>> {
        (self.at < self.end).then(|| {
            let node = self.document.node(self.at);
            self.at = node.slot().next;
            node
        })
    }
}

/// The elements of an array, in order.
#[derive(Debug, Clone)]
pub struct Elements<'d>(Children<'d>);

impl<'d> Iterator for Elements<'d> {
    type Item = Node<'d>;

    fn next(&mut self) -> Option<Node<'d>> {
        self.0.next()
    }
}

/// The members of an object, in order: key and value.
#[derive(Debug, Clone)]
pub struct Members<'d>(Children<'d>);

impl<'d> Iterator for Members<'d> {
    type Item = (Node<'d>, Node<'d>);

    fn next(&mut self) -> Option<(Node<'d>, Node<'d>)> {
        Some((self.0.next()?, self.0.next()?))
    }
}

//! A value in a response: its node, and where that stands in the text that was read.

use std::borrow::Cow;
use std::ops::Range;

use super::frame::Frame;
use crate::read::document::{Kind, Node};
use crate::read::reply::Piece;

/// A value of a response. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'d> {
    node: Node<'d>,
    frame: &'d Frame<'d>,
}

impl<'d> View<'d> {
    /// Of a node of the frame's document.
    pub(super) fn new(node: Node<'d>, frame: &'d Frame<'d>) -> Self {
        Self { node, frame }
    }

    fn at(self, node: Node<'d>) -> Self {
        Self { node, ..self }
    }

    pub(super) fn kind(self) -> Kind {
        self.node.kind()
    }

    /// A member that is not `null`: providers write that for what is not there.
    pub(super) fn get(self, key: &str) -> Option<Self> {
        let value = self.at(self.node.get(key)?);
        (value.kind() != Kind::Null).then_some(value)
    }

    /// The same under either of two spellings.
    pub(super) fn either(self, key: &str, other: &str) -> Option<Self> {
        self.get(key).or_else(|| self.get(other))
    }

    /// A member of a member.
    pub(super) fn path(self, keys: &[&str]) -> Option<Self> {
        keys.iter().try_fold(self, |view, key| view.get(key))
    }

    /// A member of this kind.
    pub(super) fn of_kind(self, key: &str, kind: Kind) -> Option<Self> {
        self.get(key).filter(|value| value.kind() == kind)
    }

    /// Whether the key is there, whatever stands under it.
    pub(super) fn has(self, key: &str) -> bool {
        self.node.get(key).is_some()
    }

    /// Whether any of its keys is of this kind. `long` says of how many bytes such a key may be, so
    /// that most need not be read.
    pub(super) fn has_key(self, long: impl Fn(usize) -> bool, is: impl Fn(&str) -> bool) -> bool {
        let mut members = self.node.members();
        members.any(|(key, _)| {
            let may = long(key.span().len().saturating_sub(2)) || key.is_escaped();
            may && key.string().is_some_and(|key| is(&key))
        })
    }

    /// Whether a member is this string.
    pub(super) fn says(self, key: &str, word: &str) -> bool {
        self.get(key)
            .is_some_and(|value| value.node.is_string(word))
    }

    /// The elements of an array; nothing of any other kind.
    pub(super) fn elements(self) -> impl Iterator<Item = Self> {
        self.node.elements().map(move |node| self.at(node))
    }

    /// How many elements or members there are.
    pub(super) fn count(self) -> usize {
        self.node.count()
    }

    /// A string's value.
    pub(super) fn string(self) -> Option<Cow<'d, str>> {
        self.node.string()
    }

    /// A member's value, if it is a string.
    pub(super) fn word(self, key: &str) -> Option<Cow<'d, str>> {
        self.get(key)?.string()
    }

    /// A whole number that is not negative.
    pub(super) fn number(self) -> Option<u32> {
        match self.kind() {
            Kind::Number => {
                let raw = self.node.raw();
                raw.strip_suffix(".0").unwrap_or(raw).parse().ok()
            }
            _ => None,
        }
    }

    /// A member's value, if it is such a number.
    pub(super) fn index(self, key: &str) -> Option<u32> {
        self.get(key)?.number()
    }

    /// Whether what it says is the assistant's; many leave that out.
    pub(super) fn is_assistants(self) -> bool {
        let Some(role) = self.get("role") else {
            return true;
        };
        let names = ["", "assistant", "model"];
        let is = |role: &str| names.iter().any(|name| role.eq_ignore_ascii_case(name));
        role.string().is_some_and(|role| is(&role))
    }

    /// A boolean member's value.
    pub(super) fn flag(self, key: &str) -> Option<bool> {
        self.get(key)?.node.boolean()
    }

    /// Whether it says something: `false`, 0 and what is empty do not.
    pub(super) fn is_truthy(self) -> bool {
        match self.kind() {
            Kind::Object | Kind::Array => self.count() > 0,
            _ => !matches!(self.raw(), "null" | "false" | "0" | "\"\""),
        }
    }

    /// The value as it stands.
    pub(super) fn raw(self) -> &'d str {
        self.node.raw()
    }

    /// What a string says.
    pub(super) fn text(self) -> Option<Piece> {
        let piece = (self.kind() == Kind::String).then(|| Piece::of(self.node))?;
        // No string reaches over a line break.
        let span = self.frame.place(&piece.span());
        Some(Piece::new(&span, piece.escaped))
    }

    /// What a string says, if it says anything.
    pub(super) fn words(self) -> Option<Piece> {
        self.text().filter(|piece| !piece.is_empty())
    }

    /// The value as it stands, in one piece a line.
    pub(super) fn pieces(self) -> Vec<Piece> {
        self.frame.pieces(&self.node.span())
    }

    /// Its bytes in the text that was read, first to last.
    pub(super) fn span(self) -> Range<usize> {
        self.frame.place(&self.node.span())
    }
}

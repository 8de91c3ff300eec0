//! The nodes of one value, flat and in the order of the text.

use super::Kind;

/// The nodes of one value. Reusable: [`scan`](super::scan) clears it first.
#[derive(Debug, Default)]
pub struct Arena {
    pub(super) slots: Vec<Slot>,
    pub(super) inexact: bool,
    /// Whether nodes are missing, past the depth limit.
    pub(super) cut: bool,
    /// Whether white space stands between the value's tokens.
    pub(super) spaced: bool,
    /// While it is filled: the containers that are not closed yet.
    pub(super) open: Vec<Open>,
    /// And those opened past the depth limit: their kinds, without nodes.
    pub(super) surplus: Vec<Kind>,
}

/// One node: its bytes, what it is, and the index after its last descendant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) next: u32,
    pub(super) kind: Kind,
    /// Of a string: it holds escapes. Of a number: no 64-bit number holds it exactly.
    pub(super) marked: bool,
    /// Of a container: how many members or elements it has; [`MANY`](Self::MANY) and more are
    /// not told apart.
    pub(super) children: u16,
}

/// A container that is not closed yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub(super) index: u32,
    pub(super) commas: u32,
    pub(super) kind: Kind,
}

impl Slot {
    pub(super) const MISSING: Self = Self {
        start: 0,
        end: 0,
        next: u32::MAX,
        kind: Kind::Null,
        marked: false,
        children: 0,
    };

    pub(super) const MANY: u16 = u16::MAX;
}

impl Arena {
    pub(super) fn clear(&mut self) {
        self.slots.clear();
        self.open.clear();
        self.surplus.clear();
        self.inexact = false;
        self.cut = false;
        self.spaced = false;
    }

    /// The kinds of all nodes, keys included as strings.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.slots.iter().map(|slot| slot.kind)
    }
}

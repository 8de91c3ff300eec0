//! What an evaluation draws on: its bounds, and what it has worked out before.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::failure::Failure;
use super::pattern::Automata;
use super::value::{Key, Str, Value};
use crate::read::document::Node;

/// How many bytes an expression may build, all strings and lists on the way counted.
pub(in crate::check) const BUILT: usize = 16 << 20;

/// How many levels of lists and maps an expression may build around each other.
pub(in crate::check) const NESTED: usize = 64;

/// All expressions over one document may take this many times the steps that each may.
const ALL: u64 = 16;

/// How many bytes are read for one step.
const BYTES_A_STEP: usize = 256;

/// The bounds and the memory of the evaluations over one document.
#[derive(Debug)]
pub(in crate::check) struct Context<'d> {
    limit: u64,
    /// What is left to the expression.
    left: Left,
    /// The steps that are left to all expressions together.
    all: u64,
    /// The bytes that variables may still keep.
    kept: usize,
    /// Strings of documents with their escapes undone.
    pub(super) strings: HashMap<Place, Arc<str>>,
    pub(super) members: HashMap<Place, Arc<HashMap<Str<'d>, Node<'d>>>>,
    pub(super) elements: HashMap<Place, Arc<[Node<'d>]>>,
    pub(super) lengths: HashMap<Place, usize>,
    /// The patterns that texts of the document are.
    pub(super) patterns: Automata,
    /// The patterns of the rule file.
    pub(in crate::check) automata: Automata,
}

/// What an expression may still take and build.
#[derive(Debug, Clone, Copy)]
pub(super) struct Left {
    steps: u64,
    built: usize,
}

/// A node: the address of its document's text, and its index.
pub(super) type Place = (usize, u32);

/// A container of a document with more nodes than this is looked up by an index.
pub(super) const INDEXED: u32 = 64;

impl<'d> Context<'d> {
    /// With `limit` steps for each expression.
    pub(in crate::check) fn new(limit: u64) -> Self {
        Self {
            limit,
            left: Left {
                steps: limit,
                built: BUILT,
            },
            all: limit.saturating_mul(ALL),
            kept: BUILT,
            strings: HashMap::new(),
            members: HashMap::new(),
            elements: HashMap::new(),
            lengths: HashMap::new(),
            patterns: Automata::default(),
            automata: Automata::default(),
        }
    }

    /// How many steps are left to the expression.
    #[cfg(test)]
    pub(super) fn left(&self) -> u64 {
        self.left.steps
    }

    /// Takes one step.
    pub(super) fn step(&mut self) -> Result<(), Failure> {
        self.steps(1)
    }

    /// Takes some steps.
    pub(super) fn steps(&mut self, steps: u64) -> Result<(), Failure> {
        match (
            self.left.steps.checked_sub(steps),
            self.all.checked_sub(steps),
        ) {
            (Some(left), Some(all)) => {
                (self.left.steps, self.all) = (left, all);
                Ok(())
            }
            (None, _) => {
                self.left.steps = 0;
                let limit = self.limit;
                Err(Failure::bound(format!(
                    "the expression takes more than {limit} steps (`--max-steps` raises that)"
                )))
            }
            (_, None) => {
                self.all = 0;
                let limit = self.limit.saturating_mul(ALL);
                Err(Failure::bound(format!(
                    "all expressions together take more than {limit} steps (`--max-steps` raises that)"
                )))
            }
        }
    }

    /// Another expression begins: it has its own steps and bytes.
    pub(super) fn refill(&mut self) {
        self.left = Left {
            steps: self.limit,
            built: BUILT,
        };
    }

    /// A variable begins, with steps and bytes of its own; gives what is to be taken up after it.
    pub(super) fn put_aside(&mut self) -> Left {
        let left = self.left;
        self.refill();
        left
    }

    /// The variable is computed, and what it built is kept.
    pub(super) fn take_up(&mut self, left: Left) -> Result<(), Failure> {
        let built = BUILT - self.left.built;
        self.left = left;
        match self.kept.checked_sub(built) {
            Some(kept) => {
                self.kept = kept;
                Ok(())
            }
            None => Err(too_much("the variables build")),
        }
    }

    /// Takes the steps that reading so many bytes costs.
    pub(super) fn read(&mut self, bytes: usize) -> Result<(), Failure> {
        self.steps((bytes / BYTES_A_STEP) as u64)
    }

    /// Pays for building so many bytes, before they are built.
    pub(super) fn build(&mut self, bytes: usize) -> Result<(), Failure> {
        match self.left.built.checked_sub(bytes) {
            Some(left) => {
                self.left.built = left;
                self.read(bytes)
            }
            None => Err(too_much("the expression builds")),
        }
    }

    /// A new list, paid for here.
    pub(super) fn list(&mut self, elements: Vec<Value<'d>>) -> Result<Value<'d>, Failure> {
        self.build(elements.len().saturating_mul(size_of::<Value<'_>>()))?;
        flat(elements.into())
    }

    /// A new map, paid for here.
    pub(super) fn map(&mut self, entries: BTreeMap<Key, Value<'d>>) -> Result<Value<'d>, Failure> {
        self.build(entries.len().saturating_mul(3 * size_of::<Value<'_>>()))?;
        flat(entries.into())
    }
}

/// A new container, if there are not too many around each other.
pub(super) fn flat(value: Value<'_>) -> Result<Value<'_>, Failure> {
    if value.depth() <= NESTED {
        return Ok(value);
    }
    Err(Failure::bound(format!(
        "the expression builds more than {NESTED} lists around each other"
    )))
}

/// That more was to be built than may be.
fn too_much(who: &str) -> Failure {
    let most = BUILT >> 20;
    Failure::bound(format!("{who} more than {most} MiB of text and lists"))
}

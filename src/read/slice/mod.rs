//! Cuts the one JSON value out of a reply, or refuses to guess.

mod brackets;

mod fault;

mod fence;

mod found;

mod looks;

mod reasoning;

mod scan;

mod settle;

use std::ops::Range;

use super::document::{Arena, Document};
use crate::refusal::{Refusal, Text};

pub use fault::{Fault, Piece, Wrong};

/// Where JSON is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Method {
    /// The whole text is the JSON
    Whole,
    /// The whole text, or a code fence
    Fence,
    /// Also in prose
    Loose,
}

/// What settles several different candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Pick {
    /// Nothing: they are refused
    Only,
    /// The first in the text
    First,
    /// The last in the text
    Last,
    /// The only one that satisfies the schema
    Schema,
}

/// How to slice.
#[derive(Debug, Clone)]
pub struct Slicing {
    /// Where to look.
    pub method: Method,
    /// What settles several candidates.
    pub pick: Pick,
    /// How many containers may nest.
    pub max_depth: usize,
    /// Whether to tell [`Story::events`].
    pub trace: bool,
}

/// Where a candidate stood; better ranks come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// The whole text, or all of it behind the reasoning.
    Whole,
    /// In a code fence, untagged or tagged json.
    Fence,
    /// In prose.
    Prose,
    /// In a code fence of another language.
    OtherFence,
    /// In prose, and holds only numbers or nothing.
    Weak,
}

impl Rank {
    /// How many there are.
    const COUNT: usize = 5;

    /// All of them, best first.
    const ALL: [Self; Self::COUNT] = [
        Self::Whole,
        Self::Fence,
        Self::Prose,
        Self::OtherFence,
        Self::Weak,
    ];

    /// The word for it in a verdict.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Fence => "fence",
            Self::Prose => "prose",
            Self::OtherFence => "other_fence",
            Self::Weak => "weak",
        }
    }

    /// Where it stands, in words.
    #[must_use]
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Whole => "that is the whole reply",
            Self::Fence => "in a code fence",
            Self::Prose => "in prose",
            Self::OtherFence => "in a code fence of another language",
            Self::Weak => "in prose that holds only numbers or nothing",
        }
    }
}

/// A value that could be the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its bytes in the reply.
    pub span: Range<usize>,
    /// Where it stood.
    pub rank: Rank,
    /// Whether it satisfies the schema, if that was asked.
    pub satisfies: Option<bool>,
}

/// The answer's place, and what was passed over for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    /// Where it stood.
    pub rank: Rank,
    /// Its bytes in the reply.
    pub span: Range<usize>,
    /// How many other values or broken pieces were passed over.
    pub discarded: usize,
    /// The bytes of the first few of them.
    pub discarded_spans: Vec<Range<usize>>,
}

/// One thing that happened on the way, for `--trace`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The bytes of the reply that it is about.
    pub span: Option<Range<usize>>,
    /// What happened, and why.
    pub text: Text,
}

/// What slicing has to tell, whether it found an answer or not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Story {
    /// The answer's place, once there is one.
    pub slice: Option<Slice>,
    /// The distinct candidates of the best rank, at most 20.
    pub candidates: Vec<Candidate>,
    /// How many more distinct candidates there were.
    pub more_candidates: usize,
    /// Empty unless [`Slicing::trace`].
    pub events: Vec<Event>,
}

/// Cuts the answer out of a reply. `satisfies` says whether a candidate satisfies the schema;
/// it is asked only about several candidates, and `None` means that there is no schema. The
/// document takes the memory of `arena`.
///
/// # Errors
/// `parse.*`, with the place of the first offence.
pub fn cut<'a>(
    text: &'a str,
    slicing: &Slicing,
    satisfies: Option<&dyn Fn(&Document<'_>) -> bool>,
    story: &mut Story,
    arena: &mut Arena,
) -> Result<Document<'a>, Refusal> {
    settle::answer(text, slicing, satisfies, story, arena).map_err(|fault| fault.refuse(text))
}

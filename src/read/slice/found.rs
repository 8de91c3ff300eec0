//! What a scan of a reply has found: candidates and broken pieces by rank, in bounded memory.

use std::cell::OnceCell;
use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;

use super::fault::Piece;
use super::{Candidate, Rank};
use crate::read::document::{self, Arena};

/// How many distinct candidates of a rank are kept to be listed.
pub(super) const KEPT: usize = 20;

/// How many spans of what was passed over are kept.
const SPANS: usize = 8;

/// What stood at one rank.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// The first distinct candidates, at most [`KEPT`].
    pub(super) kept: Vec<Kept>,
    /// Candidates beyond those, each different from all that are kept.
    pub(super) more: usize,
    /// The last candidate.
    pub(super) last: Range<usize>,
    /// Distinct candidates that satisfy the schema: the first, and whether there are others.
    pub(super) satisfying: Option<(Range<usize>, bool)>,
    /// The first broken piece.
    pub(super) broken: Option<Piece>,
    /// Where the last broken piece begins.
    last_broken: usize,
    /// Whether a broken piece shows that what surrounds it was meant as JSON.
    fatal: bool,
}

/// A distinct candidate.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) span: Range<usize>,
    /// Made once there is another to compare it with.
    hash: OnceCell<u64>,
}

impl Kept {
    fn new(span: Range<usize>) -> Self {
        let hash = OnceCell::new();
        Self { span, hash }
    }

    /// The pieces of it between insignificant white space.
    fn tokens<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        document::write::tokens(text.get(self.span.clone()).unwrap_or_default())
    }

    /// Where the tokens are cut depends on the white space; their bytes in a row do not.
    fn hash(&self, text: &str) -> u64 {
        *self.hash.get_or_init(|| {
            let mut hasher = DefaultHasher::new();
            let tokens = self.tokens(text);
            tokens.for_each(|token| hasher.write(token.as_bytes()));
            hasher.finish()
        })
    }

    /// Whether it is the same as another, but for white space.
    fn is(&self, other: &Self, text: &str) -> bool {
        let bytes = self.tokens(text).flat_map(str::bytes);
        let others = other.tokens(text).flat_map(str::bytes);
        self.hash(text) == other.hash(text) && bytes.eq(others)
    }
}

/// A candidate as it was read.
#[derive(Debug)]
pub(super) struct Parsed {
    /// Where it begins.
    pub(super) start: usize,
    pub(super) read: document::Scanned,
    /// Its nodes.
    pub(super) arena: Arena,
}

impl Group {
    /// Whether a broken piece of this rank forbids the candidates of the same rank: a stray
    /// closer does always, a sketch only behind them.
    pub(super) fn forbids(&self) -> bool {
        self.fatal || (self.broken.is_some() && self.last_broken > self.last.start)
    }

    pub(super) fn candidates(&self, rank: Rank) -> Vec<Candidate> {
        let candidate = |kept: &Kept| Candidate {
            span: kept.span.clone(),
            rank,
            satisfies: None,
        };
        self.kept.iter().map(candidate).collect()
    }
}

/// What stood in a reply.
#[derive(Debug, Default)]
pub(super) struct Found {
    groups: [Group; Rank::COUNT],
    /// How many candidates and broken pieces there were, repetitions included.
    pub(super) seen: usize,
    /// The bytes of the first few of them.
    pub(super) spans: Vec<Range<usize>>,
}

impl Found {
    /// Takes a candidate; says whether its text is new at its rank.
    pub(super) fn candidate(&mut self, text: &str, span: Range<usize>, rank: Rank) -> bool {
        self.count(span.clone());
        let candidate = Kept::new(span);
        let group = self.group_mut(rank);
        group.last = candidate.span.clone();
        if group.kept.iter().any(|kept| kept.is(&candidate, text)) {
            return false;
        }
        if group.kept.len() < KEPT {
            group.kept.push(candidate);
        } else {
            group.more += 1;
        }
        true
    }

    /// Notes that the candidate just taken satisfies the schema.
    pub(super) fn satisfies(&mut self, span: Range<usize>, rank: Rank) {
        let satisfying = &mut self.group_mut(rank).satisfying;
        match satisfying {
            Some((_, others)) => *others = true,
            None => *satisfying = Some((span, false)),
        }
    }

    /// Takes a broken piece. `fatal` forbids candidates of the same rank wherever they stand.
    pub(super) fn broken(&mut self, piece: Piece, rank: Rank, fatal: bool) {
        self.count(piece.span.clone());
        let group = self.group_mut(rank);
        group.last_broken = piece.span.start;
        group.fatal |= fatal;
        group.broken.get_or_insert(piece);
    }

    /// The best rank that holds anything, and what it holds.
    pub(super) fn best(&self) -> Option<(Rank, &Group)> {
        let holds = |group: &Group| !group.kept.is_empty() || group.broken.is_some();
        Rank::ALL
            .into_iter()
            .zip(&self.groups)
            .find(|(_, group)| holds(group))
    }

    /// The candidates of ranks below this one, as far as they are kept.
    pub(super) fn below(&self, rank: Rank) -> impl Iterator<Item = (Rank, &Range<usize>)> {
        let groups = Rank::ALL.into_iter().zip(&self.groups);
        groups
            .filter(move |(worse, _)| *worse > rank)
            .flat_map(|(worse, group)| group.kept.iter().map(move |kept| (worse, &kept.span)))
    }

    fn count(&mut self, span: Range<usize>) {
        self.seen += 1;
        if self.spans.len() < SPANS {
            self.spans.push(span);
        }
    }

    #[expect(clippy::indexing_slicing, reason = "there is a group for each rank")]
    fn group_mut(&mut self, rank: Rank) -> &mut Group {
        &mut self.groups[rank as usize]
    }
}

//! Regular expressions (of the Rust regex crates: RE2's but for Unicode classes), compiled.
//!
//! An automaton that is made while it searches reads a text at a fixed price. For some patterns it
//! would have too many states; then all places of the pattern are followed side by side, which
//! costs as many steps for each byte as the pattern is large.

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;

use regex_automata::hybrid::dfa::{self, DFA};
use regex_automata::nfa::thompson::{Compiler, Config, NFA, WhichCaptures};

/// How many bytes a pattern may have.
pub(super) const LENGTH: usize = 4096;

/// How many bytes a compiled pattern may take. `\w{64}` takes about a half of them.
pub(super) const COMPILED: usize = 2 << 20;

/// How many bytes an automaton may grow to while it searches.
const GROWN: usize = 1 << 20;

/// A compiled pattern. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Pattern(pub(super) Arc<Compiled>);

/// What a pattern is made of.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) text: String,
    pub(super) nfa: NFA,
    pub(super) automaton: DFA,
}

/// The patterns that were searched for, each with its automaton as far as it is made.
pub(super) type Patterns = HashMap<String, (Pattern, dfa::Cache)>;

impl Pattern {
    /// Compiles a pattern; the fault is one line.
    pub(super) fn compile(text: &str) -> Result<Self, String> {
        if text.len() > LENGTH {
            return Err(format!("the pattern has more than {LENGTH} bytes"));
        }
        let config = Config::new()
            .which_captures(WhichCaptures::None)
            .nfa_size_limit(Some(COMPILED));
        let nfa = Compiler::new().configure(config).build(text);
        let nfa = nfa.map_err(|error| match error.source() {
            Some(fault) => {
                let all = fault.to_string();
                let last = all.lines().last().unwrap_or_default();
                let why = last.strip_prefix("error: ").unwrap_or(last);
                format!("the pattern is no regular expression: {why}")
            }
            None => "the pattern is too large when its repetitions are written out".to_owned(),
        })?;
        let config = DFA::config()
            .unicode_word_boundary(true)
            .cache_capacity(GROWN)
            .skip_cache_capacity_check(true)
            .minimum_cache_clear_count(Some(0));
        let automaton = DFA::builder().configure(config).build_from_nfa(nfa.clone());
        let automaton = automaton.map_err(|_| "the pattern cannot be compiled".to_owned())?;
        let text = text.to_owned();
        Ok(Self(Arc::new(Compiled {
            text,
            nfa,
            automaton,
        })))
    }
}

impl Pattern {
    /// How many bytes it takes compiled.
    pub(super) fn size(&self) -> usize {
        self.0.nfa.memory_usage()
    }
}

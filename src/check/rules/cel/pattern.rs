//! Regular expressions (of the Rust regex crates: RE2's but for Unicode classes), compiled.
//!
//! An automaton that is made while it searches reads a text at a fixed price. For some patterns it
//! would have too many states; then all places of the pattern are followed side by side, which
//! costs as many steps for each byte as the pattern is large.

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;

use regex_automata::Input;
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

/// How many patterns are kept.
pub(super) const KEPT: usize = 64;

/// The patterns that were searched for, each with its automaton as far as it is made. What comes
/// of a search does not depend on it, so that it can be used for one document after the other.
#[derive(Debug, Default)]
pub struct Automata(HashMap<String, (Pattern, dfa::Cache)>);

impl Automata {
    /// The pattern of this text, if it was searched for.
    pub(super) fn get(&self, text: &str) -> Option<Pattern> {
        self.0.get(text).map(|(pattern, _)| pattern.clone())
    }

    /// Whether a pattern matches any part of a text; `None` where its automaton would grow too
    /// large.
    pub(super) fn search(&mut self, pattern: &Pattern, text: &str) -> Option<bool> {
        let Pattern(compiled) = pattern;
        let known = self.0.remove_entry(&compiled.text);
        let is_known = known.is_some();
        let (key, mut cache) = match known {
            Some((key, (_, cache))) => (key, cache),
            None => (compiled.text.clone(), compiled.automaton.create_cache()),
        };
        let mut found = compiled.search(&mut cache, text);
        if found.is_none() && is_known {
            // It was the texts before that made it large.
            cache.reset(&compiled.automaton);
            found = compiled.search(&mut cache, text);
        }
        if self.0.len() < KEPT {
            self.0.insert(key, (pattern.clone(), cache));
        }
        found
    }
}

impl Compiled {
    fn search(&self, cache: &mut dfa::Cache, text: &str) -> Option<bool> {
        let input = Input::new(text).earliest(true);
        let found = self.automaton.try_search_fwd(cache, &input);
        found.ok().map(|found| found.is_some())
    }
}

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

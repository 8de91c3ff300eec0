//! Searching for patterns, which is paid for.

use regex_automata::Input;
use regex_automata::nfa::thompson::NFA;
use regex_automata::nfa::thompson::pikevm::PikeVM;

use super::context::Context;
use super::failure::Failure;
use super::pattern::{COMPILED, LENGTH, Pattern};

/// How many bytes of a compiled pattern are made in one step.
const COMPILED_A_STEP: usize = 64;

/// How many places of a pattern are followed in one step.
const FOLLOWED_A_STEP: usize = 64;

impl Context<'_> {
    /// Whether a pattern that is written as text matches any part of a text.
    pub(super) fn matches(&mut self, pattern: &str, text: &str) -> Result<bool, Failure> {
        let pattern = match self.patterns.get(pattern) {
            Some(known) => known,
            None => self.compile(pattern)?,
        };
        self.read(text.len())?;
        let found = self.patterns.search(&pattern, text);
        self.or_follow(found, &pattern, text)
    }

    /// Compiles a pattern, and pays for it.
    fn compile(&mut self, text: &str) -> Result<Pattern, Failure> {
        self.steps(8 * text.len().min(LENGTH) as u64)?;
        let pattern = Pattern::compile(text);
        let size = match &pattern {
            Ok(pattern) => pattern.size(),
            Err(_) => COMPILED,
        };
        self.steps((size / COMPILED_A_STEP) as u64)?;
        pattern.map_err(Failure::other)
    }

    /// Whether a pattern of the rule file matches any part of a text.
    pub(super) fn search(&mut self, pattern: &Pattern, text: &str) -> Result<bool, Failure> {
        self.read(text.len())?;
        let found = self.automata.search(pattern, text);
        self.or_follow(found, pattern, text)
    }

    /// What was found, or what is found without an automaton. An automaton is not paid for: a
    /// state costs no more than a byte does in a search without one, and where there are too many
    /// of them that search is made, and paid for, too.
    fn or_follow(
        &mut self,
        found: Option<bool>,
        pattern: &Pattern,
        text: &str,
    ) -> Result<bool, Failure> {
        match found {
            Some(found) => Ok(found),
            None => self.follow(&pattern.0.nfa, Input::new(text).earliest(true)),
        }
    }

    /// The same without an automaton.
    fn follow(&mut self, nfa: &NFA, input: Input<'_>) -> Result<bool, Failure> {
        let followed = input.haystack().len().saturating_mul(nfa.states().len());
        self.steps((followed / FOLLOWED_A_STEP) as u64)?;
        let machine = PikeVM::new_from_nfa(nfa.clone());
        let machine = machine.map_err(|_| Failure::other("the pattern cannot be compiled"))?;
        Ok(machine.is_match(&mut machine.create_cache(), input))
    }
}

#[cfg(test)]
mod tests {
    use super::super::failure::Cause;
    use super::super::pattern::Automata;
    use super::*;

    const STEPS: u64 = 1_000_000;

    fn found(pattern: &str, text: &str) -> Result<bool, Failure> {
        Context::new(STEPS).matches(pattern, text)
    }

    /// `a` and `b` in an order without a pattern.
    fn mixed(length: usize) -> String {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if state >> 31 == 0 { 'a' } else { 'b' }
        };
        (0..length).map(|_| next()).collect()
    }

    #[test]
    fn a_pattern_matches_any_part() {
        for (pattern, text, is_found) in [
            ("", "", true),
            ("b+", "aabb", true),
            ("^b", "ab", false),
            ("b$", "ab\nb", true),
            ("(?m)^b", "a\nb", true),
            ("(?i)É", "xé", true),
            (r"^\w{1,64}$", "größe", true),
            (r"\bö\b", "a ö b", true),
            (r"\bö\b", "aöb", false),
            (r"^\d{4}-\d{2}$", "2025-02", true),
            (r"a\.b", "axb", false),
        ] {
            assert_eq!(found(pattern, text), Ok(is_found), "{pattern} {text}");
        }
    }

    #[test]
    fn a_pattern_that_is_none_is_told_in_one_line() {
        for (pattern, why) in [
            ("a(", "the pattern is no regular expression: unclosed group"),
            (
                r"\w{999}",
                "the pattern is too large when its repetitions are written out",
            ),
            (&"a".repeat(5000), "the pattern has more than 4096 bytes"),
        ] {
            let failure = found(pattern, "a").unwrap_err();
            assert_eq!((failure.cause, failure.message), (Cause::Other, why.into()));
        }
    }

    #[test]
    fn with_or_without_an_automaton_the_answer_is_the_same() {
        let text = mixed(20_000);
        for pattern in ["[ab]*a[ab]{20}c", "[ab]*a[ab]{20}[abc]$", r"\ba[ab]{9}b"] {
            let mut context = Context::new(u64::MAX);
            let compiled = context.compile(pattern).unwrap();
            for text in [text.clone(), format!("é {text}"), format!("{text}c")] {
                let input = Input::new(&text);
                let slow = context.follow(&compiled.0.nfa, input).unwrap();
                assert_eq!(context.matches(pattern, &text).unwrap(), slow, "{pattern}");
            }
        }
    }

    #[test]
    fn what_was_searched_before_changes_neither_the_answer_nor_the_price() {
        let texts: Vec<_> = (1..40).map(|size| mixed(size * 700)).collect();
        for pattern in ["[ab]*a[ab]{20}c", "[ab]*a[ab]{9}$", "^[ab]+c?$"] {
            let compiled = Pattern::compile(pattern).unwrap();
            let mut automata = Automata::default();
            let mut given_up = 0;
            for text in texts.iter().chain(&texts) {
                let search = |automata: &mut Automata| {
                    let mut context = Context::new(STEPS);
                    context.automata = std::mem::take(automata);
                    let found = context.search(&compiled, text);
                    *automata = std::mem::take(&mut context.automata);
                    (found, context.left())
                };
                let fresh = search(&mut Automata::default());
                assert_eq!(search(&mut automata), fresh, "{pattern}");
                given_up += usize::from(Automata::default().search(&compiled, text).is_none());
            }
            assert_eq!(
                given_up > 0,
                pattern.contains("20"),
                "{pattern}: {given_up}"
            );
        }
    }

    #[test]
    fn work_is_paid_for() {
        let text = mixed(1 << 20);
        let is_bounded = |pattern: &str| {
            found(pattern, &text).is_err_and(|failure| failure.cause == Cause::Bound)
        };
        assert!(!is_bounded("c") && !is_bounded("^[a-z]+[0-9]$"));
        assert!(is_bounded("[ab]*a[ab]{200}c") && is_bounded("(a*b*){900}c"));
        let mut context = Context::new(STEPS);
        let mut compile = || context.matches(r"\w{999}", "").map(drop);
        let bound = (0..99).find_map(|_| compile().err().filter(|it| it.cause == Cause::Bound));
        assert!(bound.is_some());
    }

    #[test]
    fn more_patterns_than_are_kept_can_be_searched_for() {
        let mut context = Context::new(u64::MAX);
        for round in 0..2 {
            for number in 0..2 * super::super::pattern::KEPT {
                let text = number.to_string();
                assert_eq!(
                    context.matches(&format!("^{text}$"), &text),
                    Ok(true),
                    "{round}"
                );
            }
        }
    }
}

//! One token after the other, and what is said of one that does not fit.

use std::ops::Range;
use std::sync::Arc;

use super::fault::{Fault, fault};
use super::lex::Lexeme;
use super::names::foreign;
use super::parse::Parser;
use crate::refusal::Text;

const PERCENT: &str = "`%` is the remainder of a division; five percent is `0.05`";

impl Parser<'_, '_, '_> {
    pub(super) fn peek(&self) -> &Lexeme {
        self.tokens
            .get(self.at)
            .map_or(&Lexeme::End, |token| &token.what)
    }

    pub(super) fn span(&self) -> Range<usize> {
        let end = self.text.len()..self.text.len();
        self.tokens
            .get(self.at)
            .map_or(end, |token| token.span.clone())
    }

    pub(super) fn is(&self, symbol: &str) -> bool {
        matches!(self.peek(), Lexeme::Symbol(found) if *found == symbol)
    }

    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        let found = self.is(symbol);
        self.at += usize::from(found);
        found
    }

    pub(super) fn next_name(&mut self) -> Option<(Arc<str>, Range<usize>)> {
        let Lexeme::Name(name) = self.peek().clone() else {
            return None;
        };
        let span = self.span();
        self.at += 1;
        Some((name, span))
    }

    pub(super) fn expect(&mut self, symbol: &'static str) -> Result<Range<usize>, Fault> {
        let span = self.span();
        if self.eat(symbol) {
            return Ok(span);
        }
        Err(self.unexpected(&format!("`{symbol}`")))
    }

    /// What stands here is not what had to come.
    pub(super) fn unexpected(&self, wanted: &str) -> Fault {
        let span = self.span();
        let found = self.text.get(span.clone()).unwrap_or_default();
        if found.is_empty() {
            let message = format!("the expression ends where {wanted} had to come");
            let ends = fault(message, span);
            return if self.is_behind_percent() {
                ends.help(PERCENT)
            } else {
                ends
            };
        }
        let message = Text::new()
            .own("`")
            .key(found)
            .own(format!("` stands where {wanted} had to come"));
        let unexpected = fault(message, span);
        match self.meant(found, wanted) {
            Some(help) => unexpected.help(help),
            None => unexpected,
        }
    }

    /// What was probably meant by a word that stands in a wrong place.
    fn meant(&self, found: &str, wanted: &str) -> Option<&'static str> {
        let next = self.tokens.get(self.at + 1).map(|token| &token.what);
        let is_next = |word: &str| matches!(next, Some(Lexeme::Name(name)) if **name == *word);
        match found.to_ascii_lowercase().as_str() {
            "not" if is_next("in") => Some("write `!(a in b)`"),
            "is" if is_next("not") => Some("did you mean `!=`?"),
            "," if self.is_in_number() => Some("digits stand without commas: `1000`"),
            "," if wanted == "`)`" => Some("a list is written ['a', 'b']"),
            _ if self.is_behind_percent() => Some(PERCENT),
            _ => foreign::operator(found),
        }
    }

    /// Whether a comma parts digits, as in `1,000`.
    fn is_in_number(&self) -> bool {
        let comma = self.span();
        let before = self.text.get(..comma.start).unwrap_or_default();
        let behind = self.text.get(comma.end..).unwrap_or_default();
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        before.ends_with(|c: char| c.is_ascii_digit()) && digits == 3
    }

    /// Whether the last token is a `%`.
    fn is_behind_percent(&self) -> bool {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.is_some_and(|token| matches!(token.what, Lexeme::Symbol("%")))
    }
}

//! The tokens of an expression to its tree (CEL language definition, "Grammar").

use std::ops::Range;

use super::fault::{Fault, fault};
use super::kinds;
use super::lex::{Lexeme, Token, tokens};
use super::scope::Names;
use super::tree::{Expr, Operator, What};
use super::value::{Kind, Value};
use crate::refusal::Text;

/// The longest expression, in bytes.
pub(in crate::check) const LONGEST: usize = 4096;

/// How many brackets may stand around each other.
const BRACKETS: usize = 50;

/// How many levels an expression may nest, a level for each operator that has another on its left.
const DEPTH: usize = 200;

/// Reads an expression; what it names is put into `names`.
///
/// # Errors
/// All faults that were found: only the first of syntax.
pub(super) fn parse(text: &str, names: &mut Names<'_>) -> Result<Expr, Vec<Fault>> {
    if text.len() > LONGEST {
        let message = format!(
            "an expression has at most {LONGEST} bytes, this one {}",
            text.len()
        );
        let end = text.floor_char_boundary(LONGEST);
        return Err(vec![
            fault(message, 0..end).help("give parts of it names under `[variables]`"),
        ]);
    }
    let mut faults = Vec::new();
    let tokens = tokens(text).map_err(|fault| vec![fault])?;
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        depth: 0,
        names,
        faults: &mut faults,
    };
    match parser.all() {
        Ok(root) if faults.is_empty() => Ok(root),
        Ok(_) => Err(faults),
        Err(fault) => {
            faults.push(fault);
            Err(faults)
        }
    }
}

pub(super) struct Parser<'t, 'n, 's> {
    pub(super) text: &'t str,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    depth: usize,
    pub(super) names: &'n mut Names<'s>,
    /// What is wrong and does not hinder reading on.
    pub(super) faults: &'n mut Vec<Fault>,
}

impl Parser<'_, '_, '_> {
    fn all(&mut self) -> Result<Expr, Fault> {
        if matches!(self.peek(), Lexeme::End) {
            return Err(fault("the expression is empty", 0..self.text.len()));
        }
        let root = self.expression()?;
        match self.peek() {
            Lexeme::End => Ok(root),
            _ => Err(self.unexpected("an operator or the end")),
        }
    }

    /// `condition ? yes : no`, or what binds more strongly.
    pub(super) fn expression(&mut self) -> Result<Expr, Fault> {
        self.depth += 1;
        if self.depth > BRACKETS {
            return Err(too_deep(self.span()));
        }
        let condition = self.or()?;
        let whole = if self.eat("?") {
            let yes = self.or()?;
            self.expect(":")?;
            let no = self.expression()?;
            let kind = self.choice(&condition, &yes, &no);
            let span = condition.span.start..no.span.end;
            make(span, kind, What::Choice(Box::new([condition, yes, no])))?
        } else {
            condition
        };
        self.depth -= 1;
        Ok(whole)
    }

    fn choice(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Kind {
        self.demand(condition, Kind::Bool, "the condition of `? :`");
        if yes.kind == no.kind {
            yes.kind
        } else {
            Kind::Any
        }
    }

    fn or(&mut self) -> Result<Expr, Fault> {
        let first = self.and()?;
        self.chain("||", first, Self::and, What::Or)
    }

    fn and(&mut self) -> Result<Expr, Fault> {
        let first = self.binary(0)?;
        self.chain("&&", first, |parser| parser.binary(0), What::And)
    }

    /// `first`, alone or with all that `symbol` joins to it.
    fn chain(
        &mut self,
        symbol: &'static str,
        first: Expr,
        next: impl Fn(&mut Self) -> Result<Expr, Fault>,
        what: impl Fn(Vec<Expr>) -> What,
    ) -> Result<Expr, Fault> {
        let mut parts = vec![first];
        while self.eat(symbol) {
            parts.push(next(self)?);
        }
        if parts.len() == 1 {
            return parts.pop().ok_or_else(|| self.unexpected("a value"));
        }
        for part in &parts {
            self.demand(part, Kind::Bool, &format!("a side of `{symbol}`"));
        }
        let ends = parts.first().zip(parts.last());
        let span = ends.map_or(0..0, |(first, last)| first.span.start..last.span.end);
        make(span, Kind::Bool, what(parts))
    }

    /// Operators of this strength, from left to right.
    fn binary(&mut self, strength: u8) -> Result<Expr, Fault> {
        if strength > 2 {
            return self.unary();
        }
        let mut left = self.binary(strength + 1)?;
        while let Some(operator) = self.operator(strength) {
            let symbol = self.span();
            self.at += 1;
            let right = self.binary(strength + 1)?;
            let kind = match kinds::binary(operator, left.kind, right.kind) {
                Ok(kind) => kind,
                Err((message, help)) => {
                    let mut fault = fault(message, symbol);
                    fault.help = help.map(Text::from);
                    self.faults.push(fault);
                    Kind::Any
                }
            };
            let span = left.span.start..right.span.end;
            left = make(span, kind, What::Binary(operator, Box::new([left, right])))?;
        }
        Ok(left)
    }

    fn operator(&self, strength: u8) -> Option<Operator> {
        let word = match self.peek() {
            Lexeme::Symbol(symbol) => *symbol,
            Lexeme::Name(name) if &**name == "in" => "in",
            _ => return None,
        };
        let row = Operator::ALL
            .iter()
            .find(|(symbol, _, level)| *symbol == word && *level == strength);
        row.map(|(_, operator, _)| *operator)
    }

    /// `!a`, `-a`, any number of them.
    fn unary(&mut self) -> Result<Expr, Fault> {
        let mut signs = Vec::new();
        while let Some(sign) = ["!", "-"].into_iter().find(|sign| self.is(sign)) {
            signs.push((sign, self.span().start));
            self.at += 1;
        }
        let literal = matches!(self.peek(), Lexeme::Literal(_));
        let mut inner = self.postfix()?;
        for (sign, start) in signs.into_iter().rev() {
            let span = start..inner.span.end;
            inner = match (sign, &inner.what) {
                ("-", What::Constant(Value::Number(number))) if literal => {
                    let negative = Value::Number(number.negate());
                    make(span, Kind::Number, What::Constant(negative))?
                }
                ("-", _) => {
                    let kind = if inner.kind == Kind::Duration {
                        Kind::Duration
                    } else {
                        Kind::Number
                    };
                    self.demand(&inner, kind, "what stands behind `-`");
                    make(span, kind, What::Negate(Box::new(inner)))?
                }
                _ => {
                    self.demand(&inner, Kind::Bool, "what stands behind `!`");
                    make(span, Kind::Bool, What::Not(Box::new(inner)))?
                }
            };
        }
        Ok(inner)
    }

    /// Says so if a part can be seen to be of another type.
    pub(super) fn demand(&mut self, part: &Expr, kind: Kind, what: &str) {
        if !part.kind.may_be(kind) {
            let message = format!(
                "{what} must be {}, this is {}",
                kind.words(),
                part.kind.words()
            );
            self.faults.push(fault(message, part.span.clone()));
        }
    }
}

/// Whether a part has a value that the writer of the reply has chosen.
pub(super) fn comes_from_reply(part: &Expr) -> bool {
    matches!(
        part.what,
        What::This | What::Variable(_) | What::Call | What::Local { of_reply: true, .. }
    )
}

fn too_deep(span: Range<usize>) -> Fault {
    fault("the expression nests too deep", span).help("split it with `[variables]`")
}

/// A part of an expression, unless it nests too deep.
pub(super) fn make(span: Range<usize>, kind: Kind, what: What) -> Result<Expr, Fault> {
    let mut made = Expr {
        span,
        kind,
        depth: 0,
        what,
    };
    let below = made.parts().into_iter().map(|part| part.depth).max();
    made.depth = below.unwrap_or_default() + 1;
    if made.depth > DEPTH {
        return Err(too_deep(made.span));
    }
    Ok(made)
}

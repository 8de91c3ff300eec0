//! An expression as a tree, each part with the bytes that it was written in.

use std::ops::Range;
use std::sync::Arc;

use super::pattern::Pattern;
use super::table::Row;
use super::value::{Kind, Value};

/// A part of an expression.
#[derive(Debug)]
pub(super) struct Expr {
    /// Its bytes in the text of the expression, brackets around it not counted.
    pub(super) span: Range<usize>,
    /// The type of its value, as far as it can be seen.
    pub(super) kind: Kind,
    /// How many levels it nests, itself counted.
    pub(super) depth: usize,
    pub(super) what: What,
}

/// What a part of an expression is.
#[derive(Debug)]
pub(super) enum What {
    Constant(Value<'static>),
    /// `this`
    This,
    /// `now`
    Now,
    /// `facts`
    Facts,
    /// `call`
    Call,
    /// `variables.NAME`, by the variable's number.
    Variable(usize),
    /// The name of a macro's element, by how many are around it.
    Local {
        slot: usize,
        /// Whether what the macro ranges over comes from the reply.
        of_reply: bool,
    },
    /// `of.field`
    Select {
        of: Box<Expr>,
        field: Arc<str>,
    },
    /// `has(of.field)`
    Has {
        of: Box<Expr>,
        field: Arc<str>,
    },
    /// `of[index]`
    Index(Box<[Expr; 2]>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    /// `a && b && c`
    And(Vec<Expr>),
    /// `a || b || c`
    Or(Vec<Expr>),
    /// `condition ? yes : no`
    Choice(Box<[Expr; 3]>),
    Binary(Operator, Box<[Expr; 2]>),
    List(Vec<Expr>),
    Map(Vec<[Expr; 2]>),
    Apply {
        function: &'static Row,
        /// What a method is called on comes first.
        arguments: Vec<Expr>,
    },
    /// `text.matches(pattern)` with a pattern that is written out, compiled beforehand.
    Matches(Box<Expr>, Pattern),
    Each(Box<Each>),
}

/// A macro over the elements of a list or the keys of a map.
#[derive(Debug)]
pub(super) struct Each {
    pub(super) what: Macro,
    pub(super) range: Expr,
    /// The slot of its element.
    pub(super) slot: usize,
    /// What must hold of an element, for [`Macro::Map`] only if it is given.
    pub(super) condition: Option<Expr>,
    /// What [`Macro::Map`] makes of an element.
    pub(super) result: Option<Expr>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Macro {
    All,
    Exists,
    ExistsOne,
    Filter,
    Map,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    In,
}

impl Operator {
    /// All, by how they are written and how strongly they bind.
    pub(super) const ALL: [(&'static str, Self, u8); 12] = [
        ("==", Self::Equal, 0),
        ("!=", Self::Unequal, 0),
        ("<", Self::Less, 0),
        ("<=", Self::AtMost, 0),
        (">", Self::Greater, 0),
        (">=", Self::AtLeast, 0),
        ("in", Self::In, 0),
        ("+", Self::Add, 1),
        ("-", Self::Subtract, 1),
        ("*", Self::Multiply, 2),
        ("/", Self::Divide, 2),
        ("%", Self::Remainder, 2),
    ];

    /// As it is written.
    pub(super) fn symbol(self) -> &'static str {
        let row = Self::ALL.iter().find(|(_, operator, _)| *operator == self);
        row.map_or("", |(symbol, ..)| symbol)
    }

    /// Whether it gives true or false.
    pub(super) fn is_relation(self) -> bool {
        Self::ALL
            .iter()
            .any(|(_, operator, strength)| *operator == self && *strength == 0)
    }
}

impl Macro {
    /// All, by how they are written.
    pub(super) const ALL: [(&'static str, Self); 6] = [
        ("all", Self::All),
        ("exists", Self::Exists),
        ("exists_one", Self::ExistsOne),
        ("existsOne", Self::ExistsOne),
        ("filter", Self::Filter),
        ("map", Self::Map),
    ];

    pub(super) fn named(name: &str) -> Option<Self> {
        let row = Self::ALL.iter().find(|(known, _)| *known == name);
        row.map(|(_, what)| *what)
    }
}

impl Expr {
    /// The parts that it is made of.
    pub(super) fn parts(&self) -> Vec<&Self> {
        match &self.what {
            What::Constant(_)
            | What::This
            | What::Now
            | What::Facts
            | What::Call
            | What::Variable(_)
            | What::Local { .. } => Vec::new(),
            What::Select { of, .. }
            | What::Has { of, .. }
            | What::Not(of)
            | What::Negate(of)
            | What::Matches(of, _) => vec![of],
            What::Index(pair) | What::Binary(_, pair) => pair.iter().collect(),
            What::Choice(parts) => parts.iter().collect(),
            What::And(parts) | What::Or(parts) | What::List(parts) => parts.iter().collect(),
            What::Apply { arguments, .. } => arguments.iter().collect(),
            What::Map(entries) => entries.iter().flatten().collect(),
            What::Each(each) => {
                let inner = each.condition.iter().chain(&each.result);
                std::iter::once(&each.range).chain(inner).collect()
            }
        }
    }

    /// The text of a string that is written out, and where it stands.
    pub(super) fn written(&self) -> Option<(Arc<str>, Range<usize>)> {
        match &self.what {
            What::Constant(Value::String(text)) => {
                let text: &str = text;
                Some((Arc::from(text), self.span.clone()))
            }
            _ => None,
        }
    }

    /// The part that was written in these bytes.
    pub(super) fn find(&self, span: &Range<usize>) -> Option<&Self> {
        if self.span == *span {
            return Some(self);
        }
        self.parts().into_iter().find_map(|part| part.find(span))
    }

    /// Whether it says so of any part of itself. An expression nests a bounded number of levels.
    pub(super) fn any(&self, is_so: &impl Fn(&Self) -> bool) -> bool {
        is_so(self) || self.parts().into_iter().any(|part| part.any(is_so))
    }
}

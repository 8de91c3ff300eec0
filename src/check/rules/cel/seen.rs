//! What was seen of a part of an expression, for findings.

use std::sync::Arc;

use super::failure::Seen;
use super::run::Run;
use super::show::brief;
use super::tree::{Expr, What};
use super::value::Value;
use crate::read::document::Node;
use crate::refusal::Text;

impl<'r, 'd> Run<'r, 'd> {
    /// What the value of a part is, if that is not plain from the expression.
    pub(super) fn seen(&mut self, expr: &'r Expr) -> Option<Seen> {
        if let What::Has { of, field } = &expr.what {
            let found = matches!(self.of(expr), Ok(Value::Bool(true)));
            let says = if found { " is there" } else { " is missing" };
            return Some(self.member_is(of, field, says));
        }
        let value = self.of(expr).ok()?;
        self.value_is(expr, &value)
    }

    /// That a field is there, or is not.
    pub(super) fn member_is(&mut self, of: &'r Expr, field: &Arc<str>, says: &'static str) -> Seen {
        Seen {
            part: format!("{}.{field}", self.text(of)),
            node: self.node(of).map(Node::index),
            field: Some(Arc::clone(field)),
            is_of_reply: self.is_of_reply(of),
            says: Text::from(says),
        }
    }

    /// What the value of a part is, unless it is written in the expression.
    pub(super) fn value_is(&mut self, expr: &'r Expr, value: &Value<'d>) -> Option<Seen> {
        let varies = |part: &Expr| {
            let is_written = matches!(part.what, What::Constant(_) | What::List(_) | What::Map(_));
            !is_written && part.parts().is_empty()
        };
        if !expr.any(&varies) {
            return None;
        }
        let shown = brief(value);
        let says = Text::new().own(" is ");
        let says = if self.reads_reply(expr) {
            says.seen(&shown)
        } else {
            says.key(&shown)
        };
        let is_path = matches!(
            expr.what,
            What::This | What::Local { .. } | What::Select { .. } | What::Index(_)
        );
        let node = if is_path { self.node(expr) } else { None };
        Some(Seen {
            part: self.text(expr).to_owned(),
            node: node.map(Node::index),
            field: None,
            is_of_reply: self.is_of_reply(expr),
            says,
        })
    }

    /// Whether a part tells nothing of the facts. An element must stand in the reply itself: one
    /// that an expression made may hold anything.
    pub(super) fn is_of_reply(&self, expr: &Expr) -> bool {
        let reply = self.this().document_id();
        !expr.any(&|part| match part.what {
            What::Facts => true,
            What::Local { slot, .. } => {
                let node = self.locals.get(slot).and_then(|item| item.node);
                node.is_none_or(|node| node.document_id() != reply)
            }
            What::Variable(number) => {
                let variable = self.expression_of(number);
                variable.is_some_and(|variable| !self.is_of_reply(&variable.root))
            }
            _ => false,
        })
    }

    /// Whether a whole expression names a fact, itself or in a variable.
    pub(super) fn names_facts(&self, expr: &Expr) -> bool {
        expr.any(&|part| match part.what {
            What::Facts => true,
            What::Variable(number) => {
                let variable = self.expression_of(number);
                variable.is_some_and(|variable| self.names_facts(&variable.root))
            }
            _ => false,
        })
    }
}

//! Why a condition does not hold: the values that it was decided by, and where they stand.

use super::Expression;
use super::failure::Seen;
use super::library::lists;
use super::run::{Error, Run};
use super::show::brief;
use super::tree::{Each, Expr, Macro, Operator, What};
use super::value::Value;
use crate::read::document::Node;
use crate::refusal::Text;

/// One place where a condition does not hold.
#[derive(Debug, Clone, Default)]
pub(in crate::check) struct Reason<'d> {
    /// What was seen there.
    pub(in crate::check) seen: Vec<Seen>,
    /// The value of the reply that it speaks of.
    pub(in crate::check) node: Option<Node<'d>>,
}

/// How many values one reason shows.
const SHOWN: usize = 4;

impl<'r, 'd> Run<'r, 'd> {
    /// Why an expression is true, or false: at least one reason, at most `most`, and how many more
    /// there are.
    pub(in crate::check) fn why(
        &mut self,
        expression: &'r Expression,
        is: bool,
        most: usize,
    ) -> (Vec<Reason<'d>>, usize) {
        self.begin(expression);
        let mut found = Found {
            reasons: Vec::new(),
            most,
            more: 0,
        };
        self.blame(&expression.root, !is, &mut found);
        if found.reasons.is_empty() {
            let node = self.subject(&expression.root);
            found.add(Reason {
                seen: Vec::new(),
                node,
            });
        }
        (found.reasons, found.more)
    }

    /// Why an expression has no value because one of the reply could not be converted.
    pub(in crate::check) fn why_not(
        &mut self,
        expression: &'r Expression,
        error: &Error,
    ) -> Reason<'d> {
        self.begin(expression);
        let failed = match error.variable.and_then(|number| self.expression_of(number)) {
            Some(variable) => variable,
            None => expression,
        };
        let part = failed.root.find(&error.span);
        let node = part.and_then(|part| self.inside(failed, |run| run.subject(part)));
        let seen = Seen {
            part: String::new(),
            node: None,
            field: None,
            is_of_reply: !self.names_facts(&failed.root),
            says: error.message.clone(),
        };
        Reason {
            seen: vec![seen],
            node,
        }
    }

    /// Finds why a part is not what was wanted.
    fn blame(&mut self, expr: &'r Expr, wanted: bool, found: &mut Found<'d>) {
        match &expr.what {
            What::Not(of) => self.blame(of, !wanted, found),
            What::And(parts) if wanted => self.blame_each(parts, wanted, found),
            What::Or(parts) if !wanted => self.blame_each(parts, wanted, found),
            What::And(parts) | What::Or(parts) => self.blame_all(parts, wanted, found),
            What::Choice(parts) => {
                let [condition, yes, no] = &**parts;
                match self.truth_of(condition) {
                    Ok(true) => self.blame(yes, wanted, found),
                    Ok(false) => self.blame(no, wanted, found),
                    Err(_) => {}
                }
            }
            What::Each(each) => self.blame_elements(expr, each, wanted, found),
            What::Variable(number) => {
                if let Some(variable) = self.expression_of(*number) {
                    self.inside(variable, |run| run.blame(&variable.root, wanted, found));
                }
            }
            What::Apply {
                function,
                arguments,
            } if function.name == "unique" && wanted => {
                if let Some(list) = arguments.first() {
                    self.blame_repeated(list, found);
                }
            }
            _ => {
                let reason = self.reason(expr);
                found.add(reason);
            }
        }
    }

    /// The parts that are not what was wanted, each for itself.
    fn blame_each(&mut self, parts: &'r [Expr], wanted: bool, found: &mut Found<'d>) {
        for part in parts {
            if self.truth_of(part).is_ok_and(|truth| truth != wanted) {
                self.blame(part, wanted, found);
            }
        }
    }

    /// All parts together: any of them would have done.
    fn blame_all(&mut self, parts: &'r [Expr], wanted: bool, found: &mut Found<'d>) {
        let mut inner = Found {
            reasons: Vec::new(),
            most: SHOWN,
            more: 0,
        };
        for part in parts {
            self.blame(part, wanted, &mut inner);
        }
        let joined = Reason::joined(inner.reasons);
        found.add(joined);
    }

    /// The elements that a macro fails at.
    fn blame_elements(
        &mut self,
        expr: &'r Expr,
        each: &'r Each,
        wanted: bool,
        found: &mut Found<'d>,
    ) {
        // `all` fails at those of which the condition is false, a denied `exists` and a second of
        // `exists_one` at those of which it is true.
        let failing = match (each.what, wanted) {
            (Macro::All, true) => false,
            (Macro::Exists, false) | (Macro::ExistsOne, true) => true,
            _ => return found.add(self.reason(expr)),
        };
        let (Some(condition), Ok(mut items)) = (&each.condition, self.items(each)) else {
            return;
        };
        let before = found.reasons.len();
        let mut hits = 0_usize;
        while let Ok(Some(item)) = self.bind(each, &mut items) {
            if !self.holds(each).is_ok_and(|truth| truth == failing) {
                continue;
            }
            hits += 1;
            if each.what == Macro::ExistsOne && hits == 1 {
                continue;
            }
            if found.is_full() {
                found.more += 1;
                continue;
            }
            let mut inner = Found {
                reasons: Vec::new(),
                most: 1,
                more: 0,
            };
            self.blame(condition, !failing, &mut inner);
            let mut reason = inner.reasons.into_iter().next().unwrap_or_default();
            reason.node = reason.node.or(item.node);
            found.add(reason);
        }
        self.locals.truncate(each.slot);
        if found.reasons.len() == before && found.more == 0 {
            found.add(self.reason(expr));
        }
    }

    /// The elements of a list that equal an earlier one.
    fn blame_repeated(&mut self, list: &'r Expr, found: &mut Found<'d>) {
        let Ok(Value::List(values)) = self.of(list) else {
            return;
        };
        let repeated = lists::repeated(&mut self.context, &values).unwrap_or_default();
        let elements = self.context.values(&values).unwrap_or_default();
        let nodes = self.element_nodes(list);
        for (at, first) in repeated {
            if found.is_full() {
                found.more += 1;
                continue;
            }
            let place = |at: usize| nodes.get(at).copied().flatten();
            let mut reason = Reason {
                seen: Vec::new(),
                node: place(at),
            };
            match place(at).zip(place(first)) {
                Some((own, first)) => {
                    let both = [own, first].map(|node| self.stands(list, node));
                    reason.seen.extend(both.into_iter().flatten());
                }
                None => reason.see(Seen {
                    part: self.text(list).to_owned(),
                    node: None,
                    field: None,
                    is_of_reply: self.is_of_reply(list),
                    says: Text::new()
                        .own(" holds ")
                        .seen(&elements.get(at).map(brief).unwrap_or_default())
                        .own(" twice"),
                }),
            }
            found.add(reason);
        }
    }

    /// What the value of the reply is that stands at a place.
    fn stands(&mut self, part: &'r Expr, node: Node<'d>) -> Option<Seen> {
        let value = self.context.value(node).ok()?;
        Some(Seen {
            part: self.text(part).to_owned(),
            node: Some(node.index()),
            field: None,
            is_of_reply: true,
            says: Text::new().own(" is ").seen(&brief(&value)),
        })
    }

    /// Where the elements of a list stand in the reply, as far as they do.
    fn element_nodes(&mut self, list: &'r Expr) -> Vec<Option<Node<'d>>> {
        let What::Each(each) = &list.what else {
            let node = self.node(list);
            let nodes = node.and_then(|node| self.context.elements(node).ok());
            return nodes.map_or_else(Vec::new, |nodes| nodes.iter().copied().map(Some).collect());
        };
        let Ok(mut items) = self.items(each) else {
            return Vec::new();
        };
        let mut nodes = Vec::new();
        while let Ok(Some(item)) = self.bind(each, &mut items) {
            if self.holds(each).unwrap_or(false) {
                let made = each.result.as_ref().and_then(|result| self.subject(result));
                nodes.push(made.or(item.node));
            }
        }
        self.locals.truncate(each.slot);
        nodes
    }

    /// What a part that is not made of conditions was decided by.
    fn reason(&mut self, expr: &'r Expr) -> Reason<'d> {
        let mut reason = Reason {
            seen: Vec::new(),
            node: self.subject(expr),
        };
        let parts: Vec<&'r Expr> = match &expr.what {
            What::Binary(operator, pair) if operator.is_relation() => pair.iter().collect(),
            What::Apply { arguments, .. } => arguments.iter().collect(),
            What::Matches(text, _) => vec![text],
            What::Each(each) => vec![&each.range],
            _ => vec![expr],
        };
        let differ = self.differ(expr);
        for part in parts {
            if let Some(mut seen) = self.seen(part) {
                if let Some(kind) = differ.then(|| self.kind_of(part)).flatten() {
                    seen.says = seen.says.own(format!(", {kind}"));
                }
                reason.see(seen);
            }
        }
        reason
    }

    /// Whether a part compares values of two types, which are never equal.
    fn differ(&mut self, expr: &'r Expr) -> bool {
        let What::Binary(Operator::Equal, pair) = &expr.what else {
            return false;
        };
        let [left, right] = &**pair;
        self.kind_of(left) != self.kind_of(right)
    }

    fn kind_of(&mut self, expr: &'r Expr) -> Option<&'static str> {
        Some(self.of(expr).ok()?.kind().words())
    }

    /// The first value of the reply that a part names.
    pub(super) fn subject(&mut self, expr: &'r Expr) -> Option<Node<'d>> {
        let named = matches!(
            expr.what,
            What::Select { .. }
                | What::Has { .. }
                | What::Index(_)
                | What::Local { .. }
                | What::Variable(_)
        );
        let own = if named { self.node(expr) } else { None };
        own.or_else(|| expr.parts().into_iter().find_map(|part| self.subject(part)))
    }
}

/// The reasons so far.
struct Found<'d> {
    reasons: Vec<Reason<'d>>,
    most: usize,
    more: usize,
}

impl<'d> Found<'d> {
    fn is_full(&self) -> bool {
        self.reasons.len() >= self.most
    }

    fn add(&mut self, reason: Reason<'d>) {
        if self.is_full() {
            self.more += 1;
        } else {
            self.reasons.push(reason);
        }
    }
}

impl Reason<'_> {
    /// All that was seen, at the place of the first.
    pub(in crate::check) fn joined(reasons: Vec<Self>) -> Self {
        let mut joined = Self {
            seen: Vec::new(),
            node: reasons.iter().find_map(|reason| reason.node),
        };
        let all = reasons.into_iter().flat_map(|reason| reason.seen);
        all.for_each(|seen| joined.see(seen));
        joined
    }

    /// Adds what was seen, unless it is there or there is enough.
    fn see(&mut self, seen: Seen) {
        let is_known = self
            .seen
            .iter()
            .any(|known| known.part == seen.part && known.node == seen.node);
        if !is_known && self.seen.len() < SHOWN {
            self.seen.push(seen);
        }
    }
}

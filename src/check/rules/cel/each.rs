//! The macros: what holds of the elements of a list or the keys of a map.

use super::context::{Context, flat};
use super::failure::{Cause, Failure};
use super::items::{Entries, Item, Items};
use super::run::{Error, Outcome, Run};
use super::tree::{Each, Expr, Macro, What};
use super::value::Value;
use crate::read::document::Node;

/// What a macro ranges over, as far as it is still to come.
pub(super) enum Elements<'d> {
    Of(Items<'d>),
    Keys(Entries<'d>),
}

impl<'d> Elements<'d> {
    /// Those of a list, or the keys of a map; `None` for any other value.
    fn of(value: &Value<'d>) -> Option<Self> {
        match value {
            Value::List(list) => Some(Self::Of(Items::of(list))),
            Value::Map(map) => Some(Self::Keys(Entries::of(map))),
            _ => None,
        }
    }

    fn next(&mut self, context: &mut Context<'d>) -> Result<Option<Item<'d>>, Failure> {
        match self {
            Self::Of(items) => items.next_item(context),
            Self::Keys(entries) => entries.next_key(context),
        }
    }
}

impl<'r, 'd> Run<'r, 'd> {
    pub(super) fn each(&mut self, expr: &'r Expr, each: &'r Each) -> Outcome<'d> {
        let mut items = self.items(each)?;
        match each.what {
            Macro::All => self.all_of(each, &mut items, true),
            Macro::Exists => self.all_of(each, &mut items, false),
            Macro::ExistsOne => self.exactly_one(each, &mut items),
            Macro::Filter | Macro::Map => self.collect(expr, each, &mut items),
        }
    }

    /// What a macro ranges over.
    pub(super) fn items(&mut self, each: &'r Each) -> Result<Elements<'d>, Error> {
        let range = self.of(&each.range)?;
        Elements::of(&range).ok_or_else(|| {
            let message = format!(" is {} and has no elements", range.kind().words());
            self.error(
                &each.range,
                Failure::other(self.quote(&each.range).own(message)),
            )
        })
    }

    /// Binds the next element to its name; gives it, or `None` behind the last.
    pub(super) fn bind(
        &mut self,
        each: &Each,
        items: &mut Elements<'d>,
    ) -> Result<Option<Item<'d>>, Error> {
        self.locals.truncate(each.slot);
        let item = self.at(&each.range, |run| items.next(&mut run.context))?;
        self.locals.extend(item.clone());
        Ok(item)
    }

    /// Whether the condition is `wanted` of every element: false if it is not of any, even where
    /// it has no value for others. `exists` is this turned round.
    fn all_of(&mut self, each: &'r Each, items: &mut Elements<'d>, wanted: bool) -> Outcome<'d> {
        let mut failed = None;
        while self.bind(each, items)?.is_some() {
            match self.holds(each) {
                Ok(truth) if truth != wanted => return Ok(Value::Bool(!wanted)),
                Ok(_) => {}
                Err(error) if error.cause == Cause::Bound => return Err(error),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(Value::Bool(wanted)), Err)
    }

    fn exactly_one(&mut self, each: &'r Each, items: &mut Elements<'d>) -> Outcome<'d> {
        let mut count = 0_usize;
        while self.bind(each, items)?.is_some() {
            count += usize::from(self.holds(each)?);
        }
        Ok(Value::Bool(count == 1))
    }

    fn collect(&mut self, expr: &'r Expr, each: &'r Each, items: &mut Elements<'d>) -> Outcome<'d> {
        let mut elements = Vec::new();
        while let Some(item) = self.bind(each, items)? {
            if self.holds(each)? {
                let element = match &each.result {
                    Some(result) => self.of(result)?,
                    None => item.value,
                };
                self.at(expr, |run| run.context.build(size_of::<Value<'_>>()))?;
                elements.push(element);
            }
        }
        self.at(expr, |_| flat(elements.into()))
    }

    /// Whether the condition holds of the bound element; one that is not given always does.
    pub(super) fn holds(&mut self, each: &'r Each) -> Result<bool, Error> {
        each.condition
            .as_ref()
            .map_or(Ok(true), |condition| self.truth_of(condition))
    }

    /// The place of a part that names a value of the reply: `this.lines[2].qty`. That of the
    /// nearest value around it where there is none.
    pub(super) fn node(&mut self, expr: &'r Expr) -> Option<Node<'d>> {
        let node = match &expr.what {
            What::This => Some(self.this()),
            What::Local { slot, .. } => self.locals.get(*slot).and_then(|item| item.node),
            What::Variable(number) => {
                let expression = self.expression_of(*number)?;
                self.inside(expression, |run| run.node(&expression.root))
            }
            What::Select { of, field } | What::Has { of, field } => {
                let around = self.node(of)?;
                let found = self.context.member(around, field).ok().flatten();
                Some(found.unwrap_or(around))
            }
            What::Index(pair) => {
                let [of, index] = &**pair;
                let around = self.node(of)?;
                let found = match self.of(index).ok()? {
                    Value::Number(at) => {
                        let at = usize::try_from(at.as_i64()?).ok()?;
                        self.context.element(around, at).ok().flatten()
                    }
                    Value::String(key) => self.context.member(around, &key).ok().flatten(),
                    _ => None,
                };
                Some(found.unwrap_or(around))
            }
            _ => None,
        };
        node.filter(|node| node.document_id() == self.this().document_id())
    }
}

//! Functions of lists, and of whatever has a size.

use std::collections::HashMap;

use super::super::context::Context;
use super::super::failure::Failure;
use super::super::items::Items;
use super::super::same::Digests;
use super::super::value::{List, Value};
use super::{Builder, Outcome};

/// How many characters, bytes, elements or entries there are.
pub(in super::super) fn size<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let size = match arguments {
        [Value::String(text)] => {
            context.read(text.len())?;
            text.chars().count()
        }
        [Value::Bytes(bytes)] => bytes.len(),
        [Value::List(list)] => context.length(list)?,
        [Value::Map(map)] => context.entries(map)?,
        _ => return Ok(None),
    };
    Ok(Some(i64::try_from(size).unwrap_or(i64::MAX).into()))
}

/// The texts in a list as one, with nothing or a separator between them.
pub(in super::super) fn join<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let (list, separator) = match arguments {
        [Value::List(list)] => (list, ""),
        [Value::List(list), Value::String(separator)] => (list, &**separator),
        _ => return Ok(None),
    };
    let (mut items, mut joined, mut at) = (Items::of(list), Builder::default(), 0_usize);
    while let Some(item) = items.next(context)? {
        let Value::String(text) = &item else {
            let found = item.kind().words();
            return Err(Failure::other(format!(
                "`join` takes a list of strings, and element {at} of it is {found}"
            )));
        };
        if at > 0 {
            joined.push(context, separator)?;
        }
        joined.push(context, text)?;
        at += 1;
    }
    Ok(Some(joined.value()))
}

/// Whether no element of a list equals another.
pub(in super::super) fn unique<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let [Value::List(list)] = arguments else {
        return Ok(None);
    };
    let first = Repeats::of(list).next(context)?;
    Ok(Some(first.is_none().into()))
}

/// Each element that equals an earlier one: its index, and that of the first such one.
pub(in super::super) fn repeated<'d>(
    context: &mut Context<'d>,
    list: &List<'d>,
) -> Result<Vec<(usize, usize)>, Failure> {
    let (mut repeats, mut found) = (Repeats::of(list), Vec::new());
    while let Some(pair) = repeats.next(context)? {
        found.push(pair);
    }
    Ok(found)
}

/// The elements of a list that equal an earlier one, while they are being found.
struct Repeats<'d> {
    items: Items<'d>,
    at: usize,
    digests: Digests,
    /// The first index of each digest.
    seen: HashMap<u128, usize>,
}

impl<'d> Repeats<'d> {
    fn of(list: &List<'d>) -> Self {
        Self {
            items: Items::of(list),
            at: 0,
            digests: Digests::default(),
            seen: HashMap::new(),
        }
    }

    fn next(&mut self, context: &mut Context<'d>) -> Result<Option<(usize, usize)>, Failure> {
        while let Some(item) = self.items.next(context)? {
            let digest = self.digests.of(context, &item)?;
            context.build(size_of::<u128>())?;
            let at = self.at;
            self.at += 1;
            let first = *self.seen.entry(digest).or_insert(at);
            if first < at {
                return Ok(Some((at, first)));
            }
        }
        Ok(None)
    }
}

//! Functions of numbers.

use super::super::context::Context;
use super::super::failure::Failure;
use super::super::items::Items;
use super::super::number::{DIGITS, Number};
use super::super::value::Value;
use super::{Outcome, whole};

/// A number rounded to so many places behind the point, or none, half away from zero.
pub(in super::super) fn round<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let (number, places) = match arguments {
        [Value::Number(number)] => (number, 0),
        [Value::Number(number), Value::Number(places)] => {
            (number, whole("the number of places", places)?)
        }
        _ => return Ok(None),
    };
    context.steps(number.words())?;
    let rounded = number.round(places);
    rounded.map_or_else(|| Err(too_long()), |number| Ok(Some(number.into())))
}

/// What the numbers in a list add up to; 0 if there are none.
pub(in super::super) fn sum<'d>(context: &mut Context<'d>, arguments: &[Value<'d>]) -> Outcome<'d> {
    let [Value::List(list)] = arguments else {
        return Ok(None);
    };
    let (mut items, mut sum, mut at) = (Items::of(list), Number::from(0), 0_usize);
    while let Some(item) = items.next(context)? {
        let Value::Number(number) = &item else {
            let found = item.kind().words();
            return Err(Failure::other(format!(
                "`sum` adds up numbers, and element {at} of the list is {found}"
            )));
        };
        context.steps(sum.words().max(number.words()) - 1)?;
        sum = sum.add(number).ok_or_else(too_long)?;
        at += 1;
    }
    Ok(Some(sum.into()))
}

fn too_long() -> Failure {
    Failure::other(format!(
        "the result has more than {DIGITS} digits before or behind the point"
    ))
}

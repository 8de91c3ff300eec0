//! Whether values are equal, however deep: numbers by value, maps in any order.

use std::hash::{BuildHasher, Hash, RandomState};

use super::context::Context;
use super::failure::Failure;
use super::items::{Entries, Items};
use super::value::{Map, Value};

/// Two containers that are being compared.
enum Pair<'d> {
    Lists(Items<'d>, Items<'d>),
    /// Each entry of the one is looked up in the other, which has as many.
    Maps(Entries<'d>, Map<'d>),
}

/// Whether two values are equal. Values of different types are not.
pub(super) fn same<'d>(
    context: &mut Context<'d>,
    a: &Value<'d>,
    b: &Value<'d>,
) -> Result<bool, Failure> {
    let mut open = Vec::new();
    if !matches(context, a, b, &mut open)? {
        return Ok(false);
    }
    while let Some(pair) = open.last_mut() {
        let next = match pair {
            Pair::Lists(one, other) => (one.next(context)?, other.next(context)?),
            Pair::Maps(entries, map) => match entries.next(context)? {
                Some((key, value)) => (Some(value), context.get(map, &key)?),
                None => (None, None),
            },
        };
        let is_equal = match next {
            (Some(a), Some(b)) => matches(context, &a, &b, &mut open)?,
            (None, None) => open.pop().is_some(),
            _ => false,
        };
        if !is_equal {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether two values are equal so far; what is in them is left to do.
fn matches<'d>(
    context: &mut Context<'d>,
    a: &Value<'d>,
    b: &Value<'d>,
    open: &mut Vec<Pair<'d>>,
) -> Result<bool, Failure> {
    Ok(match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b,
        (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        (Value::Duration(a), Value::Duration(b)) => a == b,
        (Value::Type(a), Value::Type(b)) => a == b,
        (Value::String(a), Value::String(b)) => {
            context.read(a.len().min(b.len()))?;
            a == b
        }
        (Value::Bytes(a), Value::Bytes(b)) => {
            context.read(a.len().min(b.len()))?;
            a == b
        }
        (Value::List(a), Value::List(b)) => {
            open.push(Pair::Lists(Items::of(a), Items::of(b)));
            true
        }
        (Value::Map(a), Value::Map(b)) => {
            open.push(Pair::Maps(Entries::of(a), b.clone()));
            context.entries(a)? == context.entries(b)?
        }
        _ => false,
    })
}

/// Gives equal values equal digests, and different ones different digests: they have 128 bits
/// and a key that no input can know.
#[derive(Debug, Default)]
pub(super) struct Digests(RandomState);

/// A container while its digest is made.
struct Open<'d> {
    rest: Rest<'d>,
    /// The digest of the key whose value comes next.
    key: u128,
    sum: u128,
}

enum Rest<'d> {
    List(Items<'d>),
    Map(Entries<'d>),
}

impl Digests {
    /// The digest of a value.
    pub(super) fn of<'d>(
        &self,
        context: &mut Context<'d>,
        value: &Value<'d>,
    ) -> Result<u128, Failure> {
        let mut open: Vec<Open<'d>> = Vec::new();
        let mut done = self.enter(context, value, &mut open)?;
        while let Some(inner) = open.last_mut() {
            if let Some(digest) = done.take() {
                inner.sum = match inner.rest {
                    // The place of an element counts; the entries of a map add up in any order.
                    Rest::List(_) => self.hash((inner.sum, digest)),
                    Rest::Map(_) => inner.sum.wrapping_add(self.hash((inner.key, digest))),
                };
            }
            let next = match &mut inner.rest {
                Rest::List(items) => items.next(context)?,
                Rest::Map(entries) => match entries.next(context)? {
                    Some((key, value)) => {
                        inner.key = self.scalar(context, &key)?;
                        Some(value)
                    }
                    None => None,
                },
            };
            done = match next {
                Some(value) => self.enter(context, &value, &mut open)?,
                None => open.pop().map(|inner| self.hash(("container", inner.sum))),
            };
        }
        Ok(done.unwrap_or_default())
    }

    /// The digest of a scalar; a container is opened instead.
    fn enter<'d>(
        &self,
        context: &mut Context<'d>,
        value: &Value<'d>,
        open: &mut Vec<Open<'d>>,
    ) -> Result<Option<u128>, Failure> {
        let (rest, kind) = match value {
            Value::List(list) => (Rest::List(Items::of(list)), "list"),
            Value::Map(map) => (Rest::Map(Entries::of(map)), "map"),
            scalar => return self.scalar(context, scalar).map(Some),
        };
        let sum = self.hash(kind);
        open.push(Open { rest, key: 0, sum });
        Ok(None)
    }

    fn scalar(&self, context: &mut Context<'_>, value: &Value<'_>) -> Result<u128, Failure> {
        match value {
            Value::String(text) => context.read(text.len())?,
            Value::Bytes(bytes) => context.read(bytes.len())?,
            _ => {}
        }
        Ok(match value {
            Value::Bool(truth) => self.hash(("bool", truth)),
            Value::Number(number) => self.hash(("number", number)),
            Value::String(text) => self.hash(("string", text)),
            Value::Bytes(bytes) => self.hash(("bytes", bytes)),
            Value::Timestamp(time) => self.hash(("time", time)),
            Value::Duration(duration) => self.hash(("duration", duration)),
            Value::Type(name) => self.hash(("type", name)),
            Value::Null | Value::List(_) | Value::Map(_) => self.hash("null"),
        })
    }

    fn hash(&self, value: impl Hash) -> u128 {
        let half = |side: u8| u128::from(self.0.hash_one((side, &value)));
        half(0) << 64 | half(1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::value::Key;
    use super::*;
    use crate::read::document::Document;

    /// A value of a document, and the same built anew.
    fn both(json: &str) -> [Value<'static>; 2] {
        let document = Box::leak(Box::new(Document::parse(json.to_owned(), 128).unwrap()));
        let value = Context::new(9999).value(document.root()).unwrap();
        [built(&value), value]
    }

    fn built(value: &Value<'static>) -> Value<'static> {
        let mut context = Context::new(9999);
        match value {
            Value::List(list) => {
                let elements = context.values(list).unwrap();
                elements.iter().map(built).collect::<Vec<_>>().into()
            }
            Value::Map(map) => {
                let Map::Node(object) = map else {
                    return value.clone();
                };
                let entries = object.members().map(|(key, _)| {
                    let key = context.value(key).unwrap();
                    let value = context.get(map, &key).unwrap().unwrap();
                    (Key::of(&key).unwrap(), built(&value))
                });
                entries.collect::<BTreeMap<_, _>>().into()
            }
            other => other.clone(),
        }
    }

    /// Whether two values are the same, by comparing them in every way and by their digests.
    fn equal(a: &str, b: &str) -> bool {
        let digests = Digests::default();
        let mut given = Vec::new();
        for a in &both(a) {
            for b in &both(b) {
                let mut context = Context::new(9999);
                given.push(same(&mut context, a, b).unwrap());
                given.push(same(&mut context, b, a).unwrap());
                let digest = digests.of(&mut context, a).unwrap();
                given.push(digest == digests.of(&mut context, b).unwrap());
            }
        }
        assert!(
            given.iter().all(|one| *one == given[0]),
            "{a} {b} {given:?}"
        );
        given[0]
    }

    #[test]
    fn values_are_the_same_by_value() {
        for (a, b) in [
            ("1", "1.0"),
            ("1e2", "100"),
            (r#""é""#, r#""\u00e9""#),
            ("[1,[2,{}]]", "[1.0,[2,{}]]"),
            (r#"{"a":[1],"b":null}"#, r#"{"b":null,"a":[1]}"#),
            ("[]", "[]"),
            ("{}", "{}"),
        ] {
            assert!(equal(a, b), "{a} {b}");
        }
    }

    #[test]
    fn other_values_are_not() {
        let all = [
            "null",
            "true",
            "false",
            "0",
            "1",
            "0.1",
            r#""""#,
            r#""1""#,
            r#""null""#,
            "[]",
            "[null]",
            "[[]]",
            "[{}]",
            "[1,2]",
            "[2,1]",
            "[1,2,3]",
            "[[1],2]",
            "[[1,2]]",
            "{}",
            r#"{"a":1}"#,
            r#"{"a":null}"#,
            r#"{"b":1}"#,
            r#"{"a":1,"b":2}"#,
            r#"{"a":2,"b":1}"#,
            r#"{"a":{"b":1}}"#,
            r#"{"":[]}"#,
            r#"{"a":[]}"#,
            r#"{"1":1}"#,
        ];
        for (at, a) in all.iter().enumerate() {
            for (other, b) in all.iter().enumerate() {
                assert_eq!(equal(a, b), at == other, "{a} {b}");
            }
        }
    }

    #[test]
    fn comparing_is_paid_for() {
        let [_, list] = both(&format!("[{}0]", "0,".repeat(99)));
        let text = Value::String("a".repeat(99_999).into());
        for value in [list, text] {
            let outcome = same(&mut Context::new(50), &value, &value);
            assert!(outcome.is_err());
            assert!(
                Digests::default()
                    .of(&mut Context::new(50), &value)
                    .is_err()
            );
        }
    }

    #[test]
    fn large_objects_are_compared_in_linear_time() {
        let members: Vec<_> = (0..20_000).map(|at| format!("\"k{at}\":{at}")).collect();
        let mut turned = members.clone();
        turned.reverse();
        let [_, one] = both_large(&members);
        let [_, other] = both_large(&turned);
        assert!(same(&mut Context::new(200_000), &one, &other).unwrap());
    }

    fn both_large(members: &[String]) -> [Value<'static>; 2] {
        let json = format!("{{{}}}", members.join(","));
        let document = Box::leak(Box::new(Document::parse(json, 128).unwrap()));
        let value = Context::new(9999).value(document.root()).unwrap();
        [value.clone(), value]
    }
}

//! What an expression computes with: values of the reply, borrowed where they stand, and new ones.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use jiff::SignedDuration;
use jiff::civil::DateTime;

use super::number::Number;
use crate::read::document::Node;

/// A value. Cheap to clone: what is large is borrowed or shared.
#[derive(Debug, Clone)]
pub(in crate::check) enum Value<'d> {
    Null,
    Bool(bool),
    Number(Number),
    String(Str<'d>),
    Bytes(Arc<[u8]>),
    List(List<'d>),
    Map(Map<'d>),
    /// A point in time, as a calendar and clock in UTC show it: so the last day of year 9999 is one.
    Timestamp(DateTime),
    Duration(SignedDuration),
    /// The name of a type: `int`, `string`.
    Type(&'static str),
}

/// A string, borrowed from a document or shared.
#[derive(Debug, Clone)]
pub(in crate::check) enum Str<'d> {
    Borrowed(&'d str),
    Shared(Arc<str>),
}

/// A list: an array of a document, or one that an expression made.
#[derive(Debug, Clone)]
pub(in crate::check) enum List<'d> {
    Node(Node<'d>),
    Built(Arc<Built<Vec<Value<'d>>>>),
}

/// A map: an object of a document, or one that an expression made, which is kept in the order of
/// its keys.
#[derive(Debug, Clone)]
pub(in crate::check) enum Map<'d> {
    Node(Node<'d>),
    Built(Arc<Built<BTreeMap<Key, Value<'d>>>>),
}

/// A container that an expression made.
#[derive(Debug)]
pub(in crate::check) struct Built<C> {
    /// What stands in it.
    pub(in crate::check) inner: C,
    /// How many such containers stand around each other, itself counted.
    depth: usize,
}

/// What a map may have as a key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::check) enum Key {
    Bool(bool),
    Number(Number),
    String(Arc<str>),
}

/// What can be seen of a value before it is computed: its type, as far as that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) enum Kind {
    /// Not known, or one of several.
    Any,
    Null,
    Bool,
    Number,
    String,
    Bytes,
    List,
    Map,
    Timestamp,
    Duration,
    Type,
}

impl Value<'_> {
    /// Its type.
    pub(in crate::check) fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::Number(_) => Kind::Number,
            Self::String(_) => Kind::String,
            Self::Bytes(_) => Kind::Bytes,
            Self::List(_) => Kind::List,
            Self::Map(_) => Kind::Map,
            Self::Timestamp(_) => Kind::Timestamp,
            Self::Duration(_) => Kind::Duration,
            Self::Type(_) => Kind::Type,
        }
    }

    /// How many bytes reading it reads: those of a text; other values take a step each.
    pub(in crate::check) fn bytes(&self) -> usize {
        match self {
            Self::String(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
            _ => 0,
        }
    }

    /// How many lists and maps that an expression built stand around each other in it.
    pub(in crate::check) fn depth(&self) -> usize {
        match self {
            Self::List(List::Built(built)) => built.depth,
            Self::Map(Map::Built(built)) => built.depth,
            _ => 0,
        }
    }
}

impl Kind {
    /// Its name in words: `a number`.
    pub(in crate::check) const fn words(self) -> &'static str {
        match self {
            Self::Any => "a value",
            Self::Null => "null",
            Self::Bool => "true or false",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Bytes => "bytes",
            Self::List => "a list",
            Self::Map => "an object",
            Self::Timestamp => "a time",
            Self::Duration => "a duration",
            Self::Type => "a type",
        }
    }

    /// Whether a value of this type could be one of the other.
    pub(in crate::check) fn may_be(self, other: Self) -> bool {
        self == other || self == Self::Any || other == Self::Any
    }
}

impl Deref for Str<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Borrowed(text) => text,
            Self::Shared(text) => text,
        }
    }
}

impl From<String> for Str<'_> {
    fn from(text: String) -> Self {
        Self::Shared(text.into())
    }
}

impl From<bool> for Value<'_> {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<Number> for Value<'_> {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl From<i64> for Value<'_> {
    fn from(whole: i64) -> Self {
        Self::Number(whole.into())
    }
}

impl<'d> From<Vec<Value<'d>>> for Value<'d> {
    fn from(inner: Vec<Self>) -> Self {
        let depth = 1 + inner.iter().map(Value::depth).max().unwrap_or_default();
        Self::List(List::Built(Arc::new(Built { inner, depth })))
    }
}

impl<'d> From<BTreeMap<Key, Value<'d>>> for Value<'d> {
    fn from(inner: BTreeMap<Key, Self>) -> Self {
        let depth = 1 + inner.values().map(Value::depth).max().unwrap_or_default();
        Self::Map(Map::Built(Arc::new(Built { inner, depth })))
    }
}

impl Key {
    /// A value as a key, if it may be one.
    pub(in crate::check) fn of(value: &Value<'_>) -> Option<Self> {
        match value {
            Value::Bool(truth) => Some(Self::Bool(*truth)),
            Value::Number(number) => Some(Self::Number(number.clone())),
            Value::String(Str::Shared(text)) => Some(Self::String(Arc::clone(text))),
            Value::String(Str::Borrowed(text)) => Some(Self::String(Arc::from(*text))),
            _ => None,
        }
    }

    /// The key as a value.
    pub(in crate::check) fn value<'d>(&self) -> Value<'d> {
        match self {
            Self::Bool(truth) => Value::Bool(*truth),
            Self::Number(number) => Value::Number(number.clone()),
            Self::String(text) => Value::String(Str::Shared(Arc::clone(text))),
        }
    }
}

/// The order of two values of one type that has an order; `None` for all others.
pub(in crate::check) fn compare(a: &Value<'_>, b: &Value<'_>) -> Option<Ordering> {
    Some(match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.cmp(b),
        (Value::String(a), Value::String(b)) => (**a).cmp(&**b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
        (Value::Timestamp(a), Value::Timestamp(b)) => a.cmp(b),
        (Value::Duration(a), Value::Duration(b)) => a.cmp(b),
        _ => return None,
    })
}

impl PartialEq for Str<'_> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Str<'_> {}

impl std::hash::Hash for Str<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl std::borrow::Borrow<str> for Str<'_> {
    fn borrow(&self) -> &str {
        self
    }
}

//! The tool calls of an answer, which nothing here ever executes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::view::View;
use crate::read::document::{Arena, Document, Kind};
use crate::read::record::MAX_DEPTH;
use crate::read::reply::{Piece, Reply};
use crate::refusal::{Code, Finding, Refusal, Text};

/// How many calls an answer may hold. Some thirty are many; the bound is on memory, for a call can
/// be written in three bytes.
const MOST: usize = 10_000;

/// The calls of an answer, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Calls {
    list: Vec<Call>,
    /// The call that goes on under an index.
    open: HashMap<u32, usize>,
    /// Whether there were more than may be.
    pub(super) crowded: bool,
}

/// A tool call.
#[derive(Debug, Default)]
pub(super) struct Call {
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) arguments: Arguments,
    /// Where it, or its first piece, stood.
    pub(super) at: Range<usize>,
}

/// The arguments of a call.
#[derive(Debug, Default)]
pub(super) enum Arguments {
    /// None are given.
    #[default]
    None,
    /// An object.
    Object,
    /// A string, which should hold an object.
    Text(Vec<Piece>),
    /// A string that need not be JSON: the input of a tool of the user's own kind.
    Free,
    /// Something else.
    Other(Kind, Range<usize>),
}

impl Calls {
    /// All of them.
    pub(super) fn all(&self) -> &[Call] {
        &self.list
    }

    /// Adds a whole call.
    pub(super) fn add(&mut self, call: Call) {
        if self.list.len() < MOST {
            self.list.push(call);
        } else {
            self.crowded = true;
        }
    }

    /// Adds a call that goes on under an index, beside any that did so before.
    fn begin(&mut self, index: u32, call: Call) {
        self.open.insert(index, self.list.len());
        self.add(call);
    }

    /// Adds a call that goes on under an index; one that is there under it is replaced.
    pub(super) fn put(&mut self, index: u32, call: Call) {
        match self.open.get(&index).and_then(|at| self.list.get_mut(*at)) {
            Some(known) => *known = call,
            None => self.begin(index, call),
        }
    }

    /// The call that goes on under an index, or without one the last.
    fn known(&mut self, index: Option<u32>) -> Option<&mut Call> {
        let at = match index {
            Some(index) => self.open.get(&index).copied(),
            None => self.list.len().checked_sub(1),
        };
        self.list.get_mut(at?)
    }

    /// Adds to the arguments of the call that goes on under an index.
    pub(super) fn argue(&mut self, index: Option<u32>, said: Option<View<'_>>) {
        if let (Some(call), Some(said)) = (self.known(index), said) {
            call.arguments.add(said);
        }
    }

    /// Takes in a piece of a call: its id and name come once, its arguments bit by bit. Some
    /// servers leave the index out, or give every call the same: another id is another call. Some
    /// say id and name with each piece.
    pub(super) fn hear(&mut self, index: Option<u32>, piece: Call, said: Option<View<'_>>) {
        match self.known(index) {
            Some(known) if !known.is_other(&piece) => {
                known.id = known.id.take().or(piece.id);
                known.name = known.name.take().or(piece.name);
            }
            _ => {
                let next = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
                self.begin(index.unwrap_or(next), piece);
            }
        }
        self.argue(index, said);
    }
}

impl Call {
    /// A call of this id and name, which stands there; an empty id is none.
    pub(super) fn new(id: Option<View<'_>>, name: Option<View<'_>>, whole: View<'_>) -> Self {
        let word = |view: Option<View<'_>>| {
            let word = view.and_then(View::string).filter(|word| !word.is_empty());
            word.map(Cow::into_owned)
        };
        Self {
            id: word(id),
            name: word(name),
            arguments: Arguments::None,
            at: whole.span(),
        }
    }

    /// The same with these arguments.
    pub(super) fn with(mut self, arguments: Option<View<'_>>) -> Self {
        if let Some(arguments) = arguments {
            self.arguments.add(arguments);
        }
        self
    }

    /// The same with these arguments, which are no text that could be JSON.
    pub(super) fn with_value(mut self, arguments: Option<View<'_>>) -> Self {
        self.arguments = match arguments {
            None => Arguments::None,
            Some(value) if value.kind() == Kind::Object => Arguments::Object,
            Some(value) => Arguments::Other(value.kind(), value.span()),
        };
        self
    }

    /// The same with an input that need not be JSON.
    pub(super) fn with_free(mut self) -> Self {
        self.arguments = Arguments::Free;
        self
    }

    /// Whether it names a tool, and its arguments are an object or not given. It is the call with
    /// the index `at` of its answer.
    pub(super) fn check(&self, at: usize, source: &str, arena: &mut Arena) -> Result<(), Refusal> {
        let Some((what, span)) = self.fault(source, arena) else {
            return Ok(());
        };
        let mut message = Text::new().own(format!("call {} of the answer", at + 1));
        let mut feedback = Text::new().own("Your tool call");
        if let Some(name) = &self.name {
            message = message.own(", of `").seen(name).own("`");
            feedback = feedback.own(" of ").seen(name);
        }
        if let Some(id) = &self.id {
            message = message.own(" (").seen(id).own(")");
        }
        let comma = if self.name.is_some() { "," } else { "" };
        let message = message.own(comma).own(" is malformed: ").text(what.clone());
        let finding = Finding::new(Code::ProviderMalformedArguments, message).at(span);
        let feedback = feedback.own(" is malformed: ").text(what);
        Err(finding.feedback(feedback).into())
    }

    /// What is wrong with it, and where.
    fn fault(&self, source: &str, arena: &mut Arena) -> Option<(Text, Range<usize>)> {
        if self.name.is_none() {
            return Some(("it names no tool".into(), self.at.clone()));
        }
        let pieces = match &self.arguments {
            Arguments::Text(pieces) if !pieces.is_empty() => pieces,
            Arguments::Other(kind, span) => return Some((no_object(*kind), span.clone())),
            _ => return None,
        };
        let mut room = String::new();
        let arguments = Reply::of_input(source).inner(pieces.clone(), &mut room);
        let place = |span| arguments.origin.trail().source(&span);
        match Document::parse_in(arguments.text, MAX_DEPTH, arena) {
            Err(fault) => {
                let text = Text::new().own("its arguments are not JSON: ");
                Some((text.text(fault.what.text()), place(fault.span())))
            }
            Ok(document) => {
                let (kind, span) = (document.root().kind(), document.root().span());
                *arena = document.into_arena();
                (kind != Kind::Object).then(|| (no_object(kind), place(span)))
            }
        }
    }

    /// Whether a piece begins another call than this.
    fn is_other(&self, piece: &Self) -> bool {
        let differs = |old: &Option<String>, new: &Option<String>| {
            new.is_some() && old.is_some() && old != new
        };
        let renamed = piece.id.is_none() && differs(&self.name, &piece.name);
        differs(&self.id, &piece.id) || renamed
    }
}

fn no_object(kind: Kind) -> Text {
    let kind = kind.name();
    format!("its arguments are of the type {kind}, not an object").into()
}

/// How many tools are named.
const SHOWN_CALLS: usize = 5;

/// Which tools are called.
pub(super) fn named(text: Text, calls: &[Call]) -> Text {
    let names = calls
        .iter()
        .filter_map(|call| call.name.as_deref())
        .take(SHOWN_CALLS);
    let text = text.own(match calls.len() {
        1 => "the model calls a tool".to_owned(),
        count => format!("the model calls {count} tools"),
    });
    names.enumerate().fold(text, |text, (at, name)| {
        let before = if at == 0 { ": `" } else { ", `" };
        text.own(before).seen(name).own("`")
    })
}

impl Arguments {
    /// Adds a value: a string goes on where the last one ended, anything else is the whole.
    fn add(&mut self, said: View<'_>) {
        match (said.kind(), &mut *self) {
            (_, Self::Free) => {}
            (Kind::String, Self::Text(pieces)) => pieces.extend(said.words()),
            // The whole may be told before its pieces, as an object that is still empty.
            (Kind::String, Self::Object) if said.words().is_none() => {}
            (Kind::String, _) => *self = Self::Text(said.words().into_iter().collect()),
            (Kind::Object, _) => *self = Self::Object,
            (kind, _) => *self = Self::Other(kind, said.span()),
        }
    }
}

//! One entry of a rule file over a document: whether it applies, whether it holds, and what is
//! said when it does not.

use super::book::{Entry, Message, Part, Rulebook};
use super::cel::Expression;
use super::cel::failure::Seen;
use super::cel::run::{Error, Run, World};
use super::cel::show::words;
use super::cel::value::Value;
use super::cel::why::Reason;
use super::{Automata, Setting, file};
use crate::read::document::{Document, Node, pointer};
use crate::refusal::{Code, Finding, Text};

/// A rule book over one document.
pub(in crate::check) struct Judge<'r, 'd> {
    book: &'r Rulebook,
    document: &'d Document<'d>,
    run: Run<'r, 'd>,
}

impl<'r, 'd> Judge<'r, 'd> {
    /// Takes the automata, which [`into_automata`](Self::into_automata) gives back.
    pub(in crate::check) fn new(
        book: &'r Rulebook,
        setting: &'d Setting,
        document: &'d Document<'d>,
        automata: &mut Automata,
    ) -> Self {
        let world = World {
            this: document.root(),
            facts: setting.facts.document().root(),
            now: setting.now,
            call: Value::Null,
        };
        let variables = book.variables.iter().map(|variable| &variable.expression);
        let mut run = Run::new(world, variables.collect(), setting.max_steps);
        run.context.automata = std::mem::take(automata);
        Self {
            book,
            document,
            run,
        }
    }

    /// The automata of the file's patterns, grown by what was searched for.
    pub(in crate::check) fn into_automata(self) -> Automata {
        self.run.context.automata
    }

    /// Whether an entry speaks of this document: its `when`, if it has one.
    ///
    /// # Errors
    /// The expression that is neither true nor false, and why.
    pub(in crate::check) fn applies(
        &mut self,
        entry: &'r Entry,
    ) -> Result<bool, (&'r Expression, Error)> {
        match &entry.when {
            Some(when) => self.holds(when),
            None => Ok(true),
        }
    }

    /// Whether an expression holds.
    ///
    /// # Errors
    /// The expression that is neither true nor false, and why.
    pub(in crate::check) fn holds(
        &mut self,
        expression: &'r Expression,
    ) -> Result<bool, (&'r Expression, Error)> {
        self.run
            .truth(expression)
            .map_err(|error| (expression, error))
    }

    /// Why an expression is true, or false, and how many more places there are than are told.
    pub(in crate::check) fn why(
        &mut self,
        entry: &Entry,
        expression: &'r Expression,
        is: bool,
        most: usize,
    ) -> (Vec<Reason<'d>>, usize) {
        let (reasons, more) = self.run.why(expression, is, most);
        // Where the author says which place, all that was seen is told there.
        if entry.at.is_some() {
            return (vec![Reason::joined(reasons)], 0);
        }
        (reasons, more)
    }

    /// Why an expression has no value because one of the reply could not be converted.
    pub(in crate::check) fn why_not(
        &mut self,
        expression: &'r Expression,
        error: &Error,
    ) -> Reason<'d> {
        self.run.why_not(expression, error)
    }

    /// What is said of an entry at a place: its message, or else `otherwise`, and what was seen.
    pub(in crate::check) fn told(
        &mut self,
        entry: &'r Entry,
        code: Code,
        otherwise: &str,
        reason: &Reason<'d>,
    ) -> Finding {
        let said = match &entry.message {
            Some(message) => self.fill(message),
            None => Text::from(format!("{otherwise} (`{}`)", entry.id)),
        };
        // Our ids are nothing to the writer of the reply.
        let to_model = match &entry.message {
            Some(_) => said.clone(),
            None => Text::from(otherwise.to_owned()),
        };
        let all: Vec<_> = reason.seen.iter().collect();
        // What the message shows already need not be said again.
        let shown = |seen: &&&Seen| {
            !entry
                .message
                .as_ref()
                .is_some_and(|said| said.shows(&seen.part))
        };
        let rest: Vec<_> = all.iter().filter(shown).copied().collect();
        let mut finding = Finding::new(code, said.text(behind(self.seen(&rest, true))));
        finding.rule = Some(entry.id.clone());
        finding.actual = Some(self.seen(&all, true)).filter(|_| !all.is_empty());
        let node = match &entry.at {
            Some(at) => Some(self.nearest(at)),
            None => reason.node,
        };
        let node = node.unwrap_or_else(|| self.document.root());
        // The author's facts are not for the writer of the reply.
        let own: Vec<_> = rest.into_iter().filter(|seen| seen.is_of_reply).collect();
        let names_it = own.iter().any(|seen| seen.node.is_some());
        let place = self.path(node.index(), None).unwrap_or_default();
        let place = if names_it || place.is_empty() {
            Text::new()
        } else {
            Text::new().key(&place).own(": ")
        };
        finding.feedback = Some(place.text(to_model).text(behind(self.seen(&own, false))));
        finding.place.pointer = Some(self.document.pointer(node.index()));
        finding.place.span = Some(node.span());
        finding
    }

    /// What is said of an entry that has no answer, at the part of its file that has none.
    /// `expression` is the entry's that was computed.
    pub(in crate::check) fn failed(
        &self,
        entry: &Entry,
        expression: &Expression,
        error: &Error,
        code: Code,
    ) -> Finding {
        let variable = error
            .variable
            .and_then(|number| self.book.variables.get(number));
        let seen: Vec<_> = error.seen.iter().collect();
        let is_missing = error.seen.iter().any(|seen| seen.field.is_some());
        let what = if is_missing {
            self.seen(&seen, true)
        } else {
            error.message.clone().text(behind(self.seen(&seen, true)))
        };
        let message = Text::new().own(format!("`{}` could not be evaluated: ", entry.id));
        let mut finding = Finding::new(code, message.text(what));
        finding.help = match (is_missing, seen.is_empty()) {
            (true, _) => Some(Text::from(ASK_FIRST)),
            (false, false) => Some(Text::from(SAY_THE_TYPE)),
            (false, true) => None,
        };
        finding.rule = Some(entry.id.clone());
        if let Some(file) = &self.book.file {
            let expression = variable.map_or(expression, |variable| &variable.expression);
            let span = file::place(file, expression, &error.span);
            finding = finding.within(file, span);
        }
        finding
    }

    /// A message with the values of its expressions; one that has no value stands as written.
    fn fill(&mut self, message: &'r Message) -> Text {
        message.0.iter().fold(Text::new(), |text, part| match part {
            Part::Words(words) => text.own(words.clone()),
            Part::Value(expression, written) => match self.run.value(expression) {
                Ok(value) => text.seen(&words(&value)),
                Err(_) => text.own(written.clone()),
            },
        })
    }

    /// `this.amount is -100, facts.limit is 50`; without `this.` where it is not ours to read.
    fn seen(&self, all: &[&Seen], ours: bool) -> Text {
        let mut text = Text::new();
        for (at, seen) in all.iter().enumerate() {
            if at > 0 {
                text = text.own(", ");
            }
            let path = seen
                .node
                .and_then(|node| self.path(node, seen.field.as_deref()));
            text = match path {
                Some(path) => text.key(&named(&path, ours)),
                None if ours => text.key(&seen.part),
                // The writer of the reply knows its fields, and not what we call the whole.
                None => text.key(&seen.part.replace("this.", "")),
            };
            text = text.text(seen.says.clone());
        }
        text
    }

    /// Where a value stands, or a key in it: `lines[2].qty`. `None` for a key itself.
    fn path(&self, node: u32, field: Option<&str>) -> Option<String> {
        let own = self.document.pointer(node);
        let value = self.document.resolve(&own)?;
        let whole = match field {
            Some(field) => pointer::child(&own, field),
            None => own,
        };
        (value.index() == node).then(|| pointer::path(&whole))
    }

    /// The value that a pointer names, or the nearest around it.
    fn nearest(&self, at: &str) -> Node<'d> {
        let mut node = self.document.root();
        for token in pointer::tokens(at) {
            match node.below(&token) {
                Some(below) => node = below,
                None => break,
            }
        }
        node
    }
}

/// What to do where a field is read that is not there.
const ASK_FIRST: &str = "let the schema require it, so that the model is asked again; \
    where it may be missing, `has(...)` in `when` asks first";

/// What to do where a value is not of the type that an expression needs.
const SAY_THE_TYPE: &str = "let the schema say the type, so that the model is asked again";

/// Behind an author's message.
fn behind(seen: Text) -> Text {
    if seen.show(false).is_empty() {
        return Text::new();
    }
    Text::new().own(": ").text(seen)
}

/// A path as an expression would name it, or as the writer of the reply knows it.
fn named(path: &str, ours: bool) -> String {
    match (path.is_empty(), ours) {
        (true, true) => "this".to_owned(),
        (true, false) => "the value".to_owned(),
        (false, true) if path.starts_with('[') => format!("this{path}"),
        (false, true) => format!("this.{path}"),
        (false, false) => path.to_owned(),
    }
}

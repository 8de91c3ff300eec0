//! The steps in a row: a reply comes in as bytes and goes out cleared, or with a refusal.

use std::ops::Range;

use crate::check::policy;
use crate::check::rules::{self, Automata, Rulebook, Setting};
use crate::check::schema::Schema;
use crate::read::document::{Arena, Document};
use crate::read::opening::{self, Found, Opening};
use crate::read::provider::Envelope;
use crate::read::slice::{self, Event, Slicing, Story};
use crate::refusal::{Refusal, Text};

pub use crate::check::policy::Cleared;

/// A contract, ready to judge any number of replies.
#[derive(Debug)]
pub struct Gate {
    /// The largest input, in bytes.
    pub max_bytes: usize,
    /// What the input is, and where in it the reply stands.
    pub opening: Opening,
    /// How the JSON is cut out of it.
    pub slicing: Slicing,
    /// Its shape; `None` judges only the form.
    pub schema: Option<Schema>,
    /// Its rules and policies; the empty book has none.
    pub book: Rulebook,
    /// What those may know besides the value, and how much is told.
    pub setting: Setting,
}

/// What became of one reply.
#[derive(Debug)]
pub struct Judgement<'a> {
    /// Yes with the cleared value, or no.
    pub outcome: Result<Cleared<'a>, Refusal>,
    /// What happened on the way.
    pub story: Story,
    /// The layers that judged, in order: `provider`, `parse`, `schema`, `domain`, `policy`.
    pub judged: Vec<&'static str>,
    /// The text that was judged, and what it stood in.
    pub found: Found<'a>,
}

/// The memory that judging takes, to be used for one reply after the other.
#[derive(Debug, Default)]
pub struct Room {
    arena: Arena,
    opening: opening::Room,
    automata: Automata,
}

impl Judgement<'_> {
    /// What stands before and behind the field in the record that the reply stood in; `input` is
    /// what was judged. `None` where it stood in none.
    #[must_use]
    pub fn around<'i>(&self, input: &'i [u8]) -> Option<(&'i str, &'i str)> {
        let value = self.found.field.clone()?;
        let record = std::str::from_utf8(input).ok()?;
        let before = record.get(..value.start)?;
        let before = before.strip_prefix('\u{feff}').unwrap_or(before);
        Some((before, record.get(value.end..)?))
    }

    /// Gives up all but the memory it was made in, for [`Room::reuse`].
    #[must_use]
    pub fn into_memory(self) -> Option<Arena> {
        let cleared = self.outcome.ok()?;
        Some(cleared.into_document().into_arena())
    }
}

impl Room {
    /// Takes back the memory of a judgement.
    pub fn reuse(&mut self, memory: Option<Arena>) {
        self.arena = memory.unwrap_or_default();
    }
}

impl Gate {
    /// Judges one input, as read.
    #[must_use]
    pub fn judge<'a>(&self, input: &'a [u8], room: &'a mut Room) -> Judgement<'a> {
        let mut log = Log::default();
        let outcome = self.steps(input, room, &mut log);
        Judgement {
            outcome,
            story: log.story,
            judged: log.judged,
            found: log.found,
        }
    }

    fn steps<'a>(
        &self,
        input: &'a [u8],
        room: &'a mut Room,
        log: &mut Log<'a>,
    ) -> Result<Cleared<'a>, Refusal> {
        let Self { book, setting, .. } = self;
        let Room {
            arena,
            opening,
            automata,
        } = room;
        let (most, found) = (self.max_bytes, &mut log.found);
        let text = self.opening.open(input, most, arena, opening, found);
        let text = log.opened(text, self.slicing.trace)?;

        let satisfies = self.schema.as_ref().map(asks);
        let satisfies = satisfies.as_deref();
        let document = slice::cut(text, &self.slicing, satisfies, &mut log.story, arena)?;
        let admitted = self.opening.admit(&document);
        admitted.inspect_err(|_| log.opens())?;
        log.span = self.slicing.trace.then(|| document.root().span());

        let anything = Schema::anything();
        let schema = self.schema.as_ref().unwrap_or(&anything);
        let shaped = schema.check(document, setting.max_findings);
        let shaped = log.step(&SCHEMA, self.schema.is_some(), shaped)?;

        let sound = rules::check(book, setting, shaped, automata);
        let sound = log.step(&DOMAIN, book.has_rules(), sound)?;

        let cleared = policy::check(book, setting, sound, automata);
        log.step(&POLICY, book.has_policies(), cleared)
    }
}

/// The layer that opens what a reply stood in.
const PROVIDER: &str = "provider";

/// What happened on the way, as far as it is told.
#[derive(Default)]
struct Log<'a> {
    found: Found<'a>,
    story: Story,
    judged: Vec<&'static str>,
    /// Where the value stands, if the story is wanted.
    span: Option<Range<usize>>,
}

/// A layer that judges, and what the story says when it says yes and when it says no.
struct Layer(&'static str, &'static str, &'static str);

const SCHEMA: Layer = Layer(
    "schema",
    "it satisfies the schema",
    "it does not satisfy the schema",
);

const DOMAIN: Layer = Layer(
    "domain",
    "it satisfies the rules",
    "it does not satisfy the rules",
);

const POLICY: Layer = Layer(
    "policy",
    "the policies let it pass",
    "the policies do not let it pass",
);

impl Log<'_> {
    /// Hands on what was opened, and keeps that it was, and whether the form is judged.
    fn opened<T>(&mut self, said: Result<T, Refusal>, trace: bool) -> Result<T, Refusal> {
        if self.found.opened {
            self.opens();
        }
        let refused = said.as_ref().err().map(|refusal| refusal.code().layer());
        let parses = refused.is_none_or(|layer| layer == "parse");
        self.judged.extend(parses.then_some("parse"));
        let envelope = self.found.envelope.as_ref();
        let told = envelope.filter(|_| trace).map(Envelope::tale);
        self.story
            .events
            .extend(told.map(|text| Event { span: None, text }));
        said
    }

    /// Keeps that the provider's layer judged.
    fn opens(&mut self) {
        if !self.judged.contains(&PROVIDER) {
            self.judged.push(PROVIDER);
        }
    }

    /// Hands on what a layer said, and keeps that it did, if it had anything to judge by.
    fn step<T>(
        &mut self,
        layer: &Layer,
        judges: bool,
        said: Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let Layer(name, yes, no) = layer;
        if judges {
            self.judged.push(name);
            self.story.events.extend(self.span.iter().map(|span| Event {
                span: Some(span.clone()),
                text: Text::from(if said.is_ok() { *yes } else { *no }),
            }));
        }
        said
    }
}

/// The question whether a candidate satisfies a schema, for a step that stands before it.
fn asks(schema: &Schema) -> Box<dyn Fn(&Document<'_>) -> bool + '_> {
    Box::new(|document| schema.is_satisfied_by(document))
}

#[cfg(test)]
use crate::refusal::Finding;

#[cfg(test)]
impl<'a> Judgement<'a> {
    /// A yes to this document, for tests of what tells it.
    pub(crate) fn accepting(document: Document<'a>, warnings: Vec<Finding>) -> Self {
        let book = Rulebook::default();
        let setting = Setting {
            facts: rules::facts::check(&book, None, &[]).unwrap(),
            now: jiff::Timestamp::UNIX_EPOCH,
            max_steps: rules::MAX_STEPS,
            max_findings: 1,
            approved: None,
        };
        let shaped = Schema::anything().check(document, 1);
        let mut automata = Automata::default();
        let sound = shaped.and_then(|it| rules::check(&book, &setting, it, &mut automata));
        let sound = sound.map(|sound| sound.warning(warnings));
        Self {
            outcome: sound.and_then(|it| policy::check(&book, &setting, it, &mut automata)),
            story: Story::default(),
            judged: vec!["parse"],
            found: Found::default(),
        }
    }
}

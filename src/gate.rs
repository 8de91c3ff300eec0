//! The steps in a row: a reply comes in as bytes and goes out cleared, or with a refusal.

use std::ops::Range;

use crate::check::policy;
use crate::check::rules::{self, Automata, Rulebook, Setting};
use crate::check::schema::Schema;
use crate::read::document::{Arena, Document};
use crate::read::record::Field;
use crate::read::reply::{Origin, Reply};
use crate::read::slice::{self, Event, Slicing, Story};
use crate::read::text;
use crate::refusal::{Refusal, Text};

pub use crate::check::policy::Cleared;

/// A contract, ready to judge any number of replies.
#[derive(Debug)]
pub struct Gate {
    /// The largest input, in bytes.
    pub max_bytes: usize,
    /// Which value of a record is the reply; `None` takes the input for it.
    pub field: Option<Field>,
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
    /// The layers that judged, in order: `parse`, `schema`, `domain`, `policy`.
    pub judged: Vec<&'static str>,
    /// The text that was judged, which all offsets count in; `None` where none was found: then
    /// they count in the input.
    pub reply: Option<Reply<'a>>,
}

/// The memory that judging takes, to be used for one reply after the other.
#[derive(Debug, Default)]
pub struct Room {
    arena: Arena,
    text: String,
    automata: Automata,
}

impl Judgement<'_> {
    /// What stands before and behind the reply in the record that it stood in; `input` is what
    /// was judged. `None` where it stood in none.
    #[must_use]
    pub fn around<'i>(&self, input: &'i [u8]) -> Option<(&'i str, &'i str)> {
        let value = self.reply.as_ref()?.origin.value()?;
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
        let Log {
            story,
            judged,
            reply,
            ..
        } = log;
        Judgement {
            outcome,
            story,
            judged,
            reply,
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
            text,
            automata,
        } = room;
        let input = text::read(input, self.max_bytes);
        let input = input.inspect_err(|_| log.judged.push("parse"))?;
        let text = self.open(input, arena, text, log)?;

        log.judged.push("parse");
        let text = text::some(text).map_err(unsaid)?;
        let satisfies = self.schema.as_ref().map(asks);
        let satisfies = satisfies.as_deref();
        let document = slice::cut(text, &self.slicing, satisfies, &mut log.story, arena)?;
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

    /// The text of the reply, which `room` holds if it does not stand in the input as it is.
    fn open<'a>(
        &self,
        input: &'a str,
        arena: &mut Arena,
        room: &'a mut String,
        log: &mut Log<'a>,
    ) -> Result<&'a str, Refusal> {
        let reply = match &self.field {
            Some(field) => {
                log.judged.push("provider");
                field.open(input, arena, room)?
            }
            None => Reply {
                text: input,
                origin: Origin::Input,
            },
        };
        Ok(log.reply.insert(reply).text)
    }
}

/// What happened on the way, as far as it is told.
#[derive(Default)]
struct Log<'a> {
    reply: Option<Reply<'a>>,
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

/// A fault of a text that stood in a record: nothing is said of the pipe, and its place is known.
fn unsaid(fault: text::Fault) -> Refusal {
    let mut refusal = Refusal::from(fault);
    for finding in &mut refusal.findings {
        finding.help = None;
        finding.place.span.get_or_insert(0..0);
        finding.message = Text::from("there is nothing but white space in the field");
    }
    refusal
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
            reply: None,
        }
    }
}

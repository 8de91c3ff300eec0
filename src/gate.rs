//! The steps in a row: a reply comes in as bytes and goes out cleared, or with a refusal.

use std::ops::Range;

use crate::check::schema::{Schema, Shaped};
use crate::read::document::Document;
use crate::read::slice::{self, Event, Slicing, Story};
use crate::read::text;
use crate::refusal::{Refusal, Text};

/// A contract, ready to judge any number of replies.
#[derive(Debug)]
pub struct Gate {
    /// The largest reply, in bytes.
    pub max_bytes: usize,
    /// How the JSON is cut out of it.
    pub slicing: Slicing,
    /// Its shape; `None` judges only the form.
    pub schema: Option<Schema>,
    /// How many findings a refusal tells.
    pub max_findings: usize,
}

/// What became of one reply.
#[derive(Debug)]
pub struct Judgement<'a> {
    /// Yes with the cleared value, or no.
    pub outcome: Result<Cleared<'a>, Refusal>,
    /// What happened on the way.
    pub story: Story,
    /// The layers that judged, in order: `parse`, `schema`.
    pub judged: Vec<&'static str>,
}

/// A value that every layer let through: the only thing that can be printed.
#[derive(Debug)]
pub struct Cleared<'a>(Shaped<'a>);

impl<'a> Cleared<'a> {
    /// The document that passed.
    #[must_use]
    pub fn document(&self) -> &Document<'a> {
        self.0.document()
    }
}

impl Gate {
    /// Judges one reply, as read.
    #[must_use]
    pub fn judge<'a>(&self, input: &'a [u8]) -> Judgement<'a> {
        let (mut story, mut judged) = (Story::default(), Vec::new());
        let outcome = self.steps(input, &mut story, &mut judged);
        Judgement {
            outcome,
            story,
            judged,
        }
    }

    fn steps<'a>(
        &self,
        input: &'a [u8],
        story: &mut Story,
        judged: &mut Vec<&'static str>,
    ) -> Result<Cleared<'a>, Refusal> {
        judged.push("parse");
        let text = text::read(input, self.max_bytes)?;
        let satisfies = self.schema.as_ref().map(asks);
        let satisfies = satisfies.as_deref();
        let document = slice::cut(text, &self.slicing, satisfies, story)?;
        let shaped = match &self.schema {
            Some(schema) => {
                judged.push("schema");
                let span = document.root().span();
                let shaped = schema.check(document, self.max_findings);
                self.tell(
                    story,
                    span,
                    if shaped.is_ok() {
                        SATISFIED
                    } else {
                        NOT_SATISFIED
                    },
                );
                shaped?
            }
            None => Schema::anything().check(document, self.max_findings)?,
        };
        Ok(Cleared(shaped))
    }

    fn tell(&self, story: &mut Story, span: Range<usize>, what: &'static str) {
        if self.slicing.trace {
            let (span, text) = (Some(span), Text::from(what));
            story.events.push(Event { span, text });
        }
    }
}

const SATISFIED: &str = "it satisfies the schema";

const NOT_SATISFIED: &str = "it does not satisfy the schema";

/// The question whether a candidate satisfies a schema, for a step that stands before it.
fn asks(schema: &Schema) -> Box<dyn Fn(&Document<'_>) -> bool + '_> {
    Box::new(|document| schema.is_satisfied_by(document))
}

#[cfg(test)]
impl<'a> Judgement<'a> {
    /// A yes to this document, for tests of what tells it.
    pub(crate) fn accepting(document: Document<'a>) -> Self {
        let shaped = Schema::anything().check(document, 1);
        Self {
            outcome: shaped.map(Cleared),
            story: Story::default(),
            judged: vec!["parse"],
        }
    }
}

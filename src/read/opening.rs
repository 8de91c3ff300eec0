//! From the input to the text that the assistant wrote: through a record and a response, as far as
//! it stood in them.

use std::ops::Range;

use super::document::{Arena, Document, Kind, Node};
use super::provider::{self, Envelope, Given, Opened, Provider};
use super::record::Field;
use super::reply::Reply;
use super::text;
use crate::refusal::{Code, Finding, Refusal, Text};

/// What the input is, as the caller says.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// Which value of a record is the reply, or the response; `None` takes the input for it.
    pub field: Option<Field>,
    /// What that is.
    pub given: Given,
    /// Which of a response's several choices, from 0; without it, different ones are refused.
    pub choice: Option<u32>,
}

/// What was found on the way in.
#[derive(Debug, Default)]
pub struct Found<'a> {
    /// The text that is judged, which all offsets count in: of a response that holds no text to
    /// judge, the response. `None` where none was found: then they count in the input.
    pub reply: Option<Reply<'a>>,
    /// The response that it stood in.
    pub envelope: Option<Envelope<'a>>,
    /// What is to be told of that, and refuses nothing.
    pub warnings: Vec<Finding>,
    /// The bytes of the input that `--field` found, a JSON value.
    pub field: Option<Range<usize>>,
    /// Whether anything was opened, or tried to be.
    pub opened: bool,
}

/// The memory for texts that do not stand in the input as they are.
#[derive(Debug, Default)]
pub struct Room {
    field: String,
    said: String,
}

impl Opening {
    /// The text to judge, of an input of at most `most` bytes. `arena` is only used on the way.
    ///
    /// # Errors
    /// `parse.*` where the input is no text or none is there; `provider.*` where it does not stand
    /// where it should, or the response holds none. What was found until then is in `found`.
    pub fn open<'a>(
        &self,
        input: &'a [u8],
        most: usize,
        arena: &mut Arena,
        room: &'a mut Room,
        found: &mut Found<'a>,
    ) -> Result<&'a str, Refusal> {
        let Room { field, said } = room;
        let input = text::read(input, most).map_err(|fault| self.unread(fault, found))?;
        let reply = self.field(input, arena, field, found)?;
        let provider = self.provider(reply.text, arena);
        found.opened |= !matches!(provider, Ok(None));
        let Some(provider) = provider? else {
            return Ok(reply.text);
        };
        let opened = provider::open(&reply, provider, self.choice, arena, said);
        let Opened {
            said,
            envelope,
            warnings,
        } = opened;
        found.envelope = envelope;
        found.warnings = warnings;
        Ok(found.reply.insert(said?).text)
    }

    /// Whether what is judged stands inside something else.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        self.field.is_some() || self.given.opens()
    }

    /// Refuses a value that plainly is a whole response, where it was not opened as one.
    ///
    /// # Errors
    /// `provider.unrecognised`
    pub fn admit(&self, document: &Document<'_>) -> Result<(), Refusal> {
        let root = document.root();
        if let Given::Text | Given::Response(_) = self.given {
            return Ok(());
        }
        match provider::detect_value(root) {
            None => Ok(()),
            Some(provider) if matches!(self.given, Given::Unsaid) => {
                Err(unopened(provider, root.span()))
            }
            Some(provider) => {
                let message = format!("a response of `{}` stands here in a text", provider.name);
                let help = "pipe in the response alone; `--from text` judges it as it stands";
                let finding = Finding::new(Code::ProviderUnrecognised, message);
                Err(finding.at(root.span()).help(help).into())
            }
        }
    }

    /// A fault of the input itself. A response that ends in the midst of a character was cut off
    /// on its way, whatever its encoding.
    fn unread(&self, fault: text::Fault, found: &mut Found<'_>) -> Refusal {
        match (&self.field, self.given, &fault) {
            (None, Given::Response(_), text::Fault::Cut { at }) => {
                found.opened = true;
                let message = "the response ended before it was complete";
                Finding::new(Code::ProviderInterrupted, message)
                    .at(*at..*at)
                    .into()
            }
            _ => fault.into(),
        }
    }

    /// The reply or the response, which `room` holds if it does not stand in the input as it is.
    fn field<'a>(
        &self,
        input: &'a str,
        arena: &mut Arena,
        room: &'a mut String,
        found: &mut Found<'a>,
    ) -> Result<Reply<'a>, Refusal> {
        let Some(field) = &self.field else {
            return Ok(found.reply.insert(Reply::of_input(input)).clone());
        };
        found.opened = true;
        let (mut whole, mut failed) = (None, None);
        let look = |value: Node<'_>| match self.given {
            Given::Unsaid if whole.is_none() => {
                let error = value.get("error").map(Node::kind);
                let failed = error.is_some_and(|kind| kind != Kind::Null);
                whole = Some((provider::detect_value(value), failed));
            }
            given if given.opens() => failed = failed.take().or_else(|| provider::failure(value)),
            _ => {}
        };
        let opened = field.open(input, arena, room, look);
        // A request that failed has no response in its record.
        let (reply, span) = opened.map_err(|fault| match failed {
            Some(failure) if fault.is_missing() => failure.into(),
            _ => Refusal::from(fault),
        })?;
        if let Some((Some(provider), false)) = whole {
            return Err(passed_by(provider, span));
        }
        found.field = Some(span);
        let reply = found.reply.insert(reply).clone();
        text::some(reply.text).map_err(unsaid)?;
        Ok(reply)
    }

    /// Whose response a text is; `None` if it is the reply itself.
    fn provider(
        &self,
        text: &str,
        arena: &mut Arena,
    ) -> Result<Option<&'static Provider>, Refusal> {
        let detected = match self.given {
            Given::Response(provider) => return Ok(Some(provider)),
            Given::Text => return Ok(None),
            Given::Auto => provider::detect(text, arena),
            Given::Unsaid => provider::detect_stream(text, arena),
        };
        if let Some(unfit) = provider::unfit(text) {
            return Err(unfit.into());
        }
        match (self.given, detected, self.choice) {
            (Given::Unsaid, Some(provider), _) => Err(unopened(provider, 0..text.len())),
            (_, None, Some(choice @ 1..)) => {
                let message = format!("this is the reply itself: it holds no choice {choice}");
                Err(Finding::new(Code::ProviderUnrecognised, message).into())
            }
            (_, detected, _) => Ok(detected),
        }
    }
}

/// That what is to be judged as it stands is a whole response.
fn unopened(provider: &Provider, at: Range<usize>) -> Refusal {
    let name = provider.name;
    let message = format!("this is a response of `{name}`, not the text in it");
    let help = format!("add `--from {name}`; `--from text` judges it as it stands");
    let finding = Finding::new(Code::ProviderUnrecognised, message).at(at);
    finding.help(help).into()
}

/// That a field of a response was taken out of it, and nothing looked how the response ended.
fn passed_by(provider: &Provider, at: Range<usize>) -> Refusal {
    let name = provider.name;
    let message =
        format!("the record is a response of `{name}`: its field does not say how it ended");
    let help =
        format!("give `--from {name}` in place of `--field`; `--from text` judges the field alone");
    let finding = Finding::new(Code::ProviderUnrecognised, message).at(at);
    finding.help(help).into()
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

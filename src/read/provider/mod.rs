//! A provider's response in, what the assistant said in it out.
//!
//! Each provider is a file and a row of [`TABLE`].

mod frame;

mod view;

mod failure;

mod stop;

mod call;

mod choice;

mod answer;

mod openai_chat;

mod openai_responses;

mod anthropic;

mod gemini;

mod ollama;

mod bedrock;

mod cohere;

mod outcome;

mod detect;

mod strange;

mod open;

pub use detect::{detect, detect_stream, detect_value};
pub use open::{Opened, open};

use answer::Answer;
use failure::Failure;
use frame::Frame;
use view::View;

use super::document::Node;
use super::reply::{Piece, said};
use crate::refusal::{Code, Finding, Text};

/// What is known of a provider's format.
pub struct Provider {
    /// Its name for `--from`.
    pub name: &'static str,
    /// Which APIs answer in it.
    pub apis: &'static str,
    /// The framings in which it streams; empty if jgate reads none of them.
    pub streams: &'static str,
    /// What ends a stream of it behind the answer; empty if nothing does.
    end: &'static str,
    /// Keys of which at least one stands at the top of whatever bears its signature: most values
    /// have none of them, and are known to be no response at a glance.
    marks: &'static [&'static str],
    /// Whether a document, a complete response or a piece of a stream, can be nothing else.
    /// Only what stands at its top is looked at.
    signature: fn(View<'_>) -> bool,
    /// Takes in a document of it; says whether it was one.
    take: fn(&mut Answer, View<'_>) -> bool,
    /// The keys of error bodies that look like anybody's.
    bare_errors: &'static [&'static str],
}

/// All providers.
pub const TABLE: &[Provider] = &[
    openai_chat::PROVIDER,
    openai_responses::PROVIDER,
    anthropic::PROVIDER,
    gemini::PROVIDER,
    ollama::PROVIDER,
    bedrock::PROVIDER,
    cohere::PROVIDER,
];

impl std::fmt::Debug for Provider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// What the input is.
#[derive(Debug, Clone, Copy, Default)]
pub enum Given {
    /// The reply itself, unless it plainly is a response.
    #[default]
    Unsaid,
    /// The reply itself, whatever it looks like.
    Text,
    /// A response, if it plainly is one; else the reply itself.
    Auto,
    /// A response of this provider.
    Response(&'static Provider),
}

impl Given {
    /// The names that it has for users, each with what it means.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
        let plain = [
            ("text", "The reply itself, as it stands"),
            (
                "auto",
                "A response, if it plainly is one, else the reply itself",
            ),
        ];
        plain
            .into_iter()
            .chain(TABLE.iter().map(|provider| (provider.name, provider.apis)))
    }

    /// The one with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "text" => Some(Self::Text),
            "auto" => Some(Self::Auto),
            name => TABLE
                .iter()
                .find(|provider| provider.name == name)
                .map(Self::Response),
        }
    }

    /// Whether the input may be a response, so that what is judged stood inside it.
    #[must_use]
    pub fn opens(self) -> bool {
        matches!(self, Self::Auto | Self::Response(_))
    }
}

/// Why a text cannot be a reply, whatever stands in it; `None` if it can. It is shown how Python
/// shows an object, in which JSON is escaped once more.
#[must_use]
pub fn unfit(text: &str) -> Option<Finding> {
    let (message, help) = strange::PRINTED;
    let finding = || Finding::new(Code::ProviderUnrecognised, message).at(0..text.len());
    strange::is_repr(text.trim_ascii_start()).then(|| finding().help(help))
}

/// What a value tells of an error, if it does.
#[must_use]
pub fn failure(value: Node<'_>) -> Option<Finding> {
    let frame = Frame::new("", 0, true);
    let failure = Failure::told(View::new(value, &frame))?;
    Some(failure.finding(None))
}

/// What a response tells beside what the assistant said.
#[derive(Debug, Clone)]
pub struct Envelope<'a> {
    /// Whose it is.
    pub provider: &'static Provider,
    /// The provider's word for why the answer ended, at most 60 scalar values.
    pub stop_reason: Option<String>,
    source: &'a str,
    model: Option<Piece>,
    usage: Option<Vec<Piece>>,
}

impl Envelope<'_> {
    /// What it is, in a sentence.
    #[must_use]
    pub fn tale(&self) -> Text {
        let text = Text::new().own(format!(
            "the input is a response of `{}`",
            self.provider.name
        ));
        match &self.stop_reason {
            Some(reason) => text
                .own("; it ended for the reason `")
                .seen(reason)
                .own("`"),
            None => text,
        }
    }

    /// The model's name.
    #[must_use]
    pub fn model(&self) -> Option<String> {
        self.model
            .as_ref()
            .map(|model| self.read(std::slice::from_ref(model)))
    }

    /// What it took, a JSON object as it stood.
    #[must_use]
    pub fn usage(&self) -> Option<String> {
        self.usage.as_ref().map(|usage| self.read(usage))
    }

    fn read(&self, pieces: &[Piece]) -> String {
        let mut text = String::new();
        said(self.source, pieces, &mut text);
        text
    }
}

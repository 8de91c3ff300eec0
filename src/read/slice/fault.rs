//! Why no value could be cut out of a reply.

use std::ops::Range;

use super::Candidate;
use crate::read::document::{self, Offence, place};
use crate::refusal::{Code, Finding, Refusal, Text};

/// A piece of a reply that was meant as JSON and is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its bytes, as far as they are known.
    pub span: Range<usize>,
    /// What is wrong with it.
    pub what: Wrong,
}

/// What is wrong with a piece.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The parser's word.
    #[error("{0}")]
    Offence(document::Fault),
    /// The fence around it closes first.
    #[error("the code fence ends before the JSON in it is complete")]
    CutByFence,
    /// A closer that nothing opened.
    #[error("`{0}` closes nothing: what it belongs to is missing")]
    Stray(char),
    /// Braces that are no object stand around a value.
    #[error("the braces are doubled: those around the value are no JSON object")]
    AroundValue,
    /// Brackets that are no array stand around a value.
    #[error("the brackets around the value are no JSON array")]
    AroundElement,
    /// Half of a string stands in brackets of prose.
    #[error("a double quote is missing in these brackets, or what they belong to")]
    HalfString,
    /// A zero byte.
    #[error("a NUL byte stands in the reply")]
    Nul,
}

/// Why no value could be cut out of a reply.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing in it was meant as JSON.
    #[error("no JSON in the reply")]
    NoJson {
        /// The bytes of the reply that were looked through.
        looked: Range<usize>,
        /// Whether it holds reasoning, in which no answer is looked for.
        reasoning: bool,
        /// Whether only code fences were looked at.
        only_fences: bool,
    },
    /// What was meant as JSON is not.
    #[error("{}", .0.what)]
    Malformed(Piece),
    /// The text ends inside a container, whose first byte this is.
    #[error("the JSON ends before it is complete")]
    Truncated {
        /// The offset of the innermost open container.
        opened: usize,
        /// The length of the text.
        end: usize,
    },
    /// The text ends inside the reasoning that begins here.
    #[error("the reply ends inside its reasoning, before any answer")]
    ReasoningOpen {
        /// The offset of the tag.
        opened: usize,
        /// The length of the text.
        end: usize,
    },
    /// Several different candidates.
    #[error("the reply holds {count} different JSON values")]
    Ambiguous {
        /// The first of them.
        candidates: Vec<Candidate>,
        /// How many there are.
        count: usize,
    },
    /// The value is grammatical, and refused all the same: a key twice, or too many levels.
    #[error("{0}")]
    Refused(document::Fault),
}

impl Wrong {
    /// Its message, with what it holds of the reply told apart.
    pub(super) fn text(&self) -> Text {
        match self {
            Self::Offence(fault) => fault.what.text(),
            _ => Text::from(self.to_string()),
        }
    }
}

impl Fault {
    /// Its message, with what it holds of the reply told apart.
    fn text(&self) -> Text {
        match self {
            Self::Malformed(piece) => piece.what.text(),
            Self::Refused(fault) => fault.what.text(),
            _ => Text::from(self.to_string()),
        }
    }

    /// As a refusal of the reply with this text.
    #[must_use]
    pub fn refuse(&self, text: &str) -> Refusal {
        let message = self.text();
        let at = |offset: usize| {
            let position = place::position(text, offset);
            format!("{}:{}", position.line, position.column)
        };
        Refusal::one(match self {
            Self::NoJson {
                looked,
                reasoning,
                only_fences,
            } => {
                let help = match (reasoning, only_fences) {
                    (true, _) => "what stands in the reasoning is not taken",
                    (_, true) => {
                        "only code fences were looked at: `--slice loose` also looks in prose"
                    }
                    _ => "a number or a word in prose is not taken for JSON",
                };
                finding(Code::NoJson, message, looked.clone())
                    .help(help)
                    .feedback("the reply holds no JSON: give the value itself as JSON")
            }
            Self::Malformed(piece) => piece.finding(message),
            Self::Truncated { opened, end } => {
                let help = format!(
                    "what opens at {} is not closed; raise the token limit, or ask for a shorter answer",
                    at(*opened)
                );
                finding(Code::Truncated, message, *end..*end)
                    .help(help)
                    .feedback("the JSON was cut off before it was complete: give a shorter answer")
            }
            Self::ReasoningOpen { opened, end } => {
                let help = format!(
                    "the reasoning that begins at {} never ends; raise the token limit",
                    at(*opened)
                );
                finding(Code::Truncated, message, *end..*end)
                    .help(help)
                    .feedback("the reply ended inside its reasoning: think less and give the JSON")
            }
            Self::Ambiguous { candidates, count } => {
                let span = candidates.get(1).map_or(0..0, |second| second.span.clone());
                finding(Code::Ambiguous, message, span)
                    .help("ask for one value, or settle it with `--pick`")
                    .feedback(format!(
                        "the reply holds {count} different JSON values: give exactly one"
                    ))
            }
            Self::Refused(fault) => {
                let code = match fault.what {
                    Offence::TooDeep { .. } => Code::TooDeep,
                    _ => Code::DuplicateKey,
                };
                with_help(finding(code, message, fault.span()), fault.what.help())
            }
        })
    }
}

impl Piece {
    fn finding(&self, message: Text) -> Finding {
        match &self.what {
            Wrong::Offence(fault) => with_help(
                finding(Code::Malformed, message, fault.span()),
                fault.what.help(),
            ),
            Wrong::Stray(_) => finding(Code::Malformed, message, self.span.clone())
                .help("if the request ended with an opening bracket, put it before the reply")
                .feedback(
                    "a closing bracket stands there that nothing opens: give the whole value",
                ),
            Wrong::AroundValue => finding(Code::Malformed, message, self.span.clone())
                .help("write each brace once, and each key in double quotes"),
            Wrong::AroundElement => finding(Code::Malformed, message, self.span.clone())
                .help("put each string in double quotes"),
            Wrong::CutByFence | Wrong::HalfString | Wrong::Nul => {
                finding(Code::Malformed, message, self.span.clone())
            }
        }
    }
}

fn finding(code: Code, message: Text, span: Range<usize>) -> Finding {
    Finding::new(code, message).at(span)
}

fn with_help(finding: Finding, help: Option<&'static str>) -> Finding {
    match help {
        Some(help) => finding.help(Text::from(help)),
        None => finding,
    }
}

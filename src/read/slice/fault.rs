//! Why no value could be cut out of a reply.

use std::ops::Range;

use super::{Candidate, Method};
use crate::read::document::{self, Offence};
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
    #[error("`{0}` closes nothing that was opened")]
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
    /// Reasoning stands behind a bracket that opened something.
    #[error("reasoning begins behind a bracket that is open")]
    CutByReasoning,
    /// A zero byte.
    #[error("a NUL byte stands in the reply")]
    Nul,
}

/// Why no value could be cut out of a reply.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing in it was meant as JSON.
    #[error("{}", no_json(*.method))]
    NoJson {
        /// The bytes of the reply that were looked through.
        looked: Range<usize>,
        /// Whether it holds reasoning, in which no answer is looked for.
        reasoning: bool,
        /// Where it was looked for.
        method: Method,
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
        Refusal::one(match self {
            Self::NoJson {
                looked,
                reasoning,
                method,
            } => {
                let finding = finding(Code::NoJson, message, looked.clone());
                with_help(finding, where_else(*method, *reasoning)).feedback(match method {
                    Method::Whole => "Text stands around the JSON: send the JSON alone",
                    _ => "The reply holds no JSON: give the value itself as JSON",
                })
            }
            Self::Malformed(piece) => piece.finding(message, text),
            Self::Truncated { opened, end } => {
                let help = Text::new().own("what opens at ").place(*opened);
                let help =
                    help.own(" is not closed; raise the token limit, or ask for a shorter answer");
                finding(Code::Truncated, message, *end..*end)
                    .help(help)
                    .feedback("The JSON was cut off before it was complete: give a shorter answer")
            }
            Self::ReasoningOpen { opened, end } => {
                let help = Text::new()
                    .own("the reasoning that begins at ")
                    .place(*opened);
                let help = help.own(" never ends; raise the token limit");
                finding(Code::Truncated, message, *end..*end)
                    .help(help)
                    .feedback("The reply ended inside its reasoning: think less and give the JSON")
            }
            Self::Ambiguous { candidates, count } => {
                let span = candidates.get(1).map_or(0..0, |second| second.span.clone());
                finding(Code::Ambiguous, message, span)
                    .help(settled_by(text, candidates, *count))
                    .feedback(format!(
                        "The reply holds {count} different JSON values: give exactly one"
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
    fn finding(&self, message: Text, text: &str) -> Finding {
        let found = |span| finding(Code::Malformed, message, span);
        let span = self.span.clone();
        match &self.what {
            Wrong::Offence(fault) => with_help(found(fault.span()), fault.what.help()),
            Wrong::Stray(closer) => found(span)
                .help("leave it out; if the request ended with an opening bracket, put that first")
                .feedback(format!(
                    "A `{closer}` at line {} closes nothing: give the whole value",
                    document::place::position(text, self.span.start).line
                )),
            Wrong::AroundValue => {
                found(span).help("write each brace once, and each key in double quotes")
            }
            Wrong::AroundElement => found(span).help("put each string in double quotes"),
            Wrong::CutByFence => {
                let line = text.get(span.end..).unwrap_or_default();
                let length = line.find(['\n', '\r']).unwrap_or(line.len());
                found(span.end..span.end + length)
                    .help("write the rest of the JSON before the fence ends")
                    .feedback(
                        "The code fence ends before the JSON in it: write all of the JSON in it",
                    )
            }
            Wrong::HalfString | Wrong::CutByReasoning | Wrong::Nul => found(span),
        }
    }
}

fn no_json(method: Method) -> &'static str {
    match method {
        Method::Whole => "the reply is not JSON from its first character on",
        Method::Fence => "no code fence in the reply holds JSON",
        Method::Loose => "no JSON in the reply",
    }
}

/// What else could be looked at, when nothing was found.
fn where_else(method: Method, reasoning: bool) -> Option<&'static str> {
    match method {
        _ if reasoning => Some("what stands in the reasoning is not taken"),
        Method::Whole => Some("`--slice loose` looks for JSON inside the reply"),
        Method::Fence => Some("`--slice loose` also looks in prose"),
        Method::Loose => None,
    }
}

/// What could settle several candidates.
fn settled_by(text: &str, candidates: &[Candidate], count: usize) -> &'static str {
    if candidates.iter().all(|one| is_line(text, &one.span)) {
        return "ask for one value; if each line is a reply, `--lines` judges them";
    }
    let satisfy = candidates.iter().filter(|one| one.satisfies == Some(true));
    let asked = candidates.iter().any(|one| one.satisfies.is_some());
    match satisfy.count() {
        _ if !asked || candidates.len() < count => "ask for one value, or settle it with `--pick`",
        0 => "ask for one value: none of these satisfies the schema",
        1 => "ask for one value, or let `--pick schema` take the one that satisfies the schema",
        _ => "ask for one value: several of these satisfy the schema",
    }
}

/// Whether these bytes are a line of their own.
fn is_line(text: &str, span: &Range<usize>) -> bool {
    let before = text.get(..span.start).unwrap_or_default();
    let behind = text.get(span.end..).unwrap_or_default();
    (before.is_empty() || before.ends_with('\n'))
        && (behind.is_empty() || behind.starts_with(['\n', '\r']))
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

//! From what a response says to the text that is judged, or to the cause why there is none.
//!
//! Where several things are wrong the cause is told and never its symptom: an answer that was cut
//! off is `truncated`, whatever its JSON looks like.

use std::ops::Range;

use super::answer::Answer;
use super::call::named;
use super::choice::Choice;
use super::failure::Failure;
use super::frame::Framing;
use super::stop::{Ended, Stop};
use crate::read::document::Arena;
use crate::read::reply::{Piece, said};
use crate::refusal::{Code, Finding, Refusal, Severity, Text};

/// The text of the answer, in pieces of `source`, with the choice it is of.
///
/// # Errors
/// `provider.*`, in the order of their causes; `parse.ambiguous` for several different choices.
pub(super) fn settle(
    answer: &mut Answer,
    source: &str,
    choice: Option<u32>,
    arena: &mut Arena,
) -> Result<Settled, Refusal> {
    let request = answer.request.take();
    if let Some(failure) = answer.failure.take() {
        return Err(failure.finding(request).into());
    }
    if let Some((reason, at)) = &answer.blocked {
        let message = Text::new().own("the provider's filter stopped the prompt: `");
        return Err(filtered(message.seen(reason).own("`"), at).into());
    }
    if answer.crowd.is_some() || answer.choices.values().any(Choice::is_crowded) {
        let message = "the response holds more choices or tool calls than any answer does";
        return Err(Finding::new(Code::ProviderError, message).into());
    }
    let settled = of_all(answer, source, choice, arena);
    let cause = settled.as_ref().err().map(Refusal::code);
    let caused = [
        Code::ProviderFiltered,
        Code::ProviderRefusal,
        Code::ProviderTruncated,
    ];
    if cause.is_some_and(|code| caused.contains(&code)) {
        return settled;
    }
    match flaw(answer, source) {
        Some(flaw) => Err(flaw.into()),
        None => settled,
    }
}

/// What keeps a response from being taken for what it says.
fn flaw(answer: &Answer, source: &str) -> Option<Finding> {
    let choices = || answer.choices.values();
    let late = || choices().find_map(|choice| choice.late.clone());
    let late = || late().filter(|_| !answer.goes_on || answer.paused);
    if let Some(at) = answer.beyond.clone().or_else(late) {
        let message = "more follows the end of the answer, or another response";
        let help = match answer.framing {
            Framing::Events => "judge each response for itself",
            Framing::Document | Framing::Lines => "if each line is a response, add `--lines`",
        };
        let finding = Finding::new(Code::ProviderUnrecognised, message);
        return Some(finding.at(at).help(help));
    }
    let odd = || choices().find_map(|choice| choice.odd.clone());
    if let Some(at) = answer.odd.clone().or_else(odd) {
        let message = "what stands here is not as an API writes it, and would have to be guessed";
        return Some(Finding::new(Code::ProviderError, message).at(at));
    }
    (answer.halved && !answer.sealed).then(|| interrupted(source))
}

fn of_all(
    answer: &Answer,
    source: &str,
    choice: Option<u32>,
    arena: &mut Arena,
) -> Result<Settled, Refusal> {
    match pick(answer, source, choice)? {
        Some(choice) => of_choice(choice, answer.streamed, source, arena),
        None if answer.streamed => Err(interrupted(source).into()),
        None => Err(no_content(0..0).into()),
    }
}

/// What is judged, and what is told beside it.
#[derive(Debug)]
pub(super) struct Settled {
    pub(super) text: Vec<Piece>,
    pub(super) warnings: Vec<Finding>,
}

/// The choice that was named, or else the only one, or that which all of them are.
fn pick<'c>(
    answer: &'c Answer,
    source: &str,
    named: Option<u32>,
) -> Result<Option<&'c Choice>, Refusal> {
    let choices = &answer.choices;
    let unfinished = || choices.values().any(|choice| choice.stop.is_none());
    let cut = || answer.streamed && (choices.is_empty() || unfinished());
    if let Some(named) = named {
        return match choices.get(&named) {
            None if cut() => Err(interrupted(source).into()),
            None => Err(missing(named, choices.keys()).into()),
            known => Ok(known),
        };
    }
    let mut rest = choices.values();
    let Some(first) = rest.next() else {
        return Ok(None);
    };
    if choices.len() == 1 {
        return Ok(Some(first));
    }
    if cut() {
        return Err(interrupted(source).into());
    }
    if choices.values().all(Choice::fails) {
        // None is better: why the worst is no answer says more than that they differ.
        return Ok(choices.values().min_by_key(|choice| gravity(choice)));
    }
    let text = whole(source, first);
    let differs = |other: &&Choice| {
        let ended = |choice: &Choice| choice.stop.as_ref().map(|ended| ended.stop);
        let calls = first.calls().is_empty() && other.calls().is_empty();
        let refused = first.refusal.is_some() || other.refusal.is_some();
        !calls || refused || ended(first) != ended(other) || whole(source, other) != text
    };
    match rest.find(differs) {
        None => Ok(Some(first)),
        Some(other) => Err(ambiguous(choices.len(), other).into()),
    }
}

/// How much the cause weighs that makes a choice no answer; what weighs most comes first.
fn gravity(choice: &Choice) -> u8 {
    match choice.stop.as_ref().map(|ended| ended.stop) {
        Some(Stop::Failed) => 0,
        Some(Stop::Filtered) => 1,
        _ if choice.refusal.is_some() => 2,
        Some(Stop::Refused) => 2,
        Some(Stop::Truncated) => 3,
        None => 4,
        Some(_) => 5,
    }
}

fn whole(source: &str, choice: &Choice) -> String {
    let mut text = String::new();
    said(source, &choice.text().unwrap_or_default(), &mut text);
    text
}

fn ambiguous(count: usize, other: &Choice) -> Finding {
    let message = format!("the response holds {count} different choices");
    let mut finding = Finding::new(Code::Ambiguous, message);
    let text = other.text().unwrap_or_default();
    finding.place.span = text.first().map(Piece::span);
    finding.help("ask for one value, or name one of them: `--choice 0`")
}

fn missing<'i>(named: u32, there: impl Iterator<Item = &'i u32>) -> Finding {
    let there: Vec<_> = there.take(SHOWN_CHOICES).map(ToString::to_string).collect();
    let message = format!("the response holds no choice {named}");
    let finding = Finding::new(Code::ProviderUnrecognised, message);
    match there.as_slice() {
        [] => finding,
        there => finding.help(format!("there is {}", there.join(", "))),
    }
}

/// How many choices are told where the one that was named is not there.
const SHOWN_CHOICES: usize = 10;

fn of_choice(
    choice: &Choice,
    streamed: bool,
    source: &str,
    arena: &mut Arena,
) -> Result<Settled, Refusal> {
    let stop = choice.stop.as_ref();
    let is = |wanted| stop.filter(|ended| ended.stop == wanted);
    if let Some(ended) = is(Stop::Failed) {
        let failure = Failure::unnamed(Some(ended.word.clone()), ended.at.clone());
        return Err(failure.finding(None).into());
    }
    if let Some(ended) = is(Stop::Filtered) {
        let message = format!("the provider's filter stopped the answer: `{}`", ended.word);
        return Err(filtered(message, &ended.at).into());
    }
    if choice.refusal.is_some() || is(Stop::Refused).is_some() {
        return Err(refused(choice, source).into());
    }
    if let Some(ended) = is(Stop::Truncated) {
        return Err(truncated(ended).into());
    }
    match stop {
        None if streamed => return Err(interrupted(source).into()),
        None => return Err(unfinished(None).into()),
        Some(ended) if ended.stop == Stop::Unfinished => return Err(unfinished(Some(ended)).into()),
        Some(ended) if ended.stop == Stop::Malformed => return Err(malformed_call(ended).into()),
        Some(ended) if choice.partial => return Err(unfinished(Some(ended)).into()),
        Some(_) => {}
    }
    for (at, call) in choice.calls().iter().enumerate() {
        call.check(at, source, arena)?;
    }
    let text = choice.text().unwrap_or_default();
    if text.iter().all(|piece| is_blank(source, piece)) {
        return Err(unsaid(choice).into());
    }
    Ok(Settled {
        text,
        warnings: warnings(choice),
    })
}

fn warnings(choice: &Choice) -> Vec<Finding> {
    let mut warnings = Vec::new();
    if choice.unsaid {
        let message = "the server says that the answer is done, and not why: it may be cut off";
        warnings.push(warning(Code::ProviderIncomplete, message));
    }
    if !choice.calls().is_empty() {
        let text = Text::new().own("the turn goes on: beside the text ");
        warnings.push(warning(
            Code::ProviderIncomplete,
            named(text, choice.calls()),
        ));
    }
    warnings
}

/// A finding that refuses nothing.
pub(super) fn warning(code: Code, message: impl Into<Text>) -> Finding {
    Finding {
        severity: Severity::Warning,
        ..Finding::new(code, message)
    }
}

fn filtered(message: impl Into<Text>, at: &Range<usize>) -> Finding {
    Finding::new(Code::ProviderFiltered, message).at(at.clone())
}

/// How many scalar values of a refusal are shown.
const MOST_REFUSAL: usize = 300;

fn refused(choice: &Choice, source: &str) -> Finding {
    let words = choice.refusal.as_deref().unwrap_or_default();
    let text = Text::new().own("the model declined");
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        let finding = Finding::new(Code::ProviderRefusal, text);
        return match &choice.stop {
            Some(ended) => finding.at(ended.at.clone()),
            None => finding,
        };
    };
    let mut told = String::new();
    said(source, words, &mut told);
    let text = text.own(": \"").seen_up_to(&told, MOST_REFUSAL).own("\"");
    Finding::new(Code::ProviderRefusal, text).at(first.span().start..last.span().end)
}

fn truncated(ended: &Ended) -> Finding {
    let message = format!(
        "the answer was cut off at the token limit: `{}`",
        ended.word
    );
    Finding::new(Code::ProviderTruncated, message)
        .at(ended.at.clone())
        .feedback("Your answer was cut off at the length limit: give a shorter one")
}

fn interrupted(source: &str) -> Finding {
    let end = source.len();
    let message = "the stream ended before the answer was finished";
    let finding = Finding::new(Code::ProviderInterrupted, message).at(end..end);
    if source.contains(['\n', '\r']) {
        return finding;
    }
    finding.help("if it is one line of a stream, judge the stream as a whole, without `--lines`")
}

fn unfinished(ended: Option<&Ended>) -> Finding {
    let finding = |text: Text| Finding::new(Code::ProviderIncomplete, text);
    match ended {
        None => finding("the response gives no reason why the answer ended".into()),
        Some(ended) => {
            let text = Text::new().own("the answer is not finished: it ended for the reason `");
            finding(text.seen(&ended.word).own("`")).at(ended.at.clone())
        }
    }
}

fn malformed_call(ended: &Ended) -> Finding {
    let message = format!(
        "the provider found what the model wrote malformed: `{}`",
        ended.word
    );
    Finding::new(Code::ProviderMalformedArguments, message)
        .at(ended.at.clone())
        .feedback("Your tool call or answer was malformed")
}

fn no_content(at: Range<usize>) -> Finding {
    Finding::new(
        Code::ProviderNoContent,
        "the answer is finished and says nothing",
    )
    .at(at)
    .feedback("Your answer was empty")
}

/// Whether a piece of a text is nothing but white space, which is plainly written.
fn is_blank(source: &str, piece: &Piece) -> bool {
    let written = source.get(piece.span()).unwrap_or_default();
    let mut rest = written.trim_ascii_start();
    let breaks = |rest: &str| rest.starts_with("\\n") || rest.starts_with("\\r");
    while piece.escaped && breaks(rest) {
        rest = rest.get(2..).unwrap_or_default().trim_ascii_start();
    }
    rest.is_empty()
}

/// Of an answer that has no text.
fn unsaid(choice: &Choice) -> Finding {
    let at = choice.stop.as_ref().map_or(0..0, |ended| ended.at.clone());
    let finding = no_content(at);
    if let Some(call) = choice.calls().first() {
        let message = named(
            Text::new().own("the answer holds no text: "),
            choice.calls(),
        );
        let finding = Finding { message, ..finding }.at(call.at.clone());
        return finding.feedback("You called a tool and gave no answer in text");
    }
    if choice.thought {
        let message = "the answer holds only reasoning, and says nothing".into();
        return Finding { message, ..finding };
    }
    finding
}

/// That a text is nothing but white space.
pub(super) fn blank() -> Finding {
    let message = "the answer is nothing but white space".into();
    Finding {
        message,
        ..no_content(0..0)
    }
}

//! The model report: what the writer of the reply has to mend, in plain words for its next turn.
//!
//! It names no code and nothing of the user's files.

use std::collections::HashSet;

use super::safe;
use super::told::{help, one_line};
use crate::read::document::place::position;
use crate::read::document::pointer;
use crate::refusal::{Code, Finding, Recovery, Refusal, Severity};

/// How many scalar values of the reply are quoted on each side of a fault.
const QUOTED: usize = 15;

/// What a report ends with, what one on a reply without JSON does, and one on a tool call.
const LAST: &str = "Send the complete JSON again and nothing else.";
const LAST_OF_NONE: &str = "Send the JSON and nothing else.";
const LAST_OF_CALL: &str = "Make the call again, with one JSON object as its arguments.";

/// The report on a refusal of the reply `text`; `None` unless the model is to be asked again.
pub(super) fn feedback(refusal: &Refusal, text: &str, masked: bool) -> Option<String> {
    if refusal.code().row().recovery != Some(Recovery::Reask) {
        return None;
    }
    let mut lines: Vec<String> = Vec::new();
    let mut said = HashSet::new();
    let errors = refusal.findings.iter();
    for finding in errors.filter(|finding| finding.severity == Severity::Error) {
        let sentences = sentences(finding, text, masked);
        for line in sentences.into_iter().map(unmistakable) {
            if said.insert(line.clone()) {
                lines.push(line);
            }
        }
    }
    if refusal.more > 0 {
        lines.push(format!("And {} more like these.", refusal.more));
    }
    let last = match refusal.code() {
        Code::NoJson | Code::ProviderNoContent => LAST_OF_NONE,
        Code::ProviderMalformedArguments => LAST_OF_CALL,
        _ => LAST,
    };
    lines.push(last.to_owned());
    Some(lines.join("\n"))
}

/// What is said of a finding, each on a line.
fn sentences(finding: &Finding, text: &str, masked: bool) -> Vec<String> {
    let quote = match finding.code {
        Code::Truncated | Code::Malformed | Code::DuplicateKey | Code::TooDeep if !masked => {
            quoted(finding, text)
        }
        _ => None,
    };
    let place = if finding.code == Code::Truncated {
        "ends"
    } else {
        "stands"
    };
    match (written(finding, masked), quote) {
        (Some(words), Some(quote)) => vec![format!("{} It {place} here: {quote}", ended(words))],
        (Some(words), None) => vec![ended(words)],
        (None, quote) if finding.code.layer() == "parse" => of_form(finding, text, quote, masked),
        (None, _) => vec![ended(of_value(finding, masked))],
    }
}

/// The sentence that was written for the model, or that says all there is to say.
fn written(finding: &Finding, masked: bool) -> Option<String> {
    let words = match (&finding.feedback, finding.code) {
        (Some(feedback), code) => sentence_case(&one_line(feedback, masked), code),
        // The rule's author wrote it as a sentence of its own.
        (None, Code::DomainRule) => one_line(&finding.message, masked).replace('`', ""),
        (None, Code::NoJson) => "Your reply holds no JSON".to_owned(),
        (None, Code::Truncated) => {
            "The JSON ends before it is complete: give a shorter answer".to_owned()
        }
        (None, Code::Ambiguous) => {
            "Your reply holds several different values: send only one".to_owned()
        }
        (None, _) => return None,
    };
    Some(words)
}

/// A fault of form and its place, then what would do.
fn of_form(finding: &Finding, text: &str, quote: Option<String>, masked: bool) -> Vec<String> {
    let message = sentence_case(&one_line(&finding.message, masked), finding.code);
    let fact = format!("{message}{}", at_line(finding, text));
    let fact = match quote {
        Some(quote) => format!("{fact}, here: {quote}"),
        None => ended(fact),
    };
    let help = help(finding, masked);
    let help = help.map(|help| ended(sentence_case(&help, finding.code)));
    [Some(fact), help].into_iter().flatten().collect()
}

/// What is wrong with a value, where, and what would do.
fn of_value(finding: &Finding, masked: bool) -> String {
    let message = plain(&one_line(&finding.message, masked));
    let path = pointer::path(finding.place.pointer.as_deref().unwrap_or_default());
    let help = help(finding, masked);
    let help = help.map_or_else(String::new, |help| format!(": {}", help.replace('`', "")));
    format!("{}{help}", led(&message, &safe::inside(&path)))
}

/// Words as a sentence begins, unless they begin with a key: no key is two words, for one that
/// holds a space is told in brackets.
fn sentence_case(words: &str, code: Code) -> String {
    let ours = matches!(code.layer(), "parse" | "provider")
        || ["the value ", "the key "]
            .iter()
            .any(|start| words.starts_with(start));
    let mut chars = words.chars();
    let first = chars
        .next()
        .filter(|_| ours)
        .map(|c| c.to_ascii_uppercase());
    match first {
        Some(first) => first.to_string() + chars.as_str(),
        None => words.to_owned(),
    }
}

/// The message with the path in it: in place of the last name of it, or before all.
fn led(message: &str, path: &str) -> String {
    let last = path.rsplit('.').next().unwrap_or_default();
    let behind = message
        .strip_prefix(last)
        .filter(|behind| behind.starts_with(' '));
    match behind {
        _ if path.is_empty() => message.to_owned(),
        Some(behind) => format!("{path}{behind}"),
        None => format!("{path}: {message}"),
    }
}

fn at_line(finding: &Finding, text: &str) -> String {
    finding
        .place
        .span
        .as_ref()
        .map_or_else(String::new, |span| {
            let place = position(text, span.start);
            format!(" (line {}, column {})", place.line, place.column)
        })
}

/// What stands around a fault of form, on one line.
fn quoted(finding: &Finding, text: &str) -> Option<String> {
    let span = finding.place.span.clone()?;
    let (before, after) = text.split_at_checked(text.floor_char_boundary(span.start))?;
    let start = before
        .char_indices()
        .rev()
        .nth(QUOTED - 1)
        .map_or(0, |(at, _)| at);
    let end = after
        .char_indices()
        .nth(QUOTED)
        .map_or(after.len(), |(at, _)| at);
    let cut = |cut: bool| if cut { "…" } else { "" };
    let piece = text.get(start..before.len() + end)?;
    Some(format!(
        "{}{}{}",
        cut(start > 0),
        safe::inside(piece),
        cut(end < after.len())
    ))
}

/// A message without its backticks. It begins as a sentence does, unless with a name.
fn plain(message: &str) -> String {
    let mut chars = message.chars().filter(|c| *c != '`');
    let named = message.starts_with('`');
    let first = chars
        .next()
        .map(|c| if named { c } else { c.to_ascii_uppercase() });
    first.into_iter().chain(chars).collect()
}

/// A line that no CI system takes for a command, should it be printed there.
fn unmistakable(line: String) -> String {
    if line.trim_start().starts_with("::") {
        format!("Here: {line}")
    } else {
        line
    }
}

/// A sentence with its full stop.
fn ended(mut text: String) -> String {
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

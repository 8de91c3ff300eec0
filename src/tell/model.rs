//! The model report: what the writer of the reply has to mend, in plain words for its next turn.
//!
//! It names no code and nothing of the user's files.

use std::collections::HashSet;

use super::safe;
use super::told::one_line;
use crate::read::document::place::position;
use crate::read::document::pointer;
use crate::refusal::{Code, Finding, Recovery, Refusal};

/// How many scalar values of the reply are quoted on each side of a fault.
const QUOTED: usize = 15;

const LAST: &str = "Send the complete JSON again and nothing else.";

/// The report on a refusal of the reply `text`; `None` unless the model is to be asked again.
pub(super) fn feedback(refusal: &Refusal, text: &str, masked: bool) -> Option<String> {
    if refusal.code().row().recovery != Some(Recovery::Reask) {
        return None;
    }
    let mut lines: Vec<String> = Vec::new();
    let mut said = HashSet::new();
    for finding in &refusal.findings {
        let line = unmistakable(sentence(finding, text, masked));
        if said.insert(line.clone()) {
            lines.push(line);
        }
    }
    if refusal.more > 0 {
        lines.push(format!("And {} more like these.", refusal.more));
    }
    lines.push(LAST.to_owned());
    Some(lines.join("\n"))
}

fn sentence(finding: &Finding, text: &str, masked: bool) -> String {
    let here = match finding.code {
        Code::Truncated => "It ends here",
        Code::Malformed | Code::DuplicateKey | Code::TooDeep => "It stands here",
        _ => return ended(words(finding, text, masked)),
    };
    let quote = quoted(finding, text).filter(|_| !masked);
    let quote = quote.map_or_else(String::new, |quote| format!(" {here}: {quote}"));
    format!("{}{quote}", ended(words(finding, text, masked)))
}

fn words(finding: &Finding, text: &str, masked: bool) -> String {
    if let Some(feedback) = &finding.feedback {
        return one_line(feedback, masked);
    }
    let message = plain(&one_line(&finding.message, masked));
    match finding.code {
        Code::NoJson => "Your reply holds no JSON".to_owned(),
        Code::Truncated => "The JSON ends before it is complete: give a shorter answer".to_owned(),
        Code::Ambiguous => "Your reply holds several different values: send only one".to_owned(),
        code => {
            let place = if code.layer() == "parse" {
                at_line(finding, text)
            } else {
                String::new()
            };
            let path = pointer::path(finding.place.pointer.as_deref().unwrap_or_default());
            let path = safe::inside(&path);
            let help = finding.help.as_ref().map(|help| one_line(help, masked));
            let help = help.filter(|help| !help.is_empty());
            let help = help.map_or_else(String::new, |help| format!(": {}", help.replace('`', "")));
            format!("{}{place}{help}", led(&message, &path))
        }
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

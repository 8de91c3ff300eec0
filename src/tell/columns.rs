//! How many columns a text takes on a terminal, and how much of it fits in so many.

use std::ops::Range;

use crate::refusal::text::{escaped, is_unsafe};

/// A tab is shown as so many spaces.
const TAB: &str = "    ";

/// How far one comes from the start of a span in `most` columns, but over one character.
pub(super) fn forward(text: &str, span: Range<usize>, most: usize) -> usize {
    let mut used = 0;
    let mut chars = text.get(span.clone()).unwrap_or_default().char_indices();
    chars
        .find(|(at, c)| {
            used += width(*c);
            *at > 0 && used > most
        })
        .map_or(span.end, |(at, _)| span.start + at)
}

/// How far one comes back from the end of a span in `most` columns.
pub(super) fn backward(text: &str, span: Range<usize>, most: usize) -> usize {
    let mut used = 0;
    let chars = text.get(span.clone()).unwrap_or_default().char_indices();
    chars
        .rev()
        .take_while(|(_, c)| {
            used += width(*c);
            used <= most
        })
        .last()
        .map_or(span.end, |(at, _)| span.start + at)
}

/// A character as it is shown.
pub(super) fn shown(c: char) -> String {
    match c {
        '\t' => TAB.to_owned(),
        c => escaped(c.encode_utf8(&mut [0; 4])).into_owned(),
    }
}

/// How many columns a character takes: never less than on a terminal, for what follows is cut
/// by it, not aligned.
fn width(c: char) -> usize {
    match c {
        '\t' => TAB.len(),
        c if is_unsafe(c) => shown(c).len(),
        c => 1 + usize::from(c >= '\u{1100}'),
    }
}

/// How many columns a text takes.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// The end of a label, as much of it as fits; nothing when that would say nothing.
pub(super) fn fitted(label: &str, most: usize) -> String {
    if columns(label) <= most {
        return label.to_owned();
    }
    if most < 6 {
        return String::new();
    }
    let start = backward(label, 0..label.len(), most - 1);
    format!("…{}", label.get(start..).unwrap_or_default())
}

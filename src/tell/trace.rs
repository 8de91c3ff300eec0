//! The story of how the answer was looked for, one line an event.

use std::fmt::Write as _;

use super::Source;
use super::cursor::Cursor;
use super::told::one_line;
use crate::read::slice::Story;

/// The events as `LINE:COL: text`, without the place where an event has none. With `masked`,
/// no value of the reply is told.
#[must_use]
pub fn trace(story: &Story, source: &Source<'_>, masked: bool) -> String {
    let mut cursor = Cursor::new(source.text);
    let mut lines = String::new();
    for event in &story.events {
        if let Some(span) = &event.span {
            let place = cursor.to(span.start);
            let _ = write!(lines, "{}:{}: ", place.line, place.column);
        }
        lines.push_str(&one_line(&event.text, masked));
        lines.push('\n');
    }
    lines
}

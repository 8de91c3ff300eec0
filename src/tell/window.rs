//! The few lines around some marks in a text, cut to the width and made safe to show.
//!
//! What comes out is a small text of its own: no control character, no tab, no line wider than
//! asked, and each mark's bytes in it.

use std::ops::Range;

use super::columns::{backward, columns, fitted, forward, shown};
use super::safe::{BRACKET, Brackets};
use crate::read::document::place::line_start;

/// How many columns of a line are shown at most, whatever the width.
const MOST_COLUMNS: usize = 121;

/// Something to mark in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    /// Its bytes.
    pub(super) span: Range<usize>,
    /// The words beside it; may be empty.
    pub(super) label: String,
}

/// Lines to show.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The lines, each with its LF.
    pub(super) text: String,
    /// The number of the first, from 1.
    pub(super) line: usize,
    /// The marks in `text`, rising, each on one line.
    pub(super) marks: Vec<Mark>,
}

/// How many columns there are for text, beside line numbers up to `line`.
pub(super) fn room(width: usize, line: usize) -> usize {
    let gutter = (line + 1).to_string().len() + 5;
    width.saturating_sub(gutter).clamp(12, MOST_COLUMNS)
}

/// Decides which of some rising marks can stand in one window.
#[derive(Debug)]
pub(super) struct Reach<'t> {
    text: &'t str,
    room: usize,
    line: usize,
    first_on_line: usize,
}

impl<'t> Reach<'t> {
    /// Of a first mark at byte `start` on line `line`, in windows of `room` columns.
    pub(super) fn new(text: &'t str, start: usize, line: usize, room: usize) -> Self {
        Self {
            text,
            room,
            line,
            first_on_line: start,
        }
    }

    /// Whether the next mark can stand beside those so far: on the same line not far from the
    /// first there, or at most two lines below.
    pub(super) fn admits(&mut self, start: usize, line: usize) -> bool {
        if line == self.line {
            let between = self.text.get(self.first_on_line..start);
            return between.is_some_and(|between| {
                between.len() <= self.room * 4 && columns(between) <= self.room / 3
            });
        }
        let near = (self.line..=self.line + 2).contains(&line);
        if near {
            self.line = line;
            self.first_on_line = start;
        }
        near
    }
}

impl Window {
    /// The lines of `text` that hold the marks, which rise, and one on each side. The first mark
    /// stands on line `number`. `room` is the width in columns.
    pub(super) fn new(text: &str, marks: &[Mark], number: usize, room: usize) -> Self {
        let marks = apart(text, marks, room / 3);
        let first = marks
            .first()
            .map_or(0, |mark| line_start(text, mark.span.start));
        let above = first.checked_sub(1).map(|at| line_start(text, at));
        let mut window = Self {
            text: String::new(),
            line: number.saturating_sub(usize::from(above.is_some())).max(1),
            marks: Vec::new(),
        };
        let mut waiting = marks.as_slice();
        let mut next = Some(above.unwrap_or(first));
        while let Some(start) = next {
            let end = line_end(text, start);
            let (here, rest) =
                waiting.split_at(waiting.partition_point(|mark| mark.span.start <= end));
            window.push(text, start..end, here, room);
            // The line below is shown too, but not the nothing behind a last line break.
            let below = |next: &usize| !rest.is_empty() || *next < text.len();
            next = after(text, end)
                .filter(below)
                .filter(|_| !waiting.is_empty());
            waiting = rest;
        }
        window
    }

    fn push(&mut self, text: &str, line: Range<usize>, marks: &[Mark], room: usize) {
        let seen = visible(text, &line, marks, room.saturating_sub(2));
        let begin = self.text.len();
        if seen.start > line.start {
            self.text.push('…');
        }
        let mut places = Vec::new();
        let mut brackets = Brackets::default();
        for (at, c) in text.get(seen.clone()).unwrap_or_default().char_indices() {
            places.push((seen.start + at, self.text.len()));
            if brackets.meets(c) {
                self.text.push_str(BRACKET);
            } else {
                self.text.push_str(&shown(c));
            }
        }
        places.push((seen.end, self.text.len()));
        if seen.end < line.end {
            self.text.push('…');
        }
        for mark in marks {
            let span = moved(&places, mark.span.start)..moved(&places, mark.span.end);
            let before = columns(self.text.get(begin..span.start).unwrap_or_default());
            let label = fitted(&mark.label, room.saturating_sub(before + 4));
            self.marks.push(Mark { span, label });
        }
        self.text.push('\n');
    }
}

/// The marks, each cut to its first line and to `most` columns, none over another. Marks that
/// begin at the same place become one.
fn apart(text: &str, marks: &[Mark], most: usize) -> Vec<Mark> {
    let mut apart: Vec<Mark> = Vec::new();
    for mark in marks {
        let span = clipped(text, &mark.span, most);
        if let Some(last) = apart.last_mut() {
            if last.span.start >= span.start {
                if last.label != mark.label {
                    last.label = format!("{}, {}", last.label, mark.label);
                }
                continue;
            }
            if last.span.end > span.start {
                last.span.end = forward(text, last.span.start..span.start, 1);
            }
        }
        let label = mark.label.clone();
        apart.push(Mark { span, label });
    }
    apart
}

/// A span cut to its first line and to `most` columns. Of a container over several lines only
/// the opener is left.
fn clipped(text: &str, span: &Range<usize>, most: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let start = text.floor_char_boundary(span.start);
    let in_line_break = start > 0 && bytes.get(start - 1..=start) == Some(b"\r\n");
    let start = start - usize::from(in_line_break);
    let line_end = line_end(text, start);
    let end = text.ceil_char_boundary(span.end.min(text.len()));
    let opener = matches!(bytes.get(start), Some(b'{' | b'['));
    if opener && end > line_end {
        return start..start + 1;
    }
    let end = end.clamp(start, line_end);
    start..forward(text, start..end, most)
}

/// Where the line ends that holds byte `from`: before its line break.
fn line_end(text: &str, from: usize) -> usize {
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    memchr::memchr2(b'\n', b'\r', rest).map_or(text.len(), |at| from + at)
}

/// Where the next line begins, if one does.
fn after(text: &str, end: usize) -> Option<usize> {
    match text.as_bytes().get(end..)? {
        [b'\r', b'\n', ..] => Some(end + 2),
        [_, ..] => Some(end + 1),
        [] => None,
    }
}

/// The part of a line that is shown: all of it if it fits with the last mark's label, else what
/// stands around the marks.
fn visible(text: &str, line: &Range<usize>, marks: &[Mark], room: usize) -> Range<usize> {
    let label = marks.last().map_or(0, |mark| {
        let before = text.get(line.start..mark.span.start);
        // A column count of a long line would cost its length again for each window.
        let before = before.filter(|text| text.len() <= room * 4);
        before.map_or(room, columns) + 4 + columns(&mark.label).min(room / 3)
    });
    if label <= room && forward(text, line.clone(), room) == line.end {
        return line.clone();
    }
    let focus = marks.first().map_or(line.start, |mark| mark.span.start);
    let behind = forward(text, focus..line.end, room - room / 3);
    let used = columns(text.get(focus..behind).unwrap_or_default());
    let start = backward(
        text,
        line.start..focus,
        (room - used.min(room)).min(room / 2),
    );
    start..forward(text, start..line.end, room)
}

/// The offset in the window of an offset in the text.
fn moved(places: &[(usize, usize)], offset: usize) -> usize {
    let at = places.partition_point(|(from, _)| *from < offset);
    let place = places.get(at).or(places.last());
    place.map_or(0, |(_, to)| *to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(text: &str, span: Range<usize>, line: usize, room: usize) -> (String, String) {
        let label = String::new();
        let window = Window::new(text, &[Mark { span, label }], line, room);
        let span = window.marks.first().map(|mark| mark.span.clone()).unwrap();
        let marked = window.text.get(span).unwrap().to_owned();
        (window.text, marked)
    }

    #[test]
    fn a_short_line_is_shown_with_its_neighbours() {
        let text = "a\r\nbc\rde\nf";
        let shown = |span, line| window(text, span, line, 40);
        assert_eq!(shown(3..4, 2), ("a\nbc\nde\n".into(), "b".into()));
        assert_eq!(shown(0..1, 1), ("a\nbc\n".into(), "a".into()));
        assert_eq!(shown(9..10, 4), ("de\nf\n".into(), "f".into()));
        assert_eq!(shown(2..3, 1), ("a\nbc\n".into(), String::new()));
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        let text = format!("{}MARK{}", "日".repeat(999), "y".repeat(9999));
        let (shown, marked) = window(&text, 2997..3001, 1, 60);
        assert_eq!(marked, "MARK");
        assert!(
            shown.starts_with("…日") && shown.ends_with("y…\n"),
            "{shown}"
        );
        assert!(columns(shown.trim_end()) <= 62, "{shown}");
        let (shown, marked) = window(&text, 13_000..13_000, 1, 60);
        assert!(shown.ends_with("yyy\n") && marked.is_empty(), "{shown}");
    }

    #[test]
    fn marks_stay_where_they_were_behind_escapes_and_tabs() {
        let text = "\t\u{1b}\u{202e}\"x\"\u{feff}";
        let at = text.find('"').unwrap();
        let (shown, marked) = window(text, at..at + 3, 1, 60);
        assert_eq!(shown, "    \\u{1b}\\u{202e}\"x\"\\u{feff}\n");
        assert_eq!(marked, "\"x\"");
        let (_, marked) = window(text, 1..2, 1, 60);
        assert_eq!(marked, "\\u{1b}");
    }

    #[test]
    fn marks_never_overlap() {
        let text = r#"{"a":[1,2]}"#;
        let mark = |span, label: &str| Mark {
            span,
            label: label.into(),
        };
        let marks = [
            mark(0..11, "x"),
            mark(0..11, "y"),
            mark(5..10, "z"),
            mark(6..7, "w"),
        ];
        let window = Window::new(text, &marks, 1, 80);
        let wanted = [mark(0..1, "x, y"), mark(5..6, "z"), mark(6..7, "w")];
        assert_eq!(window.marks, wanted);
    }

    #[test]
    fn of_a_container_over_lines_the_opener_is_marked() {
        assert_eq!(clipped("[\n1]", &(0..4), 20), 0..1);
        assert_eq!(clipped("[1, 2]", &(0..6), 20), 0..6);
        assert_eq!(clipped("[1, 2]", &(0..6), 3), 0..3);
    }
}

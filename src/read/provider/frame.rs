//! A response's framing: one document, an event stream, or a document a line.
//!
//! Event streams are read as the HTML Standard says, section 9.2.6 (server-sent events): lines end
//! with LF, CRLF or CR, a line that begins with a colon is a comment, one space behind a field's
//! colon is dropped, the `data` lines of an event are joined by LF. Other than there, what stands
//! behind the last blank line is an event too, for many servers end without one.

use std::borrow::Cow;
use std::ops::Range;

use crate::read::document::{Arena, Document, Fault, Offence};
use crate::read::reply::Piece;

/// A text that one JSON document is expected in, and where its lines stood.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    /// What is to be parsed.
    pub(super) text: Cow<'a, str>,
    /// The name of the event; empty if it has none.
    pub(super) event: &'a str,
    /// Whether the input ends with it, so that it may be only half there.
    pub(super) last: bool,
    /// Where its first line begins in what was read.
    start: usize,
    /// For each line behind that: where it begins in the text and in what was read.
    more: Vec<(usize, usize)>,
}

impl<'a> Frame<'a> {
    /// A text that begins at this offset of what was read.
    pub(super) fn new(text: &'a str, start: usize, last: bool) -> Self {
        Self {
            text: Cow::Borrowed(text),
            event: "",
            last,
            start,
            more: Vec::new(),
        }
    }

    /// Where bytes of the text stand in what was read, first to last.
    pub(super) fn place(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.offset(span.start);
        // The end of a line is not the beginning of the next.
        let end = match span.end.checked_sub(1) {
            Some(last) if last >= span.start => self.offset(last) + 1,
            _ => start,
        };
        start..end
    }

    fn offset(&self, offset: usize) -> usize {
        let (begin, source) = self.line(self.line_of(offset));
        source + offset.saturating_sub(begin)
    }

    /// Which line a byte of the text stands in, from 0.
    fn line_of(&self, offset: usize) -> usize {
        self.more.partition_point(|(begin, _)| *begin <= offset)
    }

    /// Where a line begins in the text and in what was read.
    fn line(&self, line: usize) -> (usize, usize) {
        let behind = line.checked_sub(1).and_then(|at| self.more.get(at));
        behind.copied().unwrap_or((0, self.start))
    }

    /// The same in one piece a line.
    pub(super) fn pieces(&self, span: &Range<usize>) -> Vec<Piece> {
        let last = self.line_of(span.end.saturating_sub(1));
        let piece = |line| {
            let (begin, source) = self.line(line);
            let end = self.more.get(line).map_or(usize::MAX, |(next, _)| next - 1);
            let (start, end) = (span.start.max(begin), span.end.min(end));
            let place = source + (start - begin)..source + end.saturating_sub(begin);
            (start < end).then(|| Piece::new(&place, false))
        };
        (self.line_of(span.start)..=last)
            .filter_map(piece)
            .collect()
    }
}

/// What `OpenAI`'s streams say when all is said.
pub(super) const DONE: &str = "[DONE]";

/// How the documents of a response are told apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Framing {
    /// It is one document.
    #[default]
    Document,
    /// Server-sent events.
    Events,
    /// A document a line (NDJSON).
    Lines,
}

impl Framing {
    /// By the first bytes: events, or else one document until that turns out to be the first line of
    /// several, as [`is_lines`] says.
    pub(super) fn of(source: &str) -> Self {
        if is_events(source) {
            Self::Events
        } else {
            Self::Document
        }
    }

    /// The frames of a response, in order.
    pub(super) fn frames(self, source: &str) -> Box<dyn Iterator<Item = Frame<'_>> + '_> {
        match self {
            Self::Document => Box::new(std::iter::once(Frame::new(source, 0, true))),
            Self::Events => Box::new(Events {
                lines: Lines::new(source),
            }),
            Self::Lines => {
                let lines = Lines::new(source);
                let full = |line: &Line<'_>| !line.text.trim_ascii().is_empty();
                Box::new(
                    lines
                        .filter(full)
                        .map(|line| Frame::new(line.text, line.start, !line.ended)),
                )
            }
        }
    }
}

/// Whether what keeps a text from being one document is that another begins on a later line.
pub(super) fn is_lines(source: &str, fault: &Fault) -> bool {
    let Offence::Trailing { found: '{' } = fault.what else {
        return false;
    };
    let before = source.get(..fault.at).unwrap_or_default();
    let first = before.trim_ascii_end();
    let between = before.get(first.len()..).unwrap_or_default();
    first.ends_with('}') && between.contains(['\n', '\r'])
}

/// Whether the first line that is not blank is one of an event stream.
pub(super) fn is_events(source: &str) -> bool {
    let rest = source.strip_prefix('\u{feff}').unwrap_or(source);
    let rest = rest.trim_start_matches(['\n', '\r']);
    ["data:", "event:", "id:", "retry:", ":"]
        .iter()
        .any(|field| rest.starts_with(field))
}

/// Whether a line of no known field begins as a document or, but for spelling, as data.
fn is_meant(line: &str) -> bool {
    let meant = line.trim_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}');
    let field = meant.get(..4).unwrap_or_default();
    meant.starts_with(['{', '[']) || field.eq_ignore_ascii_case("data")
}

/// What is parsed of a frame, or why it is no document.
pub(super) fn parse<'f>(frame: &'f Frame<'_>, arena: &mut Arena) -> Result<Document<'f>, Fault> {
    Document::parse_in(&*frame.text, crate::read::record::MAX_DEPTH, arena)
}

/// A line without its end.
struct Line<'a> {
    text: &'a str,
    start: usize,
    /// Whether a line end stands behind it.
    ended: bool,
}

/// The lines of a text, which end with LF, CRLF or CR.
struct Lines<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    fn new(source: &'a str) -> Self {
        let at = if source.starts_with('\u{feff}') {
            '\u{feff}'.len_utf8()
        } else {
            0
        };
        Self { source, at }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = self.source.get(self.at..).filter(|rest| !rest.is_empty())?;
        let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes());
        let text = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        let line = Line {
            text,
            start: self.at,
            ended: end.is_some(),
        };
        let behind = rest.get(text.len()..).unwrap_or_default();
        self.at += text.len();
        self.at += match behind.as_bytes() {
            [b'\r', b'\n', ..] => 2,
            [] => 0,
            _ => 1,
        };
        Some(line)
    }
}

/// The events of a stream that hold data.
struct Events<'a> {
    lines: Lines<'a>,
}

impl<'a> Iterator for Events<'a> {
    type Item = Frame<'a>;

    fn next(&mut self) -> Option<Frame<'a>> {
        let mut frame: Option<Frame<'a>> = None;
        let mut event = "";
        let mut last = true;
        for line in self.lines.by_ref() {
            if line.text.is_empty() {
                if frame.is_some() {
                    last = false;
                    break;
                }
                event = "";
                continue;
            }
            let (field, value) = line.text.split_once(':').unwrap_or((line.text, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match field {
                "data" => {
                    let start = line.start + line.text.len() - value.len();
                    match &mut frame {
                        None => frame = Some(Frame::new(value, start, true)),
                        Some(frame) => frame.join(value, start),
                    }
                }
                "event" => event = value,
                // What looks as if it were meant for data is none, and is not passed over.
                _ if is_meant(line.text) => match &mut frame {
                    None => frame = Some(Frame::new(line.text, line.start, true)),
                    Some(frame) => frame.join(line.text, line.start),
                },
                _ => {}
            }
        }
        frame.map(|frame| Frame {
            event,
            last,
            ..frame
        })
    }
}

impl<'a> Frame<'a> {
    /// Adds another line of data.
    fn join(&mut self, line: &'a str, start: usize) {
        let text = self.text.to_mut();
        text.push('\n');
        self.more.push((text.len(), start));
        text.push_str(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(source: &str) -> Vec<(String, String, bool)> {
        assert!(is_events(source), "{source:?}");
        let frames = Framing::Events.frames(source);
        frames
            .map(|frame| (frame.event.to_owned(), frame.text.into_owned(), frame.last))
            .collect()
    }

    #[test]
    fn line_ends_comments_and_spaces_are_as_the_standard_says() {
        let one = |event: &str, data: &str, last| (event.to_owned(), data.to_owned(), last);
        for end in ["\n", "\r\n", "\r"] {
            let stream =
                ": hello|event: a|data: 1||data:2|data:  3|id: 9||event: c||retry: 5|data|data: 4"
                    .replace('|', end);
            assert_eq!(
                events(&stream),
                [
                    one("a", "1", false),
                    one("", "2\n 3", false),
                    one("", "\n4", true)
                ],
                "{end:?}"
            );
            let marked = format!("\u{feff}{stream}{end}");
            assert_eq!(events(&marked).len(), 3);
        }
    }

    #[test]
    fn what_is_joined_is_found_where_it_stood() {
        let source = "data: {\"a\":\ndata:  \"xyz\"\r\n: no\ndata: }\n\n";
        let frame = Framing::Events.frames(source).next().unwrap();
        assert_eq!(frame.text, "{\"a\":\n \"xyz\"\n}");
        let at = frame.text.find("xyz").unwrap();
        assert_eq!(source.get(frame.place(&(at..at + 3))).unwrap(), "xyz");
        let whole = 0..frame.text.len();
        assert_eq!(
            source.get(frame.place(&whole)),
            source.get(6..source.len() - 2)
        );
        let pieces: Vec<_> = frame
            .pieces(&whole)
            .into_iter()
            .map(|piece| source.get(piece.span()).unwrap())
            .collect();
        assert_eq!(pieces, ["{\"a\":", " \"xyz\"", "}"]);
        assert_eq!(frame.pieces(&(at..at + 2)).len(), 1);
    }

    #[test]
    fn a_document_a_line_is_told_from_one_over_several() {
        let lines = |source: &str| {
            let frame = Frame::new(source, 0, true);
            let parsed = parse(&frame, &mut Arena::default());
            parsed.is_err_and(|fault| is_lines(source, &fault))
        };
        assert!(lines("{\"a\":1}\n{\"b\":"));
        assert!(lines("\u{feff}{\"a\":1}\r\n\r\n{}"));
        assert!(!lines("{\"a\":1} {\"b\":2}"));
        assert!(!lines("{\"a\":1}\nprose"));
        assert!(!lines("{\n\"a\":1}\n"));
        assert!(!lines("[1]\n{}"));
        assert_eq!(Framing::of("\r\n\ndata: x"), Framing::Events);
        let lines = Framing::Lines.frames("{}\n\n{\"a\n");
        let lines: Vec<_> = lines
            .map(|frame| (frame.text.into_owned(), frame.last))
            .collect();
        assert_eq!(
            lines,
            [("{}".to_owned(), false), ("{\"a".to_owned(), false)]
        );
    }
}

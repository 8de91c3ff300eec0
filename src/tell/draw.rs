//! Draws words and snippets with miette, the only file that names it.

use std::fmt;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError,
    MietteSpanContents, Severity, SourceCode, SourceSpan, SpanContents,
};

use super::columns::columns;
use super::window::Window;
use super::{Style, lines, safe};
use crate::read::document::place::Position;

/// The narrowest a report is drawn, in columns.
const LEAST_WIDTH: usize = 20;

/// The width to draw in.
pub(super) fn width(style: &Style) -> usize {
    style.width.max(LEAST_WIDTH)
}

/// How many columns miette indents by.
const INDENT: usize = 2;

/// What leads some words, which decides their colour too.
#[derive(Debug, Clone, Copy)]
pub(super) enum Lead<'a> {
    /// Of what refuses.
    Error(&'a str),
    /// Of what does not.
    Warning(&'a str),
    /// Of what helps.
    Help,
}

/// Words on lines of the style's width, each line with its LF.
pub(super) fn words(lead: Lead<'_>, text: &str, style: &Style) -> String {
    let mut theme = theme(style);
    theme.characters.vbar = ' ';
    let (lead, severity) = match lead {
        Lead::Error(lead) => (lead, Severity::Error),
        Lead::Warning(lead) => (lead, Severity::Warning),
        Lead::Help => ("help:", Severity::Advice),
    };
    let characters = &mut theme.characters;
    for character in [
        &mut characters.error,
        &mut characters.warning,
        &mut characters.advice,
    ] {
        lead.clone_into(character);
    }
    // Where it is broken into lines, any of its words may begin one.
    let text = safe::anywhere(text);
    let indent = match severity {
        Severity::Advice => INDENT,
        _ => 0,
    };
    let begin = indent + columns(lead) + 1;
    let drawing = Drawing {
        text: &lines::broken(&text, begin, width(style)),
        severity,
        snippet: None,
    };
    let drawn = draw(theme, &drawing, style);
    // miette indents all; what is not help stands at the margin.
    let outdented = match drawn.strip_prefix("  ") {
        Some(outdented) if severity != Severity::Advice => outdented,
        _ => &drawn,
    };
    trimmed(outdented)
}

/// A window with its marks. `at` is the place that stands at its head, behind the file's name.
pub(super) fn snippet(window: &Window, name: &str, at: Position, style: &Style) -> String {
    let drawing = Drawing {
        text: "",
        severity: Severity::Error,
        snippet: Some(Snippet { window, name, at }),
    };
    let drawn = draw(theme(style), &drawing, style);
    // The line for the words, of which there are none.
    drawn
        .split_once('\n')
        .map_or_else(String::new, |(_, lines)| trimmed(lines))
}

/// The lines without white space at their ends.
fn trimmed(lines: &str) -> String {
    let lines = lines.lines().map(str::trim_end);
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn theme(style: &Style) -> GraphicalTheme {
    if style.colour {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    }
}

fn draw(theme: GraphicalTheme, drawing: &Drawing<'_>, style: &Style) -> String {
    let mut drawn = String::new();
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_wrap_lines(false)
        .without_syntax_highlighting()
        .with_width(width(style));
    let done = handler.render_report(&mut drawn, drawing);
    debug_assert!(done.is_ok(), "{drawing:?}");
    drawn
}

/// One call of miette: words, or a snippet.
#[derive(Debug)]
struct Drawing<'a> {
    text: &'a str,
    severity: Severity,
    snippet: Option<Snippet<'a>>,
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl std::error::Error for Drawing<'_> {}

impl Diagnostic for Drawing<'_> {
    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        let snippet = self.snippet.as_ref();
        snippet.map(|snippet| snippet as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let window = self.snippet.as_ref()?.window;
        Some(Box::new(window.marks.iter().map(|mark| {
            let label = Some(mark.label.clone()).filter(|label| !label.is_empty());
            LabeledSpan::new(label, mark.span.start, mark.span.len())
        })))
    }
}

/// A window as the file that it was cut from.
#[derive(Debug)]
struct Snippet<'a> {
    window: &'a Window,
    name: &'a str,
    at: Position,
}

impl SourceCode for Snippet<'_> {
    /// Always the whole window, so that its marks are drawn together. miette asks for no context
    /// when it wants to know the place of the first mark.
    fn read_span<'a>(
        &'a self,
        _span: &SourceSpan,
        lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let text = &self.window.text;
        let (line, column) = if lines_before == 0 {
            (self.at.line, self.at.column)
        } else {
            (self.window.line, 1)
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.to_owned(),
            text.as_bytes(),
            (0, text.len()).into(),
            line - 1,
            column - 1,
            text.lines().count(),
        )))
    }
}

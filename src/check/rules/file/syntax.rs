//! The text as TOML, and what keeps it from being TOML in words that tell how to mend it.

use std::ops::Range;

use toml::de::{DeTable, Error};

use super::desk::{Desk, quoted};

/// How much of the file a fault spoils.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// What stands on its line.
    Line,
    /// Its line, and TOML reads no further: the line is blanked and the text read again.
    Key,
    /// What follows too, so nothing behind it is looked at.
    All,
}

/// What is said of a fault whose words in the `toml` crate begin with `begins`.
struct Row {
    begins: &'static str,
    reach: Reach,
    message: &'static str,
    help: &'static str,
}

const fn row(begins: &'static str, reach: Reach, message: &'static str, help: &'static str) -> Row {
    Row {
        begins,
        reach,
        message,
        help,
    }
}

use Reach::{All, Key, Line};

const TWICE: &str = "is given twice";
const NO_VALUE: &str = "a value stands without quotes";
const QUOTE: &str =
    "put text and expressions in quotes; only numbers, `true` and `false` go without";
const NO_ESCAPE: &str = "this backslash begins no escape that TOML knows";
const BACKSLASH: &str =
    "write a backslash as `\\\\`, or put the text in `'…'` or `'''…'''`, where it is only itself";
const PATTERN: &str = r"put the expression between ''' and its pattern in r'...', as in '''this.sku.matches(r'^\d+$')'''";
const CONTROL: &str = "a control character stands in the string";
const ESCAPE: &str = "write it as an escape in `\"…\"`, such as `\\u001b`";
const CLOSE: &str = "close it on its line, or write it in three quotes on each side";
const NUMBER: &str = "this is no number, date or time that TOML knows";
const PAIR: &str = "write `key = value`, with `=` and not `:`";
const INLINE: &str = "write a table as `{ type = \"number\", minimum = 0 }`, closed by `}`";
const LIST: &str = "write a list as `[\"a\", \"b\"]`, closed by `]`";

/// The first row whose beginning fits counts.
#[rustfmt::skip]
const ROWS: [Row; 34] = [
    row("string values must be quoted", Line, NO_VALUE, QUOTE),
    row("invalid boolean", Line, NO_VALUE, QUOTE),
    row("invalid float", Line, NO_VALUE, QUOTE),
    row("unexpected key or value", Line, "something follows the end of the value", "one `key = value` a line; a text with quotes in it stands in `'''…'''`"),
    row("extra `=`", Line, "a second `=` follows the first", "put an expression with `==` in quotes"),
    row("key with no value", Key, "`=` and a value are missing behind the key", PAIR),
    row("missing value for key", Key, "`=` and a value are missing behind the key", PAIR),
    row("invalid unquoted key", Key, "this cannot stand in a key", PAIR),
    row("unquoted keys cannot be empty", Line, "a key is missing", PAIR),
    row("invalid key-value pair", All, "this begins neither a key nor a table", PAIR),
    row("duplicate key", Line, TWICE, "keep one of them, or put both in one"),
    row("cannot extend", Line, "stands above what is no table", "keep one of them"),
    row("unclosed array table", All, "`]]` is missing behind the table's name", "write `[[rules]]`, two brackets on each side"),
    row("unclosed table", All, "`]` is missing behind the table's name", "write `[facts]`, one bracket on each side"),
    row("unclosed array", All, "a list is not closed", LIST),
    row("missing comma between array elements", All, "a comma is missing before this, or a `]`", LIST),
    row("unexpected `=` in array", All, "`=` stands in a list", LIST),
    row("extra comma in array", All, "a comma stands where a value belongs", LIST),
    row("missing array opening", Line, "`]` closes no list", LIST),
    row("unclosed inline table", All, "a table is not closed", INLINE),
    row("missing comma between key-value pairs", All, "a comma is missing before this, or a `}`", INLINE),
    row("missing assignment between key-value pairs", All, "`=` is missing behind the key", INLINE),
    row("missing key for inline table element", All, "a comma and a key are missing before this, or a `}`", INLINE),
    row("extra comma in inline table", All, "a comma stands where a key belongs", INLINE),
    row("missing inline table opening", Line, "`}` closes no table", INLINE),
    row("missing escaped value", Line, NO_ESCAPE, BACKSLASH),
    row("too few unicode value digits", Line, "too few digits follow the backslash", BACKSLASH),
    row("invalid value", Line, "this number is no character's", BACKSLASH),
    row("invalid basic string", Line, "the string is not closed", CLOSE),
    row("invalid literal string", Line, "the string is not closed", CLOSE),
    row("invalid multi-line", All, "the string is not closed", "close it with the three quotes that it began with"),
    row("invalid comment character", Line, "a control character stands in a comment", "leave it out"),
    row("carriage return must be followed", All, "a carriage return stands without its line feed", "end lines with LF or CR LF"),
    row("cannot recurse further", All, "tables and lists nest too deep", "nest less"),
];

/// The lists of tables, and what to do where one is begun as a single table.
const LISTS: [(&str, &str); 2] = [
    (
        "rules",
        "begin each with `[[rules]]`, two brackets on each side",
    ),
    (
        "policy",
        "begin each with `[[policy]]`, two brackets on each side",
    ),
];

/// Words of the crate on numbers and dates.
const NUMBERS: [&str; 14] = [
    "invalid date",
    "invalid time",
    "invalid offset",
    "invalid mantissa",
    "invalid fraction",
    "invalid exponent",
    "invalid integer",
    "unexpected leading zero",
    "`_` may only",
    "integers with a radix",
    "radix must be",
    "redundant",
    "unexpected sign",
    "invalid octal",
];

/// A fault of the text as TOML.
struct Spoilt {
    span: Range<usize>,
    reach: Reach,
    message: String,
    help: &'static str,
}

/// Reads the text as TOML and tells what keeps it from being that. `table` is given what could be
/// read, unless the faults spoil all of it.
pub(super) fn read(desk: &mut Desk<'_>, table: impl FnOnce(&mut Desk<'_>, &DeTable<'_>)) {
    let text = &desk.file.text;
    if let Some((span, message)) = other(text) {
        desk.fault(
            span,
            message,
            "begin it with `version = 1`; see `jgate explain rules`",
        );
        return;
    }
    let (first, errors) = DeTable::parse_recoverable(text);
    let mut spoilt = all(desk, &errors);
    let blanked = blanked(desk, &spoilt);
    let again = blanked.as_deref().map(DeTable::parse_recoverable);
    if let Some((_, errors)) = &again {
        spoilt.extend(all(desk, errors));
    }
    let spoilt = told(desk, spoilt);
    let places: Vec<_> = spoilt.iter().map(|spoilt| spoilt.span.start).collect();
    desk.distrust(&places);
    let spoilt = without_echoes(spoilt);
    let is_lost = spoilt.iter().any(|spoilt| spoilt.reach == All);
    for Spoilt {
        span,
        message,
        help,
        ..
    } in spoilt
    {
        desk.fault(span, message, help);
    }
    if !is_lost {
        table(
            desk,
            again.as_ref().map_or(&first, |(again, _)| again).get_ref(),
        );
    }
}

/// What a text that begins as another language does is told.
fn other(text: &str) -> Option<(Range<usize>, &'static str)> {
    let start = text.len() - text.trim_start_matches('\u{feff}').trim_start().len();
    let rest = text.get(start..)?;
    let (width, message) = match rest.chars().next()? {
        '{' => (1, "a rule file is TOML, and this begins as JSON does"),
        '`' => (
            rest.len() - rest.trim_start_matches('`').len(),
            "a rule file is TOML, and this begins with a code fence",
        ),
        '-' if rest.starts_with("---") => (3, "a rule file is TOML, and this begins as YAML does"),
        _ => return None,
    };
    Some((start..start + width, message))
}

/// All faults, in our words.
fn all(desk: &Desk<'_>, errors: &[Error]) -> Vec<Spoilt> {
    let text = &desk.file.text;
    errors.iter().map(|error| spoilt(text, error)).collect()
}

/// Those that are told, in order: of each line the first, up to one that spoils what follows.
fn told(desk: &Desk<'_>, mut spoilt: Vec<Spoilt>) -> Vec<Spoilt> {
    spoilt.sort_by_key(|spoilt| spoilt.span.start);
    spoilt.dedup_by_key(|spoilt| desk.line(spoilt.span.start));
    let end = spoilt.iter().position(|spoilt| spoilt.reach == All);
    spoilt.truncate(end.map_or(spoilt.len(), |end| end + 1));
    spoilt
}

/// All but what only follows from a list of tables that is begun as a single table: it, its keys
/// and what comes after are all there twice.
fn without_echoes(mut spoilt: Vec<Spoilt>) -> Vec<Spoilt> {
    let is_list = |spoilt: &Spoilt| LISTS.iter().any(|(_, help)| *help == spoilt.help);
    let first = spoilt.iter().position(is_list).unwrap_or(spoilt.len());
    let mut places = 0..spoilt.len();
    spoilt.retain(|spoilt| {
        let is_echo = spoilt.message.ends_with(TWICE);
        places.next().is_some_and(|at| at <= first || !is_echo)
    });
    spoilt
}

/// One fault in our words.
fn spoilt(text: &str, error: &Error) -> Spoilt {
    let said = error.message();
    let span = widened(text, error.span().unwrap_or_default());
    let seen = text.get(span.clone()).unwrap_or_default();
    let Some(row) = ROWS.iter().find(|row| said.starts_with(row.begins)) else {
        return unforeseen(span, said);
    };
    let (mut reach, mut message, mut help) = (row.reach, row.message, row.help);
    match row.begins {
        "string values must be quoted" | "invalid boolean" | "invalid float" => {
            return without_quotes(span, seen);
        }
        "duplicate key" | "cannot extend" => {
            let message = format!("{} {message}", quoted(seen));
            let list = LISTS.iter().find(|(name, _)| *name == seen);
            let list = list.filter(|_| line_before(text, span.start).starts_with('['));
            let help = list.map_or(help, |(_, list)| list);
            return Spoilt::new(span, reach, message, help);
        }
        "unexpected key or value" => {
            (message, help) = behind(text, span.start).unwrap_or((message, help));
        }
        "invalid multi-line" if !is_control(seen) && span.end == text.len() => {
            return Spoilt::new(unclosed(text, span), reach, message, help);
        }
        "invalid multi-line" if !is_control(seen) => {
            (reach, message, help) = (Line, NO_ESCAPE, BACKSLASH);
        }
        "invalid multi-line" | "invalid basic string" | "invalid literal string"
            if is_control(seen) =>
        {
            (reach, message, help) = (Line, CONTROL, ESCAPE);
        }
        _ => {}
    }
    if help == BACKSLASH && holds_expression(text, span.start) {
        help = PATTERN;
    }
    Spoilt::new(span, reach, message, help)
}

/// What is said of a fault that is in no row.
fn unforeseen(span: Range<usize>, said: &str) -> Spoilt {
    let help = "put text, dates and times in quotes";
    if NUMBERS.iter().any(|begins| said.starts_with(begins)) {
        Spoilt::new(span, Line, NUMBER, help)
    } else {
        Spoilt::new(span, All, said, help)
    }
}

impl Spoilt {
    fn new(
        span: Range<usize>,
        reach: Reach,
        message: impl Into<String>,
        help: &'static str,
    ) -> Self {
        Self {
            span,
            reach,
            message: message.into(),
            help,
        }
    }
}

/// What stands on the line of a byte before it.
fn line_before(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    before.get(start..).unwrap_or_default().trim_start()
}

/// Whether an expression is written on the line of a byte.
fn holds_expression(text: &str, at: usize) -> bool {
    let line = line_before(text, at);
    line.starts_with("expression") || line.starts_with("when") || line.contains("matches(")
}

/// What is said of something that follows a whole table's name or a whole string.
fn behind(text: &str, at: usize) -> Option<(&'static str, &'static str)> {
    let line = line_before(text, at);
    if line.starts_with('[') {
        let help = "write `[facts]`, and `[[rules]]` for each rule, on a line of its own";
        return Some(("something follows the table's name", help));
    }
    let help =
        "put a text with quotes in it in other quotes: `\"…\"`, `'…'`, or `'''…'''` around both";
    let is_string = line.trim_end().ends_with(['"', '\'']);
    is_string.then_some(("something follows the end of the string", help))
}

/// What is said of a value that is none of TOML's.
fn without_quotes(span: Range<usize>, seen: &str) -> Spoilt {
    let no_value = || format!("{} is no value of TOML", quoted(seen));
    let (message, help) = match seen.trim().to_ascii_lowercase().as_str() {
        "" => (
            "a value is missing behind `=`".to_owned(),
            "write it on the same line",
        ),
        "true" => (no_value(), "write `true`"),
        "false" => (no_value(), "write `false`"),
        _ => (NO_VALUE.to_owned(), QUOTE),
    };
    Spoilt::new(span, Line, message, help)
}

fn is_control(seen: &str) -> bool {
    seen.chars()
        .next()
        .is_some_and(|c| c.is_control() && c != '\n')
}

/// A place between two characters as the character behind it, if that is on the line.
fn widened(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start);
    let end = text.ceil_char_boundary(span.end.max(start));
    let next = text.get(start..).and_then(|rest| rest.chars().next());
    match next.filter(|next| start == end && !matches!(next, '\r' | '\n')) {
        Some(next) => start..start + next.len_utf8(),
        None => start..end,
    }
}

/// Where a string in three quotes began that is not closed when the text ends.
fn unclosed(text: &str, span: Range<usize>) -> Range<usize> {
    if span.end < text.len() {
        return span;
    }
    let last = ["\"\"\"", "'''"]
        .iter()
        .filter_map(|quotes| text.rfind(quotes))
        .max();
    last.map_or(span, |at| at..at + 3)
}

/// The text with spaces in place of the lines that TOML reads no key on, if there are any.
fn blanked(desk: &Desk<'_>, spoilt: &[Spoilt]) -> Option<String> {
    let text = &desk.file.text;
    let keys = spoilt.iter().filter(|spoilt| spoilt.reach == Key);
    let mut lines: Vec<_> = keys.map(|key| desk.line(key.span.start)).collect();
    lines.sort_unstable();
    lines.dedup();
    let (mut blanked, mut done) = (String::with_capacity(text.len()), 0);
    for line in &lines {
        let span = desk.line_span(*line);
        blanked.push_str(text.get(done..span.start)?);
        blanked.extend(std::iter::repeat_n(' ', span.len()));
        done = span.end;
    }
    blanked.push_str(text.get(done..)?);
    Some(blanked).filter(|_| !lines.is_empty())
}

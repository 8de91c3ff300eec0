//! The first thing that keeps a text from being RFC 8259 JSON, named as its writer would know it.

use std::ops::Range;

use super::Kind;
use crate::refusal::text::{SHOWN, Text, escaped, excerpt};

/// What the parser waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    Value,
    FirstElement,
    FirstKey,
    Key,
    Colon,
    CommaOrEnd,
}

/// The first offence in a text and its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Fault {
    /// The byte offset of the offence.
    pub at: usize,
    /// The byte offset behind it; the same as `at` at the end of the text.
    pub end: usize,
    /// What it is.
    pub what: Offence,
    /// The byte offset of the innermost container that is open there.
    pub opened: Option<usize>,
}

impl Fault {
    /// Something that follows a finished value.
    pub(super) fn trailing(text: &str, at: usize) -> Self {
        let (span, what) = classify(text, at, Want::CommaOrEnd, None);
        Self {
            at: span.start,
            end: span.end,
            what,
            opened: None,
        }
    }

    /// The bytes of the offence.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.at..self.end
    }

    /// Whether the text ended inside the value: nothing in it was wrong until then.
    #[must_use]
    pub fn is_end(&self) -> bool {
        self.what == Offence::Ended
    }
}

/// What breaks the grammar, or what jgate refuses beyond it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what the offence is")]
pub enum Offence {
    #[error("the JSON ends before it is complete")]
    Ended,
    #[error("a comma stands before the closing {}", bracket(*.closer))]
    TrailingComma { closer: char },
    #[error("a comma stands where a value or a key belongs")]
    StrayComma,
    #[error("a comma is missing before {}", shown(*.before))]
    MissingComma { before: char },
    #[error("a colon is missing between a key and its value: {} stands there", shown(*.found))]
    MissingColon { found: char },
    #[error("a value is missing before the closing {}", bracket(*.closer))]
    MissingValue { closer: char },
    #[error("a quote inside a string is not escaped, or a comma is missing")]
    UnescapedQuote,
    #[error("a single quote stands where a double quote belongs")]
    SingleQuote,
    #[error("a backtick stands where a double quote belongs")]
    Backtick,
    #[error("a curly quote U+{:04X} stands where a double quote belongs", u32::from(*.quote))]
    CurlyQuote { quote: char },
    #[error("an escaped quote `\\\"` stands where a plain double quote belongs")]
    EscapedQuote,
    #[error("a key is not quoted: `{word}`")]
    BareKey { word: String },
    #[error("a string is not quoted: `{word}`")]
    BareWord { word: String },
    #[error("`{word}` is Python, in JSON it is `{json}`")]
    PythonLiteral { word: String, json: &'static str },
    #[error("JSON has no `{word}`")]
    NoSuchValue { word: String },
    #[error("a comment stands in the JSON")]
    Comment,
    #[error("an ellipsis stands where JSON belongs")]
    Ellipsis,
    #[error("the braces are doubled, as in a template")]
    DoubledBraces,
    #[error("a placeholder stands where a value belongs")]
    Placeholder,
    #[error("a key must be a string: {} stands there", shown(*.found))]
    NotAKey { found: char },
    #[error("{} closes a container that {} opened", shown(*.closer), shown(*.opener))]
    Mismatched { closer: char, opener: char },
    #[error("{} stands where {} belongs", shown(*.found), .wanted)]
    Unexpected { found: char, wanted: &'static str },
    #[error("{} follows the end of the JSON", shown(*.found))]
    Trailing { found: char },
    #[error("a raw {} stands in a string", control_name(*.control))]
    RawControl { control: char },
    #[error("a backslash in a string begins no escape that JSON knows")]
    BadEscape,
    #[error("half of a surrogate pair stands in a string: no text can hold it")]
    LoneSurrogate,
    #[error("a number has a leading zero")]
    LeadingZero,
    #[error("a number begins with a plus sign")]
    PlusSign,
    #[error("a minus sign stands without a number")]
    BareMinus,
    #[error("a digit is missing in a number")]
    NoDigit,
    #[error("a number and what follows it are not separated")]
    GluedNumber,
    #[error("a comma stands inside a number")]
    GroupedNumber,
    #[error("a string stands in three quotes")]
    TripleQuotes,
    #[error("an object names `{}` twice", excerpt(.key, SHOWN))]
    DuplicateKey { key: String },
    #[error("more than {most} containers are nested")]
    TooDeep { most: usize },
}

impl Offence {
    /// Its message, with what it holds of the reply told apart.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Self::BareWord { word } => Text::new()
                .own("a string is not quoted: `")
                .seen(word)
                .own("`"),
            // A stray quote in a value makes the rest of the value look like a key.
            Self::BareKey { word } => Text::new()
                .own("a key is not quoted: `")
                .seen(word)
                .own("`"),
            Self::DuplicateKey { key } => {
                Text::new().own("an object names `").key(key).own("` twice")
            }
            _ => Text::from(self.to_string()),
        }
    }

    /// What would do in its place, when that can be said without guessing the value.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::TrailingComma { .. } | Self::StrayComma => "leave the comma out",
            Self::UnescapedQuote => "write a quote inside a string as `\\\"`",
            Self::SingleQuote | Self::Backtick | Self::CurlyQuote { .. } | Self::EscapedQuote => {
                "JSON strings stand in straight double quotes, U+0022"
            }
            Self::BareKey { .. } | Self::NotAKey { .. } => "put each key in double quotes",
            Self::BareWord { .. } => "put the text in double quotes",
            Self::NoSuchValue { .. } => "write `null`, or a string",
            Self::Comment => "leave comments out",
            Self::Ellipsis => "write everything out",
            Self::DoubledBraces => "write each brace once",
            Self::Placeholder => "write the value itself",
            Self::RawControl { control: '\n' } => "write a line break inside a string as `\\n`",
            Self::RawControl { control: '\t' } => "write a tab inside a string as `\\t`",
            Self::RawControl { .. } => "write it as an escape, such as `\\u0000`",
            Self::BadEscape => "write a backslash itself as `\\\\`; `\\u` takes four hex digits",
            Self::LoneSurrogate => "write the character itself, or both halves of the pair",
            Self::LeadingZero => "leave the zero out, or send the digits as a string",
            Self::PlusSign => "leave the plus sign out",
            Self::BareMinus => "write the whole number, or `null`",
            Self::NoDigit => "write a digit before the point, behind it and in the exponent",
            Self::GluedNumber => {
                "write one decimal number; a date or a text stands in double quotes"
            }
            Self::GroupedNumber => "write the digits of a number without separators",
            Self::TripleQuotes => "write a string in one double quote on each side",
            Self::DuplicateKey { .. } => "name each key once",
            Self::TooDeep { .. } => "nest less",
            _ => return None,
        })
    }
}

/// Names what stands at byte `at` where `want` was awaited inside `innermost`, and its bytes.
pub(super) fn classify(
    text: &str,
    at: usize,
    want: Want,
    innermost: Option<Kind>,
) -> (Range<usize>, Offence) {
    let rest = text.get(at..).unwrap_or_default();
    let Some(found) = rest.chars().next() else {
        return (at..at, Offence::Ended);
    };
    let before = text
        .get(..at)
        .unwrap_or_default()
        .trim_end_matches([' ', '\t', '\r', '\n']);
    let word: String = rest
        .chars()
        .take_while(|c| is_word(*c))
        .take(LONGEST_WORD)
        .collect();
    let what = anywhere(rest, found)
        .or_else(|| match want {
            Want::Value | Want::FirstElement => value(rest, before, found, &word, innermost),
            Want::FirstKey | Want::Key => Some(key(before, found, &word)),
            Want::Colon => (found != '}').then_some(Offence::MissingColon { found }),
            Want::CommaOrEnd => separator(before, found, &word, innermost),
        })
        .unwrap_or_else(|| match innermost {
            None if want == Want::CommaOrEnd => Offence::Trailing { found },
            _ => Offence::Unexpected {
                found,
                wanted: wanted(want, innermost),
            },
        });
    let span = match what {
        Offence::TrailingComma { .. } => before.len() - 1..before.len(),
        Offence::BareKey { .. }
        | Offence::BareWord { .. }
        | Offence::PythonLiteral { .. }
        | Offence::NoSuchValue { .. } => at..at + word.len(),
        Offence::Ellipsis if found == '.' => at..at + 3,
        _ => at..at + found.len_utf8(),
    };
    (span, what)
}

/// How many scalar values of a word that is none of JSON's are told.
const LONGEST_WORD: usize = 40;

/// What is an offence wherever it stands outside a string.
fn anywhere(rest: &str, found: char) -> Option<Offence> {
    Some(match found {
        '\'' => Offence::SingleQuote,
        '`' => Offence::Backtick,
        '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{ff02}' | '\u{300c}' | '\u{300d}' => {
            Offence::CurlyQuote { quote: found }
        }
        '\\' if rest.starts_with("\\\"") => Offence::EscapedQuote,
        '/' if rest.starts_with("//") || rest.starts_with("/*") => Offence::Comment,
        '#' => Offence::Comment,
        '.' if rest.starts_with("...") => Offence::Ellipsis,
        '…' => Offence::Ellipsis,
        _ => return None,
    })
}

fn value(
    rest: &str,
    before: &str,
    found: char,
    word: &str,
    innermost: Option<Kind>,
) -> Option<Offence> {
    let json = match word {
        "True" | "TRUE" => Some("true"),
        "False" | "FALSE" => Some("false"),
        "None" | "NULL" | "Null" => Some("null"),
        _ => None,
    };
    Some(match found {
        ',' => Offence::StrayComma,
        ']' | '}' if before.ends_with(',') && closes(found, innermost) => {
            Offence::TrailingComma { closer: found }
        }
        ']' | '}' if closes(found, innermost) => Offence::MissingValue { closer: found },
        ']' | '}' => Offence::Mismatched {
            closer: found,
            opener: opener(innermost),
        },
        '+' => Offence::PlusSign,
        '.' => Offence::NoDigit,
        '<' => Offence::Placeholder,
        '$' if rest.starts_with("${") => Offence::Placeholder,
        _ if json.is_some() => Offence::PythonLiteral {
            word: word.to_owned(),
            json: json.unwrap_or_default(),
        },
        _ if matches!(
            word,
            "NaN" | "Infinity" | "undefined" | "nan" | "inf" | "nil"
        ) =>
        {
            Offence::NoSuchValue {
                word: word.to_owned(),
            }
        }
        _ if !word.is_empty() => Offence::BareWord {
            word: word.to_owned(),
        },
        _ => return None,
    })
}

fn key(before: &str, found: char, word: &str) -> Offence {
    match found {
        '}' => Offence::TrailingComma { closer: '}' },
        '{' if before.ends_with('{') => Offence::DoubledBraces,
        ']' => Offence::Mismatched {
            closer: ']',
            opener: '{',
        },
        ',' => Offence::StrayComma,
        '<' => Offence::Placeholder,
        '0'..='9' if is_grouped(before, word) => Offence::GroupedNumber,
        _ if word.chars().next().is_some_and(|c| !c.is_ascii_digit()) => Offence::BareKey {
            word: word.to_owned(),
        },
        _ => Offence::NotAKey { found },
    }
}

/// Whether a comma between digits groups them, as in `1,000`.
fn is_grouped(before: &str, word: &str) -> bool {
    let comma = before.strip_suffix(',');
    let digits = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    digits && comma.is_some_and(|number| number.ends_with(|c: char| c.is_ascii_digit()))
}

fn separator(before: &str, found: char, word: &str, innermost: Option<Kind>) -> Option<Offence> {
    innermost?;
    Some(match found {
        '}' | ']' => Offence::Mismatched {
            closer: found,
            opener: opener(innermost),
        },
        '"' if before.ends_with("\"\"") => Offence::TripleQuotes,
        '"' | '{' | '[' => Offence::MissingComma { before: found },
        _ if before.ends_with('"') && !word.is_empty() => Offence::UnescapedQuote,
        '-' | '0'..='9' => Offence::MissingComma { before: found },
        _ => return None,
    })
}

fn closes(closer: char, innermost: Option<Kind>) -> bool {
    match innermost {
        Some(Kind::Object) => closer == '}',
        Some(Kind::Array) => closer == ']',
        _ => false,
    }
}

fn opener(innermost: Option<Kind>) -> char {
    if innermost == Some(Kind::Object) {
        '{'
    } else {
        '['
    }
}

fn wanted(want: Want, innermost: Option<Kind>) -> &'static str {
    match (want, innermost) {
        (Want::Value | Want::FirstElement, _) => "a value",
        (Want::FirstKey | Want::Key, _) => "a key",
        (Want::Colon, _) => "a colon",
        (Want::CommaOrEnd, Some(Kind::Object)) => "a comma or a closing brace",
        (Want::CommaOrEnd, _) => "a comma or a closing bracket",
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-')
}

fn bracket(closer: char) -> &'static str {
    if closer == '}' { "brace" } else { "bracket" }
}

fn control_name(c: char) -> String {
    match c {
        '\n' => "line break".to_owned(),
        '\r' => "carriage return".to_owned(),
        '\t' => "tab".to_owned(),
        _ => format!("control character U+{:04X}", u32::from(c)),
    }
}

/// A character in backticks, and its number where it could be taken for another.
fn shown(c: char) -> String {
    if c.is_ascii_graphic() {
        return format!("`{c}`");
    }
    let own = c.to_string();
    format!("`{}` (U+{:04X})", escaped(&own), u32::from(c))
}

//! The values of options that clap does not know how to read.

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{
    OsStringValueParser, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser,
    ValueParser,
};
use clap::{Arg, Command, Error, ValueEnum as _};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::read::document;
use crate::read::provider::Given;
use crate::read::record::Field;
use crate::refusal::text::{SHOWN, excerpt};
use crate::tell::Report;

/// `FORMAT[=FILE]`: a report, and where it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportTo {
    /// How it is told.
    pub report: Report,
    /// The file it goes to; `None` is standard error.
    pub file: Option<PathBuf>,
}

/// Reads a [`ReportTo`], and names the formats to those who ask.
#[derive(Debug, Clone, Copy)]
pub struct ReportParser;

impl TypedValueParser for ReportParser {
    type Value = ReportTo;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<ReportTo, Error> {
        StringValueParser::new()
            .try_map(|text| report_to(&text))
            .parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = Report::value_variants().iter();
        Some(Box::new(values.filter_map(Report::to_possible_value)))
    }
}

fn report_to(text: &str) -> Result<ReportTo, String> {
    let (format, file) = match text.split_once('=') {
        Some((_, "")) => return Err("no file is named behind the `=`".to_owned()),
        Some((_, "-")) => return Err("a report goes to standard error or to a file".to_owned()),
        Some((format, file)) => (format, Some(PathBuf::from(file))),
        None => (text, None),
    };
    let report = Report::from_str(format, false).map_err(|_| {
        let names = Report::value_variants()
            .iter()
            .filter_map(Report::to_possible_value)
            .map(|value| value.get_name().to_owned());
        format!(
            "a report is one of {}",
            names.collect::<Vec<_>>().join(", ")
        )
    })?;
    Ok(ReportTo { report, file })
}

/// The place of the reply in a record.
///
/// # Errors
/// What is wrong with the text, for the user.
pub fn field(text: &str) -> Result<Field, String> {
    text.parse()
}

/// What the input is, by the names of `--from`.
#[must_use]
pub fn given() -> ValueParser {
    let values = Given::names().map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values)
        .map(|name| Given::named(&name).unwrap_or_default())
        .into()
}

/// More workers than any machine has cores for would only take memory.
const MOST_JOBS: usize = 1024;

/// How many workers there are.
///
/// # Errors
/// What is wrong with the text, for the user.
pub fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let jobs = text.parse().ok();
    jobs.filter(|jobs: &NonZeroUsize| jobs.get() <= MOST_JOBS)
        .ok_or_else(|| format!("the number of jobs is from 1 to {MOST_JOBS}"))
}

/// A number of bytes: digits, then nothing, K, M or G (powers of 1024; KiB is K).
///
/// # Errors
/// What is wrong with the text, for the user.
pub fn size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let factor = match text.get(digits.len()..).unwrap_or_default() {
        "" => 1,
        "K" | "k" | "KiB" => 1 << 10,
        "M" | "m" | "MiB" => 1 << 20,
        "G" | "g" | "GiB" => 1 << 30,
        _ => return Err("a size is a number of bytes, or of K, M or G (64M)".to_owned()),
    };
    let number: usize = digits
        .parse()
        .map_err(|_| "a size is a whole number".to_owned())?;
    match number.checked_mul(factor) {
        Some(0) => Err("nothing fits into 0 bytes".to_owned()),
        Some(bytes) if bytes <= document::MAX_BYTES => Ok(bytes),
        _ => Err("a reply of 4 GiB or more cannot be judged".to_owned()),
    }
}

/// A file name: not empty.
#[must_use]
pub fn file() -> ValueParser {
    OsStringValueParser::new()
        .try_map(|name| {
            if name.is_empty() {
                Err("the name is empty: is a variable not set?")
            } else {
                Ok(PathBuf::from(name))
            }
        })
        .into()
}

/// The name of a file that what is refused goes to: not empty, and not standard output, where what
/// is accepted goes.
#[must_use]
pub fn rejects_file() -> ValueParser {
    no_dash("what is refused goes to a file, not among what is accepted")
}

/// The name of a file that replies are judged by: not empty, and not standard input, where the
/// reply is.
#[must_use]
pub fn contract_file() -> ValueParser {
    no_dash("standard input carries the reply; use a file or `<(command)`")
}

/// The name of a file: not empty, and not `-`, for the reason that is given.
fn no_dash(why: &'static str) -> ValueParser {
    OsStringValueParser::new()
        .try_map(move |name| match name.to_str() {
            Some("") => Err("the name is empty: is a variable not set?"),
            Some("-") => Err(why),
            _ => Ok(PathBuf::from(name)),
        })
        .into()
}

/// `NAME=VALUE`: a fact, split at the first `=`.
///
/// # Errors
/// What is wrong with the text, for the user.
pub fn fact(text: &str) -> Result<(String, String), String> {
    let write = |name: &str, value: &str| {
        let (name, value) = (name.trim(), excerpt(value.trim(), SHOWN));
        format!("write `{}={value}`", excerpt(name, SHOWN))
    };
    match text.split_once('=') {
        None => Err(match text.split_once(':') {
            Some((name, value)) if !name.trim().is_empty() => {
                format!("`=` stands behind a fact's name: {}", write(name, value))
            }
            _ => "a fact is a name, `=` and its value".to_owned(),
        }),
        Some((name, _)) if name.trim().is_empty() => {
            Err("no fact is named before the `=`".to_owned())
        }
        Some((name, value)) if name.trim() != name => Err(format!(
            "no space stands around a fact's name: {}",
            write(name, value)
        )),
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
    }
}

/// What leads a key.
const APPROVE: &str = "approve-";

/// How many digits follow: those of a SHA-256.
const KEY_DIGITS: usize = 64;

/// The key of an approval, as a refusal tells it.
///
/// # Errors
/// What is wrong with the text, for the user.
pub fn approval(text: &str) -> Result<String, String> {
    let digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_key = |digits: &str| digits.len() == KEY_DIGITS && digits.bytes().all(digit);
    match text.strip_prefix(APPROVE) {
        Some(digits) if is_key(digits) => Ok(text.to_owned()),
        None if text.is_empty() => Err("the key is empty: is a variable not set?".to_owned()),
        _ => Err(format!(
            "a key is `{APPROVE}` and {KEY_DIGITS} hexadecimal digits, as the refusal told it"
        )),
    }
}

/// A point in time, as RFC 3339 writes it.
///
/// # Errors
/// What is wrong with the text, for the user.
pub fn time(text: &str) -> Result<Timestamp, String> {
    let is_rfc3339 = text.starts_with(|c: char| c.is_ascii_digit()) && !text.ends_with(']');
    let time = text.parse().ok().filter(|_| is_rfc3339);
    time.ok_or_else(|| {
        let example = "2025-03-01T09:00:00Z";
        match text.parse::<Date>() {
            Ok(day) if text.len() == "2025-03-01".len() => {
                format!("a day is no point in time: `{day}T00:00:00Z` is where it begins in UTC")
            }
            _ => format!("a time is a day, a time of day and an offset, as in {example}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_may_name_a_file() {
        let to = |report, file: Option<&str>| {
            let file = file.map(PathBuf::from);
            Ok(ReportTo { report, file })
        };
        assert_eq!(report_to("json"), to(Report::Json, None));
        assert_eq!(report_to("short=a=b"), to(Report::Short, Some("a=b")));
        assert!(report_to("json=").is_err() && report_to("json=-").is_err());
        assert!(report_to("xml").is_err_and(|why| why.contains("human, short, json")));
    }

    #[test]
    fn a_size_counts_in_powers_of_1024() {
        assert_eq!(size("1"), Ok(1));
        assert_eq!(size("2K"), Ok(2048));
        assert_eq!(size("64MiB"), Ok(64 << 20));
        assert_eq!(size("3G"), Ok(3 << 30));
        for wrong in [
            "",
            "K",
            "0",
            "-1",
            "1.5M",
            "1MB",
            "1T",
            "4G",
            "99999999999999999999G",
            "é",
        ] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_fact_is_split_at_its_first_sign() {
        let fact = |text| fact(text).ok();
        let pair = |name: &str, value: &str| Some((name.to_owned(), value.to_owned()));
        assert_eq!(fact("a=b=c"), pair("a", "b=c"));
        assert_eq!(fact("a="), pair("a", ""));
        assert_eq!(fact("a"), None);
        assert_eq!(fact("=b"), None);
    }

    #[test]
    fn a_fact_in_another_spelling_is_answered_with_the_right_one() {
        let why = |text| fact(text).unwrap_err();
        for wrong in [
            "limit = 500",
            "limit =500",
            " limit= 500 ",
            "limit:500",
            "limit: 500",
        ] {
            assert!(why(wrong).ends_with("write `limit=500`"), "{wrong}");
        }
        assert!(why(" =1").contains("no fact is named"));
        assert!(!why(":1").contains("write"));
        assert!(fact("note= hi").is_ok_and(|(_, value)| value == " hi"));
        assert!(fact("at=12:30").is_ok());
    }

    #[test]
    fn a_key_is_one_that_a_refusal_could_have_told() {
        let digits = "0123456789abcdef".repeat(4);
        let key = format!("approve-{digits}");
        assert_eq!(approval(&key), Ok(key.clone()));
        for wrong in [
            "yes",
            "approve-",
            &digits,
            &key.to_uppercase(),
            &format!("{key}0"),
            &format!(" {key}"),
            &key.replace('f', "g"),
            &key.replace('f', "F"),
        ] {
            assert!(
                approval(wrong).is_err_and(|why| why.contains("64")),
                "{wrong}"
            );
        }
        assert!(approval("").is_err_and(|why| why.contains("variable")));
    }

    #[test]
    fn a_time_has_an_offset() {
        let shown = |text| time(text).map(|time| time.to_string());
        assert_eq!(
            shown("2025-03-01T09:00:00Z"),
            Ok("2025-03-01T09:00:00Z".to_owned())
        );
        assert_eq!(
            shown("2025-03-01T09:00:00.5+02:00"),
            Ok("2025-03-01T07:00:00.5Z".to_owned())
        );
        let why = shown("2025-03-01").unwrap_err();
        assert!(why.contains("`2025-03-01T00:00:00Z`"), "{why}");
        for wrong in [
            "",
            "now",
            "2025-02-30",
            "2025-03-01T09:00:00",
            "-000001-03-01T09:00:00Z",
            "2025-03-01T09:00:00Z[UTC]",
            "1740819600",
        ] {
            let why = shown(wrong).unwrap_err();
            assert!(
                why.ends_with("as in 2025-03-01T09:00:00Z"),
                "{wrong}: {why}"
            );
        }
    }
}

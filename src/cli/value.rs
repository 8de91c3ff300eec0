//! The values of options that clap does not know how to read.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{
    OsStringValueParser, PossibleValue, StringValueParser, TypedValueParser, ValueParser,
};
use clap::{Arg, Command, Error, ValueEnum as _};

use crate::read::document;
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

/// A schema's file name: not empty, and not standard input, where the reply is.
#[must_use]
pub fn schema_file() -> ValueParser {
    OsStringValueParser::new()
        .try_map(|name| match name.to_str() {
            Some("") => Err("the name is empty: is a variable not set?"),
            Some("-") => Err("standard input carries the reply; use a file or `<(command)`"),
            _ => Ok(PathBuf::from(name)),
        })
        .into()
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
}

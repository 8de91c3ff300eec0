//! A TOML value as JSON, with the bytes of the file behind every part of it.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeInteger, DeValue};

use super::desk::Desk;
use super::section::{Member, Section};

/// A JSON text and where its parts stand in the file.
pub(super) struct Json {
    pub(super) text: String,
    /// For each key and value in order: its first byte in `text`, and its bytes in the file.
    places: Vec<(usize, Range<usize>)>,
    /// Whether JSON can hold all of it.
    is_whole: bool,
}

/// What is left of a container that is being written.
enum Open<'t> {
    List(std::slice::Iter<'t, Spanned<DeValue<'t>>>),
    Table(std::vec::IntoIter<Member<'t>>),
}

impl Json {
    /// Writes a value; `None` if it holds what JSON cannot, all of which is told.
    pub(super) fn new<'t>(desk: &mut Desk<'_>, value: &'t Spanned<DeValue<'t>>) -> Option<Self> {
        let mut json = Self {
            text: String::new(),
            places: Vec::new(),
            is_whole: true,
        };
        let mut open = Vec::new();
        json.value(desk, value, &mut open);
        while let Some(container) = open.last_mut() {
            let (closer, next) = match container {
                Open::List(values) => (']', values.next()),
                Open::Table(members) => {
                    let member = members.next();
                    if let Some(member) = &member {
                        json.comma();
                        json.token(&string(member.name), member.at.clone());
                        json.text.push(':');
                    }
                    ('}', member.map(|member| member.value))
                }
            };
            match next {
                None => {
                    json.text.push(closer);
                    open.pop();
                }
                Some(value) => {
                    json.comma();
                    json.value(desk, value, &mut open);
                }
            }
        }
        Some(json).filter(|json| json.is_whole)
    }

    /// The bytes of the file behind these of the text: those of the key or value that begins
    /// there, or else holds them.
    pub(super) fn place(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let behind = self
            .places
            .partition_point(|(start, _)| *start <= span.start);
        let place = self.places.get(behind.checked_sub(1)?);
        place.map(|(_, place)| place.clone())
    }

    /// Parts from what stands before.
    fn comma(&mut self) {
        if !self.text.ends_with(['[', '{', ':']) {
            self.text.push(',');
        }
    }

    fn token(&mut self, token: &str, place: Range<usize>) {
        self.places.push((self.text.len(), place));
        self.text.push_str(token);
    }

    fn value<'t>(
        &mut self,
        desk: &mut Desk<'_>,
        value: &'t Spanned<DeValue<'t>>,
        open: &mut Vec<Open<'t>>,
    ) {
        let place = value.span();
        match value.get_ref() {
            DeValue::Array(values) => {
                self.token("[", place);
                open.push(Open::List(values.iter()));
            }
            DeValue::Table(table) => {
                let section = Section::new(desk, table, place.clone());
                self.token("{", place);
                open.push(Open::Table(section.members.into_iter()));
            }
            scalar => match token(scalar) {
                Ok(token) => self.token(&token, place),
                Err(help) => {
                    desk.fault(place, "JSON Schema has no such value", help);
                    self.is_whole = false;
                }
            },
        }
    }
}

/// A scalar as JSON, or what to write in its place.
fn token(value: &DeValue<'_>) -> Result<String, &'static str> {
    match value {
        DeValue::String(text) => Ok(string(text)),
        DeValue::Boolean(truth) => Ok(truth.to_string()),
        DeValue::Integer(number) => whole(number).ok_or("write a smaller whole number"),
        DeValue::Float(number) => {
            let text = number.as_str().trim_start_matches('+');
            let is_finite = text.parse::<f64>().is_ok_and(f64::is_finite);
            let written = is_finite.then(|| text.to_owned());
            written.ok_or("write a finite number")
        }
        _ => Err("put dates and times in quotes"),
    }
}

/// A whole number's digits, in base ten.
fn whole(number: &DeInteger<'_>) -> Option<String> {
    let digits = number.as_str();
    if number.radix() == 10 {
        let digits = digits.trim_start_matches('+');
        let is_number = digits.ends_with(|c: char| c.is_ascii_digit());
        return is_number.then(|| digits.to_owned());
    }
    let value = u64::from_str_radix(digits, number.radix()).ok();
    value.map(|value| value.to_string())
}

/// A text as a JSON string.
fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

//! An error of the engine to findings in our own words.

use std::cell::Cell;

use jsonschema::error::ValidationErrorKind as Error;
use jsonschema::{JsonType, Uri, ValidationError};

use super::branch::{self, Choice};
use super::keys;
use super::library::{Library, Spot};
use super::same;
use super::value::{self, Said};
use super::view::{Ticket, View};
use super::walk;
use super::words;
use crate::read::document::{Document, Kind, Node};
use crate::refusal::near::near;
use crate::refusal::{Code, Finding, Text};

/// Explains the errors of one document.
pub(super) struct Teller<'t> {
    pub(super) document: &'t Document<'t>,
    /// The view whose tickets the errors hold; without one they hold values.
    pub(super) view: Option<&'t View<'t>>,
    pub(super) library: &'t Library,
    /// How many keys of one object are told.
    pub(super) most: usize,
    /// How many keys were not.
    pub(super) more: Cell<usize>,
    /// The places that have errors of their own, not for what stands in no part of the schema.
    pub(super) faulty: Vec<String>,
}

/// An error, and what is said after it of the alternative it belongs to.
struct Open<'e> {
    error: &'e ValidationError<'e>,
    note: Option<String>,
}

fn noted(mut finding: Finding, note: Option<&str>) -> Finding {
    if let Some(note) = note {
        finding.message = finding.message.own(note.to_owned());
    }
    finding
}

impl<'t> Teller<'t> {
    /// A teller for these errors; at most `most` keys of one object are told.
    pub(super) fn new(
        document: &'t Document<'t>,
        view: Option<&'t View<'t>>,
        library: &'t Library,
        most: usize,
        errors: &[ValidationError<'_>],
    ) -> Self {
        let is_own = |error: &&ValidationError<'_>| {
            !matches!(
                error.kind(),
                Error::UnevaluatedProperties { .. } | Error::UnevaluatedItems { .. }
            )
        };
        let unevaluated = errors.iter().any(|error| !is_own(&error));
        let faulty = errors.iter().filter(is_own).filter(|_| unevaluated);
        Self {
            document,
            view,
            library,
            most,
            more: Cell::new(0),
            faulty: faulty
                .take(1000)
                .map(|error| error.instance_path().as_str().to_owned())
                .collect(),
        }
    }
    /// The findings for these errors, in their order.
    pub(super) fn tell(&self, errors: &[ValidationError<'_>]) -> Vec<Finding> {
        let mut findings = Vec::new();
        let of = |error| Open { error, note: None };
        let mut open: Vec<Open<'_>> = errors.iter().rev().map(of).collect();
        while let Some(Open { error, note }) = open.pop() {
            match error.kind() {
                Error::AnyOf { context } | Error::OneOfNotValid { context } => {
                    findings.extend(self.alternatives(error, context, note, &mut open));
                }
                _ => findings.extend(
                    self.one(error)
                        .into_iter()
                        .map(|finding| noted(finding, note.as_deref())),
                ),
            }
        }
        findings
    }

    /// What is said of a choice, none of whose alternatives fits; what is wrong inside one of them
    /// is left to do.
    fn alternatives<'e>(
        &self,
        error: &'e ValidationError<'e>,
        context: &'e [Vec<ValidationError<'static>>],
        note: Option<String>,
        open: &mut Vec<Open<'e>>,
    ) -> Option<Finding> {
        match branch::closest(error.instance_path().as_str(), context) {
            Choice::Allowed {
                pointer,
                wanted,
                strings,
            } => self.allowed(error, pointer, &wanted, &strings),
            Choice::Inside {
                errors,
                rivals,
                missing,
            } => {
                if let Some((missing, key)) = missing
                    && let Some(wanted) = self.wanted_of_each(error, key)
                {
                    return Some(self.missing(missing, key, Some(wanted)));
                }
                let own = (rivals > 0)
                    .then(|| format!(" (in the closest of {} alternatives)", context.len()));
                let note = own.or(note);
                open.extend(errors.iter().rev().map(|error| Open {
                    error,
                    note: note.clone(),
                }));
                None
            }
        }
    }

    /// The findings for an error that is no choice among alternatives.
    fn one(&self, error: &ValidationError<'_>) -> Vec<Finding> {
        match error.kind() {
            Error::Required { property } => {
                vec![self.missing(error, property.as_str().unwrap_or_default(), None)]
            }
            Error::AdditionalProperties { unexpected } => {
                self.unexpected(error, self.node(error), unexpected, "is not allowed")
            }
            Error::UnevaluatedProperties { unexpected } => self.unevaluated(error, unexpected),
            Error::PropertyNames { error: inner } => vec![self.wrong_name(error, inner)],
            Error::UnevaluatedItems { unexpected } => self.unexpected_elements(error, unexpected),
            Error::FalseSchema => self.nothing_allowed(error),
            Error::UniqueItems => vec![self.repeated(error)],
            Error::Contains => vec![self.contains(error)],
            kind => {
                let node = self.node(error);
                let spot = self.spot(error);
                let schema = spot.map(|spot| (&*spot.loaded.value, spot.value));
                vec![finding(
                    error,
                    error.instance_path().as_str(),
                    node,
                    value::say(kind, node, schema),
                )]
            }
        }
    }

    /// The node that an error speaks of.
    pub(super) fn node(&self, error: &ValidationError<'_>) -> Node<'_> {
        let path = error.instance_path().as_str();
        let ticket = self
            .view
            .filter(|_| !path.is_empty())
            .and_then(|_| Ticket::read(error.instance()));
        ticket
            .map(|ticket| self.document.node(ticket.index))
            .or_else(|| self.document.resolve(path))
            .unwrap_or(self.document.root())
    }

    /// The object or array at an error's place, whatever the error says of its parts.
    pub(super) fn container(&self, error: &ValidationError<'_>) -> Node<'_> {
        self.document
            .resolve(error.instance_path().as_str())
            .unwrap_or(self.document.root())
    }

    /// What the keyword of an error holds.
    pub(super) fn spot(&self, error: &ValidationError<'_>) -> Option<Spot<'_>> {
        let absolute = error.absolute_keyword_location().map(Uri::as_str);
        self.library.spot(absolute, error.schema_path().as_str())
    }

    /// The schemas around an error's keyword, the nearest first, each with its whole file.
    pub(super) fn scopes(&self, error: &ValidationError<'_>) -> Vec<keys::Scope<'_>> {
        let Some(spot) = self.spot(error) else {
            return Vec::new();
        };
        let root = &*spot.loaded.value;
        let mut path = error.schema_path().as_str();
        let mut scopes = Vec::new();
        while let Some((outer, _)) = path.rsplit_once('/') {
            path = outer;
            scopes.extend(
                root.pointer(path)
                    .filter(|scope| scope.is_object())
                    .map(|scope| (root, scope)),
            );
        }
        scopes
    }

    fn repeated(&self, error: &ValidationError<'_>) -> Finding {
        let array = self.node(error);
        let path = error.instance_path().as_str();
        let twice = self
            .view
            .and_then(|view| same::repeated(view, view.document.node(array.index())));
        let Some((one, two, node)) = twice else {
            return finding(error, path, array, Said::fact("holds a value twice"));
        };
        let repeats = Text::new().own("repeats ").text(words::seen(node));
        let mut said = Said::fact(repeats.own(format!(": [{one}] and [{two}] are the same")));
        said.sentence = Some(keep_one(path, one, two, node));
        let mut finding = finding(error, path, array, said);
        finding.place.span = Some(node.span());
        finding
    }

    fn allowed(
        &self,
        error: &ValidationError<'_>,
        pointer: &str,
        wanted: &[String],
        strings: &[&str],
    ) -> Option<Finding> {
        let node = match error.instance_path().as_str() {
            path if path == pointer => self.node(error),
            _ => self.document.resolve(pointer)?,
        };
        let is_text = node.string().is_some();
        let names_values = !strings.is_empty() && is_text;
        let wants_integer = wanted
            .iter()
            .any(|words| words == words::json_type(JsonType::Integer));
        let actual = if names_values || (wants_integer && node.kind() == Kind::Number) {
            words::seen(node)
        } else {
            words::kind(node.kind()).into()
        };
        let mut said = Said::must("be", words::few(wanted, "or"), actual);
        let meant = near(&node.string().unwrap_or_default(), strings.iter().copied());
        value::unquote(&mut said, node, |json_type| {
            wanted
                .iter()
                .any(|words| words == words::json_type(json_type))
        });
        said.help = meant.map(words::meant).or(said.help);
        Some(finding(error, pointer, node, said))
    }
}

/// A finding of the schema's keyword at a node, without help.
pub(super) fn blank(
    error: &ValidationError<'_>,
    pointer: &str,
    node: Node<'_>,
    message: Text,
) -> Finding {
    let mut finding = Finding::new(Code::Schema, message).at(node.span());
    let keyword = walk::last_keyword(error.schema_path().as_str());
    // A definition `false` that a `$ref` named.
    let keyword = keyword.filter(|keyword| !matches!(*keyword, "$defs" | "definitions"));
    finding.keyword = Some(keyword.unwrap_or("false"));
    finding.place.pointer = Some(pointer.to_owned());
    let schema_path = error.schema_path().as_str();
    finding.schema_pointer = Some(schema_path.replace(super::walk::WIDTH, "format"));
    finding
}

/// What the model is told of two elements of the array at `path` that are the same.
fn keep_one(path: &str, one: usize, two: usize, node: Node<'_>) -> Text {
    let place = |at: usize| words::place(&format!("{path}/{at}"));
    let text = Text::new().own(format!("{} and {} are ", place(one), place(two)));
    let text = match node.kind() {
        Kind::Array | Kind::Object => text.own("the same"),
        _ => text.own("both ").text(words::seen(node)),
    };
    text.own(": keep one.")
}

/// A finding of a value, with what is said of it.
pub(super) fn finding(
    error: &ValidationError<'_>,
    pointer: &str,
    node: Node<'_>,
    said: Said,
) -> Finding {
    let message = words::subject(pointer).own(" ").text(said.fact.clone());
    let mut finding = blank(error, pointer, node, message);
    let must = said.must.unwrap_or(said.fact);
    let sentence = || {
        let place = Text::new().own(words::place(pointer)).own(" ");
        place.text(must).own(".")
    };
    finding.feedback = Some(said.sentence.unwrap_or_else(sentence));
    finding.help = said.help;
    finding.expected = said.expected;
    finding.actual = said.actual;
    finding
}

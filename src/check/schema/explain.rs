//! An error of the engine to findings in our own words.

use std::cell::Cell;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Error;
use serde_json::Value;

use super::branch::{self, Choice};
use super::keys;
use super::library::{Library, Spot};
use super::near::near;
use super::node::{self, Ticket, View};
use super::same;
use super::value::{self, Said};
use super::walk;
use super::words;
use crate::read::document::{Document, Node, pointer};
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
}

/// An error, and what is said after it of the alternative it belongs to.
struct Open<'e> {
    error: &'e ValidationError<'e>,
    note: Option<String>,
}

impl Teller<'_> {
    /// The findings for these errors, in their order.
    pub(super) fn tell(&self, errors: &[ValidationError<'_>]) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut open: Vec<Open<'_>> = errors
            .iter()
            .rev()
            .map(|error| Open { error, note: None })
            .collect();
        while let Some(Open { error, note }) = open.pop() {
            let path = error.instance_path().as_str();
            let (Error::AnyOf { context } | Error::OneOfNotValid { context }) = error.kind() else {
                let mut told = self.one(error);
                for finding in &mut told {
                    finding.message = note
                        .iter()
                        .fold(std::mem::take(&mut finding.message), |text, note| {
                            text.own(note.clone())
                        });
                }
                findings.extend(told);
                continue;
            };
            match branch::closest(path, context) {
                Choice::Inside { errors, rivals } => {
                    let of = context.len();
                    let own =
                        (rivals > 0).then(|| format!(" (in the closest of {of} alternatives)"));
                    let note = own.or(note);
                    open.extend(errors.iter().rev().map(|error| Open {
                        error,
                        note: note.clone(),
                    }));
                }
                Choice::Allowed {
                    pointer,
                    wanted,
                    strings,
                } => {
                    findings.extend(self.allowed(error, pointer, &wanted, &strings));
                }
            }
        }
        findings
    }

    /// The findings for an error that is no choice among alternatives.
    fn one(&self, error: &ValidationError<'_>) -> Vec<Finding> {
        match error.kind() {
            Error::Required { property } => {
                vec![self.missing(error, property.as_str().unwrap_or_default())]
            }
            Error::AdditionalProperties { unexpected } => {
                self.unexpected(error, unexpected, "is not allowed")
            }
            Error::UnevaluatedProperties { unexpected } => {
                let spot = self.spot(error);
                let is_closed = spot.is_none_or(|spot| spot.value == &Value::Bool(false));
                let why = if is_closed {
                    "is not allowed"
                } else {
                    "does not fit what other keys must be"
                };
                self.unexpected(error, unexpected, why)
            }
            Error::PropertyNames { error: inner } => vec![self.wrong_name(error, inner)],
            Error::UnevaluatedItems { unexpected } => self.unexpected_elements(error, unexpected),
            Error::FalseSchema => self.nothing_allowed(error),
            Error::UniqueItems => vec![self.repeated(error)],
            kind => {
                let node = self.node(error);
                let spot = self.spot(error);
                let schema = spot.map(|spot| (&spot.loaded.value, spot.value));
                vec![self.finding(
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
    fn container(&self, error: &ValidationError<'_>) -> Node<'_> {
        self.document
            .resolve(error.instance_path().as_str())
            .unwrap_or(self.document.root())
    }

    /// What the keyword of an error holds.
    fn spot(&self, error: &ValidationError<'_>) -> Option<Spot<'_>> {
        let absolute = error.absolute_keyword_location().map(|uri| uri.as_str());
        self.library.spot(absolute, error.schema_path().as_str())
    }

    /// The schemas around an error's keyword, the nearest first, each with its whole file.
    fn scopes(&self, error: &ValidationError<'_>) -> Vec<(&Value, &Value)> {
        let Some(spot) = self.spot(error) else {
            return Vec::new();
        };
        let root = &spot.loaded.value;
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

    fn blank(
        &self,
        error: &ValidationError<'_>,
        pointer: &str,
        node: Node<'_>,
        message: Text,
    ) -> Finding {
        let mut finding = Finding::new(Code::Schema, message).at(node.span());
        finding.keyword = Some(walk::last_keyword(error.schema_path().as_str()).unwrap_or("false"));
        finding.place.pointer = Some(pointer.to_owned());
        let schema_path = error.schema_path().as_str();
        finding.schema_pointer = Some(schema_path.replace(super::formats::WIDTH, "format"));
        finding
    }

    fn finding(
        &self,
        error: &ValidationError<'_>,
        pointer: &str,
        node: Node<'_>,
        said: Said,
    ) -> Finding {
        let message = words::subject(pointer).own(" ").text(said.fact.clone());
        let mut finding = self.blank(error, pointer, node, message);
        let must = said.must.unwrap_or(said.fact);
        finding.feedback = Some(
            Text::new()
                .own(words::place(pointer))
                .own(" ")
                .text(must)
                .own("."),
        );
        finding.help = said.help;
        finding.expected = said.expected;
        finding.actual = said.actual;
        finding
    }

    fn of_key(
        &self,
        error: &ValidationError<'_>,
        key: &str,
        node: Node<'_>,
        said: keys::Said,
    ) -> Finding {
        let object = error.instance_path().as_str();
        let mut finding = self.blank(error, object, node, said.message);
        let place = words::place(&pointer::child(object, key));
        finding.feedback = Some(Text::new().own(place).text(said.feedback).own("."));
        finding.help = said.help;
        finding.expected = said.expected;
        finding
    }

    fn missing(&self, error: &ValidationError<'_>, key: &str) -> Finding {
        let object = self.node(error);
        let schema_path = error.schema_path().as_str();
        let depends = matches!(
            walk::last_keyword(schema_path),
            Some("dependentRequired" | "dependencies")
        );
        let beside = pointer::tokens(schema_path).last().filter(|_| depends);
        let said = keys::missing(key, object, &self.scopes(error), beside.as_deref());
        self.of_key(error, key, object, said)
    }

    fn unexpected(
        &self,
        error: &ValidationError<'_>,
        keys: &[String],
        why: &'static str,
    ) -> Vec<Finding> {
        let object = self.container(error);
        let scope = self.scopes(error).first().map(|(_, scope)| *scope);
        let told = keys.iter().take(self.most).map(|key| {
            let name = object.members().find(|(name, _)| name.is_string(key));
            let node = name.map_or(object, |(name, _)| name);
            self.of_key(error, key, node, keys::unexpected(key, object, scope, why))
        });
        self.more
            .set(self.more.get() + keys.len().saturating_sub(self.most));
        told.collect()
    }

    fn wrong_name(&self, error: &ValidationError<'_>, inner: &ValidationError<'_>) -> Finding {
        let object = self.node(error);
        let name = inner.instance().as_str().unwrap_or_default();
        let is_it = |key: &Node<'_>| key.string().is_some_and(|key| node::head(&key) == name);
        let key = object
            .members()
            .map(|(key, _)| key)
            .find(is_it)
            .unwrap_or(object);
        let said = value::say(inner.kind(), key, None);
        let message = Text::new()
            .own("the key `")
            .key(name)
            .own("` ")
            .text(said.fact.clone());
        let mut finding = self.blank(error, error.instance_path().as_str(), key, message.clone());
        finding.keyword = Some("propertyNames");
        let inside = match error.instance_path().as_str() {
            "" => String::new(),
            path => format!(" in {}", words::place(path)),
        };
        finding.feedback = Some(message.own(inside).own("."));
        finding.help = said.help;
        finding.expected = said.expected;
        finding.actual = said.actual;
        finding
    }

    fn unexpected_elements(
        &self,
        error: &ValidationError<'_>,
        unexpected: &[String],
    ) -> Vec<Finding> {
        let tickets = unexpected.iter().filter_map(|text| Ticket::parse(text));
        let mut nodes: Vec<_> = tickets
            .map(|ticket| self.document.node(ticket.index))
            .collect();
        if nodes.is_empty() {
            nodes.push(self.node(error));
        }
        self.more
            .set(self.more.get() + nodes.len().saturating_sub(self.most));
        nodes.truncate(self.most);
        let tell = |node: Node<'_>| {
            let pointer = self.document.pointer(node.index());
            let mut said = Said::fact("is not allowed");
            said.must = Some("is not allowed: leave it out".into());
            self.finding(error, &pointer, node, said)
        };
        nodes.into_iter().map(tell).collect()
    }

    /// A schema `false`: the value may not be there at all.
    fn nothing_allowed(&self, error: &ValidationError<'_>) -> Vec<Finding> {
        let path = error.instance_path().as_str();
        let (here, node) = (self.container(error), self.node(error));
        if here.index() != node.index() {
            // A bare `additionalProperties: false`: the engine names the object and its first value.
            let keys: Vec<_> = here
                .members()
                .filter_map(|(key, _)| key.string())
                .map(Into::into)
                .collect();
            return self.unexpected(error, &keys, "is not allowed");
        }
        let Some((object, _)) = path.rsplit_once('/') else {
            return vec![self.finding(
                error,
                path,
                node,
                Said::fact("is not allowed: the schema allows nothing"),
            )];
        };
        let mut said = Said::fact("is not allowed");
        said.must = Some("is not allowed: leave it out".into());
        let mut finding = self.finding(error, path, node, said);
        let object = self.document.resolve(object);
        let key = object.and_then(|object| {
            object
                .members()
                .find(|(_, value)| value.index() == node.index())
        });
        if let Some((key, _)) = key {
            finding.place.span = Some(key.span());
        }
        vec![finding]
    }

    fn repeated(&self, error: &ValidationError<'_>) -> Finding {
        let array = self.node(error);
        let path = error.instance_path().as_str();
        let twice = self
            .view
            .and_then(|view| same::repeated(view, view.document.node(array.index())));
        let Some((one, two, node)) = twice else {
            return self.finding(error, path, array, Said::fact("holds a value twice"));
        };
        let fact = Text::new()
            .own(format!("holds a value twice, at {one} and {two}: "))
            .text(words::seen(node));
        let mut said = Said::fact(fact);
        said.must =
            Some(format!("holds the same value at {one} and {two}: each may stand once").into());
        let mut finding = self.finding(error, path, array, said);
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
        let node = self.document.resolve(pointer)?;
        let is_text = node.string().is_some();
        let names_values = !strings.is_empty() && is_text;
        let actual = if names_values || node.kind() == crate::read::document::Kind::Number {
            words::seen(node)
        } else {
            words::kind(node.kind()).into()
        };
        let mut said = Said::must("be", words::few(wanted, "or"), actual);
        let meant = near(&node.string().unwrap_or_default(), strings.iter().copied());
        said.help =
            meant.map(|meant| format!("did you mean {}?", words::shown(&meant.into())).into());
        Some(self.finding(error, pointer, node, said))
    }
}

//! An error about keys or elements, which the engine reports at their container.

use std::collections::HashSet;

use jsonschema::ValidationError;
use serde_json::Value;

use super::describe::describe;
use super::explain::{Teller, blank, finding};
use super::node;
use super::value::{self, Said};
use super::view::Ticket;
use super::{keys, walk, words};
use crate::read::document::Node;
use crate::refusal::{Finding, Text};

impl Teller<'_> {
    pub(super) fn missing(
        &self,
        error: &ValidationError<'_>,
        key: &str,
        wanted: Option<String>,
    ) -> Finding {
        let object = self.node(error);
        let keyword = walk::last_keyword(error.schema_path().as_str());
        let depends = matches!(keyword, Some("dependentRequired" | "dependencies"));
        let asking = self
            .spot(error)
            .and_then(|spot| spot.value.as_object())
            .filter(|_| depends);
        let asks = |(name, wanted): &(&String, &Value)| {
            let names_it = wanted
                .as_array()
                .is_some_and(|names| names.iter().any(|name| name == key));
            names_it && object.get(name).is_some()
        };
        let beside = asking
            .into_iter()
            .flatten()
            .find(asks)
            .map(|(name, _)| name.as_str());
        let at = error.instance_path().as_str();
        let said = keys::missing(key, (at, object), &self.scopes(error), wanted, beside);
        of_key(error, object, said)
    }

    /// What the alternatives of a choice want of a key, when that differs.
    pub(super) fn wanted_of_each(&self, choice: &ValidationError<'_>, key: &str) -> Option<String> {
        let spot = self.spot(choice)?;
        let root = &*spot.loaded.value;
        let mut wanted: Vec<String> = Vec::new();
        for schema in spot.value.as_array()? {
            let words = keys::wanted(key, (root, schema))?;
            if !wanted.contains(&words) {
                wanted.push(words);
            }
        }
        (wanted.len() > 1).then(|| words::few(&wanted, "or"))
    }

    /// Keys that may not stand in `object`.
    pub(super) fn unexpected(
        &self,
        error: &ValidationError<'_>,
        object: Node<'_>,
        keys: &[String],
        why: &'static str,
    ) -> Vec<Finding> {
        let scope = self.scopes(error).first().map(|(_, scope)| *scope);
        let at = error.instance_path().as_str();
        let told = keys.iter().take(self.most).map(|key| {
            let name = object.members().find(|(name, _)| name.is_string(key));
            let node = name.map_or(object, |(name, _)| name);
            of_key(error, node, keys::unexpected(key, (at, object), scope, why))
        });
        self.more
            .set(self.more.get() + keys.len().saturating_sub(self.most));
        told.collect()
    }

    pub(super) fn wrong_name(
        &self,
        error: &ValidationError<'_>,
        inner: &ValidationError<'_>,
    ) -> Finding {
        let object = self.node(error);
        let name = inner.instance().as_str().unwrap_or_default();
        let is_it = |key: &Node<'_>| key.string().is_some_and(|key| node::head(&key) == name);
        let key = object
            .members()
            .map(|(key, _)| key)
            .find(is_it)
            .unwrap_or(object);
        let said = value::say(inner.kind(), key, None);
        let rule = said.rule.unwrap_or(said.fact);
        let message = Text::new().own("the key `").key(name).own("` ");
        let message = message.text(rule.clone());
        let mut finding = blank(error, error.instance_path().as_str(), key, message);
        finding.keyword = Some("propertyNames");
        let inside = match error.instance_path().as_str() {
            "" => String::new(),
            path => format!(" in {}", words::place(path)),
        };
        let sentence = Text::new().own("The key ").key(name).own(inside);
        finding.feedback = Some(sentence.own(" ").text(rule).own("."));
        finding.help = said.help;
        finding.expected = said.expected;
        finding.actual = said.actual;
        finding
    }

    pub(super) fn unexpected_elements(
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
            finding(error, &pointer, node, said)
        };
        nodes.into_iter().map(tell).collect()
    }

    /// Too few or too many elements that fit; the engine does not say which do.
    pub(super) fn contains(&self, error: &ValidationError<'_>) -> Finding {
        let array = self.node(error);
        let scope = self.scopes(error).first().copied();
        let wanted = scope.and_then(|(root, scope)| describe(root, scope.get("contains")?));
        let limit = |name: &str| scope.and_then(|(_, scope)| scope.get(name)?.as_u64());
        let (verb, count) = match walk::last_keyword(error.schema_path().as_str()) {
            Some("maxContains") => ("at most", limit("maxContains").unwrap_or(1)),
            _ => ("at least", limit("minContains").unwrap_or(1)),
        };
        let fits = match (wanted, count) {
            (Some(words), 1) => format!(" that is {words}"),
            (Some(words), _) => format!(", each {words}"),
            (None, 1) => " that fits".to_owned(),
            (None, _) => " that fit".to_owned(),
        };
        let fits = format!("{verb} {}{fits}", words::count(count, "element"));
        let has = words::count(array.elements().count() as u64, "element");
        let said = Said {
            expected: Some(fits.clone().into()),
            actual: Some(has.into()),
            ..Said::fact(format!("must hold {fits}"))
        };
        finding(error, error.instance_path().as_str(), array, said)
    }

    /// A schema `false`: the value may not be there at all.
    pub(super) fn nothing_allowed(&self, error: &ValidationError<'_>) -> Vec<Finding> {
        let path = error.instance_path().as_str();
        let here = self.container(error);
        let schema_path = error.schema_path().as_str();
        let named = self.view.and_then(|_| Ticket::read(error.instance()));
        let is_part = named.is_some_and(|ticket| ticket.index != here.index());
        if is_part && schema_path.ends_with("/additionalProperties") {
            // The engine names the object and its first value: none of its keys is allowed.
            let keys = here.members().filter_map(|(key, _)| key.string());
            return self.unexpected(
                error,
                here,
                &keys.map(Into::into).collect::<Vec<_>>(),
                "is not allowed",
            );
        }
        let mut said = Said::fact("is not allowed");
        said.must = Some("is not allowed: leave it out".into());
        let Some((object, _)) = path.rsplit_once('/') else {
            said = Said::fact("is not allowed, whatever it is");
            return vec![finding(error, path, here, said)];
        };
        let mut finding = finding(error, path, here, said);
        let object = self.document.resolve(object);
        let mut members = object.into_iter().flat_map(Node::members);
        if let Some((key, _)) = members.find(|(_, value)| value.index() == here.index()) {
            finding.place.span = Some(key.span());
        }
        vec![finding]
    }

    /// Keys that no part of the schema spoke of. A part that fails speaks of none, so keys that it
    /// names are told only when nothing else is wrong with the object.
    pub(super) fn unevaluated(&self, error: &ValidationError<'_>, keys: &[String]) -> Vec<Finding> {
        let spot = self.spot(error);
        let is_closed = spot.is_none_or(|spot| spot.value == &Value::Bool(false));
        let why = if is_closed {
            "is not allowed"
        } else {
            "is not what unnamed keys must be"
        };
        let here = error.instance_path().as_str();
        let is_sound = !self.faulty.iter().any(|path| {
            path.strip_prefix(here)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        let known = spot
            .filter(|_| !is_sound)
            .map(|spot| known_names(&spot.loaded.value))
            .unwrap_or_default();
        let keys: Vec<_> = keys
            .iter()
            .filter(|key| !known.contains(key.as_str()))
            .cloned()
            .collect();
        self.unexpected(error, self.node(error), &keys, why)
    }
}

/// A finding of an object's key, at `node`.
fn of_key(error: &ValidationError<'_>, node: Node<'_>, said: keys::Said) -> Finding {
    let object = error.instance_path().as_str();
    let mut finding = blank(error, object, node, said.message);
    finding.feedback = Some(said.feedback);
    finding.help = said.help;
    finding.expected = said.expected;
    finding
}

/// The names of all `properties` of a schema file.
fn known_names(root: &Value) -> HashSet<&str> {
    let mut names = HashSet::new();
    let mut open = vec![root];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                open.extend(members.values());
                let inner = members.get("properties").and_then(Value::as_object);
                names.extend(inner.into_iter().flatten().map(|(name, _)| name.as_str()));
            }
            _ => {}
        }
    }
    names
}

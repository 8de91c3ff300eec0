//! Regular expressions that the engine gave up on: a fault of the schema, never of the reply.

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind as Error;
use serde_json::json;

use super::library::{Library, Loaded, fault};
use super::node::Reply;
use super::view::{Budget, View};
use super::{Judge, formats, regex, words};
use crate::read::document::{Document, Kind, Node};
use crate::refusal::{Code, Finding, Text};

/// Whether an error says that the engine could not match, rather than that nothing matched.
pub(super) fn is_engine_fault(kind: &Error) -> bool {
    matches!(
        kind,
        Error::BacktrackLimitExceeded { .. } | Error::RegexEngineFailure { .. }
    )
}

impl Judge {
    /// A pattern that the engine gives up on at some string of the document. Whether the verdict
    /// hangs on it is not known: the engine tries both outcomes.
    pub(super) fn explosive(&self, document: &Document<'_>) -> Option<String> {
        let built = self.explosive.get_or_init(|| self.compiled());
        if built.is_empty() {
            return None;
        }
        let endless = Budget {
            most: u32::MAX,
            each: u32::MAX,
        };
        let view = View::telling(document, endless, false);
        let gives_up = |validator: &Validator<Reply>, node: Node<'_>| {
            let handle = view.handle(view.document.node(node.index()));
            !validator.is_valid(handle)
                && validator
                    .validate(handle)
                    .is_err_and(|error| is_engine_fault(error.kind()))
        };
        document
            .nodes()
            .filter(|node| node.kind() == Kind::String)
            .find_map(|node| {
                let found = built
                    .iter()
                    .find(|(_, validator)| gives_up(validator, node));
                found.map(|(pattern, _)| pattern.clone())
            })
    }

    /// The patterns of all files that the engine may give up on, each on its own.
    fn compiled(&self) -> Vec<(String, Validator<Reply>)> {
        let options = formats::options(self.validator.draft());
        let one = |pattern: String| {
            let built = options.build(&json!({ "pattern": pattern })).ok()?;
            Some((pattern, built))
        };
        explosive(&self.library)
            .into_iter()
            .filter_map(one)
            .collect()
    }

    /// The set-up fault that a regular expression is: at its place in its file.
    pub(super) fn gave_up(&self, pattern: &str) -> Finding {
        let message = || {
            let text = Text::new()
                .own("the regular expression ")
                .own(words::quoted(pattern));
            text.own(" takes too many steps on this reply")
        };
        let mut places = self.library.0.iter().filter_map(|loaded| {
            let node = patterns(&loaded.document)
                .into_iter()
                .find(|node| node.is_string(pattern))?;
            Some(fault(&loaded.file, &loaded.document, node, message()))
        });
        let finding = places
            .next()
            .unwrap_or_else(|| Finding::new(Code::SetupSchema, message()));
        finding.help(
            "look-around and back-references can backtrack without end: write it without them",
        )
    }
}

/// The patterns of all files that the engine may give up on.
fn explosive(library: &Library) -> Vec<String> {
    let may = |loaded: &&Loaded| loaded.file.text.contains("(?") || loaded.file.text.contains('\\');
    let of = |loaded: &Loaded| -> Vec<String> {
        let nodes = patterns(&loaded.document).into_iter();
        let texts = nodes.filter_map(Node::string).map(String::from);
        texts
            .filter(|pattern| regex::may_explode(pattern))
            .collect()
    };
    let mut patterns: Vec<_> = library.0.iter().filter(may).flat_map(of).collect();
    patterns.sort_unstable();
    patterns.dedup();
    patterns
}

/// Whatever may be a pattern in a file, wherever it stands: a reference may name any place.
fn patterns<'d>(document: &'d Document<'d>) -> Vec<Node<'d>> {
    let of = |(key, value): (Node<'d>, Node<'d>)| -> Vec<Node<'d>> {
        if key.is_string("pattern") && value.kind() == Kind::String {
            vec![value]
        } else if key.is_string("patternProperties") {
            value.members().map(|(key, _)| key).collect()
        } else {
            Vec::new()
        }
    };
    document
        .nodes()
        .flat_map(Node::members)
        .flat_map(of)
        .collect()
}

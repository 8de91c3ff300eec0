//! Many pointers into one document, looked up without a search through its members for each.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::read::document::{Document, Node, pointer};

/// The containers on the way to what was looked up, each by the names of what it holds.
pub(super) struct Index<'d> {
    document: &'d Document<'d>,
    containers: HashMap<u32, HashMap<Cow<'d, str>, Node<'d>>>,
}

impl<'d> Index<'d> {
    pub(super) fn of(document: &'d Document<'d>) -> Self {
        Self {
            document,
            containers: HashMap::new(),
        }
    }

    /// What [`Document::resolve`] gives. Linear in the members and elements beside the path, but
    /// each of them is paid for once.
    pub(super) fn resolve(&mut self, pointer: &str) -> Option<Node<'d>> {
        if !pointer.is_empty() && !pointer.starts_with('/') {
            return None;
        }
        let root = self.document.root();
        if pointer.contains('~') {
            return pointer::tokens(pointer).try_fold(root, |node, token| self.below(node, &token));
        }
        let mut tokens = pointer.split('/').skip(1);
        tokens.try_fold(root, |node, token| self.below(node, token))
    }

    fn below(&mut self, node: Node<'d>, token: &str) -> Option<Node<'d>> {
        let names = || names(node).collect();
        let below = self.containers.entry(node.index()).or_insert_with(names);
        below.get(token).copied()
    }
}

/// The children of a container and the tokens that name them.
fn names(node: Node<'_>) -> impl Iterator<Item = (Cow<'_, str>, Node<'_>)> {
    let members = node.members();
    let members = members.map(|(key, value)| (key.string().unwrap_or_default(), value));
    let elements = node.elements().enumerate();
    members.chain(elements.map(|(at, value)| (at.to_string().into(), value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::document::MAX_DEPTH;

    #[test]
    fn it_finds_what_the_document_finds() {
        let text = r#"{"a":[1,{"b/c":2,"~":[[]]}],"":{"x":null},"\u0064":"e"}"#;
        let document = Document::parse(text, MAX_DEPTH).unwrap();
        let mut index = Index::of(&document);
        for pointer in [
            "",
            "/a",
            "/a/0",
            "/a/1/b~1c",
            "/a/1/~0/0",
            "/",
            "//x",
            "/d",
            "/b",
            "/a/2",
            "/a/00",
            "/a/-",
            "/a/+1",
            "/d/e",
            "a",
            "#",
        ] {
            let found = index.resolve(pointer).map(Node::index);
            assert_eq!(
                found,
                document.resolve(pointer).map(Node::index),
                "{pointer}"
            );
        }
    }
}

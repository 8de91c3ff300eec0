//! JSON Pointer (RFC 6901): from a pointer to its node, and from a node to its pointer.

use std::fmt::Write as _;

use super::{Document, Kind, Node};

/// The pointer of a member or element below the pointer `parent`.
#[must_use]
pub fn child(parent: &str, token: &str) -> String {
    format!("{parent}/{}", token.replace('~', "~0").replace('/', "~1"))
}

/// The tokens of a pointer, unescaped; none for `""`, the whole document.
pub fn tokens(pointer: &str) -> impl Iterator<Item = String> + '_ {
    pointer
        .split('/')
        .skip(1)
        .map(|token| token.replace("~1", "/").replace("~0", "~"))
}

/// A pointer as a program would write the place: `lines[3].qty`. Empty for the whole document.
#[must_use]
pub fn path(pointer: &str) -> String {
    let mut path = String::new();
    // Writing to a string cannot fail.
    for token in tokens(pointer) {
        let index = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
        let plain = token
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$'));
        if index {
            let _ = write!(path, "[{token}]");
        } else if plain && !token.is_empty() {
            let dot = if path.is_empty() { "" } else { "." };
            let _ = write!(path, "{dot}{token}");
        } else {
            let _ = write!(path, "[\"{}\"]", quoted(&token));
        }
    }
    path
}

/// The beginning of a key as it may stand in double quotes: each character escaped once.
fn quoted(token: &str) -> String {
    let most = crate::refusal::text::SHOWN;
    let end = token.char_indices().nth(most);
    let end = end.map_or(token.len(), |(at, _)| at);
    let head = token.get(..end).unwrap_or(token);
    let head = head.replace('\\', "\\\\").replace('"', "\\\"");
    let cut = if end < token.len() { "…" } else { "" };
    format!("{}{cut}", crate::refusal::text::escaped(&head))
}

impl Node<'_> {
    /// The member or element that a token of a pointer names. Linear in their number.
    #[must_use]
    pub fn below(self, token: &str) -> Option<Self> {
        match self.kind() {
            Kind::Object => self.get(token),
            Kind::Array => {
                let canonical = token == "0" || !token.starts_with(['0', '+']);
                self.elements()
                    .nth(token.parse().ok().filter(|_| canonical)?)
            }
            _ => None,
        }
    }
}

impl Document<'_> {
    /// The node that a pointer names.
    #[must_use]
    pub fn resolve(&self, pointer: &str) -> Option<Node<'_>> {
        if !pointer.is_empty() && !pointer.starts_with('/') {
            return None;
        }
        tokens(pointer).try_fold(self.root(), |node, token| node.below(&token))
    }

    /// The pointer of the value with this index, or of the value whose key it is.
    /// Linear in the members and elements beside the path.
    #[must_use]
    pub fn pointer(&self, index: u32) -> String {
        let mut pointer = String::new();
        let mut node = self.root();
        while node.index() < index {
            let inner = match node.kind() {
                Kind::Object => node.members().find_map(|(key, value)| {
                    (index < value.slot().next).then(|| (key.string().unwrap_or_default(), value))
                }),
                _ => node.elements().enumerate().find_map(|(at, value)| {
                    (index < value.slot().next).then(|| (at.to_string().into(), value))
                }),
            };
            let Some((token, value)) = inner else { break };
            pointer = child(&pointer, &token);
            if index < value.index() {
                break;
            }
            node = value;
        }
        pointer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_node_is_found_again_by_its_pointer() {
        let text = r#"{"a":[1,{"b/c":2,"~":[[]]}],"":{"x":null},"d":"e"}"#;
        let document = Document::parse(text, 128).unwrap();
        let pointers = [
            "",
            "/a",
            "/a/0",
            "/a/1",
            "/a/1/b~1c",
            "/a/1/~0/0",
            "/",
            "//x",
            "/d",
        ];
        for pointer in pointers {
            let node = document.resolve(pointer).unwrap();
            assert_eq!(document.pointer(node.index()), pointer);
        }
        for pointer in ["/b", "/a/2", "/a/00", "/a/-", "/d/e", "/a/+1", "a", "#"] {
            assert!(document.resolve(pointer).is_none(), "{pointer}");
        }
    }

    #[test]
    fn a_path_reads_as_a_program_would_write_it() {
        assert_eq!(path("/lines/3/qty"), "lines[3].qty");
        assert_eq!(path("/a b/x"), "[\"a b\"].x");
        assert_eq!(path(""), "");
        assert_eq!(path("/a\nb"), r#"["a\nb"]"#);
        assert_eq!(path("/a\"\\\u{1b}"), r#"["a\"\\\u{1b}"]"#);
        let long = path(&format!("/ {}", "é".repeat(99)));
        assert_eq!(long, format!("[\" {}…\"]", "é".repeat(59)));
    }
}

//! The reply inside a JSON record, at a place that the caller names.

use std::ops::Range;
use std::str::FromStr;

use super::document::{self, Arena, Document, Kind, Node, Offence, pointer};
use super::reply::{Piece, Reply};
use crate::refusal::near::near;
use crate::refusal::text::{SHOWN, excerpt};
use crate::refusal::{Code, Finding, Refusal, Text};

/// How many containers a record may nest: more than the reply in it ever may, which is judged for
/// itself, and is no other's fault.
pub const MAX_DEPTH: usize = 4096;

/// Which value of a record is the reply, as a JSON Pointer (RFC 6901).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pointer: String,
    tokens: Vec<String>,
}

/// Why a record holds no reply. The offsets are bytes of the record.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is not JSON.
    #[error("{NO_RECORD}{0}")]
    NotJson(document::Fault),
    /// The pointer leads nowhere.
    #[error("`--field {pointer}` finds nothing")]
    Missing {
        /// The pointer.
        pointer: String,
        /// The value that it leads to last.
        at: Range<usize>,
        /// The key there that was probably meant.
        meant: Option<String>,
        /// Else the first few keys that there are.
        keys: Vec<String>,
    },
    /// There is only `null`.
    #[error("`--field {pointer}` finds only `null`")]
    Null {
        /// The pointer.
        pointer: String,
        /// Where.
        at: Range<usize>,
    },
}

impl Fault {
    /// Whether there is a record, and only the field is missing.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        !matches!(self, Self::NotJson(_))
    }
}

impl Field {
    /// The reply in a record, and the bytes of its value there. A string is a text, which is
    /// written to `room` if it holds escapes; any other value is judged as it stands. `arena` is
    /// only used on the way. `look` is shown the record, and if the way to the field ends at some
    /// value before it, that one too.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn open<'a>(
        &self,
        record: &'a str,
        arena: &mut Arena,
        room: &'a mut String,
        mut look: impl FnMut(Node<'_>),
    ) -> Result<(Reply<'a>, Range<usize>), Fault> {
        let document = Document::parse_in(record, MAX_DEPTH, arena).map_err(Fault::NotJson)?;
        look(document.root());
        let found = self.find(document.root(), look).and_then(|node| {
            let piece = Piece::of(node);
            match node.kind() {
                Kind::Null => Err(self.null(node)),
                _ => Ok((piece, node.span())),
            }
        });
        *arena = document.into_arena();
        let (piece, span) = found?;
        Ok((Reply::of_input(record).inner(vec![piece], room), span))
    }

    fn find<'d>(&self, root: Node<'d>, mut look: impl FnMut(Node<'_>)) -> Result<Node<'d>, Fault> {
        let mut node = root;
        for token in &self.tokens {
            node = node.below(token).ok_or_else(|| {
                look(node);
                self.missing(node, token)
            })?;
        }
        Ok(node)
    }

    fn missing(&self, node: Node<'_>, token: &str) -> Fault {
        let keys: Vec<_> = node.members().filter_map(|(key, _)| key.string()).collect();
        let meant = near(token, keys.iter().map(AsRef::as_ref));
        Fault::Missing {
            pointer: self.shown(),
            at: node.span(),
            meant: meant.map(str::to_owned),
            keys: keys
                .iter()
                .take(SHOWN_KEYS)
                .map(ToString::to_string)
                .collect(),
        }
    }

    fn null(&self, node: Node<'_>) -> Fault {
        Fault::Null {
            pointer: self.shown(),
            at: node.span(),
        }
    }

    /// The pointer as it would be written in a shell.
    fn shown(&self) -> String {
        match self.pointer.as_str() {
            "" => "''".to_owned(),
            pointer => excerpt(pointer, SHOWN),
        }
    }
}

impl FromStr for Field {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if !text.is_empty() && !text.starts_with('/') {
            let path = text.trim_start_matches(['#', '$', '.', '/']);
            return Err(format!(
                "a field is named by a JSON Pointer, which begins with a slash: `/{}`",
                path.replace('.', "/")
            ));
        }
        if text
            .split('~')
            .skip(1)
            .any(|rest| !rest.starts_with(['0', '1']))
        {
            return Err("in a JSON Pointer `~` is written `~0`, and `/` in a key `~1`".to_owned());
        }
        Ok(Self {
            pointer: text.to_owned(),
            tokens: pointer::tokens(text).collect(),
        })
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        let message = match &fault {
            Fault::NotJson(inner) => Text::new().own(NO_RECORD).text(inner.what.text()),
            _ => Text::from(fault.to_string()),
        };
        let finding = Finding::new(Code::ProviderUnrecognised, message);
        let (at, help) = match fault {
            Fault::NotJson(inner) => {
                let behind = matches!(inner.what, Offence::Trailing { found: '{' });
                let help = behind.then(|| "if each line is a record, add `--lines`".into());
                (inner.span(), help)
            }
            Fault::Null { at, .. } => (at, None),
            Fault::Missing {
                at, meant, keys, ..
            } => (at, there(meant.as_deref(), &keys)),
        };
        let mut finding = finding.at(at);
        finding.help = help;
        Self::one(finding)
    }
}

/// The key that was meant, or those that there are.
fn there(meant: Option<&str>, keys: &[String]) -> Option<Text> {
    if let Some(key) = meant {
        return Some(Text::new().own("did you mean `").key(key).own("`?"));
    }
    let text = keys
        .iter()
        .enumerate()
        .fold(Text::new(), |text, (at, key)| {
            let before = if at == 0 { "there are `" } else { "`, `" };
            text.own(before).key(key)
        });
    (!keys.is_empty()).then(|| text.own("`"))
}

/// How many keys are told where none of them is near.
const SHOWN_KEYS: usize = 5;

/// What is said of a record that is none, before why.
const NO_RECORD: &str = "`--field` looks into a JSON record, and this is none: ";

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(field: &str, record: &str) -> Result<(String, Range<usize>), Fault> {
        let (mut arena, mut room) = (Arena::default(), String::from("old"));
        let field: Field = field.parse().unwrap();
        let (reply, span) = field.open(record, &mut arena, &mut room, |_| {})?;
        Ok((reply.text.to_owned(), span))
    }

    #[test]
    fn a_string_is_a_text_and_anything_else_stands_as_it_is() {
        let record = r#"{"a":[{"t":"x\ny"},{"t":"plain"}],"b":{"c":[[1]]},"n":7}"#;
        let found = |field| opened(field, record).unwrap();
        assert_eq!(found("/a/0/t"), ("x\ny".into(), 11..17));
        assert_eq!(found("/a/1/t"), ("plain".into(), 24..31));
        assert_eq!(found("/b"), (r#"{"c":[[1]]}"#.into(), 38..49));
        assert_eq!(found("/n"), ("7".into(), 54..55));
        assert_eq!(opened("", r#""\u0041""#).unwrap().0, "A");
    }

    #[test]
    fn what_holds_no_reply_says_why() {
        let missing = |field, record| match opened(field, record) {
            Err(Fault::Missing { at, meant, .. }) => (at, meant),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            missing("/texts", r#"{"text":1}"#),
            (0..10, Some("text".into()))
        );
        assert_eq!(missing("/a/1", r#"{"a":[0]}"#), (5..8, None));
        assert_eq!(missing("/a/b", r#"{"a":"b"}"#), (5..8, None));
        assert!(
            matches!(opened("/a", r#"{"a":null}"#), Err(Fault::Null { at, .. }) if at == (5..9))
        );
        let deep = "[".repeat(5000) + &"]".repeat(5000);
        for broken in ["", "prose", r#"{"a":1,"a":1}"#, r#"{"a":"x"} {}"#, &deep] {
            assert!(
                matches!(opened("/a", broken), Err(Fault::NotJson(_))),
                "{broken}"
            );
        }
    }

    #[test]
    fn a_field_is_a_json_pointer() {
        for text in ["a/b", "#/a/b", "$.a.b", "a.b"] {
            let why = text.parse::<Field>().unwrap_err();
            assert!(why.contains("`/a/b`"), "{why}");
        }
        assert!("/a~b".parse::<Field>().is_err());
        assert_eq!("/a~1b/~0".parse::<Field>().unwrap().tokens, ["a/b", "~"]);
    }
}

//! The reply inside a JSON record, at a place that the caller names.

use std::str::FromStr;

use super::document::{self, Arena, Document, Kind, Node, pointer};
use super::reply::{Origin, Reply};
use crate::refusal::near::near;
use crate::refusal::{Code, Finding, Refusal, Text};

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
        at: std::ops::Range<usize>,
        /// The key there that was probably meant.
        meant: Option<String>,
    },
    /// There is only `null`.
    #[error("`--field {pointer}` finds only `null`")]
    Null {
        /// The pointer.
        pointer: String,
        /// Where.
        at: std::ops::Range<usize>,
    },
}

impl Field {
    /// The reply in a record. A string is a text, which is written to `room` if it holds escapes;
    /// any other value is judged as it stands. `arena` is only used on the way.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn open<'a>(
        &self,
        record: &'a str,
        max_depth: usize,
        arena: &mut Arena,
        room: &'a mut String,
    ) -> Result<Reply<'a>, Fault> {
        // What stands at the field may nest as deep as it could alone.
        let max_depth = max_depth.saturating_add(self.tokens.len());
        let document = Document::parse_in(record, max_depth, arena).map_err(Fault::NotJson)?;
        room.clear();
        let found = self.find(document.root()).and_then(|node| {
            let span = node.span();
            match node.kind() {
                Kind::Null => Err(self.null(node)),
                Kind::String => {
                    let inner = span.start + 1..span.end.saturating_sub(1);
                    Ok((Origin::String(inner), node.unescape_to(room)))
                }
                _ => Ok((Origin::Piece(span), false)),
            }
        });
        *arena = document.into_arena();
        let (origin, escaped) = found?;
        let text = match &origin {
            Origin::Piece(span) | Origin::String(span) if !escaped => {
                record.get(span.clone()).unwrap_or_default()
            }
            _ => room,
        };
        Ok(Reply { text, origin })
    }

    fn find<'d>(&self, root: Node<'d>) -> Result<Node<'d>, Fault> {
        let mut node = root;
        for token in &self.tokens {
            node = node.below(token).ok_or_else(|| self.missing(node, token))?;
        }
        Ok(node)
    }

    fn missing(&self, node: Node<'_>, token: &str) -> Fault {
        let keys: Vec<_> = node.members().filter_map(|(key, _)| key.string()).collect();
        let meant = near(token, keys.iter().map(AsRef::as_ref));
        Fault::Missing {
            pointer: self.pointer.clone(),
            at: node.span(),
            meant: meant.map(str::to_owned),
        }
    }

    fn null(&self, node: Node<'_>) -> Fault {
        Fault::Null {
            pointer: self.pointer.clone(),
            at: node.span(),
        }
    }
}

impl FromStr for Field {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if !text.is_empty() && !text.starts_with('/') {
            return Err(format!(
                "a field is named by a JSON Pointer, which begins with a slash: `/{text}`"
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
        Self::one(match fault {
            Fault::NotJson(inner) => finding.at(inner.span()),
            Fault::Null { at, .. }
            | Fault::Missing {
                at, meant: None, ..
            } => finding.at(at),
            Fault::Missing {
                at,
                meant: Some(key),
                ..
            } => finding
                .at(at)
                .help(Text::new().own("did you mean `").key(&key).own("`?")),
        })
    }
}

/// What is said of a record that is none, before why.
const NO_RECORD: &str = "`--field` looks into a JSON record, and this is none: ";

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(field: &str, record: &str) -> Result<(String, Origin), Fault> {
        let (mut arena, mut room) = (Arena::default(), String::from("old"));
        let field: Field = field.parse().unwrap();
        let reply = field.open(record, 3, &mut arena, &mut room)?;
        Ok((reply.text.to_owned(), reply.origin))
    }

    #[test]
    fn a_string_is_a_text_and_anything_else_stands_as_it_is() {
        let record = r#"{"a":[{"t":"x\ny"},{"t":"plain"}],"b":{"c":[[1]]},"n":7}"#;
        let found = |field| opened(field, record).unwrap();
        assert_eq!(found("/a/0/t"), ("x\ny".into(), Origin::String(12..16)));
        assert_eq!(found("/a/1/t"), ("plain".into(), Origin::String(25..30)));
        assert_eq!(
            found("/b"),
            (r#"{"c":[[1]]}"#.into(), Origin::Piece(38..49))
        );
        assert_eq!(found("/n"), ("7".into(), Origin::Piece(54..55)));
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
        for broken in [
            "",
            "prose",
            r#"{"a":1,"a":1}"#,
            r#"{"a":"x"} {}"#,
            "[[[[[]]]]]",
        ] {
            assert!(
                matches!(opened("/a", broken), Err(Fault::NotJson(_))),
                "{broken}"
            );
        }
    }

    #[test]
    fn a_field_is_a_json_pointer() {
        assert!("text".parse::<Field>().unwrap_err().contains("`/text`"));
        assert!("/a~b".parse::<Field>().is_err());
        assert_eq!("/a~1b/~0".parse::<Field>().unwrap().tokens, ["a/b", "~"]);
    }
}

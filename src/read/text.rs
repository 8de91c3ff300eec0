//! Bytes to text: the checks that come before anything is looked for in a reply.

use crate::refusal::{Code, Finding, Refusal};

/// Why bytes are not a text that can be judged.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// More bytes than allowed.
    #[error("the reply is larger than {most} bytes")]
    TooLarge {
        /// The limit, in bytes.
        most: usize,
    },
    /// A byte that UTF-8 does not allow.
    #[error("{}", not_utf8(*.looks))]
    NotUtf8 {
        /// The offset of the first such byte.
        at: usize,
        /// Another encoding that the bytes look like.
        looks: Option<&'static str>,
    },
    /// The end, in the midst of a character.
    #[error("the reply is not UTF-8: it ends in the midst of a character")]
    Cut {
        /// The offset of that character.
        at: usize,
    },
    /// Nothing, or only white space.
    #[error("nothing arrived")]
    Empty {
        /// How many bytes of white space there were.
        bytes: usize,
    },
}

/// The text of a reply of at most `most` bytes: UTF-8, and more than white space.
///
/// # Errors
/// See [`Fault`].
pub fn read(bytes: &[u8], most: usize) -> Result<&str, Fault> {
    if bytes.len() > most {
        return Err(Fault::TooLarge { most });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (at, looks) = (error.valid_up_to(), utf16(bytes));
        match (error.error_len(), looks) {
            (None, None) => Fault::Cut { at },
            _ => Fault::NotUtf8 { at, looks },
        }
    })?;
    if let Some(wide) = utf16(bytes) {
        let at = memchr::memchr(0, bytes).unwrap_or_default();
        return Err(Fault::NotUtf8 {
            at,
            looks: Some(wide),
        });
    }
    some(text)
}

/// A text that is more than white space.
///
/// # Errors
/// [`Fault::Empty`].
pub fn some(text: &str) -> Result<&str, Fault> {
    let white = ['\u{feff}', ' ', '\t', '\r', '\n'];
    if text.trim_start_matches(white).is_empty() {
        return Err(Fault::Empty { bytes: text.len() });
    }
    Ok(text)
}

/// What is packed, and no text at all.
const GZIP: &str = "gzip";

/// gzip by its first bytes; UTF-16, when its byte order mark or its zero bytes show. RFC 4627 section 3 tells the
/// encodings apart by the zeros of the first four bytes.
fn utf16(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        // RFC 1952 section 2.3.1.
        [0x1f, 0x8b, ..] => Some(GZIP),
        [0xff, 0xfe, ..] => Some("UTF-16LE"),
        [0xfe, 0xff, ..] => Some("UTF-16BE"),
        [a, 0, b, 0, ..] if *a != 0 && *b != 0 => Some("UTF-16LE"),
        [0, a, 0, b, ..] if *a != 0 && *b != 0 => Some("UTF-16BE"),
        _ => None,
    }
}

fn not_utf8(looks: Option<&str>) -> String {
    match looks {
        Some(encoding) => format!("the reply is not UTF-8 but {encoding}"),
        None => "the reply is not UTF-8: this byte cannot stand there".to_owned(),
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        let finding = |code| Finding::new(code, fault.to_string());
        Self::one(match &fault {
            Fault::TooLarge { most } => finding(Code::TooLarge).at(*most..*most),
            Fault::NotUtf8 { at, looks } => {
                let help = match *looks {
                    Some(GZIP) => "unpack it first: `gunzip`, or `curl --compressed`".to_owned(),
                    looks => {
                        let from = looks.unwrap_or("LATIN1");
                        format!("convert it first: `iconv -f {from} -t UTF-8`")
                    }
                };
                finding(Code::NotUtf8).at(*at..*at + 1).help(help)
            }
            Fault::Cut { at } => finding(Code::NotUtf8).at(*at..*at + 1),
            Fault::Empty { bytes: 0 } => {
                finding(Code::Empty).help("did the command before the pipe fail?")
            }
            Fault::Empty { bytes } => Finding::new(Code::Empty, "only white space arrived")
                .at(0..*bytes)
                .help("did the command before the pipe fail?"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_is_told_apart() {
        assert_eq!(read(b"abc", 2), Err(Fault::TooLarge { most: 2 }));
        assert_eq!(
            read(b"ab\xff", 9),
            Err(Fault::NotUtf8 { at: 2, looks: None })
        );
        assert_eq!(read(b"ab\xc3", 9), Err(Fault::Cut { at: 2 }));
        let wide: Vec<u8> = "{\"a\":1}"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(
            read(&wide, 99),
            Err(Fault::NotUtf8 {
                at: 1,
                looks: Some("UTF-16LE")
            })
        );
        assert_eq!(
            read(b"\xff\xfe{\0", 9),
            Err(Fault::NotUtf8 {
                at: 0,
                looks: Some("UTF-16LE")
            })
        );
        assert_eq!(read(b" \n", 9), Err(Fault::Empty { bytes: 2 }));
        assert_eq!(read(b"x", 9), Ok("x"));
    }
}

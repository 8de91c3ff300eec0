//! Any text, in any pieces and however it is escaped, is found again, and each of its characters
//! where it was written.

use jgate::gate::Room;
use jgate::read::slice::Pick;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::named;
use super::twins::TWINS;
use super::variants::variants;
use crate::data::gate;
use crate::generate::config;

/// How a character is written in a string.
#[derive(Debug, Clone, Copy)]
enum Written {
    /// By itself, if it may be.
    Plain,
    /// Escaped by a letter, if there is one for it.
    Short,
    /// By its code units, the digits in lower or upper case.
    Units { upper: bool },
}

/// A character, how it is written, and whether a piece begins with it.
type Part = (char, Written, bool);

fn parts() -> impl Strategy<Value = Vec<Part>> {
    const CHARACTERS: &[char] = &[
        '"',
        '\\',
        '/',
        '\n',
        '\r',
        '\t',
        '\0',
        '\u{1f}',
        '\u{7f}',
        '\u{85}',
        '\u{feff}',
        '\u{2028}',
        '\u{fffd}',
        '\u{ffff}',
        '\u{10ffff}',
        'é',
        '京',
        '😀',
        '𝄞',
        '{',
        '}',
        '[',
        ':',
        ',',
        '1',
        'u',
        'd',
    ];
    let character = prop_oneof![4 => select(CHARACTERS), 1 => any::<char>()];
    let written = prop_oneof![
        3 => Just(Written::Plain),
        1 => Just(Written::Short),
        1 => any::<bool>().prop_map(|upper| Written::Units { upper }),
    ];
    let begins = prop::bool::weighted(0.3);
    let parts = vec((character, written, begins), 1..40);
    parts.prop_filter("more than white space", |parts| {
        parts.iter().any(|(c, ..)| !c.is_ascii_whitespace())
    })
}

fn write((c, written, _): Part) -> String {
    let short = "\"\\/\u{8}\u{c}\n\r\t".chars().zip("\"\\/bfnrt".chars());
    let short = || short.clone().find(|(meant, _)| *meant == c);
    let units = |upper: bool| {
        let mut room = [0; 2];
        let units = c.encode_utf16(&mut room).iter();
        let unit = |unit: &u16| {
            if upper {
                format!("\\u{unit:04X}")
            } else {
                format!("\\u{unit:04x}")
            }
        };
        units.map(unit).collect()
    };
    match (written, short()) {
        (Written::Plain, _) if c >= ' ' && !['"', '\\'].contains(&c) => c.to_string(),
        (Written::Plain | Written::Short, Some((_, letter))) => format!("\\{letter}"),
        (Written::Units { upper }, _) => units(upper),
        _ => units(false),
    }
}

fn pieces(parts: &[Part]) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for part in parts {
        if part.2 {
            pieces.push(String::new());
        }
        *pieces.last_mut().unwrap() += &write(*part);
    }
    pieces
}

/// That the text is found in a response, and each character and any span where they were written.
fn found(from: &str, input: &str, text: &str, any: (Index, Index)) -> Result<(), TestCaseError> {
    let mut gate = gate(None, Pick::Only);
    gate.opening.given = named(from);
    let mut room = Room::default();
    let judgement = gate.judge(input.as_bytes(), &mut room);
    let reply = judgement.found.reply.as_ref().expect("a reply");
    prop_assert_eq!(reply.text, text, "{}", input);
    let mut trail = reply.origin.trail();
    let mut places = Vec::new();
    for (at, c) in text.char_indices() {
        let place = trail.source(&(at..at + c.len_utf8()));
        let written = input.get(place.clone()).unwrap_or("nothing");
        let read: Result<String, _> = serde_json::from_str(&format!("\"{written}\""));
        prop_assert_eq!(read.ok(), Some(c.to_string()), "{} in {}", written, input);
        places.push((at, place));
    }
    let (one, other) = (any.0.index(places.len()), any.1.index(places.len()));
    let (first, last) = (&places[one.min(other)], &places[one.max(other)]);
    let behind = places
        .get(one.max(other) + 1)
        .map_or(text.len(), |next| next.0);
    let place = trail.source(&(first.0..behind));
    prop_assert_eq!(place, first.1.start..last.1.end, "{}", input);
    let mut orders = places.windows(2).map(|two| two[0].1.end <= two[1].1.start);
    prop_assert!(orders.all(|in_order| in_order), "{:?}", places);
    Ok(())
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn any_text_is_found_where_it_was_written(
        parts in parts(),
        any in any::<(Index, Index)>(),
        how in any::<Index>(),
    ) {
        let text: String = parts.iter().map(|(c, ..)| *c).collect();
        let pieces = pieces(&parts);
        for twin in TWINS {
            found(twin.from, &(twin.complete)(&pieces.concat()), &text, any)?;
            let stream = (twin.stream)(&pieces);
            found(twin.from, &stream, &text, any)?;
            if !stream.starts_with('[') {
                let (_, other) = how.get(&variants(&stream)).clone();
                found(twin.from, &other, &text, any)?;
            }
        }
    }
}

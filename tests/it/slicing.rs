//! What must hold of slicing, whatever the reply is.

use jgate::gate::{Gate, Room};
use jgate::read::document::{Document, MAX_DEPTH};
use jgate::read::slice::{Method, Pick};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::data::{gate, judged};
use crate::generate::{IN_ITS_PLACE, config, container, plain, rich, soup, structure, weak};
use crate::support::pretty;

fn only() -> Gate {
    gate(None, Pick::Only)
}

fn out(text: &str) -> Result<String, &'static str> {
    judged(&only(), text.as_bytes())
}

/// Whether a text is one JSON value by itself, so that damage to it cannot be seen.
fn is_json(text: &str) -> bool {
    Document::parse(text, MAX_DEPTH).is_ok()
}

fn refused(text: &str) -> Result<(), TestCaseError> {
    match out(text) {
        Ok(value) => Err(TestCaseError::fail(format!("{value:?} out of {text:?}"))),
        Err(code) if code.starts_with("parse.") => Ok(()),
        Err(code) => Err(TestCaseError::fail(format!("{code} of {text:?}"))),
    }
}

fn accepted(text: &str, value: &str) -> Result<(), TestCaseError> {
    let came = out(text);
    prop_assert_eq!(came.as_deref(), Ok(value), "{:?}", text);
    Ok(())
}

/// A gate of any method and pick that needs no schema.
fn any_gate() -> impl Strategy<Value = Gate> {
    let methods = select(&[Method::Whole, Method::Fence, Method::Loose][..]);
    let picks = select(&[Pick::Only, Pick::First, Pick::Last][..]);
    (methods, picks, any::<bool>()).prop_map(|(method, pick, trace)| {
        let mut gate = gate(None, pick);
        gate.slicing.method = method;
        gate.slicing.trace = trace;
        gate
    })
}

/// A part of `text` that ends at a character, neither empty nor all of it.
fn cut(text: &str, at: Index) -> usize {
    let ends: Vec<_> = text.char_indices().map(|(at, _)| at).skip(1).collect();
    *at.get(&ends)
}

/// `json` with one structural character damaged.
fn damaged(json: &str, at: Index, instead: &str) -> String {
    let at = *at.get(&structure(json));
    format!("{}{instead}{}", &json[..at], &json[at + 1..])
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn any_text_gives_a_part_of_itself_or_nothing(gate in any_gate(), text in soup()) {
        let mut room = Room::default();
        let judgement = gate.judge(text.as_bytes(), &mut room);
        if let Ok(cleared) = &judgement.outcome {
            let document = cleared.document();
            let slice = judgement.story.slice.as_ref().expect("where it stood");
            prop_assert_eq!(&text[slice.span.clone()], document.raw());
            for shown in [document.raw(), &document.compact(), &pretty(document)] {
                let again = out(shown);
                prop_assert_eq!(again.as_deref(), Ok(shown));
                // Numbers out of range are grammatical, and serde_json does not take them.
                let parsed = serde_json::from_str::<serde_json::Value>(shown);
                prop_assert!(parsed.is_ok() || shown.contains("1e400"), "{shown:?}");
            }
        }
    }

    #[test]
    fn any_bytes_are_judged(bytes in any::<Vec<u8>>()) {
        let _ = judged(&only(), &bytes);
    }

    #[test]
    fn a_container_comes_out_of_any_harmless_wrapping(json in container(), wrapping in rich()) {
        accepted(&wrapping.around(&json), &json)?;
    }

    #[test]
    fn a_weak_container_comes_out_of_prose(json in weak(), wrapping in plain()) {
        accepted(&wrapping.around(&json), &json)?;
    }

    #[test]
    fn a_value_comes_out_of_a_reply_that_is_nothing_else(
        json in crate::generate::value(),
        before in select(&["", "\u{feff}", " \n", "<think>{</think>\n"][..]),
        behind in select(&["", "\r\n", "\t "][..]),
    ) {
        accepted(&format!("{before}{json}{behind}"), &json)?;
    }

    #[test]
    fn no_beginning_of_a_container_is_accepted(json in container(), wrapping in plain(), at in any::<Index>()) {
        refused(&wrapping.around(&json[..cut(&json, at)]))?;
        refused(&format!("{}{}", wrapping.before, &json[..cut(&json, at)]))?;
    }

    #[test]
    fn no_end_of_a_container_is_accepted(json in container(), wrapping in plain(), at in any::<Index>()) {
        refused(&wrapping.around(&json[cut(&json, at)..]))?;
    }

    #[test]
    fn no_damaged_container_is_accepted(
        json in container(),
        wrapping in plain(),
        at in any::<Index>(),
        instead in select(IN_ITS_PLACE),
    ) {
        let damaged = damaged(&json, at, instead);
        prop_assume!(!is_json(&damaged));
        refused(&wrapping.around(&damaged))?;
    }

    #[test]
    fn no_part_of_a_weak_container_is_accepted(json in weak(), wrapping in plain(), at in any::<Index>()) {
        prop_assume!(json.len() > 1);
        let at = cut(&json, at);
        for part in [&json[..at], &json[at..]] {
            refused(&wrapping.around(part))?;
        }
    }
}

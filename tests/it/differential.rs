//! The document parser against `serde_json`: the same texts, the same values, the right places.

use jgate::read::document::value::to_value;
use jgate::read::document::{Document, Kind, MAX_DEPTH, Node, Offence};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

use crate::generate::{IN_ITS_PLACE, config, soup, value};
use crate::support::pretty;

/// Whether both take a text, or refuse it, save for what jgate refuses on purpose and what
/// `serde_json` cannot hold.
fn agree(text: &str) -> Result<(), TestCaseError> {
    let theirs = serde_json::from_str::<Value>(text);
    match (Document::parse(text, MAX_DEPTH), &theirs) {
        (Ok(document), Ok(value)) if !document.has_inexact() => {
            prop_assert_eq!(&document.to_value(), value, "{:?}", text);
        }
        (Ok(_), Ok(_)) => {}
        (Ok(document), Err(error)) => {
            let range = error.to_string().contains("out of range") && document.has_inexact();
            let deep = error.to_string().contains("recursion limit");
            let mark = text.starts_with('\u{feff}');
            prop_assert!(range || deep || mark, "jgate alone takes {text:?}: {error}");
        }
        (Err(fault), Ok(_)) => {
            let twice = matches!(fault.what, Offence::DuplicateKey { .. });
            prop_assert!(twice, "serde_json alone takes {text:?}: {fault}");
        }
        (Err(fault), Err(_)) => {
            prop_assert!(
                fault.at <= fault.end && fault.end <= text.len(),
                "{fault:?}"
            );
            prop_assert!(text.is_char_boundary(fault.at) && text.is_char_boundary(fault.end));
        }
    }
    Ok(())
}

/// Every value of a document with its JSON Pointer, as `serde_json` reads pointers.
fn pointers(node: Node<'_>) -> Vec<(String, Node<'_>)> {
    let (mut found, mut open) = (Vec::new(), vec![(String::new(), node)]);
    while let Some((pointer, node)) = open.pop() {
        let escaped = |key: &str| key.replace('~', "~0").replace('/', "~1");
        for (key, value) in node.members() {
            let key = key.string().unwrap_or_default();
            open.push((format!("{pointer}/{}", escaped(&key)), value));
        }
        for (at, value) in node.elements().enumerate() {
            open.push((format!("{pointer}/{at}"), value));
        }
        found.push((pointer, node));
    }
    found
}

/// Numbers in all their forms, also out of range.
fn number() -> impl Strategy<Value = String> {
    "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?"
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn generated_json_is_the_same_value(json in value()) {
        let document = Document::parse(json.as_str(), MAX_DEPTH).expect("JSON");
        let theirs: Value = serde_json::from_str(&json).expect("JSON");
        prop_assert_eq!(document.to_value(), theirs);
        agree(&json)?;
    }

    #[test]
    fn mutated_json_is_taken_or_refused_by_both(
        json in value(),
        at in any::<Index>(),
        instead in select(IN_ITS_PLACE),
        length in 0_usize..3,
    ) {
        let chars: Vec<char> = json.chars().collect();
        let at = at.index(chars.len());
        let behind = (at + length).min(chars.len());
        let (head, tail): (String, String) = (chars[..at].iter().collect(), chars[behind..].iter().collect());
        agree(&format!("{head}{instead}{tail}"))?;
    }

    #[test]
    fn soup_is_taken_or_refused_by_both(text in soup()) {
        agree(&text)?;
    }

    #[test]
    fn any_text_is_taken_or_refused_by_both(text in any::<String>()) {
        agree(&text)?;
        agree(&serde_json::to_string(&text).unwrap())?;
    }

    #[test]
    fn a_number_is_taken_as_written_and_marked_if_it_is_rounded(text in number()) {
        let document = Document::parse(text.as_str(), MAX_DEPTH).expect("a number");
        prop_assert_eq!(document.compact(), text.clone());
        if !document.has_inexact() {
            let theirs: Value = serde_json::from_str(&text).expect("a number in range");
            prop_assert_eq!(document.to_value(), theirs);
        }
        agree(&format!("[{text}]"))?;
        agree(&format!("{text}0.0"))?;
    }

    #[test]
    fn a_pointer_leads_to_the_same_value(json in value()) {
        let document = Document::parse(json.as_str(), MAX_DEPTH).expect("JSON");
        let theirs: Value = serde_json::from_str(&json).expect("JSON");
        for (pointer, node) in pointers(document.root()) {
            let found = document.resolve(&pointer).expect("it is there");
            prop_assert_eq!(found.span(), node.span(), "{}", pointer);
            prop_assert_eq!(document.pointer(node.index()), pointer.clone());
            let cut: Value = serde_json::from_str(&json[node.span()]).expect("a value");
            prop_assert_eq!(Some(&cut), theirs.pointer(&pointer));
            prop_assert_eq!(to_value(node), cut);
        }
        prop_assert!(document.resolve("/nowhere/at/all").is_none());
    }

    #[test]
    fn every_way_to_write_it_is_the_same_value(json in value()) {
        let document = Document::parse(json.as_str(), MAX_DEPTH).expect("JSON");
        let theirs: Value = serde_json::from_str(&json).expect("JSON");
        let (compact, pretty) = (document.compact(), pretty(&document));
        for text in [&compact, &pretty, &document.raw().to_owned()] {
            let again: Value = serde_json::from_str(text).expect("JSON");
            prop_assert_eq!(&again, &theirs, "{}", text);
        }
        let again = Document::parse(pretty.as_str(), MAX_DEPTH).expect("JSON");
        prop_assert_eq!(again.compact(), compact);
    }
}

#[test]
fn what_is_refused_on_purpose_is_refused_for_that() {
    let what = |text: &str| {
        Document::parse(text.to_owned(), MAX_DEPTH)
            .map(drop)
            .map_err(|fault| fault.what)
    };
    let twice = |text| matches!(what(text), Err(Offence::DuplicateKey { .. }));
    assert!(
        twice(r#"{"a":1,"a":2}"#)
            && twice(r#"{"a":1,"\u0061":2}"#)
            && !twice(r#"[{"a":1},{"a":2}]"#)
    );
    for text in [
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800\u0041""#,
        r#"{"\ud83d":1}"#,
    ] {
        assert_eq!(what(text), Err(Offence::LoneSurrogate), "{text}");
    }
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert_eq!(what(&nested(128)), Ok(()));
    assert_eq!(what(&nested(129)), Err(Offence::TooDeep { most: 128 }));
    let document = Document::parse("[1e400,18446744073709551616,0.1,1.0]", MAX_DEPTH).unwrap();
    let marked: Vec<_> = document
        .root()
        .elements()
        .map(|node| (node.kind(), node.is_inexact()))
        .collect();
    let number = |marked| (Kind::Number, marked);
    assert_eq!(
        marked,
        [number(true), number(true), number(false), number(false)]
    );
}

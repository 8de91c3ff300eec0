//! Each recorded response comes out as what it is.

use jgate::read::provider::Given;
use jgate::read::slice::Pick;
use serde_json::{Value, json};

use super::{Came, Fixture, fixtures, judge, judge_with, named};
use crate::data::gate;

impl Fixture {
    /// What is wrong with what came of it, if anything is.
    fn fault(&self, came: &Came) -> Option<String> {
        let right = match (&came.out, self.word("code")) {
            (Err(code), Some(expected)) => *code == expected,
            (Ok(out), None) => value(out) == self.entry["value"],
            _ => false,
        };
        let stop = self.word("stop_reason");
        let stops = came.provider.is_none() || came.stop.as_deref() == stop;
        let text = self.word("text").filter(|text| !text.is_empty());
        let several = self.word("code") == Some("parse.ambiguous");
        let says = self.word("outcome") != Some("ok")
            || several
            || came.provider.is_none()
            || came.text.as_deref() == text;
        (!(right && stops && says)).then(|| format!("{}: {came:?}", self.file))
    }
}

fn value(out: &str) -> Value {
    serde_json::from_str(out).expect("JSON")
}

fn none(faults: impl Iterator<Item = String>) {
    let faults: Vec<_> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn each_is_what_it_is() {
    let fixtures = fixtures();
    assert!(fixtures.len() > 80);
    none(fixtures.iter().filter_map(|fixture| {
        let came = judge(named(fixture.from()), None, &fixture.bytes);
        fixture.fault(&came)
    }));
}

#[test]
fn each_that_can_be_nothing_else_is_found_to_be_what_it_is() {
    none(fixtures().iter().filter_map(|fixture| {
        let came = judge(Given::Auto, None, &fixture.bytes);
        let provider = fixture.detected()?;
        let other = || format!("{}: taken for {:?}", fixture.file, came.provider);
        let found = came.provider == Some(provider);
        fixture.fault(&came).or_else(|| (!found).then(other))
    }));
}

#[test]
fn what_looks_like_a_response_is_left_alone() {
    let alone: Vec<_> = fixtures()
        .into_iter()
        .filter(|fixture| fixture.detected().is_none())
        .collect();
    assert!(alone.len() > 4);
    for Fixture { file, bytes, .. } in alone {
        let text = std::str::from_utf8(&bytes).expect("UTF-8").trim_ascii();
        for from in [Given::Auto, Given::Unsaid, Given::Text] {
            let came = judge(from, None, &bytes);
            let expected = if text.starts_with('{') {
                Ok(text.to_owned())
            } else {
                Err("parse.no_json")
            };
            assert_eq!(came.out, expected, "{file}, {from:?}");
            assert_eq!((came.provider, came.text), (None, None), "{file}, {from:?}");
        }
    }
}

#[test]
fn where_nobody_says_what_it_is_the_help_does() {
    for fixture in fixtures() {
        let Some(provider) = fixture.detected() else {
            continue;
        };
        let came = judge(Given::Unsaid, None, &fixture.bytes);
        let file = &fixture.file;
        assert_eq!(came.out, Err("provider.unrecognised"), "{file}");
        let flag = format!("add `--from {provider}`;");
        assert!(came.help.starts_with(&flag), "{file}: {}", came.help);
    }
}

#[test]
fn as_a_text_it_is_judged_as_it_stands() {
    for fixture in fixtures() {
        let came = judge(Given::Text, None, &fixture.bytes);
        let file = &fixture.file;
        assert_eq!((came.provider, &came.text), (None, &None), "{file}");
        let text = std::str::from_utf8(&fixture.bytes).expect("UTF-8");
        match came.out {
            Ok(out) if fixture.is_stream() => assert!(text.contains(&out), "{file}"),
            Ok(out) => assert_eq!(out, text.trim_ascii(), "{file}"),
            Err(code) => {
                assert!(
                    fixture.is_stream() || !text.starts_with('{'),
                    "{file}: {code}"
                );
                assert!(code.starts_with("parse."), "{file}: {code}");
            }
        }
    }
}

#[test]
fn of_several_choices_one_is_named() {
    let fixtures = fixtures();
    let several = fixtures
        .iter()
        .find(|fixture| fixture.entry["choices"] == 2);
    let several = several.expect("one with two choices");
    let choose = |choice| judge(named(several.from()), Some(choice), &several.bytes);
    let first = choose(0);
    assert_eq!(value(&first.out.unwrap()), several.entry["value"]);
    assert_eq!(first.text.as_deref(), several.word("text"));
    let second = choose(1);
    assert_ne!(value(&second.out.unwrap()), several.entry["value"]);
    assert_eq!(choose(2).out, Err("provider.unrecognised"));
}

#[test]
fn in_a_record_it_is_what_it_is() {
    let mut gate = gate(None, Pick::Only);
    gate.opening.field = Some("/response/body".parse().expect("a pointer"));
    for fixture in fixtures() {
        let from = named(fixture.from());
        let whole = judge(from, None, &fixture.bytes);
        gate.opening.given = from;
        let text = std::str::from_utf8(&fixture.bytes).expect("UTF-8");
        let as_text = json!({"id": 7, "response": {"body": text}}).to_string();
        let is_value = text.starts_with('{') && !fixture.is_stream();
        let as_value = format!(r#"{{"id":7,"response":{{"status":200,"body":{text}}}}}"#);
        for record in [Some(as_text), is_value.then_some(as_value)] {
            let Some(record) = record else { continue };
            let came = judge_with(&gate, record.as_bytes());
            // What a record holds is inside it, also where it is no text of an answer.
            let text = came.text.clone().filter(|_| whole.text.is_some());
            let came = Came { text, ..came };
            assert_eq!(came, whole, "{}: {record}", fixture.file);
        }
    }
}

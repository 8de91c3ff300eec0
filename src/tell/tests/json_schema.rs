//! The JSON of every verdict is what its published JSON Schema says.

use serde_json::Value;

use super::*;
use crate::refusal::Recovery;
use crate::refusal::codes::TABLE;

fn published() -> Value {
    serde_json::from_str(include_str!("../../../schemas/jgate/verdict.schema.json")).unwrap()
}

fn faults(verdict: &Value) -> Vec<String> {
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&published())
        .unwrap();
    validator
        .iter_errors(verdict)
        .map(|error| format!("{} {}", error.instance_path(), error.kind().keyword()))
        .collect()
}

fn json(verdict: &Verdict) -> Value {
    let line = verdict.to_json();
    assert!(!line.contains(['\n', '\r']));
    serde_json::from_str(&line).unwrap()
}

#[test]
fn the_schema_is_one() {
    assert!(jsonschema::meta::is_valid(&published()));
}

#[test]
fn every_code_gives_a_verdict_that_satisfies_it() {
    for row in TABLE.iter().filter(|row| row.exit > 2) {
        let mut finding = Finding::new(row.code, row.meaning).at(0..1);
        finding.keyword = (row.code == Code::Schema).then_some("$ref");
        let verdict = json(&verdict("{}", Refusal::one(finding), Some("a"), false));
        assert_eq!(faults(&verdict), [""; 0], "{}", row.name);
    }
}

#[test]
fn every_kind_of_verdict_satisfies_it() {
    let (_, ambiguous) = ambiguous();
    let document = Document::parse("Yes: [1]".get(5..).unwrap(), 9).unwrap();
    let mut judgement = Judgement::accepting(document, Vec::new());
    judgement.story.slice = Some(Slice {
        rank: Rank::OtherFence,
        span: 5..8,
        discarded: 2,
        discarded_spans: vec![0..1, 2..3],
    });
    let contract = Contract {
        schema: Some(ContractFile::new("s.json", b"{}")),
        ..Contract::default()
    };
    let about = About {
        file: None,
        line: None,
        contract: &contract,
        now: None,
        masked: false,
    };
    let warning = |severity| rule("{\"n\": 9}", "9", severity);
    let verdicts = [
        accepted("null"),
        warned("{\"n\": 9}", vec![warning(Severity::Warning)], false),
        warned("{\"n\": 9}", vec![warning(Severity::Warning)], true),
        verdict(
            "{\"n\": 9}",
            many(
                vec![warning(Severity::Warning), warning(Severity::Error)],
                2,
            ),
            None,
            false,
        ),
        approval(),
        Verdict::of(b"Yes: [1]", &judgement, &about),
        Verdict::of(
            b"Yes: [1]",
            &judgement,
            &About {
                masked: true,
                ..about
            },
        ),
        verdict(ORDER, order(), None, false),
        verdict(ORDER, order(), None, true),
        verdict("{", parse("{"), Some("a"), false),
        ambiguous,
        setup(),
    ];
    for verdict in &verdicts {
        assert_eq!(faults(&json(verdict)), [""; 0], "{}", verdict.to_json());
    }
}

/// A transfer that a person must approve.
fn approval() -> Verdict {
    let refusal = Refusal {
        approval_key: Some("approve-0".to_owned()),
        ..Refusal::one(Finding::new(Code::PolicyApproval, "above the limit").at(0..2))
    };
    let file = |name| Some(ContractFile::new(name, b"{}"));
    let contract = Contract {
        rules: file("r.toml"),
        facts: file("--fact"),
        ..Contract::default()
    };
    let about = About {
        file: None,
        line: None,
        contract: &contract,
        now: "2025-03-01T09:00:00.5+02:00".parse().ok(),
        masked: false,
    };
    Verdict::of(b"{}", &refused(refusal), &about)
}

#[test]
fn the_rules_the_clock_and_the_key_are_told() {
    let verdict = json(&approval());
    assert_eq!(verdict["now"], "2025-03-01T07:00:00.5Z");
    assert_eq!(verdict["approval_key"], "approve-0");
    assert_eq!(verdict["contract"]["rules"]["file"], "r.toml");
    assert_eq!(verdict["contract"]["facts"]["file"], "--fact");
}

#[test]
fn an_accepted_verdict_has_only_warnings() {
    let text = "{\"n\": 9}";
    let mut verdict = json(&warned(
        text,
        vec![rule(text, "9", Severity::Warning)],
        false,
    ));
    assert_eq!(faults(&verdict), [""; 0]);
    assert_eq!(verdict["findings"][0]["rule"], "small");
    verdict["findings"][0]["severity"] = Value::from("error");
    assert!(!faults(&verdict).is_empty());
}

#[test]
fn it_says_no_to_what_no_verdict_is() {
    let right = json(&verdict(ORDER, order(), None, false));
    assert_eq!(faults(&right), [""; 0]);
    let changes = [
        ("/code", Value::from("schema.")),
        ("/code", Value::from("parse.malformed")),
        ("/exit", Value::from(31)),
        ("/accepted", Value::from(true)),
        ("/recovery", Value::from("retry")),
        ("/feedback", Value::Null),
        ("/value", Value::from(1)),
        ("/findings", Value::Array(Vec::new())),
        ("/findings/0/line", Value::from(0)),
        ("/reply/sha256", Value::from("x")),
    ];
    for (pointer, value) in changes {
        let mut wrong = right.clone();
        *wrong.pointer_mut(pointer).unwrap() = value;
        assert!(!faults(&wrong).is_empty(), "{pointer}");
    }
    for object in ["", "/findings/0", "/reply", "/contract"] {
        let mut more = right.clone();
        more.pointer_mut(object).unwrap()["other"] = Value::Null;
        assert!(!faults(&more).is_empty(), "{object} is closed");
        let mut fewer = right.clone();
        let keys = fewer.pointer_mut(object).unwrap().as_object_mut().unwrap();
        let last = keys.keys().next_back().unwrap().clone();
        keys.remove(&last);
        assert!(!faults(&fewer).is_empty(), "{object} has all its keys");
    }
}

#[test]
fn its_codes_are_those_of_the_table() {
    let schema = published();
    let list = |pointer| schema.pointer(pointer).unwrap().as_array().unwrap().clone();
    let rows = || TABLE.iter().filter(|row| row.code != Code::Usage);
    let plain = rows().filter(|row| row.code != Code::Schema);
    let names: Vec<_> = plain.map(|row| Value::from(row.name)).collect();
    assert_eq!(list("/$defs/code/anyOf/0/enum"), names);
    let mut exits: Vec<_> = rows().map(|row| Value::from(row.exit)).collect();
    exits.dedup();
    assert_eq!(list("/properties/exit/enum"), exits);
    let told = list("/allOf/2/anyOf");
    assert_eq!(told.len(), rows().count());
    for (row, told) in rows().zip(told) {
        let told = |key: &str| told["properties"][key]["const"].clone();
        if row.code != Code::Schema {
            assert_eq!(told("code"), row.name);
        }
        assert_eq!(told("exit"), row.exit, "{}", row.name);
        let recovery = row.recovery.map(Recovery::word);
        assert_eq!(told("recovery"), Value::from(recovery), "{}", row.name);
    }
}

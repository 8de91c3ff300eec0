//! The recorded replies in `tests/data`, judged in-process and through the program.

use std::collections::BTreeMap;
use std::sync::Arc;

use jgate::check::rules::{MAX_STEPS, Rulebook, Setting, facts};
use jgate::check::schema::Schema;
use jgate::gate::{Gate, Room};
use jgate::read::document::MAX_DEPTH;
use jgate::read::opening::Opening;
use jgate::read::slice::{Method, Pick, Slicing};
use jgate::refusal::codes::{Row, TABLE};
use jgate::refusal::{Refusal, SourceFile};
use serde_json::Value;

use crate::support::{Sandbox, base64, files, lines, read};

/// A gate with the limits that the program has unless told otherwise.
pub fn gate(schema: Option<Schema>, pick: Pick) -> Gate {
    let book = Rulebook::default();
    Gate {
        max_bytes: 64 << 20,
        opening: Opening::default(),
        slicing: Slicing {
            method: Method::Loose,
            pick,
            max_depth: MAX_DEPTH,
            trace: false,
        },
        schema,
        setting: setting(&book),
        book,
    }
}

fn setting(book: &Rulebook) -> Setting {
    Setting {
        facts: facts::check(book, None, &[]).expect("no facts are wanted"),
        now: jiff::Timestamp::UNIX_EPOCH,
        max_steps: MAX_STEPS,
        max_findings: 20,
        approved: None,
    }
}

/// What comes of a reply: the bytes that come out, or the name of the code.
pub fn judged(gate: &Gate, reply: &[u8]) -> Result<String, &'static str> {
    let mut room = Room::default();
    let judgement = gate.judge(reply, &mut room);
    match judgement.outcome {
        Ok(cleared) => Ok(cleared.document().raw().to_owned()),
        Err(refusal) => Err(refusal.code().row().name),
    }
}

pub fn compiled(text: String) -> Result<Schema, Refusal> {
    let name = "schema.json".to_owned();
    Schema::compile(Arc::new(SourceFile { name, text }), None)
}

pub fn schema(text: String) -> Schema {
    compiled(text).expect("a schema")
}

/// A case of `slice.ndjson`.
pub struct Reply {
    pub id: String,
    pub bytes: Vec<u8>,
    pub schema: Option<String>,
    /// The bytes that must come out, or the names of the codes that will do.
    expected: Result<String, Vec<String>>,
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

pub fn replies() -> Vec<Reply> {
    let reply = |case: &Value| {
        let alternatives = case["kind_alt"].as_array().cloned().unwrap_or_default();
        let codes = [case["kind"].clone()].into_iter().chain(alternatives);
        let code = |kind: Value| format!("parse.{}", text(&kind));
        Reply {
            id: text(&case["id"]),
            bytes: match case.get("input_b64") {
                Some(input) => base64(&text(input)),
                None => text(&case["input"]).into_bytes(),
            },
            schema: case.get("schema").map(Value::to_string),
            expected: match text(&case["expect"]).as_str() {
                "accept" => Ok(text(&case["raw"])),
                _ => Err(codes.map(code).collect()),
            },
        }
    };
    let replies: Vec<_> = lines("tests/data/slice.ndjson").iter().map(reply).collect();
    assert!(replies.len() > 150);
    replies
}

impl Reply {
    /// What is wrong with what came of it, if anything is.
    fn fault(&self, came: Result<&str, &str>) -> Option<String> {
        let right = match (&self.expected, came) {
            (Ok(raw), Ok(out)) => raw == out,
            (Err(codes), Err(code)) => codes.iter().any(|expected| expected == code),
            _ => false,
        };
        let Self { id, expected, .. } = self;
        (!right).then(|| format!("{id}: {came:?}, expected {expected:?}"))
    }
}

fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn each_sliced_reply_is_judged_right() {
    let fault = |reply: &Reply| {
        let pick = reply.schema.as_ref().map_or(Pick::Only, |_| Pick::Schema);
        let gate = gate(reply.schema.clone().map(schema), pick);
        let came = judged(&gate, &reply.bytes);
        reply.fault(came.as_deref().map_err(|code| *code))
    };
    none(&replies().iter().filter_map(fault).collect::<Vec<_>>());
}

/// The row of an exit code of the layers that judge.
fn row(exit: i32) -> &'static Row {
    TABLE
        .iter()
        .find(|row| i32::from(row.exit) == exit)
        .expect("a code")
}

#[test]
fn each_sliced_reply_is_judged_right_by_the_program() {
    let sandbox = Sandbox::new();
    let fault = |reply: &Reply| {
        let mut args = vec!["check", "--format", "raw", "-q"];
        if let Some(schema) = &reply.schema {
            sandbox.write("s.json", schema);
            args.extend(["--schema", "s.json", "--pick", "schema"]);
        }
        let ran = sandbox.jgate(&args, &reply.bytes);
        assert_eq!(ran.err(), "", "{}", reply.id);
        if ran.code == 0 {
            return reply.fault(Ok(ran.out().strip_suffix('\n').expect("a line")));
        }
        assert_eq!(ran.out(), "", "{}", reply.id);
        reply.fault(Err(row(ran.code).name))
    };
    none(&replies().iter().filter_map(fault).collect::<Vec<_>>());
}

/// What a small model really wrote, labelled by another program.
pub struct Output {
    pub id: String,
    pub schema: String,
    pub text: String,
    label: String,
    span: Option<(usize, usize)>,
    good: bool,
}

pub fn outputs() -> Vec<Output> {
    let output = |line: &Value| {
        let is = |key: &str| line[key].as_bool().unwrap_or_default();
        let offset = |at: usize| Some(usize::try_from(line["slice_span"][at].as_u64()?).unwrap());
        let label = text(&line["label"]);
        let whole = ["whole_json", "fenced"].contains(&label.as_str());
        Output {
            id: text(&line["id"]),
            schema: text(&line["schema"]),
            text: text(&line["output"]),
            span: offset(0).zip(offset(1)),
            good: whole
                && is("sliced")
                && is("schema_pass")
                && !is("dup_keys")
                && !is("stray_json_after"),
            label,
        }
    };
    let outputs: Vec<_> = lines("tests/data/model/outputs.ndjson")
        .iter()
        .map(output)
        .collect();
    assert!(outputs.len() > 100);
    assert!(outputs.iter().any(|output| output.good));
    outputs
}

/// The schemas that the model was asked to satisfy, by name.
pub fn schemas() -> BTreeMap<String, String> {
    let name = |path: &std::path::Path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.strip_suffix(".schema.json").unwrap().to_owned()
    };
    let files = files("tests/data/model/schemas");
    files.iter().map(|path| (name(path), read(path))).collect()
}

impl Output {
    fn fault(&self, came: Result<&str, &str>) -> Option<String> {
        let Self { id, label, .. } = self;
        let told = match came {
            Err(code) if self.good => format!("good {label}, got {code}"),
            Err(code) if code.starts_with("parse.") || code.starts_with("schema.") => return None,
            Err(code) => format!("a code of another layer: {code}"),
            Ok(out) if ["none", "near_json", "truncated"].contains(&label.as_str()) => {
                format!("{label}, but accepted {out}")
            }
            Ok(out) => {
                let (start, end) = self.span?;
                if &self.text[start..end] == out {
                    return None;
                }
                format!("other bytes: {out}")
            }
        };
        Some(format!("{id}: {told}"))
    }
}

#[test]
fn what_a_model_wrote_is_judged_as_it_was_labelled() {
    let gates: BTreeMap<_, _> = schemas()
        .into_iter()
        .map(|(name, text)| (name, gate(Some(schema(text)), Pick::Only)))
        .collect();
    let fault = |output: &Output| {
        let came = judged(&gates[&output.schema], output.text.as_bytes());
        output.fault(came.as_deref().map_err(|code| *code))
    };
    none(&outputs().iter().filter_map(fault).collect::<Vec<_>>());
}

#[test]
fn what_a_model_wrote_is_judged_the_same_by_the_program() {
    let sandbox = Sandbox::new();
    for (name, text) in schemas() {
        sandbox.write(&name, text);
    }
    // Each sixth is enough: how it is judged is tested above.
    let fault = |output: &Output| {
        let args = ["-q", "--format", "raw", "-s", &output.schema];
        let ran = sandbox.jgate(&args, output.text.as_bytes());
        if ran.code == 0 {
            return output.fault(Ok(ran.out().strip_suffix('\n').expect("a line")));
        }
        assert_eq!(ran.out(), "", "{}", output.id);
        output.fault(Err(row(ran.code).name))
    };
    let outputs = outputs();
    none(
        &outputs
            .iter()
            .step_by(6)
            .filter_map(fault)
            .collect::<Vec<_>>(),
    );
}

//! Whatever the reply, all that is said of it agrees: exit code, standard output, verdict,
//! every report and the published schema.

use std::fmt::Write as _;
use std::sync::LazyLock;

use jgate::gate::{Gate, Room};
use jgate::read::document::{Document, Node};
use jgate::read::slice::Pick;
use jgate::refusal::codes::{Recovery, TABLE};
use jgate::tell::{self, About, Contract, Report, Source, Style, Verdict};
use jsonschema::Validator;
use serde_json::Value;

use crate::adversarial;
use crate::data::{compiled, gate, outputs, replies, schemas};
use crate::support::{Ran, Sandbox, read};

const LAST: &str = "Send the complete JSON again and nothing else.";
const LAST_OF_NONE: &str = "Send the JSON and nothing else.";

static PUBLISHED: LazyLock<Validator> = LazyLock::new(|| {
    let schema = serde_json::from_str(&read("schemas/jgate/verdict.schema.json")).unwrap();
    jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .unwrap()
});

/// A reply and the schema it is judged by.
struct Input {
    name: String,
    bytes: Vec<u8>,
    schema: Option<String>,
}

/// Every reply there is: sliced ones, a model's, hostile ones and those of the cases.
fn inputs() -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut add = |name: String, bytes: Vec<u8>, schema: Option<String>| {
        inputs.push(Input {
            name,
            bytes,
            schema,
        });
    };
    let schemas = schemas();
    for reply in replies() {
        add(reply.id, reply.bytes, reply.schema);
    }
    for output in outputs() {
        let schema = schemas[&output.schema].clone();
        add(output.id, output.text.into_bytes(), Some(schema));
    }
    for pattern in adversarial::PATTERNS {
        add(pattern.name.to_owned(), (pattern.make)(2000), None);
    }
    for (path, case) in crate::cases::all() {
        let name = path.display().to_string();
        let schema = case.files.get("s.json").cloned();
        if path.components().any(|part| part.as_os_str() == "setup") {
            continue;
        }
        add(name.clone(), case.stdin(), schema.clone());
        for (file, text) in &case.files {
            if file != "s.json" {
                add(
                    format!("{name}:{file}"),
                    text.clone().into_bytes(),
                    schema.clone(),
                );
            }
        }
    }
    assert!(inputs.len() > 700, "only {}", inputs.len());
    inputs
}

/// All that is wrong with a verdict on these bytes, a line each.
fn faults(verdict: &Value, bytes: &[u8]) -> String {
    let mut faults = String::new();
    let mut hold = |right: bool, what: &str| {
        if !right {
            let _ = writeln!(faults, "  {what}: {verdict}");
        }
    };
    for error in PUBLISHED.iter_errors(verdict) {
        hold(
            false,
            &format!(
                "schema: {} {}",
                error.instance_path(),
                error.kind().keyword()
            ),
        );
    }
    let accepted = verdict["accepted"] == Value::Bool(true);
    hold(accepted == (verdict["exit"] == 0), "accepted is exit 0");
    let findings = verdict["findings"].as_array().unwrap();
    hold(accepted == findings.is_empty(), "a refusal has findings");
    if let Some(first) = findings.first() {
        hold(
            first["code"] == verdict["code"],
            "the first finding decides",
        );
    }
    let reask = verdict["recovery"] == Recovery::Reask.word();
    match verdict["feedback"].as_str() {
        Some(text) => {
            let none = verdict["code"] == "parse.no_json";
            let last = if none { LAST_OF_NONE } else { LAST };
            hold(reask && text.ends_with(last), "feedback is to ask again");
        }
        None => hold(!reask, "to ask again needs feedback"),
    }
    hold(
        verdict["reply"]["bytes"] == bytes.len(),
        "bytes are counted",
    );
    let places = findings
        .iter()
        .chain(verdict["candidates"].as_array().unwrap());
    for place in places {
        hold(
            is_inside(place, bytes),
            "a place is inside, and line and column are its own",
        );
    }
    let slice = &verdict["slice"];
    if let Some((start, end)) = span(slice) {
        let cut = std::str::from_utf8(&bytes[start..end]).unwrap();
        let value: Result<Value, _> = serde_json::from_str(cut);
        let same = value.map_or(cut.contains("1e400") || cut.len() > 127, |value| {
            !accepted || value == verdict["value"]
        });
        hold(same, "the slice is the value");
    }
    faults
}

fn span(place: &Value) -> Option<(usize, usize)> {
    let offset = |key: &str| Some(usize::try_from(place[key].as_u64()?).unwrap());
    offset("start").zip(offset("end"))
}

/// Whether a place is in the text, its line and column are those of its first byte, and no
/// character is cut.
fn is_inside(place: &Value, bytes: &[u8]) -> bool {
    let Some((start, end)) = span(place) else {
        return place["line"].is_null() && place["column"].is_null();
    };
    let Some(before) = bytes
        .get(..start)
        .filter(|_| start <= end && end <= bytes.len())
    else {
        return false;
    };
    let Ok(before) = std::str::from_utf8(before) else {
        return false;
    };
    let before = before.replace("\r\n", "\n").replace('\r', "\n");
    let line = before.matches('\n').count() + 1;
    let column = before
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .chars()
        .count()
        + 1;
    place["line"] == line && place["column"] == column
}

fn report(report: Report, verdict: &Verdict, source: &Source<'_>) -> String {
    let style = Style {
        colour: false,
        width: 80,
        several: false,
    };
    tell::tell(report, verdict, source, &style)
}

/// All that is wrong with the reports of a verdict.
fn disagreements(told: &Verdict, verdict: &Value, text: &str) -> String {
    let mut faults = String::new();
    let mut hold = |right: bool, what: &str| {
        if !right {
            let _ = writeln!(faults, "  {what}: {verdict}");
        }
    };
    let source = Source {
        name: "<stdin>",
        text,
    };
    let all = [
        Report::Human,
        Report::Short,
        Report::Json,
        Report::Model,
        Report::Github,
    ]
    .map(|kind| report(kind, told, &source));
    let [human, short, json, model, github] = &all;
    hold(
        json == &format!("{}\n", told.to_json()),
        "the JSON report is the verdict",
    );
    // A value that is accepted keeps its own bytes, in the verdict too.
    let hostile = |words: &&String| words.contains(|c: char| c.is_control() && c != '\n');
    let found = all.iter().find(hostile);
    hold(
        found.is_none_or(|words| words == json && told.exit() == 0),
        "no control character is told",
    );
    if told.exit() == 0 {
        hold(
            [human, short, model, github]
                .iter()
                .all(|words| words.is_empty()),
            "an accepted reply is not told of",
        );
        return faults;
    }
    let code = told.name();
    let last = human
        .split("\n\n")
        .last()
        .unwrap_or_default()
        .replace("\n    ", " ");
    hold(
        last.contains(&format!("{code}, exit {}", told.exit())),
        "the last words to a person",
    );
    hold(
        human.contains(&format!("error[{code}]")),
        "a person is told the code",
    );
    hold(
        short.contains(&format!(": error[{code}]")),
        "the short report has the code",
    );
    hold(
        github.starts_with(&format!("::error title={code}::<stdin>")),
        "GitHub is told the code",
    );
    let feedback = verdict["feedback"]
        .as_str()
        .map_or_else(String::new, |text| format!("{text}\n"));
    hold(*model == feedback, "the model is told the feedback");
    faults
}

fn check(gate: &Gate, input: &Input) -> String {
    let contract = Contract::default();
    let about = About {
        file: None,
        line: None,
        contract: &contract,
        now: None,
        masked: false,
    };
    let mut room = Room::default();
    let judgement = gate.judge(&input.bytes, &mut room);
    let told = Verdict::of(&input.bytes, &judgement, &about);
    let row = TABLE.iter().find(|row| row.exit == told.exit()).unwrap();
    let exit = match &judgement.outcome {
        Ok(_) => 0,
        Err(refusal) => refusal.code().exit(),
    };
    let Ok(verdict) = serde_json::from_str::<Value>(&told.to_json()) else {
        // Deeper or larger than the reader of this test can hold.
        let text = String::from_utf8_lossy(&input.bytes);
        let known =
            text.contains("1e400") || text.contains("1e1000") || text.contains(&"[".repeat(120));
        let name = &input.name;
        return if known {
            String::new()
        } else {
            format!("  {name}: no JSON")
        };
    };
    let mut faults = faults(&verdict, &input.bytes);
    if row.exit != exit {
        faults.push_str("  the verdict's exit code is not the refusal's\n");
    }
    let text = String::from_utf8_lossy(&input.bytes);
    faults.push_str(&disagreements(&told, &verdict, &text));
    faults
}

fn none(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} disagree:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn all_that_is_said_of_a_reply_agrees() {
    let fault = |input: &Input| {
        // What a broken schema gives is tested with the program.
        let schema = input.schema.clone().map(compiled).transpose().ok()?;
        let faults = check(&gate(schema, Pick::Only), input);
        (!faults.is_empty()).then(|| format!("{}\n{faults}", input.name))
    };
    none(&inputs().iter().filter_map(fault).collect::<Vec<_>>());
}

/// All that is wrong with what the program made of a reply in its three ways.
fn told_apart(value: &Ran, verdict: &Ran, json: &Ran) -> String {
    let mut faults = String::new();
    let mut hold = |right: bool, what: &str| {
        if !right {
            let (code, out, err) = (value.code, value.out(), value.err());
            let _ = writeln!(faults, "  {what}: {code} {out}{err}{}", verdict.out());
        }
    };
    // `serde_json` cannot hold every number and depth.
    let said = Document::parse(verdict.out(), 200).expect("a verdict");
    let raw = |key: &str| said.root().get(key).map_or("", Node::raw);
    hold(
        raw("exit") == value.code.to_string(),
        "the verdict's exit is the exit code",
    );
    hold(
        verdict.code == value.code && json.code == value.code,
        "the exit code is the same",
    );
    hold(
        json.stderr == verdict.stdout,
        "the JSON report is the verdict",
    );
    hold(json.stdout == value.stdout, "a report changes no value");
    hold(verdict.stderr.is_empty(), "nothing is told under -q");
    if value.code == 0 {
        let out = value.out().strip_suffix('\n').unwrap_or_default();
        hold(raw("value") == out, "what comes out is the verdict's value");
    } else {
        let code = raw("code").trim_matches('"');
        hold(value.stdout.is_empty(), "nothing comes out");
        hold(
            value.err().contains(&format!("error[{code}]")),
            "a person is told the code",
        );
        let words: Vec<_> = value.err().split_whitespace().collect();
        hold(
            words
                .join(" ")
                .contains(&format!("{code}, exit {}", value.code)),
            "and the exit code",
        );
    }
    faults
}

#[test]
fn the_program_says_the_same_in_every_way() {
    let sandbox = Sandbox::new();
    let fault = |input: &Input| {
        let mut args = vec![];
        if let Some(schema) = &input.schema {
            sandbox.write("s.json", schema);
            args = vec!["-s", "s.json"];
        }
        let run = |more: &[&str]| sandbox.jgate(&[&args[..], more].concat(), &input.bytes);
        let faults = told_apart(
            &run(&[]),
            &run(&["-q", "--format", "verdict"]),
            &run(&["--report", "json"]),
        );
        (!faults.is_empty()).then(|| format!("{}\n{faults}", input.name))
    };
    // Each fifth is enough: what is judged and told is tested above.
    none(
        &inputs()
            .iter()
            .step_by(5)
            .filter_map(fault)
            .collect::<Vec<_>>(),
    );
}

//! Responses of the providers, recorded and made, judged in-process.

mod calls;

mod choices;

mod cuts;

mod fixtures;

mod glued;

mod hostile;

mod pieces;

mod twins;

mod variants;

use std::fs;

use jgate::gate::{Gate, Judgement, Room};
use jgate::read::provider::{Envelope, Given};
use jgate::read::slice::Pick;
use jgate::refusal::Finding;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::data::gate;
use crate::support::{read, top};

/// What came of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Came {
    /// The value as it stood, or the name of the code.
    out: Result<String, &'static str>,
    /// What the assistant said, where the response let it through.
    text: Option<String>,
    /// Why the answer ended, in the provider's word.
    stop: Option<String>,
    /// Whose response it was taken for.
    provider: Option<&'static str>,
    model: Option<String>,
    usage: Option<String>,
    /// What the first finding says can be done.
    help: String,
    /// All that is told, also where nothing is refused.
    told: Vec<String>,
}

/// Judges a response as the program would, and looks over what holds of any outcome: what comes
/// out is JSON, what is judged was finished, and what is found has a place in the input.
fn judge(from: Given, choice: Option<u32>, input: &[u8]) -> Came {
    let mut gate = gate(None, Pick::Only);
    gate.opening.given = from;
    gate.opening.choice = choice;
    judge_with(&gate, input)
}

fn judge_with(gate: &Gate, input: &[u8]) -> Came {
    let mut room = Room::default();
    let judgement = gate.judge(input, &mut room);
    has_places(&judgement, input);
    let reply = judgement.found.reply.as_ref();
    let judged = judgement.judged.contains(&"parse");
    let said = reply.filter(|reply| judged && reply.origin.is_inside());
    let envelope = judgement.found.envelope.as_ref();
    let refusal = judgement.outcome.as_ref().err();
    let help = refusal.and_then(|refusal| refusal.deciding().help.as_ref());
    let came = Came {
        out: out(&judgement),
        text: said.map(|reply| reply.text.to_owned()),
        stop: envelope.and_then(|envelope| envelope.stop_reason.clone()),
        provider: envelope.map(|envelope| envelope.provider.name),
        model: envelope.and_then(Envelope::model),
        usage: envelope.and_then(Envelope::usage),
        help: help.map(|help| help.show(false)).unwrap_or_default(),
        told: told(&judgement)
            .map(|finding| finding.message.show(false))
            .collect(),
    };
    has_ended(&came);
    came
}

fn out(judgement: &Judgement<'_>) -> Result<String, &'static str> {
    match &judgement.outcome {
        Ok(cleared) => {
            let shown = cleared.document().compact();
            let json: Result<IgnoredAny, _> = serde_json::from_str(&shown);
            assert!(json.is_ok(), "{shown}");
            Ok(cleared.document().raw().to_owned())
        }
        Err(refusal) => Err(refusal.code().row().name),
    }
}

fn told<'j>(judgement: &'j Judgement<'_>) -> impl Iterator<Item = &'j Finding> {
    let refusal = judgement.outcome.as_ref().err();
    let findings = refusal.into_iter().flat_map(|refusal| &refusal.findings);
    judgement.found.warnings.iter().chain(findings)
}

/// The words for an answer that is finished.
const FINISHED: &[&str] = &[
    "stop",
    "tool_calls",
    "function_call",
    "completed",
    "end_turn",
    "stop_sequence",
    "tool_use",
    "STOP",
    "COMPLETE",
    "STOP_SEQUENCE",
    "TOOL_CALL",
    "load",
    "unload",
];

/// That the text of no response is judged that is not known to be finished.
fn has_ended(came: &Came) {
    if let (Some(_), Some("ollama"), None) = (&came.text, came.provider, &came.stop) {
        let told = "the server says that the answer is done, and not why: it may be cut off";
        assert_eq!(
            came.told.first().map(String::as_str),
            Some(told),
            "{came:?}"
        );
        return;
    }
    let stop = came.stop.as_deref();
    let finished = stop.is_some_and(|word| FINISHED.contains(&word));
    let judged = came.text.is_some() && came.provider.is_some();
    assert!(finished || !judged, "{came:?}");
}

/// That each finding that has a place has it in the input, between two characters of it.
fn has_places(judgement: &Judgement<'_>, input: &[u8]) {
    for finding in told(judgement) {
        let Some(span) = finding.place.span.clone() else {
            continue;
        };
        let at = match &judgement.found.reply {
            Some(reply) => reply.origin.trail().source(&span),
            None => span,
        };
        let found = match std::str::from_utf8(input) {
            Ok(input) => input.get(at.clone()).is_some(),
            Err(_) => input.get(at.clone()).is_some(),
        };
        let message = finding.message.show(false);
        let input = String::from_utf8_lossy(input);
        assert!(found, "{at:?} of {message:?} is no place in {input:?}");
    }
}

fn named(name: &str) -> Given {
    Given::named(name).unwrap_or_else(|| panic!("{name} is no format"))
}

/// A response of `tests/data/provider`, and what `INDEX.json` says of it.
struct Fixture {
    file: String,
    bytes: Vec<u8>,
    entry: Value,
}

fn fixtures() -> Vec<Fixture> {
    let index: Value = serde_json::from_str(&read("tests/data/provider/INDEX.json")).unwrap();
    let entries = index["entries"].as_array().expect("a list");
    let fixture = |entry: &Value| {
        let file = entry["file"].as_str().expect("a name").to_owned();
        let path = top().join("tests/data/provider").join(&file);
        let bytes = fs::read(path).expect("a file");
        let entry = entry.clone();
        Fixture { file, bytes, entry }
    };
    entries.iter().map(fixture).collect()
}

impl Fixture {
    fn word(&self, key: &str) -> Option<&str> {
        self.entry[key].as_str()
    }

    /// What `--from` it is for: a value that is no response is left alone by `auto`.
    fn from(&self) -> &'static str {
        match self.word("provider").expect("a name") {
            "none" => "auto",
            "openai-chat" | "mistral" => "openai-chat",
            "openai-responses" => "openai-responses",
            "anthropic" => "anthropic",
            "gemini" => "gemini",
            "ollama-chat" | "ollama-generate" => "ollama",
            "bedrock-converse" => "bedrock",
            "cohere-v2" => "cohere",
            other => panic!("{other} is not known"),
        }
    }

    /// What it shows itself to be; nothing, where anybody's value could look like it.
    fn detected(&self) -> Option<&'static str> {
        match self.word("detect").expect("a name") {
            "none" => None,
            "error-openai" | "error-flat" => Some("openai-chat"),
            "error-google" => Some("gemini"),
            _ => Some(self.from()),
        }
    }

    fn is_stream(&self) -> bool {
        self.entry["stream"] == true
    }
}

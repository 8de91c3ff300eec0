//! Every report on the same few verdicts.

mod person;

mod plain;

mod hostile;

mod json_schema;

mod warnings;

use std::sync::Arc;

use super::*;
use crate::gate::Judgement;
use crate::read::document::Document;
use crate::read::opening::Found;
use crate::read::slice::{Candidate, Event, Rank, Slice, Story};
use crate::refusal::{Code, Finding, Refusal, Severity, SourceFile, Text};

const PLAIN: Style = Style {
    colour: false,
    width: 80,
    several: false,
};

/// A reply that a schema refuses in three places.
const ORDER: &str =
    "{\n  \"plan\": \"gold\",\n  \"lines\": [\n    {\"sku\": \"日本\", \"qty\": \"two\"}\n  ]\n}\n";

fn schema(text: &str, keyword: &'static str, needle: &str, pointer: &str) -> Finding {
    let start = text.find(needle).unwrap();
    let name = pointer.rsplit('/').next().unwrap();
    let message = Text::new().own("`").key(name).own("` is ").seen(needle);
    let mut finding = Finding::new(Code::Schema, message).at(start..start + needle.len());
    finding.keyword = Some(keyword);
    finding.place.pointer = Some(pointer.to_owned());
    finding
}

fn order() -> Refusal {
    let mut missing = Finding::new(Code::Schema, "`billing_cycle` is missing")
        .at(0..ORDER.len() - 1)
        .help("give \"monthly\" or \"yearly\"");
    missing.keyword = Some("required");
    missing.place.pointer = Some(String::new());
    let mut plan =
        schema(ORDER, "enum", "\"gold\"", "/plan").help("give \"free\", \"pro\" or \"enterprise\"");
    plan.feedback = Some(
        Text::new()
            .own("plan is ")
            .seen("\"gold\"")
            .own(": give \"free\", \"pro\" or \"enterprise\""),
    );
    plan.actual = Some(Text::new().seen("\"gold\""));
    let quantity = schema(ORDER, "type", "\"two\"", "/lines/0/qty");
    many(vec![missing, plan, quantity], 0)
}

fn many(findings: Vec<Finding>, more: usize) -> Refusal {
    Refusal {
        findings,
        more,
        approval_key: None,
    }
}

fn parse(text: &str) -> Refusal {
    let fault = Document::parse(text, 128).unwrap_err();
    let code = if fault.is_end() {
        Code::Truncated
    } else {
        Code::Malformed
    };
    let mut finding = Finding::new(code, fault.to_string()).at(fault.span());
    finding.help = fault.what.help().map(Text::from);
    Refusal::one(finding)
}

fn refused(refusal: Refusal) -> Judgement<'static> {
    Judgement {
        outcome: Err(refusal),
        story: Story::default(),
        judged: vec!["parse", "schema"],
        found: Found::default(),
    }
}

fn verdict(text: &str, refusal: Refusal, file: Option<&str>, masked: bool) -> Verdict {
    let contract = Contract::default();
    let about = About {
        file,
        line: None,
        contract: &contract,
        now: None,
        masked,
    };
    Verdict::of(text.as_bytes(), &refused(refusal), &about)
}

fn told(report: Report, text: &str, refusal: Refusal, masked: bool) -> String {
    let verdict = verdict(text, refusal, Some("reply.json"), masked);
    tell(
        report,
        &verdict,
        &Source {
            name: "reply.json",
            text,
        },
        &PLAIN,
    )
}

fn accepted(text: &str) -> Verdict {
    warned(text, Vec::new(), false)
}

fn warned(text: &str, warnings: Vec<Finding>, masked: bool) -> Verdict {
    let document = Document::parse(text, 128).unwrap();
    let contract = Contract::default();
    let about = About {
        file: None,
        line: None,
        contract: &contract,
        now: None,
        masked,
    };
    let judgement = Judgement::accepting(document, warnings);
    Verdict::of(text.as_bytes(), &judgement, &about)
}

/// What a rule says of the place where `seen` stands in `text`.
fn rule(text: &str, seen: &str, severity: Severity) -> Finding {
    let start = text.find(seen).unwrap();
    let said = |words| Text::new().own(words).seen(seen);
    let mut finding = Finding::new(Code::DomainRule, said("`n` must be small: `this.n` is "))
        .at(start..start + seen.len())
        .feedback(said("n must be small: n is "));
    finding.place.pointer = Some("/n".to_owned());
    finding.rule = Some("small".to_owned());
    finding.actual = Some(said("this.n is "));
    finding.severity = severity;
    finding
}

/// A fault in a schema file: no reply was read.
fn setup() -> Verdict {
    let text = "{\n  \"type\": \"strin\"\n}\n";
    let file = SourceFile {
        name: "s.json".to_owned(),
        text: text.to_owned(),
    };
    let mut finding = Finding::new(Code::SetupSchema, "`strin` is no type")
        .at(12..19)
        .help("did you mean `string`?");
    finding.place.file = Some(Arc::new(file));
    finding.place.pointer = Some("/type".to_owned());
    let contract = Contract {
        schema: Some(ContractFile::new("s.json", text.as_bytes())),
        ..Contract::default()
    };
    let about = About {
        file: None,
        line: None,
        contract: &contract,
        now: None,
        masked: false,
    };
    Verdict::failed(&Refusal::one(finding), &about)
}

/// A reply with several values.
fn ambiguous() -> (&'static str, Verdict) {
    let text = "Example: {\"a\":1}\nYours: {\"a\":2}\n";
    let candidate = |span, satisfies| Candidate {
        span,
        rank: Rank::Prose,
        satisfies,
    };
    let story = Story {
        candidates: vec![candidate(9..16, Some(true)), candidate(24..31, Some(false))],
        more_candidates: 3,
        ..Story::default()
    };
    let finding = Finding::new(Code::Ambiguous, "the reply holds 5 different JSON values")
        .at(24..31)
        .help("ask for one value, or settle it with `--pick`");
    let judgement = Judgement {
        story,
        ..refused(Refusal::one(finding))
    };
    let contract = Contract::default();
    let about = About {
        file: None,
        line: None,
        contract: &contract,
        now: None,
        masked: false,
    };
    let verdict = Verdict::of(text.as_bytes(), &judgement, &about);
    (text, verdict)
}

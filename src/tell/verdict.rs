//! The verdict: all that is to be said of one reply, as data. It serialises to the JSON that
//! `schemas/jgate/verdict.schema.json` describes.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::value::RawValue;

use super::cursor::Cursor;
use super::parts::{Candidate, Reply, Slice};
use super::told::{self, Told};
use super::{json, model};
use crate::gate::{Cleared, Judgement};
use crate::read::slice::Story;
use crate::refusal::{Code, Recovery, Refusal};

pub use super::contract::{Contract, ContractFile, sha256};

/// What a verdict tells besides the judgement.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// The reply's file; `None` is stdin.
    pub file: Option<&'a str>,
    /// What it is judged by.
    pub contract: &'a Contract,
    /// The clock that the rules see, if they look at it.
    pub now: Option<Timestamp>,
    /// Whether no value of the reply may be told.
    pub masked: bool,
}

/// All that is to be said of one reply. The fields are the keys of its JSON, in their order.
#[derive(Debug, Serialize)]
pub struct Verdict {
    format: &'static str,
    accepted: bool,
    value: Option<Box<RawValue>>,
    layer: Option<&'static str>,
    #[serde(rename = "code")]
    name: String,
    exit: u8,
    recovery: Option<Recovery>,
    feedback: Option<String>,
    findings: Vec<Told>,
    more: usize,
    judged: Vec<&'static str>,
    calls: [(); 0],
    candidates: Vec<Candidate>,
    reply: Reply,
    slice: Option<Slice>,
    contract: Contract,
    now: Option<String>,
    approval_key: Option<String>,
    jgate: &'static str,
    #[serde(skip)]
    code: Code,
    #[serde(skip)]
    masked: bool,
    #[serde(skip)]
    more_candidates: usize,
}

impl Verdict {
    /// The verdict on a judged reply; `input` is its bytes as read.
    #[must_use]
    pub fn of(input: &[u8], judgement: &Judgement<'_>, about: &About<'_>) -> Self {
        let text = valid(input);
        let mut verdict = match &judgement.outcome {
            Ok(cleared) => Self::accepting(cleared, text, about),
            Err(refusal) => Self::refusing(refusal, Some(text), about),
        };
        verdict.judged.clone_from(&judgement.judged);
        verdict.reply.read(input, verdict.code, about.masked);
        verdict.tell_story(&judgement.story, text);
        verdict
    }

    /// The verdict where nothing was judged: `setup.*`, `input.unreadable`, `io`, `bug`.
    #[must_use]
    pub fn failed(refusal: &Refusal, about: &About<'_>) -> Self {
        Self::refusing(refusal, None, about)
    }

    fn accepting(cleared: &Cleared<'_>, text: &str, about: &About<'_>) -> Self {
        let mut verdict = Self::bare(Code::Accepted, Code::Accepted.row().name.to_owned(), about);
        if !about.masked {
            verdict.value = RawValue::from_string(cleared.document().compact()).ok();
        }
        verdict.findings = told::all(cleared.warnings(), Some(text), about.masked);
        verdict.more = cleared.more();
        verdict.approval_key = cleared.approval_key().map(str::to_owned);
        verdict
    }

    fn refusing(refusal: &Refusal, text: Option<&str>, about: &About<'_>) -> Self {
        let mut verdict = Self::bare(refusal.code(), refusal.deciding().name(), about);
        verdict.findings = told::all(&refusal.findings, text, about.masked);
        verdict.more = refusal.more;
        verdict.approval_key.clone_from(&refusal.approval_key);
        verdict.feedback = model::feedback(refusal, text.unwrap_or_default(), about.masked);
        verdict
    }

    fn bare(code: Code, name: String, about: &About<'_>) -> Self {
        let accepted = code == Code::Accepted;
        Self {
            format: "jgate.verdict/1",
            accepted,
            value: None,
            layer: (!accepted).then(|| code.layer()),
            name,
            exit: code.exit(),
            recovery: code.row().recovery,
            feedback: None,
            findings: Vec::new(),
            more: 0,
            judged: Vec::new(),
            calls: [],
            candidates: Vec::new(),
            reply: Reply::unread(about.file),
            slice: None,
            contract: about.contract.clone(),
            now: about.now.map(|now| now.to_string()),
            approval_key: None,
            jgate: env!("CARGO_PKG_VERSION"),
            code,
            masked: about.masked,
            more_candidates: 0,
        }
    }

    fn tell_story(&mut self, story: &Story, text: &str) {
        let mut cursor = Cursor::new(text);
        let told = |candidate| Candidate::new(candidate, &mut cursor);
        self.candidates = story.candidates.iter().map(told).collect();
        self.more_candidates = story.more_candidates;
        self.slice = story.slice.as_ref().map(Slice::new);
    }

    /// What the process exits with.
    #[must_use]
    pub fn exit(&self) -> u8 {
        self.exit
    }

    /// Whether the reply passed every layer.
    #[must_use]
    pub fn accepted(&self) -> bool {
        self.accepted
    }

    /// The row of [`TABLE`](crate::refusal::codes::TABLE) that decides.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// The name of the code: `accepted`, `schema.required`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The findings, in the order in which they are told. Of an accepted reply they are warnings.
    #[must_use]
    pub fn findings(&self) -> &[Told] {
        &self.findings
    }

    /// The same, what refuses before what does not, for reports that do not tell all.
    pub(super) fn weightiest(&self) -> impl Iterator<Item = &Told> {
        let of = |severity| move |told: &&Told| told.severity == severity;
        let errors = self.findings.iter().filter(of("error"));
        errors.chain(self.findings.iter().filter(of("warning")))
    }

    /// How many more there were.
    #[must_use]
    pub fn more(&self) -> usize {
        self.more
    }

    /// What to send to the model; `None` when asking it again would not help.
    #[must_use]
    pub fn feedback(&self) -> Option<&str> {
        self.feedback.as_deref()
    }

    /// The verdict as JSON, on one line without a line break.
    #[must_use]
    pub fn to_json(&self) -> String {
        json::line(self)
    }

    /// The reply's file; `None` is stdin.
    pub(super) fn file(&self) -> Option<&str> {
        self.reply.file()
    }

    pub(super) fn masked(&self) -> bool {
        self.masked
    }

    /// The candidates that are told, and how many more there were.
    pub(super) fn candidates(&self) -> (&[Candidate], usize) {
        (&self.candidates, self.more_candidates)
    }
}

/// The text up to the first byte that is not UTF-8. No finding points behind it.
fn valid(input: &[u8]) -> &str {
    input.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

//! The verdict: all that is to be said of one reply, as data. It serialises to the JSON that
//! `schemas/jgate/verdict.schema.json` describes.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::value::RawValue;

use super::parts::{Candidate, Reply, Slice};
use super::places::Places;
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
    /// The line of it that is the input, where each is one.
    pub line: Option<Line>,
    /// What it is judged by.
    pub contract: &'a Contract,
    /// The clock that the rules see, if they look at it.
    pub now: Option<Timestamp>,
    /// Whether no value of the reply may be told.
    pub masked: bool,
}

/// Which line of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// Its first byte in the file.
    pub start: usize,
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
        let reply = judgement.found.reply.as_ref();
        let read = valid(input);
        let text = reply.map_or(read, |reply| reply.text);
        let mut places = Places::new(read, reply, about);
        let mut verdict = match &judgement.outcome {
            Ok(cleared) => Self::accepting(cleared, &mut places, about),
            Err(refusal) => Self::refusing(refusal, Some((text, &mut places)), about),
        };
        let warnings = told::all(&judgement.found.warnings, None, about.masked);
        verdict.findings.extend(warnings);
        verdict.judged.clone_from(&judgement.judged);
        if let Some(envelope) = &judgement.found.envelope {
            verdict.reply.opened(envelope, about.masked);
        }
        let bytes = reply.map_or(input, |reply| reply.text.as_bytes());
        verdict.reply.read(bytes, verdict.code, about.masked);
        verdict.tell_story(&judgement.story, &mut places);
        verdict
    }

    /// The verdict where nothing was judged: `setup.*`, `input.unreadable`, `io`, `bug`.
    #[must_use]
    pub fn failed(refusal: &Refusal, about: &About<'_>) -> Self {
        Self::refusing(refusal, None, about)
    }

    fn accepting(cleared: &Cleared<'_>, places: &mut Places<'_>, about: &About<'_>) -> Self {
        let mut verdict = Self::bare(Code::Accepted, Code::Accepted.row().name.to_owned(), about);
        if !about.masked {
            verdict.value = RawValue::from_string(cleared.document().compact()).ok();
        }
        verdict.findings = told::all(cleared.warnings(), Some(places), about.masked);
        verdict.more = cleared.more();
        verdict.approval_key = cleared.approval_key().map(str::to_owned);
        verdict
    }

    fn refusing(
        refusal: &Refusal,
        read: Option<(&str, &mut Places<'_>)>,
        about: &About<'_>,
    ) -> Self {
        let mut verdict = Self::bare(refusal.code(), refusal.deciding().name(), about);
        let (text, places) = read.unzip();
        verdict.findings = told::all(&refusal.findings, places, about.masked);
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
            reply: Reply::unread(about.file, about.line.map(|line| line.number)),
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

    fn tell_story(&mut self, story: &Story, places: &mut Places<'_>) {
        let told = |candidate| Candidate::new(candidate, places);
        self.candidates = story.candidates.iter().map(told).collect();
        self.more_candidates = story.more_candidates;
        let slice = story.slice.as_ref();
        self.slice = slice.map(|slice| Slice::new(slice, places));
    }

    /// The same with all of the reply in it, however long and whatever is masked: its text, if any
    /// was found, and the JSON record that it was looked for in.
    #[must_use]
    pub fn with_all(mut self, text: Option<&str>, record: Option<String>) -> Self {
        let record = record.and_then(|record| RawValue::from_string(record).ok());
        self.reply.keep(text, record);
        self
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

    /// Whether a finding points into a text that is only a part of its file.
    pub(super) fn is_inside(&self, told: &Told) -> bool {
        told.source.is_none() && (self.reply.line().is_some() || told.place_in_text().is_some())
    }

    /// The reply's file, and the line of it where each is a reply, safe to show.
    pub(super) fn whence(&self) -> String {
        let file = told::shown_name(self.file());
        match self.reply.line() {
            Some(line) => format!("{file}:{line}"),
            None => file,
        }
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

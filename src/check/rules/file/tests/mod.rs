//! Tables of rule files, and what is said of them.

mod agree;

mod declared;

mod entries;

mod expressions;

mod hostile;

mod notes;

mod syntax;

mod tools;

use std::sync::Arc;

use super::{Opened, read};
use crate::read::document::place::{line_start, position};
use crate::refusal::text::escaped;
use crate::refusal::{Code, Finding, Refusal, SourceFile};

fn open(text: &str) -> Result<Opened, Refusal> {
    read(Arc::new(SourceFile {
        name: "r.toml".to_owned(),
        text: text.to_owned(),
    }))
}

/// Each finding as its line, with a mark under the bytes that it points at, and its words.
fn drawn(findings: &[Finding]) -> String {
    findings.iter().map(draw).collect()
}

fn draw(finding: &Finding) -> String {
    assert_eq!(finding.code, Code::SetupRules);
    let file = finding.place.file.as_ref().expect("a file");
    let span = finding.place.span.clone().expect("a place");
    let seen = file.text.get(span.clone()).expect("a place in the text");
    let start = line_start(&file.text, span.start);
    let line = file
        .text
        .get(start..)
        .unwrap()
        .lines()
        .next()
        .unwrap_or_default();
    let at = position(&file.text, span.start);
    let width = seen
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .count()
        .max(1);
    let mark = format!("{}{}", " ".repeat(at.column - 1), "^".repeat(width));
    let help = finding.help.as_ref();
    let help = help.map_or_else(String::new, |help| format!("\n   = {}", help.show(false)));
    let (line, message) = (escaped(line), finding.message.show(false));
    format!("{:>2} {line}\n   {mark} {message}{help}\n", at.line)
}

/// What is wrong with a file that begins with its version.
#[track_caller]
fn faults(body: &str) -> String {
    let refusal = open(&format!("version = 1\n{body}")).expect_err("a fault");
    assert_eq!(refusal.more, 0);
    drawn(&refusal.findings)
}

/// What is noted of a file that begins with its version.
#[track_caller]
fn notes(body: &str) -> String {
    let opened = open(&format!("version = 1\n{body}"));
    let opened = opened.unwrap_or_else(|refusal| panic!("{}", drawn(&refusal.findings)));
    drawn(&opened.notes)
}

#[track_caller]
fn same(told: &str, wanted: &str) {
    let wanted = wanted.strip_prefix('\n').unwrap_or(wanted);
    assert_eq!(told, wanted, "\n{told}");
}

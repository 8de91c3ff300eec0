//! Tables of schemas and replies, and what is said of them.

mod doubts;

mod limits;

mod mistakes;

mod numbers;

mod setup;

mod told;

use std::sync::Arc;

use super::{Reader, Schema};
use crate::read::document::Document;
use crate::refusal::{Finding, Refusal, SourceFile};

fn compile(schema: &str) -> Result<Schema, Refusal> {
    compile_with(schema, Some(Box::new(shelf)))
}

fn compile_with(schema: &str, reader: Option<Reader>) -> Result<Schema, Refusal> {
    let file = SourceFile {
        name: "s.json".to_owned(),
        text: schema.to_owned(),
    };
    Schema::compile(Arc::new(file), reader)
}

/// The files that references may name.
fn shelf(path: &str) -> Result<SourceFile, String> {
    let text = match path {
        "address.json" => {
            r#"{"required":["street"],"properties":{"street":{"type":"string"},"kind":{"enum":["home","work"]}}}"#
        }
        "defs/a b.json" => r#"{"$ref":"../address.json"}"#,
        "typo.json" => r#"{"type":"sting","format":"emial"}"#,
        "twice.json" => r#"{"a":1,"a":2}"#,
        "cut.json" => r#"{"type":"#,
        "net.json" => r#"{"properties":{"a":{"$ref":"https://ex.com/a.json"}}}"#,
        _ => return Err(format!("there is no `{path}`")),
    };
    Ok(SourceFile {
        name: path.to_owned(),
        text: text.to_owned(),
    })
}

fn check(schema: &str, reply: &str, most: usize) -> Result<(), Refusal> {
    let schema =
        compile(schema).unwrap_or_else(|refusal| panic!("{schema}: {:?}", lines(&refusal)));
    let document = Document::parse(reply.to_owned(), 128).unwrap();
    let satisfied = schema.is_satisfied_by(&document);
    let checked = schema.check(document, most).map(|_| ());
    assert_eq!(satisfied, checked.is_ok());
    checked
}

/// Each finding as `code pointer: message`, with its help behind a bar.
fn lines(refusal: &Refusal) -> Vec<String> {
    refusal.findings.iter().map(line).collect()
}

fn line(finding: &Finding) -> String {
    let pointer = finding.place.pointer.as_deref().unwrap_or("-");
    let help = finding
        .help
        .as_ref()
        .map_or_else(String::new, |help| format!(" | {}", help.show(false)));
    let keyword = finding.name();
    format!("{keyword} {pointer}: {}{help}", finding.message.show(false))
}

fn told(schema: &str, reply: &str) -> Vec<String> {
    check(schema, reply, 20).map_or_else(|refusal| lines(&refusal), |()| Vec::new())
}

//! What the rules may know besides the value: given by the caller, checked before any reply is read.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::book::{Fact, Rulebook};
use super::cel::value::Kind;
use crate::read::document::{Document, Fault, Kind as Json, MAX_DEPTH, Node, pointer};
use crate::refusal::near::near;
use crate::refusal::text::{SHOWN, excerpt};
use crate::refusal::{Code, Finding, Refusal, SourceFile, Text};

/// How many faults are told.
const MOST: usize = 50;

/// How a file of facts is written.
const OBJECT: &str = "write `{\"limit\": 1000}`: each fact under its name";

/// The facts of a run: one JSON object.
#[derive(Debug)]
pub struct Facts(Document<'static>);

impl Facts {
    /// No facts: the empty object.
    ///
    /// # Panics
    /// Never: an empty object is JSON.
    #[must_use]
    #[expect(clippy::expect_used, reason = "an empty object is JSON")]
    pub fn none() -> Self {
        Self(Document::parse("{}", MAX_DEPTH).expect("an empty object is JSON"))
    }

    /// The object.
    pub(in crate::check) fn document(&self) -> &Document<'static> {
        &self.0
    }

    /// The object as compact JSON, the facts in the order in which the rule file declares them.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0.text()
    }
}

/// A fact as it was given: JSON, and where it came from.
struct Given {
    text: String,
    file: Arc<SourceFile>,
    /// Where `text` begins in the file; `None` where it is not what stands there.
    start: Option<usize>,
    /// The JSON Pointer of `text` in the file.
    pointer: String,
}

/// What was found out so far.
#[derive(Default)]
struct Desk {
    findings: Vec<Finding>,
}

/// Checks what the caller gave against what the rule file declares: `file` is a JSON object,
/// `flags` are names and values, which win over the file.
///
/// # Errors
/// `setup.facts`: every fact that is missing, not declared, given twice or of the wrong type.
pub fn check(
    book: &Rulebook,
    file: Option<Arc<SourceFile>>,
    flags: &[(String, String)],
) -> Result<Facts, Refusal> {
    let mut desk = Desk::default();
    let declared: HashMap<_, _> = book.facts.iter().map(|fact| (&*fact.name, fact)).collect();
    let from_file = file.map(|file| desk.file(&file, &declared));
    let is_known = from_file.as_ref().is_none_or(Option::is_some);
    let mut given = from_file.flatten().unwrap_or_default();
    given.extend(desk.flags(flags, &declared));
    let mut text = String::from("{");
    for fact in &book.facts {
        match given.get(&*fact.name) {
            Some(given) => desk.fact(fact, given, &mut text),
            None if is_known && !flags.iter().any(|(name, _)| *name == fact.name) => {
                desk.findings.push(missing(book, fact));
            }
            None => {}
        }
    }
    text.push('}');
    desk.settle()?;
    let document = Document::parse(text, MAX_DEPTH + 1);
    document.map(Facts).map_err(|fault| {
        let message = format!("the facts do not fit together: {fault}");
        Refusal::one(Finding::new(Code::SetupFacts, message))
    })
}

/// What the rule file declares, by name.
type Declared<'b> = HashMap<&'b str, &'b Fact>;

impl Desk {
    /// The facts of a file that are declared; `None` if the file is no JSON object.
    fn file(
        &mut self,
        file: &Arc<SourceFile>,
        declared: &Declared<'_>,
    ) -> Option<HashMap<String, Given>> {
        if file.text.trim().is_empty() {
            let empty = finding("the file of facts is empty").help(OBJECT);
            self.findings.push(empty.within(file, 0..0));
            return None;
        }
        let document = match Document::parse(file.text.as_str(), MAX_DEPTH) {
            Ok(document) => document,
            Err(fault) => {
                self.findings.push(not_json(file, &fault));
                return None;
            }
        };
        let root = document.root();
        if root.kind() != Json::Object {
            let message = "the facts must be a JSON object";
            self.findings
                .push(finding(message).help(OBJECT).within(file, root.span()));
            return None;
        }
        let mut given = HashMap::new();
        for (key, value) in root.members() {
            let name = key.string().unwrap_or_default();
            if declared.contains_key(&*name) {
                let pointer = pointer::child("", &name);
                given.insert(name.into_owned(), Given::of(file, value, pointer));
            } else {
                let undeclared = undeclared(&name, declared).within(file, key.span());
                self.findings.push(undeclared);
            }
        }
        Some(given)
    }

    /// The facts that flags give.
    fn flags(
        &mut self,
        flags: &[(String, String)],
        declared: &Declared<'_>,
    ) -> HashMap<String, Given> {
        let (mut given, mut seen) = (HashMap::new(), HashSet::new());
        for (name, text) in flags {
            if !seen.insert(name) {
                let message = Text::new()
                    .own("the fact `")
                    .key(name)
                    .own("` is given twice");
                let help = "give each fact by one `--fact` only";
                let twice = finding(message).help(help);
                self.findings.push(of_flag(twice, name, text));
            } else if let Some(fact) = declared.get(&**name) {
                given.extend(self.flag(fact, text).map(|given| (name.clone(), given)));
            } else {
                let unknown = undeclared(name, declared);
                self.findings.push(of_flag(unknown, name, text));
            }
        }
        given
    }

    /// A fact that a flag gives: a string as it stands, all else as JSON.
    fn flag(&mut self, fact: &Fact, text: &str) -> Option<Given> {
        let file = flag(&fact.name, text);
        if fact.kind == Kind::String {
            return Some(Given {
                text: serde_json::Value::from(text).to_string(),
                file,
                start: None,
                pointer: String::new(),
            });
        }
        match Document::parse(text, MAX_DEPTH) {
            Ok(document) => Some(Given::of(&file, document.root(), String::new())),
            Err(fault) => {
                self.findings.push(not_a_value(fact, &file, &fault));
                None
            }
        }
    }

    /// Checks a fact against its schema and adds it to the object.
    fn fact(&mut self, fact: &Fact, given: &Given, object: &mut String) {
        let Ok(document) = Document::parse(given.text.as_str(), MAX_DEPTH) else {
            return;
        };
        if object.len() > 1 {
            object.push(',');
        }
        object.push_str(&serde_json::Value::from(&*fact.name).to_string());
        object.push(':');
        object.push_str(&document.compact());
        if let Err(refusal) = fact.schema.check(document, MOST) {
            let wrong = refusal.findings.into_iter();
            self.findings
                .extend(wrong.map(|found| ill_typed(fact, given, found)));
        }
    }

    fn settle(mut self) -> Result<(), Refusal> {
        let more = self.findings.len().saturating_sub(MOST);
        self.findings.truncate(MOST);
        let findings = self.findings;
        if findings.is_empty() {
            return Ok(());
        }
        Err(Refusal {
            findings,
            more,
            approval_key: None,
        })
    }
}

impl Given {
    /// A value of a document that is the text of a file.
    fn of(file: &Arc<SourceFile>, node: Node<'_>, pointer: String) -> Self {
        Self {
            text: node.raw().to_owned(),
            file: Arc::clone(file),
            start: Some(node.span().start),
            pointer,
        }
    }
}

/// A flag's value as a file, to point into.
fn flag(name: &str, value: &str) -> Arc<SourceFile> {
    Arc::new(SourceFile {
        name: format!("--fact {}", excerpt(name, SHOWN)),
        text: value.to_owned(),
    })
}

fn of_flag(mut finding: Finding, name: &str, value: &str) -> Finding {
    finding.place.file = Some(flag(name, value));
    finding
}

fn finding(message: impl Into<Text>) -> Finding {
    Finding::new(Code::SetupFacts, message)
}

fn not_json(file: &Arc<SourceFile>, fault: &Fault) -> Finding {
    let text = Text::new().own("the facts are not JSON: ");
    let mut finding = finding(text.own(fault.what.text().show(false)));
    finding.help = fault.what.help().map(Text::from);
    finding.within(file, fault.span())
}

/// A flag's value that is not JSON.
fn not_a_value(fact: &Fact, file: &Arc<SourceFile>, fault: &Fault) -> Finding {
    let name = &fact.name;
    let why = fault.what.text().show(false);
    let message = Text::new()
        .own("the fact `")
        .key(name)
        .own("` is not JSON: ")
        .own(why);
    let help = Text::new()
        .own(format!("write {}: `--fact ", wanted(fact)))
        .key(name)
        .own(format!("={}`", example(fact, &file.text)));
    finding(message).help(help).within(file, fault.span())
}

/// What a fact must be, in words.
fn wanted(fact: &Fact) -> &'static str {
    match fact.kind {
        Kind::Any => "JSON, a text in its quotes",
        kind => kind.words(),
    }
}

/// How the value of a fact would be written in a shell.
fn example(fact: &Fact, text: &str) -> String {
    match fact.kind {
        Kind::Number => "1000".to_owned(),
        Kind::Bool => "true".to_owned(),
        Kind::Null => "null".to_owned(),
        Kind::List => "'[\"a\", \"b\"]'".to_owned(),
        Kind::Map => "'{\"a\": 1}'".to_owned(),
        _ => {
            let json = serde_json::Value::from(excerpt(text, SHOWN)).to_string();
            format!("'{}'", json.replace('\'', "'\\''"))
        }
    }
}

fn undeclared(name: &str, declared: &Declared<'_>) -> Finding {
    let message = Text::new()
        .own("the rule file declares no fact `")
        .key(name)
        .own("`");
    let mut names: Vec<_> = declared.keys().copied().collect();
    names.sort_unstable();
    let help = match near(name, names.into_iter()) {
        Some(meant) => Text::new().own("did you mean `").key(meant).own("`?"),
        None => "declare it under `[facts]`, or leave it out".into(),
    };
    finding(message).help(help)
}

/// A fact that was not given, at the place where it is declared.
fn missing(book: &Rulebook, fact: &Fact) -> Finding {
    let message = Text::new()
        .own("the fact `")
        .key(&fact.name)
        .own("` is missing");
    let value = if fact.kind == Kind::String {
        "TEXT"
    } else {
        "JSON"
    };
    let help = Text::new()
        .own("give it: `--fact ")
        .key(&fact.name)
        .own(format!("={value}`, or in the file that `--facts` names"));
    let finding = finding(message).help(help);
    match &book.file {
        Some(file) => finding.within(file, fact.place.clone()),
        None => finding,
    }
}

/// What the schema of a fact has against its value.
fn ill_typed(fact: &Fact, given: &Given, found: Finding) -> Finding {
    // No fact is secret: it comes from the caller.
    let words = found.message.show(false);
    let message = Text::new().own("the fact `").key(&fact.name);
    let message = match words.strip_prefix("the value ") {
        Some(rest) => message.own("` ").own(rest.to_owned()),
        None => message.own("`: ").own(words),
    };
    let mut finding = finding(message);
    finding.help = found.help.map(|help| help.show(false).into());
    let whole = given.start.unwrap_or_default();
    let inner = found.place.span.filter(|_| given.start.is_some());
    let span = inner.map_or(0..given.file.text.len(), |span| {
        whole + span.start..whole + span.end
    });
    let mut finding = finding.within(&given.file, span);
    let inner = found.place.pointer.unwrap_or_default();
    finding.place.pointer = Some(given.pointer.clone() + &inner);
    finding
}

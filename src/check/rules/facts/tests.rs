//! What is said of facts that are given, and the object that they make.

use std::sync::Arc;

use super::{Facts, check};
use crate::check::rules::book::Rulebook;
use crate::check::rules::file;
use crate::refusal::text::escaped;
use crate::refusal::{Code, Finding, SourceFile};

const DECLARED: &str = "version = 1\n[facts]\nlimit = { type = \"number\", minimum = 0 }\nuser = { type = \"string\", maxLength = 5 }\nlist = { type = \"array\", items = { type = \"object\", required = [\"id\"] } }\nany = true\n";

fn source(name: &str, text: &str) -> Arc<SourceFile> {
    Arc::new(SourceFile {
        name: name.to_owned(),
        text: text.to_owned(),
    })
}

fn book(text: &str) -> Rulebook {
    file::read(source("r.toml", text)).unwrap().book
}

fn given(file: Option<&str>, flags: &[(&str, &str)]) -> Result<Facts, Vec<String>> {
    let flags: Vec<_> = flags
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
        .collect();
    let file = file.map(|text| source("f.json", text));
    let checked = check(&book(DECLARED), file, &flags);
    checked.map_err(|refusal| refusal.findings.iter().map(line).collect())
}

/// A finding as its file, the text that it points at, its pointer, its message and its help.
fn line(finding: &Finding) -> String {
    assert_eq!(finding.code, Code::SetupFacts);
    let place = &finding.place;
    let file = place.file.as_ref();
    let seen = file.zip(place.span.clone());
    let seen = seen.map_or("-", |(file, span)| {
        file.text.get(span).expect("a place in the text")
    });
    let name = file.map_or("-", |file| file.name.as_str());
    let pointer = place.pointer.as_deref().unwrap_or_default();
    let help = finding.help.as_ref();
    let help = help.map_or_else(String::new, |help| format!(" | {}", help.show(true)));
    let message = finding.message.show(true);
    format!("{name} `{}` {pointer}: {message}{help}", escaped(seen))
}

#[track_caller]
fn told(file: Option<&str>, flags: &[(&str, &str)], wanted: &[&str]) {
    let told = given(file, flags).expect_err("a fault");
    assert_eq!(told, wanted, "{told:#?}");
}

const REST: [(&str, &str); 2] = [("list", "[]"), ("any", "0")];

#[test]
fn the_facts_make_one_object_in_the_order_of_their_declaration() {
    let text =
        " { \"any\" : 1.50 , \"list\":[ { \"id\" : 1 } ],\"limit\":2, \"us\\u0065r\":\"a\"} ";
    let facts = given(Some(text), &[]).unwrap();
    assert_eq!(
        facts.text(),
        r#"{"limit":2,"user":"a","list":[{"id":1}],"any":1.50}"#
    );
    let facts = given(Some(text), &[("user", "\"b\""), ("limit", " 1e2 ")]).unwrap();
    assert_eq!(
        facts.text(),
        r#"{"limit":1e2,"user":"\"b\"","list":[{"id":1}],"any":1.50}"#
    );
    assert_eq!(Facts::none().text(), "{}");
    assert_eq!(check(&Rulebook::default(), None, &[]).unwrap().text(), "{}");
}

#[test]
fn a_fact_that_is_missing_is_told_where_it_is_declared() {
    told(
        Some("{\"any\":1}"),
        &[("list", "[]")],
        &[
            "r.toml `limit` : the fact `limit` is missing | give it: `--fact limit=JSON`, or in the file that `--facts` names",
            "r.toml `user` : the fact `user` is missing | give it: `--fact user=TEXT`, or in the file that `--facts` names",
        ],
    );
}

#[test]
fn a_fact_that_nobody_declared_is_told() {
    told(
        Some("{\"limit\":1,\"usr\":\"a\",\"list\":[],\"any\":0,\"a\\nb\":1}"),
        &[("user", "a"), ("limti", "1")],
        &[
            "f.json `\"usr\"` : the rule file declares no fact `usr` | did you mean `user`?",
            "f.json `\"a\\nb\"` : the rule file declares no fact `a\\nb` | declare it under `[facts]`, or leave it out",
            "--fact limti `-` : the rule file declares no fact `limti` | did you mean `limit`?",
        ],
    );
}

#[test]
fn a_fact_is_given_once_on_the_command_line() {
    told(
        None,
        &[
            REST[0],
            REST[1],
            ("user", "a"),
            ("limit", "1"),
            ("limit", "1"),
        ],
        &[
            "--fact limit `-` : the fact `limit` is given twice | give each fact by one `--fact` only",
        ],
    );
}

#[test]
fn what_is_not_json_is_told() {
    let text = ("user", "a");
    told(
        None,
        &[REST[0], ("any", "it's"), text, ("limit", "1,5")],
        &[
            "--fact any `it` : the fact `any` is not JSON: a string is not quoted: `it` | write JSON, a text in its quotes: `--fact any='\"it'\\''s\"'`",
            "--fact limit `,` : the fact `limit` is not JSON: `,` follows the end of the JSON | write a number: `--fact limit=1000`",
        ],
    );
    told(
        Some("{\"limit\":1,}"),
        &[text],
        &[
            "f.json `,` : the facts are not JSON: a comma stands before the closing brace | leave the comma out",
        ],
    );
    told(
        Some(""),
        &[],
        &[
            "f.json `` : the file of facts is empty | write `{\"limit\": 1000}`: each fact under its name",
        ],
    );
    told(
        Some("[1]"),
        &[],
        &[
            "f.json `[1]` : the facts must be a JSON object | write `{\"limit\": 1000}`: each fact under its name",
        ],
    );
    told(
        Some("{\"limit\":1,\"limit\":2}"),
        &[],
        &[
            "f.json `\"limit\"` : the facts are not JSON: an object names `limit` twice | name each key once",
        ],
    );
}

#[test]
fn a_fact_of_the_wrong_type_is_told_at_its_place() {
    told(
        Some("{\"limit\": \"1\", \"user\": 5, \"list\": [{}, {\"id\": 1}], \"any\": 0}"),
        &[],
        &[
            "f.json `\"1\"` /limit: the fact `limit` must be a number, not a string | leave the quotes out",
            "f.json `5` /user: the fact `user` must be a string, not a number",
            "f.json `{}` /list/0: the fact `list`: `[0].id` is missing",
        ],
    );
    told(
        None,
        &[
            ("list", " [{}]"),
            ("any", "0"),
            ("user", "\u{1b}too long"),
            ("limit", "-1"),
        ],
        &[
            "--fact limit `-1` : the fact `limit` must be at least 0, not -1",
            "--fact user `\\u{1b}too long` : the fact `user` must have at most 5 characters, not 9",
            "--fact list `{}` /0: the fact `list`: `[0].id` is missing",
        ],
    );
}

#[test]
fn a_number_that_no_computer_number_holds_is_kept() {
    let flags = [
        REST[0],
        ("any", "12345678901234567890.12"),
        ("user", "a"),
        ("limit", "1"),
    ];
    let facts = given(None, &flags).unwrap();
    assert!(facts.text().contains("12345678901234567890.12"));
}

#[test]
fn many_faults_are_counted() {
    let many: Vec<_> = (0..60).map(|at| format!("\"x{at}\":1")).collect();
    let file = source("f.json", &format!("{{{}}}", many.join(",")));
    let refusal = check(&Rulebook::default(), Some(file), &[]).unwrap_err();
    assert_eq!((refusal.findings.len(), refusal.more), (50, 10));
}

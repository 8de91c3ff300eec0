//! Under `--mask` no value of the reply is told anywhere, and without it none is on standard
//! output when it was refused.

use std::collections::BTreeSet;

use crate::support::Sandbox;

/// Stands in every reply below, as a value or a part of one.
const SECRET: &str = "hunter2xyz";

/// Replies of every kind that is refused, and the code of each.
fn replies() -> Vec<(&'static str, String)> {
    let templates = [
        ("parse.no_json", "The password is SECRET."),
        ("parse.no_json", "<think>{\"a\":\"SECRET\"}</think> SECRET"),
        ("parse.malformed", "{\"a\":\"SECRET\",}"),
        ("parse.malformed", "{\"a\": SECRET}"),
        ("parse.malformed", "{\"a\": 'SECRET'}"),
        ("parse.malformed", "{\"a\": “SECRET”}"),
        ("parse.malformed", "{\"a\":\"say \"SECRET\" now\"}"),
        ("parse.malformed", "{\"a\":\"SECRET\\q\"}"),
        ("parse.malformed", "{\"a\":\"SECRET\nSECRET\"}"),
        ("parse.malformed", "{\"a\": <SECRET>}"),
        ("parse.malformed", "{\"a\":\"SECRET\" // SECRET\n}"),
        ("parse.malformed", "output={ {\"a\":\"SECRET\"} }"),
        ("parse.malformed", "{{\"a\":\"SECRET\"}}"),
        ("parse.malformed", "[SECRET, {\"a\":\"SECRET\"}]"),
        ("parse.malformed", "```json\n{\"a\":\"SECRET\n```\n"),
        ("parse.malformed", "\"SECRET\"} SECRET"),
        ("parse.malformed", "{\"a\":\"SECRET\"}\u{0}"),
        ("parse.truncated", "{\"a\":\"SECRET\""),
        ("parse.truncated", "{\"a\":\"SECRET"),
        ("parse.truncated", "<think>SECRET"),
        (
            "parse.ambiguous",
            "{\"a\":\"SECRET\"} or {\"a\":\"SECRET!\"}",
        ),
        ("parse.duplicate_key", "{\"a\":\"SECRET\",\"a\":\"SECRET\"}"),
        ("parse.too_deep", "[[[[[[[[[[[\"SECRET\"]]]]]]]]]]]"),
        (
            "parse.too_large",
            "{\"a\":\"SECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRETSECRET\"}",
        ),
        ("schema.type", "{\"n\":\"SECRET\"}"),
        ("schema.enum", "{\"enum\":\"SECRET\"}"),
        ("schema.const", "{\"const\":\"SECRET\"}"),
        ("schema.pattern", "{\"pattern\":\"SECRET\"}"),
        ("schema.format", "{\"mail\":\"SECRET\"}"),
        ("schema.maxLength", "{\"short\":\"SECRET\"}"),
        ("schema.uniqueItems", "{\"unique\":[\"SECRET\",\"SECRET\"]}"),
        ("schema.contains", "{\"contains\":[\"SECRET\"]}"),
        ("schema.minLength", "{\"any\":\"SECRET\"}"),
        ("schema.not", "{\"not\":\"SECRET\"}"),
        ("schema.additionalProperties", "{\"other\":\"SECRET\"}"),
        ("schema.properties", "{\"never\":\"SECRET\"}"),
    ];
    let reply = |(code, text): (&'static str, &str)| (code, text.replace("SECRET", SECRET));
    templates.into_iter().map(reply).collect()
}

const SCHEMA: &str = r#"{
  "properties": {
    "a": true,
    "n": { "type": "integer" },
    "enum": { "enum": ["xyzzy", "b"] },
    "const": { "const": "b" },
    "pattern": { "pattern": "^[A-Z]+$" },
    "mail": { "format": "email" },
    "short": { "maxLength": 3 },
    "unique": { "uniqueItems": true },
    "contains": { "contains": { "const": "b" } },
    "any": { "anyOf": [{ "minLength": 99 }, { "pattern": "^[0-9]+$" }] },
    "not": { "not": { "type": "string" } },
    "never": false
  },
  "additionalProperties": false
}"#;

const LIMITS: [&str; 6] = ["-s", "s.json", "--max-depth", "10", "--max-bytes", "200"];

#[test]
fn a_masked_value_is_told_nowhere() {
    let sandbox = Sandbox::new();
    sandbox.write("s.json", SCHEMA);
    let files = [
        "--report=human=h",
        "--report=short=s",
        "--report=json=j",
        "--report=model=m",
        "--report=github=g",
    ];
    let ways: [&[&str]; 3] = [&files, &["--trace"], &["--format", "verdict", "--trace"]];
    for (code, reply) in replies() {
        for way in ways {
            let ran = sandbox.jgate(&[&LIMITS[..], &["--mask"], way].concat(), reply.as_bytes());
            let told = ["h", "s", "j", "m", "g"].map(|name| sandbox.read(name).unwrap_or_default());
            let told = format!("{}{}{}", ran.out(), ran.err(), told.concat());
            assert!(
                !told.contains(SECRET),
                "{code} {way:?} of {reply:?}: {told}"
            );
            // A part of it long enough to be known again.
            assert!(
                !told.contains(&SECRET[..6]),
                "{code} {way:?} of {reply:?}: {told}"
            );
        }
    }
}

#[test]
fn the_replies_are_refused_for_what_they_say_and_would_be_told_without_the_mask() {
    let sandbox = Sandbox::new();
    sandbox.write("s.json", SCHEMA);
    let mut shown = BTreeSet::new();
    for (code, reply) in replies() {
        let ran = sandbox.jgate(&LIMITS, reply.as_bytes());
        assert_eq!(ran.out(), "", "{code} of {reply:?}");
        let told = format!("error[{code}]");
        assert!(
            ran.err().contains(&told),
            "{code} of {reply:?}: {}",
            ran.err()
        );
        if ran.err().contains(SECRET) {
            shown.insert(code);
        }
    }
    assert!(shown.len() > 12, "{shown:?}");
}

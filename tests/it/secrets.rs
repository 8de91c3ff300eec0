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

/// Judges a reply under a mask, tells of it in every way, and looks for the secret in all that is
/// told.
fn is_told_nowhere(sandbox: &Sandbox, args: &[&str], reply: &str) {
    let files = [
        "--report=human=h",
        "--report=short=s",
        "--report=json=j",
        "--report=model=m",
        "--report=github=g",
    ];
    let ways: [&[&str]; 3] = [&files, &["--trace"], &["--format", "verdict", "--trace"]];
    for way in ways {
        let ran = sandbox.jgate(&[args, &["--mask"], way].concat(), reply.as_bytes());
        let told = ["h", "s", "j", "m", "g"].map(|name| sandbox.read(name).unwrap_or_default());
        let told = format!("{}{}{}", ran.out(), ran.err(), told.concat());
        // A part of it is long enough to be known again.
        assert!(!told.contains(&SECRET[..6]), "{way:?} of {reply:?}: {told}");
    }
}

#[test]
fn a_masked_value_is_told_nowhere() {
    let sandbox = Sandbox::new();
    sandbox.write("s.json", SCHEMA);
    for (_, reply) in replies() {
        is_told_nowhere(&sandbox, &LIMITS, &reply);
    }
}

/// Responses that hold a secret, each with what it comes to and where the secret stands in it.
const RESPONSES: [(i32, &str); 15] = [
    (
        30,
        r#"{"content":"{\"n\":\"SECRET\"}"},"finish_reason":"stop""#,
    ),
    (20, r#"{"content":"SECRET"},"finish_reason":"stop""#),
    (
        12,
        r#"{"content":null,"refusal":"SECRET"},"finish_reason":"stop""#,
    ),
    (
        13,
        r#"{"content":"{\"n\":\"SECRET"},"finish_reason":"length""#,
    ),
    (15, r#"{"content":"{\"n\":1}"},"finish_reason":"SECRET""#),
    (15, r#"{"content":"SECRET"}"#),
    (
        16,
        r#"{"tool_calls":[{"function":{"name":"f","arguments":"{\"n\": SECRET}"}}]},"finish_reason":"stop""#,
    ),
    (
        17,
        r#"{"content":"","reasoning":"SECRET"},"finish_reason":"stop""#,
    ),
    (
        11,
        r#"{"content":"SECRET"},"finish_reason":"content_filter""#,
    ),
    (
        10,
        r#"{"content":"SECRET"},"error":{"message":"SECRET","code":"SECRET"}"#,
    ),
    (
        19,
        r#"{"content":"SECRET"},"error":{"message":"SECRET","type":"invalid_request_error","request_id":"SECRET"}"#,
    ),
    (10, r#"{"content":"SECRET"},SECRET"#),
    (
        16,
        r#"{"tool_calls":[{"id":"SECRET","function":{"name":"SECRET","arguments":"{"}}]},"finish_reason":"stop""#,
    ),
    (
        17,
        r#"{"tool_calls":[{"id":"SECRET","function":{"name":"SECRET","arguments":"{}"}}]},"finish_reason":"stop""#,
    ),
    (
        19,
        r#"{"content":"SECRET"},"error":{"code":"invalid_SECRET","type":"SECRET_quota"}"#,
    ),
];

#[test]
fn what_a_response_holds_is_masked_too() {
    let sandbox = Sandbox::new();
    sandbox.write("s.json", SCHEMA);
    let args = ["--from", "openai-chat", "-s", "s.json"];
    for (code, message) in RESPONSES {
        let response = format!(
            r#"{{"model":"SECRET","usage":{{"SECRET":1}},"choices":[{{"index":0,"message":{message}}}]}}"#
        );
        let response = response.replace("SECRET", SECRET);
        assert_eq!(
            sandbox.jgate(&args, response.as_bytes()).code,
            code,
            "{response}"
        );
        is_told_nowhere(&sandbox, &args, &response);
    }
    for body in ["SECRET", "HTTP/1.1 200 OK\n\nSECRET", r#"{"a":"SECRET"}"#] {
        is_told_nowhere(&sandbox, &args, &body.replace("SECRET", SECRET));
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

/// Entries of a rule file that say no to, or can make nothing of, what stands in `a`; and the code
/// of each.
const ENTRIES: [(i32, &str); 14] = [
    (40, "expression = \"this.a == 'b'\""),
    (40, "expression = \"this.a in ['b', 'c']\""),
    (40, "expression = \"this.a.matches('^[0-9]+$')\""),
    (40, "expression = \"size(this.a) < 3\""),
    (40, "expression = \"unique(this.list)\""),
    (40, "expression = \"this.list.all(x, x.startsWith('b'))\""),
    (40, "expression = \"this.a.upperAscii() + '!' == 'B'\""),
    (40, "expression = \"int(this.a) > 0\""),
    (40, "expression = \"date(this.a) < now\""),
    (40, "expression = \"timestamp(this.a) < now\""),
    (
        40,
        "expression = \"false || this.b > 1\"\nmessage = \"not {this.a}, {this.list} nor {this}\"",
    ),
    (41, "expression = \"this.a + 1 > this.b\""),
    (41, "expression = \"{'b': 1}[this.a] > 0\""),
    (41, "expression = \"this[this.a] > 0\""),
];

#[test]
fn what_rules_and_policies_saw_is_masked_too() {
    let sandbox = Sandbox::new();
    let reply =
        r#"{"a": "SECRET", "b": 1, "list": ["SECRET", "SECRET"]}"#.replace("SECRET", SECRET);
    let policies = [
        (
            51,
            "when = \"this.a != 'b'\"\ndecision = \"ask\"\nmessage = \"is it {this.a}?\"",
        ),
        (
            50,
            "when = \"this.list.exists(x, x != 'b')\"\ndecision = \"deny\"",
        ),
        (56, "when = \"this.a > 1\"\ndecision = \"deny\""),
    ];
    let mut shown = 0;
    let rules = ENTRIES.iter().map(|entry| ("rules", entry));
    let policies = policies.iter().map(|entry| ("policy", entry));
    for (table, (code, entry)) in rules.chain(policies) {
        sandbox.write(
            "r.toml",
            format!("version = 1\n[[{table}]]\nid = \"x\"\n{entry}\n"),
        );
        for report in ["human", "short", "json", "model", "github"] {
            let args = ["-r", "r.toml", "--mask", "--report", report];
            let ran = sandbox.jgate(&args, reply.as_bytes());
            assert_eq!((ran.code, ran.out()), (*code, ""), "{entry}: {}", ran.err());
            let told = ran.err();
            assert!(!told.contains(&SECRET[..6]), "{entry}: {told}");
        }
        let ran = sandbox.jgate(&["-r", "r.toml"], reply.as_bytes());
        shown += usize::from(
            ran.err()
                .contains("\"SECRET\"".replace("SECRET", SECRET).as_str()),
        );
    }
    assert!(shown > 9, "{shown} show it where nothing is masked");
}

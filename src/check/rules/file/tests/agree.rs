//! The schema for editors says what the reader says.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::desk::Desk;
use super::super::json::Json;
use super::super::keys::{POLICY, Part, RULE, TOOLS, TOP};
use super::super::{MOST, names, template};
use super::{drawn, open};
use crate::check::rules::cel::LONGEST;
use crate::check::schema::Schema;
use crate::read::document::Document;
use crate::refusal::SourceFile;

const PUBLISHED: &str = include_str!("../../../../../schemas/jgate/rules.schema.json");

const EXAMPLE: &str = include_str!("../../../../../tests/data/rules/example.toml");

fn published() -> Value {
    serde_json::from_str(PUBLISHED).unwrap()
}

/// Where the schema describes each part.
fn parts() -> [(&'static Part, &'static str); 4] {
    [
        (&TOP, ""),
        (&RULE, "/$defs/rule"),
        (&POLICY, "/$defs/policy"),
        (&TOOLS, "/$defs/tools"),
    ]
}

fn words(value: &Value) -> BTreeSet<&str> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap())
        .collect()
}

#[test]
fn the_keys_are_those_of_the_table() {
    let schema = published();
    for (part, place) in parts() {
        let described = schema.pointer(place).unwrap();
        assert_eq!(described["additionalProperties"], Value::Bool(false));
        let keys = described["properties"].as_object().unwrap().keys();
        assert_eq!(
            keys.map(String::as_str).collect::<Vec<_>>(),
            part.names().collect::<Vec<_>>()
        );
        let required = part.keys.iter().filter(|key| key.required);
        let required: BTreeSet<_> = required.map(|key| key.name).collect();
        assert_eq!(words(&described["required"]), required, "{}", part.name);
    }
}

#[test]
fn every_key_is_described() {
    let schema = published();
    for (part, place) in parts() {
        for name in part.names() {
            let key = &schema.pointer(place).unwrap()["properties"][name];
            let named = key["$ref"].as_str().and_then(|name| name.strip_prefix('#'));
            let named = named.map_or(key, |place| schema.pointer(place).unwrap());
            let description = key.get("description").or_else(|| named.get("description"));
            assert!(description.is_some(), "{name}");
        }
    }
}

#[test]
fn words_and_limits_are_those_of_the_reader() {
    let schema = published();
    let reserved = &schema["$defs"]["name"]["not"]["enum"];
    assert_eq!(words(reserved), names::RESERVED.into_iter().collect());
    for name in ["facts", "variables"] {
        assert_eq!(schema["properties"][name]["maxProperties"], MOST);
    }
    for name in ["rules", "policy"] {
        assert_eq!(schema["properties"][name]["maxItems"], MOST);
    }
    assert_eq!(schema["$defs"]["expression"]["maxLength"], LONGEST);
    assert_eq!(schema["$defs"]["message"]["maxLength"], template::LONGEST);
}

/// A file as the JSON that editors see.
fn json(text: &str) -> String {
    let file = Arc::new(SourceFile {
        name: "r.toml".to_owned(),
        text: text.to_owned(),
    });
    let (table, errors) = DeTable::parse_recoverable(text);
    assert!(errors.is_empty(), "{errors:?}");
    let whole = Spanned::new(0..text.len(), DeValue::Table(table.into_inner()));
    Json::new(&mut Desk::new(&file), &whole).unwrap().text
}

/// What the schema for editors says of a file.
fn satisfies(text: &str) -> bool {
    let file = SourceFile {
        name: "rules.schema.json".to_owned(),
        text: PUBLISHED.to_owned(),
    };
    let schema = Schema::compile(Arc::new(file), None).unwrap();
    schema.is_satisfied_by(&Document::parse(json(text), 128).unwrap())
}

#[test]
fn the_example_of_the_design_is_read_and_satisfies_the_schema() {
    let opened = open(EXAMPLE).unwrap_or_else(|refusal| panic!("{}", drawn(&refusal.findings)));
    assert_eq!(
        (opened.book.rules.len(), opened.book.policies.len()),
        (2, 2)
    );
    assert!(satisfies(EXAMPLE));
}

#[test]
fn the_shipped_rule_files_satisfy_the_schema() {
    for text in [
        include_str!("../../../../../schemas/create_project.rules.toml"),
        include_str!("../../../../../schemas/ticket.rules.toml"),
        include_str!("../../../../../schemas/transfer.rules.toml"),
    ] {
        assert!(open(text).is_ok_and(|opened| opened.notes.is_empty()) && satisfies(text));
    }
}

#[test]
fn what_the_reader_refuses_the_schema_refuses() {
    let rule =
        |more: &str| format!("version = 1\n[[rules]]\nid = \"a\"\nexpression = \"true\"\n{more}");
    let tools = "[tools]\ndefault = \"deny\"\n";
    for fine in [
        rule(""),
        rule("at = ''"),
        rule("at = '/a~0'"),
        rule(&format!("tool = ['a*', 'b']\n{tools}")),
    ] {
        assert!(open(&fine).is_ok() && satisfies(&fine), "{fine}");
    }
    for wrong in [
        "version = 2".to_owned(),
        "[[rules]]\nid = \"a\"\nexpression = \"true\"".to_owned(),
        rule("severity = 'info'"),
        rule("message = ' '"),
        rule("at = 'a'"),
        rule("when = ''"),
        rule("colour = 1"),
        rule(&format!("tool = ['a b']\n{tools}")),
        rule(&format!("tool = []\n{tools}")),
        rule("[facts]\nin = true"),
        rule("[facts]\na = 'string'"),
        rule("[variables]\na-b = '1'"),
        rule("[tools]\nmax-calls = 0\ndefault = 'deny'"),
        rule("[tools]\nmax-calls = 1"),
    ] {
        assert!(open(&wrong).is_err() && !satisfies(&wrong), "{wrong}");
    }
}

//! What is written in several places says the same in each: the table of codes, the help, the
//! published schema, the completions and the manual page.

use std::collections::BTreeSet;

use jgate::cli::Cli;
use jgate::command::{completions, man};
use jgate::read::provider;
use jgate::refusal::codes::{Recovery, Row, TABLE};
use serde_json::{Value, json};

use crate::support::{Ran, Sandbox, read, top};

/// Standard output of `jgate` with these arguments.
fn said(args: &[&str]) -> String {
    let ran: Ran = Sandbox::new().jgate(args, b"");
    assert_eq!((ran.code, ran.err()), (0, ""), "{args:?}");
    ran.out().to_owned()
}

fn word(row: &Row) -> &'static str {
    row.recovery.map_or("-", Recovery::word)
}

/// The rows of a table that is written with columns: a line that begins with a number, and the
/// further lines of its last column.
fn rows(text: &str, columns: usize) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = words.first().is_some_and(|word| word.parse::<u8>().is_ok());
        if number && line.starts_with(' ') && words.len() >= columns {
            let (first, last) = words.split_at(columns - 1);
            let mut row: Vec<String> = first.iter().map(|word| (*word).to_owned()).collect();
            row.push(last.join(" "));
            rows.push(row);
        } else if line.starts_with("            ")
            && let Some(row) = rows.last_mut()
        {
            let last = row.last_mut().unwrap();
            last.push(' ');
            last.push_str(&words.join(" "));
        }
    }
    rows
}

#[test]
fn help_has_the_table() {
    let help = said(&["--help"]);
    let (_, table) = help.split_once("Exit codes").expect("a table");
    let table_in_code: Vec<_> = TABLE
        .iter()
        .map(|row| {
            vec![
                row.exit.to_string(),
                row.name.to_owned(),
                row.meaning.to_owned(),
            ]
        })
        .collect();
    assert_eq!(rows(table, 3), table_in_code);
}

#[test]
fn explain_has_the_table() {
    let table_in_code: Vec<_> = TABLE
        .iter()
        .map(|row| {
            [&row.exit.to_string(), row.name, word(row), row.meaning]
                .map(str::to_owned)
                .to_vec()
        })
        .collect();
    assert_eq!(rows(&said(&["explain"]), 4), table_in_code);
}

#[test]
fn explain_tells_each_code_and_its_recovery() {
    for row in TABLE {
        let told = said(&["explain", row.name]);
        assert!(
            told.starts_with(&format!("{} (exit {})\n", row.name, row.exit)),
            "{told}"
        );
        let told: Vec<_> = told.split_whitespace().collect();
        let told = told.join(" ");
        for words in [row.meaning, row.advice] {
            assert!(told.contains(words), "{words:?} in {told}");
        }
        let recovery = row.recovery.unwrap_or(Recovery::Stop).word();
        assert_eq!(
            said(&["explain", "--recovery", row.name]),
            format!("{recovery}\n")
        );
        assert_eq!(
            said(&["explain", "--recovery", &row.exit.to_string()]),
            format!("{recovery}\n")
        );
    }
}

fn published() -> Value {
    serde_json::from_str(&read("schemas/jgate/verdict.schema.json")).unwrap()
}

#[test]
fn the_published_schema_has_the_table() {
    let schema = published();
    let exits: BTreeSet<u8> = TABLE
        .iter()
        .map(|row| row.exit)
        .filter(|exit| *exit != 2)
        .collect();
    assert_eq!(schema["properties"]["exit"]["enum"], json!(exits));

    let told: Vec<_> = TABLE.iter().filter(|row| row.exit != 2).collect();
    let names: Vec<_> = told
        .iter()
        .map(|row| row.name)
        .filter(|name| *name != "schema.KEYWORD")
        .collect();
    assert_eq!(schema["$defs"]["code"]["anyOf"][0]["enum"], json!(names));

    let table = schema["allOf"]
        .as_array()
        .unwrap()
        .iter()
        .find_map(|part| part["anyOf"].as_array());
    let table = table.expect("the table of codes");
    assert_eq!(table.len(), told.len());
    for (entry, row) in table.iter().zip(told) {
        let entry = &entry["properties"];
        assert_eq!(entry["exit"]["const"], json!(row.exit), "{}", row.name);
        assert_eq!(
            entry["recovery"]["const"],
            json!(row.recovery.map(Recovery::word)),
            "{}",
            row.name
        );
        if row.exit != 0 {
            assert_eq!(
                entry["layer"]["const"],
                json!(row.code.layer()),
                "{}",
                row.name
            );
        }
        let name = if row.name == "schema.KEYWORD" {
            json!({ "pattern": "^schema\\.[$A-Za-z]+$" })
        } else {
            json!({ "const": row.name })
        };
        assert_eq!(entry["code"], name);
    }
}

#[test]
fn the_published_schema_knows_the_words_for_recovery() {
    let words: BTreeSet<_> = TABLE
        .iter()
        .map(|row| row.recovery.map(Recovery::word))
        .collect();
    let schema = published();
    let known = schema["properties"]["recovery"]["enum"].as_array().unwrap();
    assert_eq!(
        known.iter().map(Value::as_str).collect::<BTreeSet<_>>(),
        words
    );
}

#[test]
fn the_published_schema_knows_the_providers() {
    let schema = published();
    let known = &schema["$defs"]["reply"]["properties"]["from"]["enum"];
    let names = provider::TABLE.iter().map(|provider| provider.name);
    assert_eq!(
        *known,
        json!(["text"].into_iter().chain(names).collect::<Vec<_>>())
    );
}

#[test]
fn every_key_of_a_verdict_is_in_the_published_schema_and_every_one_there_is_required() {
    let schema = published();
    let keys = |value: &Value| -> BTreeSet<String> {
        value.as_object().unwrap().keys().cloned().collect()
    };
    let verdict = Sandbox::new().jgate(&["-q", "--format", "verdict"], b"{} [\"\"");
    let verdict: Value = serde_json::from_slice(&verdict.stdout).unwrap();
    let pairs = [
        (&verdict, &schema),
        (&verdict["findings"][0], &schema["$defs"]["finding"]),
        (&verdict["reply"], &schema["$defs"]["reply"]),
        (&verdict["contract"], &schema["$defs"]["contract"]),
    ];
    for (value, described) in pairs {
        assert_eq!(keys(value), keys(&described["properties"]));
        let required = described["required"].as_array().unwrap().iter();
        let required: BTreeSet<_> = required
            .map(|key| key.as_str().unwrap().to_owned())
            .collect();
        assert_eq!(keys(value), required);
    }
}

#[test]
fn shipped_schemas_are_the_files_and_the_files_are_shipped() {
    let list = said(&["schema"]);
    let listed: BTreeSet<_> = list
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let mut there = BTreeSet::new();
    for path in crate::support::files("schemas") {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let bare = name.strip_suffix(".schema.json");
        let bare = bare.or_else(|| name.strip_suffix(".toml"));
        let name = bare
            .expect("NAME.schema.json or NAME.rules.toml")
            .to_owned();
        assert_eq!(said(&["schema", &name]), read(&path), "{name}");
        there.insert(name);
    }
    assert_eq!(listed, there.iter().map(String::as_str).collect());
}

#[test]
fn completions_and_manual_page_are_current() {
    let mut known = BTreeSet::from(["jgate.1".to_owned()]);
    let page = man::render().unwrap();
    current("jgate.1", &page);
    assert_eq!(said(&["man"]).into_bytes(), page);
    for (shell, file) in completions::FILES {
        let words = completions::render(shell);
        current(file, &words);
        assert_eq!(
            said(&["completions", &shell.to_string()]).into_bytes(),
            words
        );
        known.insert(file.to_owned());
    }
    let there = crate::support::files("completions");
    let there = there
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
    assert_eq!(there.collect::<BTreeSet<_>>(), known);
}

/// Holds that a file in `completions/` is what jgate prints; `TRYCMD=overwrite` writes it anew.
fn current(file: &str, words: &[u8]) {
    let path = top().join("completions").join(file);
    if std::env::var_os("TRYCMD").is_some_and(|wish| wish == "overwrite") {
        std::fs::write(&path, words).unwrap();
    }
    let kept = std::fs::read(&path).unwrap_or_default();
    assert!(
        kept == words,
        "completions/{file} is not current: TRYCMD=overwrite cargo test"
    );
}

#[test]
fn every_option_is_in_the_help_the_manual_page_and_a_case() {
    use clap::CommandFactory as _;
    let (help, page) = (said(&["--help"]), said(&["man"]).replace("\\-", "-"));
    let cases = crate::cases::all();
    let used: BTreeSet<String> = cases
        .iter()
        .flat_map(|(_, case)| case.args.iter())
        .flat_map(|arg| {
            arg.split([' ', '=', '\n'])
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect();
    let line = Cli::command();
    let options: Vec<_> = line
        .get_arguments()
        .filter(|arg| !arg.is_positional())
        .collect();
    assert!(options.len() >= 14);
    for option in options {
        let long = format!("--{}", option.get_long().expect("a long name"));
        let short = option.get_short().map(|short| format!("-{short}"));
        assert!(help.contains(&long) && page.contains(&long), "{long}");
        assert!(
            used.contains(&long) || short.is_some_and(|short| used.contains(&short)),
            "no case uses {long}"
        );
    }
    for command in line.get_subcommands() {
        assert!(
            used.contains(command.get_name()),
            "no case runs {}",
            command.get_name()
        );
    }
}

#[test]
fn every_code_that_can_happen_has_a_case() {
    // The layers that this version does not judge yet; 70 is a bug, which no case can ask for.
    let later = |exit: u8| matches!(exit, 52..=55 | 70);
    let happened: BTreeSet<i32> = crate::cases::all()
        .iter()
        .map(|(_, case)| case.code())
        .collect();
    for row in TABLE.iter().filter(|row| !later(row.exit)) {
        assert!(
            happened.contains(&i32::from(row.exit)),
            "no case exits with {}",
            row.exit
        );
    }
    let known: BTreeSet<i32> = TABLE.iter().map(|row| i32::from(row.exit)).collect();
    let unknown: Vec<_> = happened
        .difference(&known)
        .filter(|exit| **exit != 141)
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

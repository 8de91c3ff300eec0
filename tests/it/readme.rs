//! What README.md shows, runs: each session, each script, and each table is what it says.
//!
//! `TRYCMD=overwrite cargo test` writes the answers anew; read that diff as you read code.
#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::format_push_string,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests fail as tests do"
)]

mod blocks;

mod gating;

mod many;

mod sandbox;

mod tables;

use std::fs;
use std::process::{Command, Stdio};

use blocks::{Block, Session};
use sandbox::Sandbox;
use serde_json::Value;

/// What the stand-in for a model answers unless a session says otherwise.
const GOOD: &str = "tests/replies/tickets/monday.txt";

/// What runs the sessions' `jq` commands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Jq {
    /// The machine's.
    Real,
    /// This test, for a machine without.
    StandIn,
}

/// One answer that is not as shown.
#[derive(Debug)]
struct Difference {
    line: usize,
    shown: String,
    answered: String,
}

fn readme() -> String {
    sandbox::file("README.md")
}

/// The blocks of a Markdown file, all of which can be run.
fn blocks(markdown: &str) -> Vec<Block> {
    let blocks = blocks::read(markdown).into_iter();
    blocks.collect::<Result<_, _>>().unwrap()
}

fn sessions(blocks: &[Block]) -> impl Iterator<Item = &Session> {
    blocks.iter().filter_map(|block| match block {
        Block::Session(session) => Some(session),
        _ => None,
    })
}

fn kept(blocks: &[Block]) -> impl Iterator<Item = (&str, &str)> {
    blocks.iter().filter_map(|block| match block {
        Block::File { name, text } => Some((name.as_str(), text.as_str())),
        _ => None,
    })
}

/// Where the sessions and scripts of `blocks` can run, with their files.
fn sandbox(blocks: &[Block], first: &str, second: &str) -> Sandbox {
    let sandbox = Sandbox::new(first, second);
    for (name, text) in kept(blocks) {
        sandbox.write(name, text);
    }
    sandbox
}

/// Runs every session and gives what is not as shown.
fn differences(markdown: &str, jq: Jq) -> Vec<Difference> {
    let blocks = blocks(markdown);
    let each = sessions(&blocks).map(|session| {
        let reply = |at: usize| session.replies.get(at).map_or(GOOD, String::as_str);
        let (first, second) = (sandbox::file(reply(0)), sandbox::file(reply(1)));
        let sandbox = sandbox(&blocks, &first, &second);
        if jq == Jq::StandIn {
            sandbox.stand_in("jq", "#!/bin/sh\ncat \"$3\"\n");
        }
        compare(session, &sandbox, jq)
    });
    each.flatten().collect()
}

fn compare(session: &Session, sandbox: &Sandbox, jq: Jq) -> Vec<Difference> {
    let typed = session.commands.iter().map(|command| &*command.typed);
    let mut answers = sandbox.session(typed).each.into_iter();
    let mut differences = Vec::new();
    for command in &session.commands {
        let mut answered = answers.next().unwrap_or_else(|| "(no answer)\n".to_owned());
        if let (Jq::StandIn, Some(rest)) = (jq, command.typed.strip_prefix("jq -r ")) {
            answered = filtered(rest, &answered);
        }
        if answered != command.shown {
            differences.push(Difference {
                line: command.line,
                shown: command.shown.clone(),
                answered,
            });
        }
    }
    differences
}

/// What `jq -r` says to the few filters that README.md shows, of each verdict.
fn filtered(filter_and_file: &str, verdicts: &str) -> String {
    let (filter, _) = filter_and_file.rsplit_once(' ').unwrap();
    let verdicts = verdicts.lines().map(serde_json::from_str);
    let said = verdicts.map(|verdict| of_verdict(filter.trim_matches('\''), &verdict.unwrap()));
    said.collect()
}

fn of_verdict(filter: &str, verdict: &Value) -> String {
    let raw = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
    match filter {
        r#".findings[] | "\(.line):\(.column) \(.pointer) wants \(.expected)""# => {
            let findings = verdict["findings"].as_array().unwrap().iter();
            let line = |finding: &Value| {
                let part = |key: &str| raw(&finding[key]);
                let (line, column) = (part("line"), part("column"));
                let (pointer, expected) = (part("pointer"), part("expected"));
                format!("{line}:{column} {pointer} wants {expected}\n")
            };
            findings.map(line).collect()
        }
        key => format!("{}\n", raw(&verdict[key.trim_start_matches('.')])),
    }
}

/// The Markdown with the answers as they are.
fn rewritten(markdown: &str, differences: &[Difference]) -> String {
    let mut lines: Vec<String> = markdown.lines().map(|line| format!("{line}\n")).collect();
    for difference in differences.iter().rev() {
        let end = difference.line + difference.shown.lines().count();
        lines.splice(difference.line..end, [difference.answered.clone()]);
    }
    lines.concat()
}

fn has_jq() -> bool {
    let mut jq = Command::new("jq");
    let jq = jq.arg("--version").stdout(Stdio::null()).status();
    jq.is_ok_and(|status| status.success())
}

fn told(differences: &[Difference]) -> String {
    let told = differences.iter().map(|difference| {
        let Difference {
            line,
            shown,
            answered,
        } = difference;
        format!("README.md:{line} shows\n{shown}and the answer is\n{answered}\n")
    });
    told.collect()
}

#[test]
fn every_session_is_answered_as_shown() {
    let jq = if has_jq() {
        Jq::Real
    } else {
        println!("there is no jq: its commands are answered by this test");
        Jq::StandIn
    };
    let markdown = readme();
    let differences = differences(&markdown, jq);
    if std::env::var_os("TRYCMD").is_some_and(|wish| wish == "overwrite") {
        let path = sandbox::repository().join("README.md");
        fs::write(path, rewritten(&markdown, &differences)).unwrap();
        return;
    }
    assert!(differences.is_empty(), "{}", told(&differences));
}

#[test]
fn the_verdict_has_what_jq_is_shown_to_find() {
    let markdown = readme();
    assert!(markdown.contains("\n$ jq -r "));
    let differences = differences(&markdown, Jq::StandIn);
    assert!(differences.is_empty(), "{}", told(&differences));
}

#[test]
fn an_answer_that_is_not_as_shown_is_noticed() {
    for (session, answered) in [
        ("$ echo a\nb\n", "a\n"),
        ("$ echo a\n", "a\n"),
        ("$ true\na\n", ""),
        ("$ printf '{}' | jgate -q\n[]\n", "{}\n"),
        ("$ exit 3\n$ echo a\na\n", "(no answer)\n"),
    ] {
        let markdown = format!("```console\n{session}```\n");
        let differences = differences(&markdown, Jq::StandIn);
        assert_eq!(differences.last().unwrap().answered, answered, "{session}");
        assert_ne!(rewritten(&markdown, &differences), markdown);
    }
}

#[test]
fn a_command_that_nobody_has_is_noticed() {
    for command in ["no-such-command", "cargo build"] {
        let markdown = format!("```console\n$ {command}\n```\n");
        assert_eq!(differences(&markdown, Jq::StandIn).len(), 1, "{command}");
    }
}

#[test]
fn a_block_that_cannot_be_run_is_noticed() {
    for block in [
        "```\n$ true\n```",
        "```python\nexit()\n```",
        "```console\nno command\n```",
        "```console\n```",
        "```sh\nhas=no-name\n```",
        "```toml\nversion = 1\n```",
        "```toml\n# a.sh\n```",
        "```yaml\n- uses: something\n```",
        "```console\n$ true\n",
        "  ```console\n$ true\n```",
    ] {
        assert!(blocks::read(block).iter().any(Result::is_err), "{block}");
    }
}

//! Parts of a file that are judged on their own give the same lines as the whole.

use std::fs;

use super::sandbox::Sandbox;
use super::{blocks, readme, sessions};

const FILE: &str = "tests/replies/tickets.ndjson";

/// A folder with README's scripts, where the file of replies holds those of README many times.
fn with_replies(times: usize) -> Sandbox {
    let sandbox = super::sandbox(&blocks(&readme()), "", "");
    let replies = fs::read_to_string(sandbox.folder().join(FILE)).unwrap();
    sandbox.write(FILE, &format!("{}\n\nno record", replies.repeat(times)));
    sandbox
}

fn kept(sandbox: &Sandbox, name: &str) -> String {
    fs::read_to_string(sandbox.folder().join(name)).unwrap()
}

/// The commands that split the file and judge the parts, for parts of so many lines.
fn in_parts(lines: usize) -> Vec<String> {
    let blocks = blocks(&readme());
    let typed = |command: &super::blocks::Command| command.typed.clone();
    let session = sessions(&blocks).find(|session| session.commands[0].typed.starts_with("split "));
    let mut commands: Vec<_> = session.unwrap().commands.iter().map(typed).collect();
    assert!(commands[0].contains(" -l 2 ") && commands[1].contains("xargs -P"));
    commands[0] = commands[0].replace(" -l 2 ", &format!(" -l {lines} "));
    commands.truncate(2);
    commands
}

fn session(sandbox: &Sandbox, commands: &[String]) -> i32 {
    sandbox.session(commands.iter().map(String::as_str)).exit
}

#[test]
fn parts_give_the_same_lines_as_the_whole() {
    for lines in [1, 7, 100, 1000] {
        let sandbox = with_replies(25);
        assert_eq!(session(&sandbox, &in_parts(lines)), 0);
        let whole = format!("sh judge.sh {FILE} > whole.ndjson");
        assert_eq!(session(&sandbox, &[whole]), 0);
        let whole = kept(&sandbox, "whole.ndjson");
        assert_eq!(whole.lines().count(), 50);
        assert_eq!(kept(&sandbox, "tickets.ndjson"), whole, "{lines}");
    }
}

#[test]
fn gnu_parallel_gives_the_same_lines_as_the_whole() {
    let sandbox = with_replies(25);
    if sandbox.session(["parallel --version"]).exit != 0 {
        println!("there is no GNU parallel");
        return;
    }
    let readme = readme();
    let command = readme
        .split('`')
        .find(|code| code.starts_with("parallel -k"));
    let command = command.unwrap().replace("64M", "4k");
    let command = command.replace("replies.ndjson sh", &format!("{FILE} sh"));
    let whole = format!("sh judge.sh {FILE} > whole.ndjson");
    assert_eq!(session(&sandbox, &[whole, command]), 0);
    assert_eq!(
        kept(&sandbox, "tickets.ndjson"),
        kept(&sandbox, "whole.ndjson")
    );
}

#[test]
fn a_broken_contract_is_no_refused_line() {
    let sandbox = with_replies(1);
    sandbox.write("ticket.schema.json", "{");
    let judge = format!("sh judge.sh {FILE}");
    assert_eq!(sandbox.session([&*judge]).exit, 78);
    assert_eq!(session(&sandbox, &in_parts(2)), 123);
}

#[test]
fn nothing_in_gives_nothing_out() {
    let sandbox = with_replies(1);
    let answers = sandbox.session(["sh judge.sh < /dev/null", "echo $?"]);
    assert_eq!(answers.each.concat(), "0\n");
}

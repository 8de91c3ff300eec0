//! README.md's tables and names are those of the program.

use std::collections::BTreeSet;

use clap::{CommandFactory as _, Parser as _};
use jgate::cli::Cli;
use jgate::read::provider::{self, Provider};
use jgate::refusal::codes::{Recovery, TABLE};

use super::blocks::{self, Block};
use super::{blocks as all, readme, sandbox, sessions};

/// The cells of every row of every table.
fn rows(markdown: &str) -> Vec<Vec<&str>> {
    let rows = markdown.lines().filter_map(|line| {
        let inside = line.strip_prefix("| ")?.strip_suffix(" |")?;
        Some(inside.split(" | ").collect())
    });
    rows.collect()
}

#[test]
fn the_codes_are_those_of_the_program() {
    let readme = readme();
    let shown: Vec<_> = rows(&readme)
        .into_iter()
        .filter(|row| row[0].parse::<u8>().is_ok())
        .map(|row| row.join(" | "))
        .collect();
    let table: Vec<_> = TABLE
        .iter()
        .map(|row| {
            let recovery = row.recovery.map_or("-", Recovery::word);
            format!("{} | {} | {recovery} | {}", row.exit, row.name, row.meaning)
        })
        .collect();
    assert_eq!(
        shown,
        table,
        "the rows would be\n| {} |",
        table.join(" |\n| ")
    );
}

#[test]
fn the_providers_are_those_of_the_program() {
    let readme = readme();
    let section = readme
        .split("\n## ")
        .find(|part| part.starts_with("Responses"));
    let shown: Vec<_> = rows(section.unwrap())
        .iter()
        .skip(1)
        .map(|row| row.join(" | "))
        .collect();
    let row = |provider: &Provider| {
        let streams = if provider.streams.is_empty() {
            "-"
        } else {
            provider.streams
        };
        format!("`{}` | {} | {streams}", provider.name, provider.apis)
    };
    let table: Vec<_> = provider::TABLE.iter().map(row).collect();
    assert_eq!(
        shown,
        table,
        "the rows would be\n| {} |",
        table.join(" |\n| ")
    );
}

#[test]
fn the_options_are_those_of_check_and_so_are_their_values() {
    let readme = readme();
    let rows = rows(&readme);
    let shown: BTreeSet<_> = rows
        .iter()
        .filter_map(|row| {
            row[0]
                .split("--")
                .nth(1)
                .filter(|_| row[0].starts_with("`-"))
        })
        .map(|option| option.split([' ', '[', '`']).next().unwrap())
        .collect();
    let line = Cli::command();
    let check = line.find_subcommand("check").unwrap();
    let long: BTreeSet<_> = check
        .get_arguments()
        .filter_map(clap::Arg::get_long)
        .collect();
    assert_eq!(shown, long);

    for option in check
        .get_arguments()
        .filter(|option| option.get_action().takes_values())
    {
        for value in option.get_possible_values() {
            let value = format!("`{}`", value.get_name());
            assert!(readme.contains(&value), "{value} of {option}");
        }
    }
}

#[test]
fn the_commands_of_cargo_are_those_of_ci() {
    let ci = sandbox::file(".ci/run");
    let blocks = all(&readme());
    let typed = sessions(&blocks).flat_map(|session| &session.commands);
    let cargo: Vec<_> = typed
        .map(|command| command.typed.as_str())
        .filter(|typed| typed.starts_with("cargo "))
        .collect();
    assert!(cargo.contains(&"cargo test --locked"), "{cargo:?}");
    assert!(cargo[0].starts_with("cargo run -q -- -s schemas/"));
    for command in cargo {
        assert!(ci.lines().any(|line| line.trim() == command), "{command}");
    }
}

#[test]
fn the_step_of_a_workflow_is_shown_with_its_answer() {
    let blocks = all(&readme());
    let typed: Vec<_> = sessions(&blocks)
        .flat_map(|session| &session.commands)
        .map(|command| &command.typed)
        .collect();
    let mut steps = blocks.iter().filter_map(|block| match block {
        Block::Step(command) => Some(command),
        _ => None,
    });
    assert!(steps.all(|step| typed.contains(&step)));
    assert!(blocks.iter().any(|block| matches!(block, Block::Step(_))));
}

#[test]
fn every_command_line_in_the_text_is_one() {
    let readme = readme();
    let outside = readme.split("```").step_by(2).flat_map(str::lines);
    let inline: Vec<_> = outside
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .filter(|code| code.starts_with("jgate "))
        .collect();
    assert!(inline.contains(&"jgate schema verdict"), "{inline:?}");
    for line in inline {
        if let Err(error) = Cli::try_parse_from(line.split(' ')) {
            assert!(!error.use_stderr(), "{line}: {error}");
        }
    }
}

#[test]
fn every_block_can_be_run() {
    let unknown: Vec<_> = blocks::read(&readme())
        .into_iter()
        .filter_map(Result::err)
        .collect();
    assert_eq!(unknown, Vec::<String>::new());
}

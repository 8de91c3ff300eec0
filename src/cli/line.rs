//! Reads a command line, with no more of clap's tree than it needs.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand as _};

use super::{Check, Cli, Command, hanging};
use crate::refusal::codes::TABLE;

impl Cli {
    /// Reads a command line, the program's name first.
    ///
    /// Most name no command: for them clap builds the options of `check` alone. All commands,
    /// and the long help, cost a short run a twentieth of its time.
    ///
    /// # Errors
    /// What is wrong with it; or the help, where it asks for that.
    pub fn read(arguments: &[OsString]) -> Result<Self, clap::Error> {
        let first = arguments.get(1).and_then(|word| word.to_str());
        if !first.is_some_and(Command::has_subcommand)
            && let Ok(Unnamed { check }) = Unnamed::try_parse_from(arguments)
        {
            let command = None;
            return Ok(Self { command, check });
        }
        let mut line = Self::command().after_long_help(after_long_help());
        let matches = line.try_get_matches_from_mut(arguments)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut line))
    }
}

/// `check` without its name, and nothing else.
#[derive(Debug, Parser)]
#[command(disable_help_flag = true)]
struct Unnamed {
    #[command(flatten)]
    check: Check,
}

/// The table of codes and the words on reading it, for the end of `--help`.
fn after_long_help() -> String {
    let mut text =
        String::from("Rule files: `jgate explain rules` tells how they are written.\n\n");
    text.push_str("Exit codes (`jgate explain CODE` tells more):\n");
    for row in TABLE {
        let name = row.name;
        let meaning = hanging(row.meaning, 37, 80);
        let _ = writeln!(text, "  {:>3}  {name:<28}  {meaning}", row.exit);
    }
    text.push_str("A caller must treat any other number as a refusal.");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_help_is_one_screen_and_long_help_has_every_code() {
        let short = Cli::command().term_width(80).render_help().to_string();
        assert!(short.lines().count() <= 36, "{short}");
        let long = said("jgate --help");
        for row in TABLE {
            assert!(long.contains(row.name), "{} in\n{long}", row.name);
        }
        assert!(long.lines().all(|line| line.chars().count() <= 100));
    }

    fn said(line: &str) -> String {
        let line: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        Cli::read(&line).map_or_else(|error| error.to_string(), |cli| format!("{cli:?}"))
    }

    #[test]
    fn a_line_without_a_command_is_read_as_among_all_commands() {
        for line in [
            "jgate",
            "jgate -q a explain",
            "jgate -- explain",
            "jgate checks -s s",
            "jgate check -s s",
            "jgate explain 22",
            "jgate --version",
            "jgate -h",
            "jgate --facts f",
            "jgate --shema s",
        ] {
            let all = Cli::try_parse_from(line.split(' '));
            let all = all.map_or_else(|error| error.to_string(), |cli| format!("{cli:?}"));
            assert_eq!(said(line), all, "{line}");
        }
    }
}

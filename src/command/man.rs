//! `jgate man`: the manual page.

use std::io;

use clap::builder::StyledStr;
use clap::{Arg, CommandFactory as _};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::stream;
use crate::cli::Cli;
use crate::refusal::codes::{Recovery, TABLE};

pub(super) fn run() -> anyhow::Result<u8> {
    stream::say(render()?)?;
    Ok(0)
}

/// The manual page, in roff.
///
/// # Errors
/// None that can happen: the page is written to memory.
pub fn render() -> io::Result<Vec<u8>> {
    let mut line = Cli::command().mut_args(told_at_length);
    line.build();
    let man = Man::new(line.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    commands(&mut line).to_writer(&mut page)?;
    codes().to_writer(&mut page)?;
    page.push(b'\n');
    Ok(page)
}

/// The argument with its words also where only those of `--help` are looked at: clap leaves
/// out the words of an option that `-h` does not show.
fn told_at_length(arg: Arg) -> Arg {
    match (arg.get_long_help(), arg.get_help().cloned()) {
        (None, Some(words)) => arg.long_help(words),
        _ => arg,
    }
}

/// The section of commands. (clap would name a page for each, and there is this one only.)
fn commands(line: &mut clap::Command) -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["COMMANDS"]);
    for command in line.get_subcommands_mut() {
        let usage = command.render_usage().to_string();
        section.control("TP", []);
        section.text([bold(usage.trim_start_matches("Usage: ").to_owned())]);
        section.text([roman(words(command.get_about()))]);
        // The options of `check` have a section of their own.
        let own = command.get_arguments().filter(|arg| arg.get_id() != "help");
        for arg in own.filter(|_| command.get_name() != "check") {
            section.control("IP", []);
            section.text([bold(arg.to_string())]);
            section.control("br", []);
            section.text([roman(words(arg.get_long_help().or(arg.get_help())))]);
        }
    }
    section
}

fn words(words: Option<&StyledStr>) -> String {
    words.map(ToString::to_string).unwrap_or_default()
}

/// The section of exit codes. (What clap has for the end of `--help` would lose its columns.)
fn codes() -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["EXIT CODES"]);
    for row in TABLE {
        let recovery = row.recovery.map(Recovery::word);
        let recovery = recovery.map_or(String::new(), |word| format!(" ({word})"));
        section.control("TP", []);
        section.text([bold(format!("{} {}", row.exit, row.name))]);
        section.text([roman(format!("{}{recovery}: {}", row.meaning, row.advice))]);
    }
    section.control("PP", []);
    section.text([roman("A caller must treat any other number as a refusal.")]);
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_option_with_its_words_and_every_code() {
        let page = String::from_utf8(render().unwrap()).unwrap();
        for row in TABLE {
            assert!(
                page.contains(&format!("{} {}", row.exit, row.name)),
                "{}",
                row.name
            );
        }
        for words in [
            "keys and places only",
            "which `$ref` may read",
            "may nest",
            "Print one word",
        ] {
            assert!(page.contains(words), "{words}");
        }
    }
}

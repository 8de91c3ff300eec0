//! `jgate man`: the manual page.

use std::io;

use clap::CommandFactory as _;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::stream;
use crate::cli::Cli;
use crate::refusal::codes::TABLE;

pub(super) fn run() -> anyhow::Result<u8> {
    stream::say(render()?)?;
    Ok(0)
}

/// The manual page, in roff.
///
/// # Errors
/// None that can happen: the page is written to memory.
pub fn render() -> io::Result<Vec<u8>> {
    let man = Man::new(Cli::command());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    man.render_subcommands_section(&mut page)?;
    codes().to_writer(&mut page)?;
    Ok(page)
}

/// The section of exit codes. (What clap has for the end of `--help` would lose its columns.)
fn codes() -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["EXIT CODES"]);
    for row in TABLE {
        let recovery = row
            .recovery
            .map_or(String::new(), |recovery| format!(" ({})", recovery.word()));
        section.control("TP", []);
        section.text([bold(format!("{} {}", row.exit, row.name))]);
        section.text([roman(format!("{}{recovery}: {}", row.meaning, row.advice))]);
    }
    section.control("PP", []);
    section.text([roman("A caller must treat any other number as a refusal.")]);
    section
}

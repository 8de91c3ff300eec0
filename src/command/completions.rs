//! `jgate completions`: what a shell needs to complete a command line.

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::stream;
use crate::cli::{Cli, Completions};

/// The shells, and the file in `completions/` that each one's completions are kept in.
pub const FILES: [(Shell, &str); 5] = [
    (Shell::Bash, "jgate.bash"),
    (Shell::Elvish, "jgate.elv"),
    (Shell::Fish, "jgate.fish"),
    (Shell::PowerShell, "_jgate.ps1"),
    (Shell::Zsh, "_jgate"),
];

pub(super) fn run(args: &Completions) -> anyhow::Result<u8> {
    stream::say(render(args.shell))?;
    Ok(0)
}

/// The completions for a shell, as to be written to a file.
#[must_use]
pub fn render(shell: Shell) -> Vec<u8> {
    let mut file = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "jgate", &mut file);
    file
}

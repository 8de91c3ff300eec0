//! The edge: one file or folder a command, and the only place that touches the world.
#![allow(clippy::disallowed_methods, reason = "the edge")]

mod check;

pub mod completions;

mod explain;

pub mod man;

mod schema;

mod stream;

mod terminal;

use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::{CommandFactory as _, Parser as _};

use crate::cli::{Cli, Command, Format};
use crate::refusal::{Code, Finding, Refusal, text};
use crate::tell::{About, Contract, Verdict};
use terminal::Colours;

/// What a shell sees of a program that wrote into a pipe that nobody reads any more: 128 and
/// the number of SIGPIPE. Rust ignores that signal, so jgate says the number itself.
const CLOSED_PIPE: u8 = 141;

/// A panic that was caught.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Panic {
    /// What it said, without anything of the input.
    pub message: String,
    /// The file, line and column in the source.
    pub place: String,
}

/// The command line, the program's name first.
#[must_use]
pub fn arguments() -> Vec<OsString> {
    std::env::args_os().collect()
}

/// Runs a command line and gives its exit code; all that is to be told has been told.
#[must_use]
pub fn run(arguments: &[OsString]) -> u8 {
    let colours = Colours::of(arguments);
    let helped = asked_for_help(arguments);
    match Cli::read(helped.as_deref().unwrap_or(arguments)) {
        Ok(cli) => dispatch(&cli, colours),
        Err(error) if !error.use_stderr() => {
            let help = error.render();
            let help = if colours.stdout {
                help.ansi().to_string()
            } else {
                help.to_string()
            };
            stream::say(help).map_or_else(|error| failed(&error, colours), |()| 0)
        }
        Err(error) => misused(&harmless(arguments, error), colours),
    }
}

/// The same error, found in the same words with nothing in them that acts on a terminal or
/// begins a line: clap repeats what it was given as it stood.
fn harmless(arguments: &[OsString], error: clap::Error) -> clap::Error {
    let words = arguments.iter().map(|word| word.to_string_lossy());
    let escaped: Vec<_> = words
        .map(|word| text::escaped(&word).into_owned())
        .collect();
    let again = Cli::try_parse_from(escaped).err();
    again.filter(clap::Error::use_stderr).unwrap_or(error)
}

/// `jgate help COMMAND` as `jgate COMMAND --help`, unless `help` is a file.
fn asked_for_help(arguments: &[OsString]) -> Option<Vec<OsString>> {
    let (name, rest) = arguments.split_first()?;
    let (help, commands) = rest.split_first()?;
    if help != "help" || Path::new(help).symlink_metadata().is_ok() {
        return None;
    }
    let line = std::iter::once(name).chain(commands).cloned();
    Some(line.chain(["--help".into()]).collect())
}

fn dispatch(cli: &Cli, colours: Colours) -> u8 {
    let done = match &cli.command {
        None => check::run_unnamed(&cli.check, colours),
        Some(Command::Check(check)) => check::run(check, colours),
        Some(Command::Explain(args)) => explain::run(args),
        Some(Command::Schema(args)) => schema::run(args),
        Some(Command::Completions(args)) => completions::run(args),
        Some(Command::Man) => man::run(),
    };
    done.unwrap_or_else(|error| failed(&error, colours))
}

/// Tells why a command could not be carried out: the command line is wrong, or writing failed.
/// What cannot be read is never an error here but a verdict.
fn failed(error: &anyhow::Error, colours: Colours) -> u8 {
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        return misused(usage, colours);
    }
    let exit = exit_of(error);
    if exit == Code::Io.exit() {
        let words = format!("{error:#}");
        let end = words.find(" (os error").unwrap_or(words.len());
        stream::tell(&format!("jgate: {}\n", words.get(..end).unwrap_or(&words)));
    }
    exit
}

fn exit_of(error: &anyhow::Error) -> u8 {
    if error.is::<clap::Error>() {
        Code::Usage.exit()
    } else if is_closed_pipe(error) {
        CLOSED_PIPE
    } else {
        Code::Io.exit()
    }
}

fn misused(error: &clap::Error, colours: Colours) -> u8 {
    let words = error.render();
    stream::tell(&if colours.stderr {
        words.ansi().to_string()
    } else {
        safe(&words.to_string())
    });
    Code::Usage.exit()
}

/// Lines that repeat words of the command line, with nothing in them that acts on a terminal.
fn safe(lines: &str) -> String {
    let lines: Vec<_> = lines.split('\n').map(text::escaped).collect();
    lines.join("\n")
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// An error in the command line that clap cannot find by itself.
fn usage(words: impl std::fmt::Display) -> anyhow::Error {
    Cli::command()
        .error(clap::error::ErrorKind::ArgumentConflict, words)
        .into()
}

/// Tells a caught panic and what to do about it, also under `-q`, and gives the exit code.
#[must_use]
pub fn bug(panic: &Panic, arguments: &[OsString]) -> u8 {
    let version = env!("CARGO_PKG_VERSION");
    let Panic { message, place } = panic;
    stream::tell(&format!(
        "jgate: this is a bug in jgate {version}, at {place}\n  \
         {message}\n  \
         nothing was let through. Please report these lines with the command line and, if it\n  \
         holds no secret, the reply; nothing of the reply is shown here.\n"
    ));
    if wants_verdict(arguments) {
        let finding = Finding::new(Code::Bug, format!("jgate panicked at {place}"))
            .help("report it with the command line");
        let about = About {
            file: None,
            line: None,
            contract: &Contract::default(),
            now: None,
            masked: false,
        };
        let verdict = Verdict::failed(&Refusal::one(finding), &about);
        // Nothing is left to do if this fails too: the exit code says the same.
        let _ = stream::say(format!("{}\n", verdict.to_json()));
    }
    Code::Bug.exit()
}

fn wants_verdict(arguments: &[OsString]) -> bool {
    let Ok(cli) = Cli::try_parse_from(arguments) else {
        return false;
    };
    let check = match &cli.command {
        None => &cli.check,
        Some(Command::Check(check)) => check,
        Some(_) => return false,
    };
    check.format == Format::Verdict && check.output.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_asked_for_in_a_word_too() {
        let asked = |line: &str| {
            let line: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let helped = asked_for_help(&line)?;
            Some(helped.join(OsString::from(" ").as_os_str()))
        };
        assert_eq!(asked("jgate help"), Some("jgate --help".into()));
        assert_eq!(asked("jgate help man"), Some("jgate man --help".into()));
        assert_eq!(asked("jgate man help"), None);
        assert_eq!(asked("jgate"), None);
    }

    #[test]
    fn only_a_closed_pipe_is_told_as_one() {
        let io = |kind| anyhow::Error::new(io::Error::from(kind)).context("cannot write");
        assert!(is_closed_pipe(&io(io::ErrorKind::BrokenPipe)));
        assert!(!is_closed_pipe(&io(io::ErrorKind::StorageFull)));
    }

    #[test]
    fn a_bug_is_told_as_a_verdict_where_one_was_awaited() {
        let wants = |line: &str| {
            let line: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            wants_verdict(&line)
        };
        assert!(wants("jgate --format verdict"));
        assert!(wants("jgate check --format=verdict a b"));
        assert!(!wants("jgate --format verdict -o f"));
        assert!(!wants("jgate explain 22"));
    }
}

//! What the terminal and the environment say about colour and width.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _};

use clap::ValueEnum as _;

use crate::cli::When;
use crate::refusal::text;

/// The width of a report where nothing else is known, in columns.
pub(super) const WIDTH: usize = 80;

/// A terminal that says it is wider than this is not believed.
const MOST_COLUMNS: usize = 10_000;

/// Which stream is coloured.
#[derive(Debug, Clone, Copy)]
pub(super) struct Colours {
    pub(super) stdout: bool,
    pub(super) stderr: bool,
}

impl Colours {
    /// By `--color` and the environment. It reads the raw command line, because an error in
    /// that line is coloured too; unless control characters stand in it, which clap repeats
    /// among its own.
    pub(super) fn of(arguments: &[OsString]) -> Self {
        if arguments.iter().any(is_hostile) {
            return Self {
                stdout: false,
                stderr: false,
            };
        }
        let wish = Wish {
            when: named(arguments),
            no_color: is_set("NO_COLOR"),
            force: is_set("CLICOLOR_FORCE"),
            dumb: env::var_os("TERM").is_some_and(|term| term == "dumb"),
        };
        Self {
            stdout: wish.colours(io::stdout().is_terminal()),
            stderr: wish.colours(io::stderr().is_terminal()),
        }
    }
}

fn is_hostile(word: &OsString) -> bool {
    word.to_string_lossy().chars().any(text::is_unsafe)
}

/// How wide a report on standard error may be, in columns: as `COLUMNS` says, else as wide as
/// the terminal.
pub(super) fn width() -> usize {
    let columns = env::var("COLUMNS").ok();
    columns
        .and_then(|columns| sane(&columns))
        .or_else(terminal_width)
        .unwrap_or(WIDTH)
}

fn sane(columns: &str) -> Option<usize> {
    let columns = columns.trim().parse().ok()?;
    (1..=MOST_COLUMNS).contains(&columns).then_some(columns)
}

fn terminal_width() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(io::stderr())?;
    Some(usize::from(width.0)).filter(|width| *width > 0)
}

struct Wish {
    when: When,
    no_color: bool,
    force: bool,
    dumb: bool,
}

impl Wish {
    fn colours(&self, terminal: bool) -> bool {
        match self.when {
            When::Always => true,
            When::Never => false,
            When::Auto if self.no_color => false,
            When::Auto => self.force || (terminal && !self.dumb),
        }
    }
}

/// Whether a switch is set in the environment to anything but nothing and `0`.
fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0")
}

/// The last `--color` of a command line.
fn named(arguments: &[OsString]) -> When {
    let words = || {
        arguments
            .iter()
            .filter_map(|word| word.to_str())
            .skip(1)
            .take_while(|word| *word != "--")
    };
    let joined = words().filter_map(|word| word.strip_prefix("--color="));
    let apart = words()
        .zip(words().skip(1))
        .filter(|(word, _)| *word == "--color")
        .map(|(_, when)| when);
    let when = joined
        .chain(apart)
        .last()
        .and_then(|when| When::from_str(when, false).ok());
    when.unwrap_or(When::Auto)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_beats_the_environment_and_that_the_terminal() {
        let wish = |when, no_color, force| Wish {
            when,
            no_color,
            force,
            dumb: false,
        };
        assert!(wish(When::Auto, false, false).colours(true));
        assert!(!wish(When::Auto, false, false).colours(false));
        assert!(wish(When::Auto, false, true).colours(false));
        assert!(!wish(When::Auto, true, true).colours(true));
        assert!(wish(When::Always, true, false).colours(false));
        assert!(!wish(When::Never, false, true).colours(true));
    }

    #[test]
    fn columns_are_a_sane_number_or_none() {
        assert_eq!(sane("100"), Some(100));
        for wrong in ["", "0", "-1", "x", "99999999999999999999", "100000"] {
            assert_eq!(sane(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn color_is_found_in_a_command_line_that_may_be_wrong() {
        let named = |line: &str| {
            let line: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            named(&line)
        };
        assert_eq!(named("jgate --nope --color=always"), When::Always);
        assert_eq!(named("jgate --color never x"), When::Never);
        assert_eq!(named("jgate -- --color=always"), When::Auto);
        assert_eq!(named("jgate --color"), When::Auto);
    }
}

//! The command line, as data.

mod line;

pub mod value;

mod check;

use clap::{Args, Parser, Subcommand};

pub use check::{Check, Format, When};

/// What stands before everything in `--help`: how to gate, which a bare pipe does not.
const LEAD: &str = "\
jgate reads a model's reply, cuts the JSON out of it, judges it, and prints clean
JSON, or prints nothing and exits with the code of the layer that said no.

A shell starts the next command of a pipe whatever jgate says. What gates is `&&`:

    out=$(llm ... | jgate -s s.json) && printf '%s\\n' \"$out\" | next
    llm ... | jgate -s s.json -o value.json && next < value.json";

/// The same in one line, at the end of `-h`.
const SHORT_TAIL: &str =
    "To gate: out=$(llm ... | jgate -s s.json) && printf '%s\\n' \"$out\" | next";

/// The whole command line. `check` is the command when none is named.
#[derive(Debug, Parser)]
#[command(
    name = "jgate",
    version,
    about = "A gate for JSON that a language model wrote: clean JSON out, or a typed no",
    long_about = LEAD,
    after_help = SHORT_TAIL,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    override_usage = "jgate [COMMAND] [OPTIONS] [FILE]...",
    max_term_width = 100,
)]
pub struct Cli {
    /// The command, when one is named.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The options of `check`, when none is.
    #[command(flatten)]
    pub check: Check,
}

/// A named command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Judge a reply: text in, clean JSON out (the default command)
    Check(Box<Check>),
    /// Tell what an exit code means and what to do about it
    Explain(Explain),
    /// List or print the schemas and rule files that come with jgate
    Schema(Schema),
    /// Print the completions for a shell
    Completions(Completions),
    /// Print the manual page (`jgate man | man -l -`)
    Man,
}

/// `jgate explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// An exit code (22), a name (parse.truncated) or a keyword's name (schema.required); or
    /// `rules`, for how a rule file is written; without one, the whole table
    #[arg(value_name = "CODE", conflicts_with = "recovery")]
    pub code: Option<String>,

    /// Print one word, what a caller may do: reask, retry, approve, `fix_setup` or stop
    ///
    /// `stop` is also the word for 0, for every code that has no way to recover, for an
    /// unknown code and for no code at all, so that a script needs no other branch.
    #[arg(
        long,
        value_name = "CODE",
        num_args = 0..=1,
        default_missing_value = "",
        allow_hyphen_values = true
    )]
    pub recovery: Option<String>,
}

/// `jgate schema`.
#[derive(Debug, Args)]
pub struct Schema {
    /// What to print: a schema (ticket) or the rule file to go with it (ticket.rules); without
    /// one, the list
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

/// `jgate completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// `words` broken into lines that end before column `width`; all but the first begin at
/// column `indent`, where the first is to be put.
#[must_use]
pub fn hanging(words: &str, indent: usize, width: usize) -> String {
    let mut text = String::with_capacity(words.len());
    let mut column = indent;
    for word in words.split(' ') {
        let needed = word.chars().count() + 1;
        if column > indent && column + needed > width {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > indent {
            text.push(' ');
        }
        text.push_str(word);
        column += needed;
    }
    text
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn clap_finds_the_command_line_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn words_hang_below_the_first() {
        assert_eq!(hanging("one two three", 2, 9), "one\n  two\n  three");
        assert_eq!(hanging("one two three", 2, 10), "one two\n  three");
        assert_eq!(hanging("a", 50, 10), "a");
    }
}

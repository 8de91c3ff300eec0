//! What is wrong in a command line and clap cannot see.

use std::path::PathBuf;

use clap::CommandFactory as _;

use super::contract::Terms;
use super::input::bare;
use super::place::Kind;
use super::{overwrite, reports, shown};
use crate::cli::{Check, Cli, Format};
use crate::command::usage;
use crate::read::provider::Given;
use crate::read::slice::Pick;
use crate::refusal::near::near;

/// Refuses options that contradict each other or the files.
pub(super) fn check(args: &Check) -> anyhow::Result<()> {
    let dash = |file: &&PathBuf| file.as_os_str() == "-";
    if args.files.iter().filter(dash).count() > 1 {
        return Err(usage("standard input (`-`) can be read once only"));
    }
    let here = reports::on_stderr(args);
    if here.iter().any(|report| reports::stands_alone(*report)) {
        let what = if here.len() > 1 {
            "two reports would be mixed"
        } else if args.trace && !args.quiet {
            "`--trace` and a report would be mixed"
        } else {
            ""
        };
        if !what.is_empty() {
            return Err(usage(format!(
                "{what} on standard error: give one a file (`--report json=FILE`)"
            )));
        }
    }
    check_formats(args)?;
    overwrite::check(args)
}

/// Refuses formats that need a record, or that do not fit on a line, and choices where there are
/// none.
fn check_formats(args: &Check) -> anyhow::Result<()> {
    let why = match args {
        Check {
            format: Format::Record,
            field: None,
            ..
        } => "`--format record` needs `--field`, which says where in the record the reply stands",
        Check {
            choice: Some(_),
            from: Some(Given::Text),
            ..
        } => "`--choice` needs a response to choose in: name its format with `--from`",
        Check { lines: false, .. } => return Ok(()),
        Check {
            approve: Some(_), ..
        } => "`--approve` is one yes to one reply: judge its line alone",
        Check {
            rejects: Some(path),
            ..
        } if Kind::of(path) == Kind::Stdout => {
            "what is refused goes to a file, not among what is accepted"
        }
        Check {
            format: Format::Pretty,
            ..
        } => "`--format pretty` does not put a value on one line, as `--lines` does",
        Check {
            format: Format::Raw,
            field,
            from,
            ..
        } if field.is_some() || from.is_some_and(Given::opens) => {
            "`--format raw` may not be one line of what stands in a response or a `--field`"
        }
        Check { trace: true, .. } => {
            "`--trace` tells of one reply: take the line out first (`sed -n 12p FILE | jgate --trace`)"
        }
        _ => return Ok(()),
    };
    Err(usage(why))
}

/// Refuses options that need a schema where the rule file turned out to name none.
pub(super) fn check_terms(args: &Check, terms: &Terms) -> anyhow::Result<()> {
    let option = match args {
        _ if terms.schema.is_some() => None,
        Check { pick, .. } if *pick == Pick::Schema => Some("--pick schema"),
        Check { schema_root, .. } => schema_root.as_ref().map(|_| "--schema-root"),
    };
    match option {
        Some(option) => Err(usage(format!(
            "`{option}` needs a schema, and the rule file names none: add `--schema`"
        ))),
        None => Ok(()),
    }
}

/// Refuses a first word that looks more like a command than like the file it is taken for.
pub(super) fn mistyped(files: &[PathBuf]) -> anyhow::Result<()> {
    let Some(first) = files.first() else {
        return Ok(());
    };
    let Some(word) = bare(first) else {
        return Ok(());
    };
    if first.symlink_metadata().is_ok() {
        return Ok(());
    }
    let shown = shown(first);
    let line = Cli::command();
    let commands: Vec<_> = line
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    let names = || commands.iter().copied().chain(["help"]);
    let same = names().find(|name| *name == word);
    match same.or_else(|| near(word, names())) {
        Some("help") => Err(usage(format!(
            "{shown} is no command: did you mean `jgate --help`?"
        ))),
        Some(name) if name == word => {
            Err(usage(format!("a command comes first: `jgate {name} ...`")))
        }
        Some(name) => Err(usage(format!(
            "{shown} is no command: did you mean `{name}`?"
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    fn refused(line: &str) -> Option<String> {
        let cli = Cli::try_parse_from(line.split(' ')).unwrap();
        let checked = mistyped(&cli.check.files).and_then(|()| check(&cli.check));
        checked.err().map(|error| error.to_string())
    }

    #[test]
    fn a_mistyped_command_is_not_taken_for_a_file() {
        let why = |line| refused(line).unwrap_or_default();
        assert!(why("jgate chekc").contains("did you mean `check`?"));
        assert!(why("jgate exlpain 22").contains("did you mean `explain`?"));
        assert!(why("jgate hepl").contains("`jgate --help`"));
        assert!(why("jgate -q explain 22").contains("comes first"));
        assert_eq!(refused("jgate chekc.txt"), None);
        assert_eq!(refused("jgate answer"), None);
        assert_eq!(refused("jgate src"), None, "there is such a folder");
    }

    #[test]
    fn standard_error_holds_one_report_for_programs() {
        assert!(refused("jgate --report json --report github").is_some());
        assert!(refused("jgate --report json --trace").is_some());
        assert_eq!(refused("jgate --report json=a --report github"), None);
    }

    #[test]
    fn nothing_that_is_read_is_overwritten() {
        assert!(refused("jgate --report json=a a").is_some());
        assert!(refused("jgate --report json=./a a").is_some());
        assert!(refused("jgate -o Cargo.toml src/../Cargo.toml").is_some());
        assert!(refused("jgate -o Cargo.toml -s ./Cargo.toml").is_some());
        assert_eq!(refused("jgate -o a -s s --report json=j b.txt"), None);
        assert_eq!(refused("jgate -o - -"), None);
        assert!(refused("jgate --report json=s -s s").is_some());
        assert!(refused("jgate --report json=a --report short=a").is_some());
        assert_eq!(
            refused("jgate --report json=/dev/null --report short=/dev/null"),
            None
        );
        assert!(refused("jgate - -").is_some());
    }
}

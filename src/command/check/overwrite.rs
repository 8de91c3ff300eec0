//! Refuses to write over what is read, or twice to one file, before anything is opened.

use std::path::{Path, PathBuf};

use super::place::{Identity, Stream};
use super::shown;
use crate::cli::Check;
use crate::command::usage;

/// A file that is written, and what is written there.
struct Written<'a> {
    path: &'a Path,
    /// What writes it.
    by: &'static str,
    /// The same, of one that is written twice.
    role: &'static str,
}

/// Refuses to write to a reply, to a file of the contract, or twice to one file.
pub(super) fn check(args: &Check) -> anyhow::Result<()> {
    let written = written(args);
    let output = Stream::Stdout.identity();
    if written.is_empty() && output.is_none() {
        return Ok(());
    }
    let mut used = read(args);
    if let Some((_, role)) = used.iter().find(|(file, _)| Some(file) == output.as_ref()) {
        return Err(usage(format!(
            "standard output would be written behind the file that {role}"
        )));
    }
    used.extend(output.map(|output| (output, "is standard output")));
    let errors = Stream::Stderr.identity();
    used.extend(errors.map(|errors| (errors, "is standard error")));
    for file in written {
        let Some(identity) = Identity::of(file.path) else {
            continue;
        };
        refuse(&file, &identity, &used)?;
        used.push((identity, file.role));
    }
    Ok(())
}

/// Refuses to write to a file that was read for the contract though no option names it.
pub(super) fn check_unnamed(args: &Check, read: &[(PathBuf, &'static str)]) -> anyhow::Result<()> {
    let read = read
        .iter()
        .filter_map(|(path, role)| Some((Identity::of(path)?, *role)));
    let read: Vec<_> = read.collect();
    for file in written(args) {
        if let Some(identity) = Identity::of(file.path) {
            refuse(&file, &identity, &read)?;
        }
    }
    Ok(())
}

fn refuse(
    file: &Written<'_>,
    identity: &Identity,
    used: &[(Identity, &'static str)],
) -> anyhow::Result<()> {
    match used.iter().find(|(used, _)| used == identity) {
        None => Ok(()),
        Some((_, role)) => Err(usage(format!(
            "{} would overwrite {}, which {role}",
            file.by,
            shown(file.path)
        ))),
    }
}

fn written(args: &Check) -> Vec<Written<'_>> {
    let output = args.output.iter().filter(|path| path.as_os_str() != "-");
    let output = output.map(|path| Written {
        path,
        by: "`--output`",
        role: "is the output",
    });
    let reports = args.report.iter().filter_map(|to| to.file.as_deref());
    let reports = reports.map(|path| Written {
        path,
        by: "a report",
        role: "is another report",
    });
    let rejects = args.rejects.iter().map(|path| Written {
        path,
        by: "`--rejects`",
        role: "takes what is refused",
    });
    output.chain(reports).chain(rejects).collect()
}

fn read(args: &Check) -> Vec<(Identity, &'static str)> {
    let stdin = args.files.is_empty().then_some(Path::new("-"));
    let replies = args.files.iter().map(PathBuf::as_path).chain(stdin);
    let replies = replies.map(|path| {
        if path.as_os_str() == "-" {
            (Path::new("/dev/stdin"), "is standard input")
        } else {
            (path, "is a reply")
        }
    });
    let contract = [
        (&args.schema, "is the schema"),
        (&args.rules, "is the rule file"),
        (&args.facts, "is the facts file"),
    ];
    let contract = contract.into_iter();
    let contract = contract.filter_map(|(path, role)| Some((path.as_deref()?, role)));
    replies
        .chain(contract)
        .filter_map(|(path, role)| Some((Identity::of(path)?, role)))
        .collect()
}

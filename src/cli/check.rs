//! The options of `jgate check`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use jiff::Timestamp;

use super::value::{self, ReportParser, ReportTo};
use crate::check::rules;
use crate::read::document;
use crate::read::provider::Given;
use crate::read::record::Field;
use crate::read::slice::{Method, Pick};

/// `jgate check`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
#[command(group = ArgGroup::new("contract").args(["schema", "rules"]).multiple(true))]
pub struct Check {
    /// The replies, `-` is standard input [default: -]
    ///
    /// Several are judged independently: the accepted values go to standard output in
    /// order, and the exit code is 1 if any reply is refused (66 if any cannot be read).
    #[arg(value_name = "FILE", hide_short_help = true)]
    pub files: Vec<PathBuf>,

    /// The JSON Schema that the value must satisfy
    ///
    /// Drafts 4 to 2020-12, by `$schema`; `format` is asserted. Without one, only the form
    /// is judged. `jgate schema` lists the schemas to start from.
    #[arg(short, long, value_name = "FILE", value_parser = value::contract_file())]
    pub schema: Option<PathBuf>,

    /// The rules: what must be true, what is allowed
    ///
    /// `jgate explain rules` tells how one is written. It may name the schema; `--schema` wins.
    #[arg(short, long, value_name = "FILE", value_parser = value::contract_file())]
    pub rules: Option<PathBuf>,

    /// What the rules may know besides the value
    ///
    /// May be given several times. A fact that is declared a string takes VALUE as it stands, any
    /// other takes it as JSON.
    #[arg(long, value_name = "NAME=VALUE", requires = "rules", value_parser = value::fact)]
    pub fact: Vec<(String, String)>,

    /// A JSON file with facts; `--fact` wins
    #[arg(
        long,
        value_name = "FILE",
        requires = "rules",
        value_parser = value::contract_file()
    )]
    pub facts: Option<PathBuf>,

    /// The provider's format
    ///
    /// The input is a response in this format, whole or as a stream; the reply is what the
    /// assistant said in it. Without it the input is the reply, but what plainly is a response is
    /// refused, with the name to give here. In scripts name the format: with `auto`, who writes
    /// the input chooses it.
    #[arg(long, value_name = "FORMAT", value_parser = value::given())]
    pub from: Option<Given>,

    /// What standard output carries
    #[arg(
        long,
        value_enum,
        default_value_t = Format::Compact,
        value_name = "FORMAT",
        hide_default_value = true
    )]
    pub format: Format,

    /// Write to this file, whole and only if accepted
    ///
    /// It is written beside its place and renamed. If the reply is refused (or any of
    /// several), nothing is written and a file that is there stays as it was.
    #[arg(short, long, value_name = "FILE", value_parser = value::file())]
    pub output: Option<PathBuf>,

    /// How it is told
    ///
    /// On standard error, or to a file; may be given several times. The default is `human`, for several replies `short`. A report to a file does not
    /// silence the one on standard error.
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = ReportParser)]
    pub report: Vec<ReportTo>,

    /// Nothing on standard error
    #[arg(short, long)]
    pub quiet: bool,

    /// Each line of the input is a reply
    ///
    /// Accepted values go to standard output in the order of the lines, a line each. One bad
    /// line never costs another; the exit code is 1 if any was refused. Empty lines are
    /// skipped. Memory is bounded by the longest line, not by the file.
    #[arg(long)]
    pub lines: bool,

    /// The place of the reply in a JSON record: /reply/text
    ///
    /// It is a JSON Pointer. A string there is the reply's text; anything else is judged as it stands. With
    /// `--format record` the judged value is printed in its place in the record.
    #[arg(long, value_name = "POINTER", value_parser = value::field)]
    pub field: Option<Field>,

    /// Write the verdicts on refused lines to this file
    ///
    /// Each holds all of the line's text, or its record, also under `--mask`: what was refused
    /// can be judged again with `jgate --lines --field /reply/text`. Of a line that is too large
    /// or no UTF-8 it holds neither. The file is emptied at the start, and written as it goes.
    #[arg(long, value_name = "FILE", requires = "lines", value_parser = value::rejects_file())]
    pub rejects: Option<PathBuf>,

    /// Workers that judge lines [default: the cores]
    #[arg(long, value_name = "N", requires = "lines", value_parser = value::jobs)]
    pub jobs: Option<NonZeroUsize>,

    /// End with the first refused line
    #[arg(long, requires = "lines")]
    pub fail_fast: bool,

    /// Which of a response's several choices, from 0
    ///
    /// Without it, different ones are refused. It needs `--from`.
    #[arg(long, value_name = "N", requires = "from", hide_short_help = true)]
    pub choice: Option<u32>,

    /// Where the JSON is looked for
    #[arg(long, value_enum, default_value_t = Method::Loose, value_name = "METHOD", hide_short_help = true)]
    pub slice: Method,

    /// What settles several different candidates
    #[arg(
        long,
        value_enum,
        default_value_t = Pick::Only,
        value_name = "WHICH",
        requires_if("schema", "contract"),
        hide_short_help = true
    )]
    pub pick: Pick,

    /// The clock for rules that use `now`, as 2025-03-01T09:00:00Z [default: this moment]
    #[arg(
        long,
        value_name = "RFC3339",
        requires = "rules",
        value_parser = value::time,
        hide_short_help = true
    )]
    pub now: Option<Timestamp>,

    /// A person's yes to exactly one content, by the key that was told with it
    ///
    /// Of several replies it approves the one that it was told for; judge each other that
    /// needs a yes in a call of its own, and a line of `--lines` alone.
    #[arg(
        long,
        value_name = "KEY",
        requires = "rules",
        value_parser = value::approval,
        hide_short_help = true
    )]
    pub approve: Option<String>,

    /// The folder below which `$ref` may read [default: the schema's own]
    #[arg(
        long,
        value_name = "DIR",
        requires = "contract",
        value_parser = value::file(),
        hide_short_help = true
    )]
    pub schema_root: Option<PathBuf>,

    /// The largest reply, in bytes; K, M and G are powers of 1024
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "64M",
        value_parser = value::size,
        hide_short_help = true
    )]
    pub max_bytes: usize,

    /// How many containers may nest, at most 1024
    #[arg(
        long,
        value_name = "N",
        default_value_t = document::MAX_DEPTH as u64,
        value_parser = clap::value_parser!(u64).range(1..=MAX_MAX_DEPTH),
        hide_short_help = true
    )]
    pub max_depth: u64,

    /// How many findings a report tells
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        value_parser = clap::value_parser!(u64).range(1..=MAX_MAX_FINDINGS),
        hide_short_help = true
    )]
    pub max_findings: u64,

    /// How many steps an expression of the rules may take
    #[arg(
        long,
        value_name = "N",
        requires = "rules",
        default_value_t = rules::MAX_STEPS,
        value_parser = clap::value_parser!(u64).range(1..=MAX_MAX_STEPS),
        hide_short_help = true
    )]
    pub max_steps: u64,

    /// Show no value from the reply in any report: keys and places only
    #[arg(long, hide_short_help = true)]
    pub mask: bool,

    /// Tell each step and candidate, and why it was taken or not
    #[arg(long, hide_short_help = true)]
    pub trace: bool,

    /// When reports are coloured
    ///
    /// `auto` is on a terminal; `NO_COLOR` and `CLICOLOR_FORCE` are honoured.
    #[arg(long, value_enum, default_value_t = When::Auto, value_name = "WHEN", hide_short_help = true)]
    pub color: When,
}

/// Schemas are followed by recursion, so that more levels would need more stack than there is.
const MAX_MAX_DEPTH: u64 = 1024;

/// A report of more findings helps nobody, and each costs memory.
const MAX_MAX_FINDINGS: u64 = 10_000;

/// Some minutes of work: what needs more hangs.
const MAX_MAX_STEPS: u64 = 1_000_000_000;

/// What standard output carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The value on one line, its tokens untouched (the default)
    Compact,
    /// The value over several lines
    Pretty,
    /// The value as it stood in the reply
    Raw,
    /// The verdict, a JSON object on one line, also for a refusal
    Verdict,
    /// The record on one line, with the value in the place that `--field` names
    Record,
}

/// When something is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

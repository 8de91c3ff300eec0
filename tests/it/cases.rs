//! The cases in `tests/cases`: one behaviour a file.
//!
//! A file says what is run (`bin.name`, `jgate` unless said otherwise; `args`, `env`, `files` by
//! name, `copies` of files of this repository, `stdin` or `stdin_base64`) and, from the line of
//! `status.code` on, what comes of it: `stdout`, `stderr` and the files that were `written`.
//! `TRYCMD=overwrite cargo test` writes that second part anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::support::{Sandbox, base64, files, top};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    #[serde(default)]
    bin: Bin,
    #[serde(default)]
    pub args: Vec<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    #[serde(default)]
    copies: Vec<PathBuf>,
    #[serde(default)]
    stdin: String,
    #[serde(default)]
    stdin_base64: String,
    status: Status,
    stdout: String,
    stderr: String,
    #[serde(default)]
    written: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bin {
    name: String,
}

impl Default for Bin {
    fn default() -> Self {
        Self {
            name: "jgate".to_owned(),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Status {
    code: i32,
}

/// What came of a case.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    code: i32,
    stdout: String,
    stderr: String,
    written: BTreeMap<String, String>,
}

impl Case {
    /// Whether a shell runs it, and not jgate itself.
    pub fn is_script(&self) -> bool {
        self.bin.name != "jgate"
    }

    /// The exit code that it states.
    pub fn code(&self) -> i32 {
        self.status.code
    }

    pub fn stdin(&self) -> Vec<u8> {
        if self.stdin_base64.is_empty() {
            self.stdin.clone().into_bytes()
        } else {
            base64(&self.stdin_base64)
        }
    }

    /// The folder that it runs in, with its files.
    pub fn sandbox(&self) -> Sandbox {
        let sandbox = Sandbox::new();
        for (name, text) in &self.files {
            sandbox.write(name, text);
        }
        for path in &self.copies {
            let name = path.file_name().expect("a file").to_str().expect("UTF-8");
            sandbox.write(name, fs::read(top().join(path)).expect("a file to copy"));
        }
        sandbox
    }

    fn run(&self) -> Outcome {
        let sandbox = self.sandbox();
        let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        let env: Vec<_> = self.env.iter().map(|(k, v)| (&**k, &**v)).collect();
        let ran = sandbox.run(&self.bin.name, &args, &self.stdin(), &env);
        Outcome {
            code: ran.code,
            stdout: stable(ran.out()),
            stderr: stable(ran.err()),
            written: self.written_in(&sandbox),
        }
    }

    /// The files that are new or other than before.
    fn written_in(&self, sandbox: &Sandbox) -> BTreeMap<String, String> {
        let mut written = BTreeMap::new();
        for path in files(sandbox.path()) {
            let name = path.strip_prefix(sandbox.path()).expect("inside");
            let name = name.to_str().expect("UTF-8").to_owned();
            let text = sandbox.read(&name).unwrap_or_default();
            let copied = self.copies.iter().any(|copy| copy.ends_with(&name));
            if !copied && self.files.get(&name) != Some(&text) {
                written.insert(name, stable(&text));
            }
        }
        written
    }

    fn stated(&self) -> Outcome {
        Outcome {
            code: self.status.code,
            stdout: self.stdout.clone(),
            stderr: self.stderr.clone(),
            written: self.written.clone(),
        }
    }
}

/// The text without what changes with every release.
fn stable(text: &str) -> String {
    text.replace(
        concat!("\"jgate\":\"", env!("CARGO_PKG_VERSION"), "\""),
        "\"jgate\":\"[VERSION]\"",
    )
    .replace(
        concat!("jgate ", env!("CARGO_PKG_VERSION")),
        "jgate [VERSION]",
    )
}

impl Outcome {
    fn to_toml(&self) -> String {
        let mut text = format!("status.code = {}\n", self.code);
        let _ = writeln!(text, "stdout = {}", literal(&self.stdout));
        let _ = writeln!(text, "stderr = {}", literal(&self.stderr));
        for (name, content) in &self.written {
            let _ = writeln!(text, "written.{name:?} = {}", literal(content));
        }
        text
    }
}

/// A TOML string, as readable as it can be.
fn literal(text: &str) -> String {
    let special = |c: char| c.is_control() && !matches!(c, '\n');
    let plain = !text.contains(special) && !text.contains("'''") && !text.ends_with('\'');
    match (text.contains('\n'), plain) {
        (true, true) if text.contains(['\\', '"']) => format!("'''\n{text}'''"),
        (true, true) => format!("\"\"\"\n{text}\"\"\""),
        (false, true) if text.contains(['\\', '"']) && !text.contains('\'') => format!("'{text}'"),
        _ => basic(text),
    }
}

fn basic(text: &str) -> String {
    let mut quoted = String::from(if text.contains('\n') {
        "\"\"\"\n"
    } else {
        "\""
    });
    for c in text.chars() {
        match c {
            '\\' => quoted.push_str("\\\\"),
            '"' => quoted.push_str("\\\""),
            '\n' => quoted.push('\n'),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push_str(if text.contains('\n') { "\"\"\"" } else { "\"" });
    quoted
}

/// The cases, each with its file.
pub fn all() -> Vec<(PathBuf, Case)> {
    let case = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a case");
        let case = toml::from_str(&text);
        let case = case.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, case)
    };
    files("tests/cases").into_iter().map(case).collect()
}

fn differs(path: &Path, case: &Case) -> Option<String> {
    let (expected, outcome) = (case.stated(), case.run());
    if expected == outcome {
        return None;
    }
    if std::env::var_os("TRYCMD").is_some_and(|wish| wish == "overwrite") {
        let text = fs::read_to_string(path).expect("a case");
        let head = text.find("\nstatus.code").expect("a status") + 1;
        let rewritten = format!("{}{}", &text[..head], outcome.to_toml());
        fs::write(path, rewritten).expect("written");
    }
    let difference = diff(&expected.to_toml(), &outcome.to_toml());
    Some(format!("{}\n{difference}", path.display()))
}

/// The lines that only one of two texts has, between those that both begin and end with.
fn diff(expected: &str, outcome: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (expected.lines().collect(), outcome.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tails = old.iter().rev().zip(new.iter().rev());
    let tail = tails.take_while(|(a, b)| a == b).count();
    let marked = |mark: &str, lines: &[&str]| -> String {
        let lines = &lines[..lines.len() - tail];
        lines
            .iter()
            .flat_map(|line| ["  ", mark, line, "\n"])
            .collect()
    };
    marked("- ", old) + &marked("+ ", new)
}

#[test]
fn every_case_comes_out_as_it_says() {
    let different: Vec<_> = all()
        .iter()
        .filter_map(|(path, case)| differs(path, case))
        .collect();
    let count = different.len();
    assert!(
        different.is_empty(),
        "{}\n{count} cases differ (- as stated, + as it came); \
         `TRYCMD=overwrite cargo test` rewrites them",
        different.join("\n")
    );
}

#[test]
fn a_case_is_named_for_how_it_ends() {
    for (path, case) in all() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let passes = name.starts_with("pass_");
        assert!(passes || name.starts_with("fail_"), "{}", path.display());
        assert!(path.extension().is_some_and(|end| end == "toml"), "{name}");
        assert_eq!(passes, case.status.code == 0, "{}", path.display());
    }
}

#[test]
fn what_is_refused_is_not_on_standard_output() {
    for (path, case) in all() {
        let told = case
            .args
            .iter()
            .any(|arg| arg == "verdict" || arg == "--lines");
        let several = case
            .args
            .iter()
            .filter(|arg| case.files.contains_key(*arg))
            .count()
            > 1;
        if case.status.code != 0 && !case.is_script() && !told && !several {
            assert_eq!(case.stdout, "", "{}", path.display());
        }
    }
}

#[test]
fn a_text_is_written_so_that_it_reads_the_same() {
    for text in [
        "",
        "a",
        "\"",
        "'",
        "\\\"'",
        "a\n",
        "\na\n",
        "\"a\\\n",
        "'''\n",
        "a'\n\"",
        "\u{1b}[1m\n",
        "\r\n",
        "é…",
    ] {
        let case = format!("text = {}", literal(text));
        let read: BTreeMap<String, String> = toml::from_str(&case).expect(&case);
        assert_eq!(read["text"], text, "{case}");
    }
}

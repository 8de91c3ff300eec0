//! A folder that looks like a clone of the repository, with stand-ins for the commands that a
//! README's reader has and a test has not.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What stands between the answers to two commands.
const MARK: char = '\u{1e}';

/// Answers with the first reply, or with the second when the prompt says what was wrong.
const LLM: &str = r#"#!/bin/sh
printf '%s\n' "$1" > "$STAND_INS/prompt-$(ls "$STAND_INS" | grep -c prompt-)"
case $1 in
    *"Send the complete JSON again and nothing else."*) cat "$STAND_INS/second" ;;
    *) cat "$STAND_INS/first" ;;
esac
exit "$(cat "$STAND_INS/exit")"
"#;

/// Keeps what it was given, and is silent.
const NEXT_STEP: &str = r#"#!/bin/sh
printf '%s\n' "$*" >> "$STAND_INS/next-step"
"#;

/// Gives what a server would, or fails as told.
const CURL: &str = r#"#!/bin/sh
code=$(cat "$STAND_INS/exit")
[ "$code" = 0 ] && cat "$STAND_INS/first"
exit "$code"
"#;

/// Runs the program that was built with these tests; the rest is run by `.ci/run`.
const CARGO: &str = r#"#!/bin/sh
case "$*" in
    "run -q -- "*) shift 3; exec jgate "$@" ;;
    "test --locked" | "install --locked --path .") ;;
    *) echo "no stand-in for: cargo $*"; exit 99 ;;
esac
"#;

/// What a shell said to a session.
pub(crate) struct Answers {
    /// To each command, both streams in the order they were written.
    pub(crate) each: Vec<String>,
    /// The exit code of the last command.
    pub(crate) exit: i32,
}

/// The folder, and the stand-ins beside it.
pub(crate) struct Sandbox {
    root: TempDir,
}

impl Sandbox {
    /// A fresh clone; `first` and `second` are the replies of the stand-in for a model.
    pub(crate) fn new(first: &str, second: &str) -> Self {
        let sandbox = Self {
            root: tempfile::tempdir().unwrap(),
        };
        for folder in ["bin", "stand-ins", "home"] {
            fs::create_dir(sandbox.root.path().join(folder)).unwrap();
        }
        for folder in ["schemas", "tests/replies"] {
            copy(&repository().join(folder), &sandbox.folder().join(folder));
        }
        let ticket = sandbox.folder().join("schemas/ticket.schema.json");
        fs::copy(ticket, sandbox.folder().join("ticket.schema.json")).unwrap();
        symlink(env!("CARGO_BIN_EXE_jgate"), sandbox.bin("jgate")).unwrap();
        sandbox.stand_in("llm", LLM);
        sandbox.stand_in("next-step", NEXT_STEP);
        sandbox.stand_in("curl", CURL);
        sandbox.stand_in("cargo", CARGO);
        sandbox.keep("first", first);
        sandbox.keep("second", second);
        sandbox.keep("exit", "0");
        sandbox
    }

    /// Where commands are typed.
    pub(crate) fn folder(&self) -> PathBuf {
        self.root.path().join("clone")
    }

    /// Puts a file where commands are typed.
    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.folder().join(name), text).unwrap();
    }

    /// Makes the stand-in for a model, and that for a server, end with this code.
    pub(crate) fn fail(&self, exit: u8) {
        self.keep("exit", &exit.to_string());
    }

    /// What the next step was given, a line each time; `None` if it never started.
    pub(crate) fn next_step(&self) -> Option<String> {
        fs::read_to_string(self.root.path().join("stand-ins/next-step")).ok()
    }

    /// Whatever the stand-in for a model was asked, in order.
    pub(crate) fn prompts(&self) -> Vec<String> {
        let kept = |count: usize| {
            let name = format!("stand-ins/prompt-{count}");
            fs::read_to_string(self.root.path().join(name)).ok()
        };
        (0..).map_while(kept).collect()
    }

    /// Puts a command in front of all that the machine has.
    pub(crate) fn stand_in(&self, name: &str, script: &str) {
        fs::write(self.bin(name), script).unwrap();
        fs::set_permissions(self.bin(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Puts a command in the place of another stand-in.
    pub(crate) fn replace(&self, name: &str, script: &str) {
        fs::remove_file(self.bin(name)).unwrap();
        self.stand_in(name, script);
    }

    /// Has one shell run the commands in a row.
    pub(crate) fn session<'c>(&self, commands: impl IntoIterator<Item = &'c str>) -> Answers {
        let mut script = String::from("exec 2>&1\n");
        for command in commands {
            script.push_str(command);
            script.push_str("\n__exit=$?; printf '\\036'; (exit $__exit)\n");
        }
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(self.folder())
            .env_clear()
            .env("PATH", self.path())
            .env("HOME", self.root.path().join("home"))
            .env("STAND_INS", self.root.path().join("stand-ins"))
            .stdin(Stdio::null())
            .output()
            .expect("a shell `sh`");
        let stdout = String::from_utf8_lossy(&output.stdout);
        let mut each: Vec<_> = stdout.split(MARK).map(str::to_owned).collect();
        if each.last().is_some_and(String::is_empty) {
            each.pop();
        }
        Answers {
            each,
            exit: output.status.code().unwrap_or(-1),
        }
    }

    fn bin(&self, name: &str) -> PathBuf {
        self.root.path().join("bin").join(name)
    }

    fn keep(&self, name: &str, text: &str) {
        fs::write(self.root.path().join("stand-ins").join(name), text).unwrap();
    }

    fn path(&self) -> OsString {
        let machine = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.root.path().join("bin"));
        std::env::join_paths(folders.chain(std::env::split_paths(&machine))).unwrap()
    }
}

/// The folder of the repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of the repository.
pub(crate) fn file(name: &str) -> String {
    let path = repository().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Copies a folder, and the folders one level below it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_file() {
            fs::copy(entry.path(), target).unwrap();
        } else {
            copy(&entry.path(), &target);
        }
    }
}

//! What tests need to run the program: a folder of its own, a clean environment, its words.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use jgate::read::document::Document;
use tempfile::TempDir;

/// What a finished program left.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Ran {
    /// Standard error as text.
    pub fn err(&self) -> &str {
        std::str::from_utf8(&self.stderr).expect("standard error is UTF-8")
    }

    /// Standard output as text.
    pub fn out(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("standard output is UTF-8")
    }
}

/// The top of the repository.
pub fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of the repository.
pub fn read(path: impl AsRef<Path>) -> String {
    let path = top().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The JSON values of a file of the repository, one a line.
pub fn lines(path: &str) -> Vec<serde_json::Value> {
    let parse = |line: &str| serde_json::from_str(line).expect("a line of JSON");
    read(path).lines().map(parse).collect()
}

/// All files below a folder of the repository, in order.
pub fn files(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![top().join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A folder that a program runs in, thrown away at the end.
pub struct Sandbox(TempDir);

impl Sandbox {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Puts a file there.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content).expect("written");
    }

    /// A file that is there, if it is.
    pub fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path().join(name)).ok()
    }

    /// Runs `jgate` there.
    pub fn jgate(&self, args: &[&str], stdin: &[u8]) -> Ran {
        self.run("jgate", args, stdin, &[])
    }

    /// Runs `jgate`, or any other program (`sh`), which finds `jgate` on its path. Nothing of
    /// the environment is handed on but what is named.
    pub fn run(&self, program: &str, args: &[&str], stdin: &[u8], env: &[(&str, &str)]) -> Ran {
        let jgate = Path::new(env!("CARGO_BIN_EXE_jgate"));
        let folder = jgate.parent().expect("a folder").display();
        let program = if program == "jgate" {
            jgate
        } else {
            Path::new(program)
        };
        let mut child = Command::new(program)
            .args(args)
            .current_dir(self.path())
            .env_clear()
            .env("PATH", format!("{folder}:/usr/local/bin:/usr/bin:/bin"))
            .envs(env.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut pipe = child.stdin.take().expect("a pipe");
        let output = thread::scope(|scope| {
            scope.spawn(move || {
                // A program that needs none of its input may be gone already.
                let _ = pipe.write_all(stdin);
            });
            child.wait_with_output().expect("it ends")
        });
        Ran {
            code: output.status.code().unwrap_or(-1),
            stdout: output.stdout,
            stderr: output.stderr,
        }
    }
}

/// The bytes that base64 stands for.
pub fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for c in text.trim_end_matches('=').chars() {
        let digit = DIGITS.find(c).expect("a digit of base64");
        held = (held << 6 | u32::try_from(digit).unwrap()) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(held >> bits & 0xff).unwrap());
        }
    }
    bytes
}

#[test]
fn base64_is_read_right() {
    assert_eq!(base64("/wBh"), [0xff, 0, b'a']);
    assert_eq!(base64("YQ=="), b"a");
    assert_eq!(base64("YWI="), b"ab");
}

/// A value over several lines.
pub fn pretty(document: &Document<'_>) -> String {
    let mut text = Vec::new();
    let done: Result<(), ()> = document.pretty_to(|piece| {
        text.extend(piece);
        Ok(())
    });
    done.expect("nothing fails");
    String::from_utf8(text).expect("UTF-8")
}

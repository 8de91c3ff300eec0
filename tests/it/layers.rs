//! Imports run downhill, each foreign engine is named in one place, and the edge alone does IO.

use std::path::Path;

use crate::support::{files, read, top};

/// A source file below `src`: its path there, and its text without what only tests see.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// The module of `lib.rs` that it belongs to; none for `lib.rs` and `main.rs`.
    fn module(&self) -> &str {
        let name = self.path.split('/').next().unwrap_or_default();
        name.trim_end_matches(".rs")
    }

    fn is_test(&self) -> bool {
        self.path.contains("/tests/") || self.path.ends_with("/tests.rs")
    }
}

fn sources() -> Vec<Source> {
    let folder = top().join("src");
    let source = |path: &Path| Source {
        path: path.strip_prefix(&folder).unwrap().display().to_string(),
        text: code(&read(path)),
    };
    let all: Vec<_> = files("src").iter().map(|path| source(path)).collect();
    assert!(all.len() > 30, "only {} files", all.len());
    all
}

/// The text without comments and string literals, both of which may name anything.
fn code(text: &str) -> String {
    let line = |line: &str| {
        let mut code = String::new();
        let mut quoted = false;
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' if quoted => drop(chars.next()),
                '"' => quoted = !quoted,
                '/' if !quoted && chars.peek() == Some(&'/') => break,
                c if !quoted => code.push(c),
                _ => {}
            }
        }
        code + "\n"
    };
    text.lines().map(line).collect()
}

/// The modules in the order of `lib.rs`.
fn modules() -> Vec<String> {
    let map = read("src/lib.rs");
    let named = map.lines().filter_map(|line| line.strip_prefix("pub mod "));
    named
        .map(|line| line.trim_end_matches(';').to_owned())
        .collect()
}

/// The modules that a text names behind `crate::`, also in a group: `use crate::{a, b::c}`.
fn named(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, found) in text.match_indices("crate::") {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &text[at + found.len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(heads(group)),
            None => names.push(word(rest)),
        }
    }
    names
}

/// The first words of what stands in the braces that `group` begins in.
fn heads(group: &str) -> Vec<String> {
    let (mut heads, mut depth, mut begins) = (Vec::new(), 0, true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            c if begins && !c.is_whitespace() => {
                heads.push(word(&group[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    heads
}

fn word(text: &str) -> String {
    let ends = |c: char| !(c.is_alphanumeric() || c == '_');
    text[..text.find(ends).unwrap_or(text.len())].to_owned()
}

/// Whether a text names a crate: as a path or in a `use`.
fn names_crate(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let behind = &text[at + name.len()..];
        let apart = before.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '_' | ':' | '.')));
        let used = text[..at].ends_with("use ") && behind.starts_with([';', ' ']);
        apart && (behind.starts_with("::") || used)
    })
}

/// Whether a name stands in a text, and not as the end of another.
fn holds(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        before.is_none_or(|c| !(c.is_alphanumeric() || c == '_'))
    })
}

#[test]
fn names_are_found_however_they_are_written() {
    let text = code(
        "use crate::{a, b::{c, d},\n e};\nlet x = crate::f::g(); // crate::h\n\"crate::i\" mycrate::j",
    );
    assert_eq!(named(&text), ["a", "b", "e", "f"]);
    assert!(names_crate("use clap::Parser;", "clap") && names_crate("x(clap::y)", "clap"));
    assert!(!names_crate("use clap_complete::Shell;", "clap") && !names_crate("a.clap()", "clap"));
}

#[test]
fn imports_run_downhill() {
    let modules = modules();
    assert!(modules.len() >= 7, "{modules:?}");
    let rank = |name: &str| modules.iter().position(|module| module == name);
    for source in sources() {
        let Some(own) = rank(source.module()) else {
            assert!(
                ["lib", "main"].contains(&source.module()),
                "{}",
                source.path
            );
            continue;
        };
        for name in named(&source.text) {
            let theirs = rank(&name);
            let theirs = theirs.unwrap_or_else(|| panic!("{}: crate::{name}", source.path));
            assert!(
                theirs <= own,
                "{}: `{name}` stands after `{}` in lib.rs",
                source.path,
                source.module()
            );
        }
    }
}

#[test]
fn each_step_of_a_layer_uses_only_steps_before_it() {
    // Within read/ and check/ too: a value meets the steps in the order of their `mod` lines.
    for layer in ["read", "check"] {
        let map = read(format!("src/{layer}/mod.rs"));
        let steps: Vec<_> = map
            .lines()
            .filter_map(|line| line.strip_prefix("pub mod "))
            .collect();
        let rank = |name: &str| {
            steps
                .iter()
                .position(|step| step.trim_end_matches(';') == name)
        };
        for source in sources().iter().filter(|source| source.module() == layer) {
            let own = source
                .path
                .split('/')
                .nth(1)
                .map(|name| name.trim_end_matches(".rs"));
            let Some(own) = own.and_then(rank) else {
                continue;
            };
            for (at, found) in source.text.match_indices(&format!("crate::{layer}::")) {
                let name = word(&source.text[at + found.len()..]);
                let theirs = rank(&name).unwrap_or_else(|| panic!("{}: {name}", source.path));
                assert!(theirs <= own, "{}: `{name}` stands after it", source.path);
            }
        }
    }
}

#[test]
fn each_engine_is_named_in_one_place() {
    let engines: [(&str, &[&str]); 6] = [
        ("jsonschema", &["check/schema/"]),
        ("miette", &["tell/draw.rs"]),
        ("toml", &["check/rules/file/"]),
        ("clap", &["cli.rs", "cli/", "command/"]),
        ("clap_complete", &["cli.rs", "command/completions.rs"]),
        ("clap_mangen", &["command/man.rs"]),
    ];
    for (engine, places) in engines {
        let mut used = false;
        for source in sources().iter().filter(|source| !source.is_test()) {
            let text = source.text.replace("clap::ValueEnum", "");
            if names_crate(&text, engine) {
                used = true;
                let known = places.iter().any(|place| source.path.starts_with(place));
                assert!(known, "{} names {engine}", source.path);
            }
        }
        assert!(used, "{engine} is named nowhere: the test looks wrongly");
    }
}

#[test]
fn only_the_edge_touches_the_world() {
    const WORLD: &[&str] = &[
        "std::fs",
        "std::net",
        "std::env",
        "std::process",
        "std::thread",
        "tempfile",
        "io::stdin",
        "io::stdout",
        "io::stderr",
        "File::open",
        "SystemTime",
        "Timestamp::now",
        "Zoned::now",
        "Instant",
        "env::",
        "fs::",
        "println!",
        "eprintln!",
        "print!",
        "eprint!",
    ];
    let mut edge = 0;
    for source in sources().iter().filter(|source| !source.is_test()) {
        // Workers are threads, and nothing of the world.
        let works = |name: &&&str| source.module() == "batch" && **name == "std::thread";
        let mut world = WORLD.iter().filter(|name| !works(name));
        let found = world.find(|name| holds(&source.text, name));
        if source.path == "main.rs" || source.module() == "command" {
            edge += usize::from(found.is_some());
        } else {
            assert_eq!(found, None, "{}", source.path);
        }
    }
    assert!(edge > 5, "the test looks wrongly");
}

#[test]
fn every_file_says_what_it_is_for_and_none_is_too_long() {
    let is_code = |path: &&std::path::PathBuf| path.extension().is_some_and(|end| end == "rs");
    for path in files("src")
        .iter()
        .chain(&files("tests/it"))
        .filter(is_code)
    {
        let text = read(path);
        assert!(text.starts_with("//! "), "{}", path.display());
        let count = text.lines().count();
        let most = if path.ends_with("check/schema/node.rs") {
            480
        } else {
            400
        };
        assert!(count <= most, "{}: {count} lines", path.display());
    }
}

//! Links an optimised jgate statically, where this system can: a short run then takes a fifth
//! less time, most of it because nothing is looked up in shared libraries.
//!
//! This is what `-C target-feature=+crt-static` does. That flag cannot be used here: without
//! `--target` it reaches procedural macros too, which are shared libraries. An argument for the
//! linker reaches the program alone. It stays position-independent. `JGATE_DYNAMIC=1` leaves the
//! shared libraries as they are.
#![allow(clippy::disallowed_methods, reason = "a build script is an edge")]
#![allow(clippy::print_stdout, reason = "cargo reads it")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// It ends well if pointers in constants were put right, which before 2.36 glibc did not do for
/// itself where they are packed.
const PROBE: &[u8] = b"
#include <features.h>
#if !__GLIBC_PREREQ(2, 36)
#error \"packed relocations are not known\"
#endif
static int zero(void) { return 0; }
int (*const volatile table[])(void) = {zero};
int main(void) { return table[0](); }
";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=JGATE_DYNAMIC");
    if !is_wanted() {
        return;
    }
    for flag in flags().unwrap_or_default() {
        println!("cargo::rustc-link-arg-bins={flag}");
    }
}

/// Whether it is an optimised build with glibc for the system that it is built on.
fn is_wanted() -> bool {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let native = env::var("HOST").is_ok_and(|host| is("TARGET", &host));
    let gnu = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let already = features.split(',').any(|feature| feature == "crt-static");
    native && gnu && is("PROFILE", "release") && !already && env::var_os("JGATE_DYNAMIC").is_none()
}

/// The arguments for the linker, if a program linked with them runs.
fn flags() -> Option<Vec<String>> {
    let folder = PathBuf::from(env::var_os("OUT_DIR")?).join("static");
    archives(&folder)?;
    let flags = vec![
        format!("-L{}", folder.display()),
        "-static-pie".to_owned(),
        "-Wl,-z,pack-relative-relocs".to_owned(),
    ];
    runs(&folder.join("probe"), &flags).then_some(flags)
}

/// Puts archives where they are found before the shared libraries that rustc names.
fn archives(folder: &Path) -> Option<()> {
    let all = ["c", "gcc_eh", "gcc"].map(archive);
    let [Some(c), Some(gcc_eh), Some(gcc)] = all else {
        return None;
    };
    fs::create_dir_all(folder).ok()?;
    let group = format!("GROUP(\"{c}\" \"{gcc_eh}\" \"{gcc}\")\n");
    let m = format!("INPUT(\"{}\")\n", archive("m")?);
    for (name, script) in [("c", &group), ("gcc_s", &group), ("m", &m)] {
        fs::write(folder.join(format!("lib{name}.a")), script).ok()?;
    }
    Some(())
}

/// The path of an archive of the C compiler or the system.
fn archive(name: &str) -> Option<String> {
    let named = format!("-print-file-name=lib{name}.a");
    let answer = linker().arg(named).output().ok()?;
    let path = String::from_utf8(answer.stdout).ok()?.trim().to_owned();
    Path::new(&path).is_absolute().then_some(path)
}

/// Whether a program that is linked as rustc will link jgate can be built, and does what it should.
fn runs(program: &Path, flags: &[String]) -> bool {
    let mut built = linker();
    built.args([
        "-xc",
        "-",
        "-fPIE",
        "-nodefaultlibs",
        "-pie",
        "-lgcc_s",
        "-lm",
        "-lc",
    ]);
    built.args(flags).arg("-o").arg(program);
    fed(built, PROBE) && fed(Command::new(program), b"")
}

/// Whether a command ends well that is given `input`.
fn fed(mut command: Command, input: &[u8]) -> bool {
    let quiet = command.stdin(Stdio::piped()).stdout(Stdio::null());
    let Ok(mut child) = quiet.stderr(Stdio::null()).spawn() else {
        return false;
    };
    let written = child
        .stdin
        .take()
        .is_some_and(|mut stdin| stdin.write_all(input).is_ok());
    child.wait().is_ok_and(|status| status.success()) && (written || input.is_empty())
}

fn linker() -> Command {
    Command::new(env::var_os("RUSTC_LINKER").unwrap_or("cc".into()))
}

//! `--lines`: the same for any number of workers and however the input arrives, whole lines only,
//! and no more memory than the longest line needs.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Ran, Sandbox};

const SCHEMA: &str = r#"{"type":"object","required":["id"],"properties":{"id":{"type":"integer"},"text":{"maxLength":40}},"additionalProperties":false}"#;

/// Lines of every kind: accepted, in prose, refused by each layer, empty, long.
fn mixed(lines: usize) -> String {
    let mut input = String::new();
    for n in 0..lines {
        let _ = match n % 17 {
            3 => writeln!(input, "Sure: {{\"id\": {n}}} is it"),
            5 => writeln!(input, "\r"),
            7 => writeln!(input, "{{\"id\": \"{n}\"}}"),
            9 => writeln!(input, "no answer {n}"),
            11 => writeln!(input, "{{\"id\": {n},}}"),
            13 => writeln!(
                input,
                "{{\"id\": {n}, \"text\": \"{}\"}}",
                "é".repeat(n % 97)
            ),
            15 => write!(input, "{{\"id\": {n}}}\r\n"),
            _ => writeln!(input, "{{\"id\" : {n}, \"text\":\"line {n}\"}}"),
        };
    }
    input
}

fn start(sandbox: &Sandbox, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_jgate"))
        .args(args)
        .current_dir(sandbox.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// Runs it on an input that arrives in pieces of these lengths, over and over.
fn in_pieces(sandbox: &Sandbox, args: &[&str], input: &str, lengths: &[usize]) -> Ran {
    let mut child = start(sandbox, args);
    let mut pipe = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        scope.spawn(move || {
            let (mut rest, mut lengths) = (input.as_bytes(), lengths.iter().cycle());
            while !rest.is_empty() {
                let (piece, behind) = rest.split_at(rest.len().min(*lengths.next().unwrap()));
                pipe.write_all(piece).expect("it is read");
                rest = behind;
            }
        });
        child.wait_with_output().expect("it ends")
    });
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: output.stdout,
        stderr: output.stderr,
    }
}

#[test]
fn any_number_of_workers_and_any_pieces_give_the_same() {
    let sandbox = Sandbox::new();
    sandbox.write("s.json", SCHEMA);
    let input = mixed(6000);
    let run = |jobs: &str, lengths: &[usize]| {
        let args = ["--lines", "-s", "s.json", "--rejects", "r", "--report"];
        let args: Vec<_> = args
            .into_iter()
            .chain([
                "short", "--report", "json=j", "--report", "github=g", "--jobs", jobs,
            ])
            .collect();
        let ran = in_pieces(&sandbox, &args, &input, lengths);
        let files = ["r", "j", "g"].map(|name| sandbox.read(name).unwrap());
        (ran.code, ran.stdout, ran.stderr, files)
    };
    let wanted = run("1", &[1 << 20]);
    assert_eq!(wanted.0, 1);
    let refused = wanted.3[0].lines().count();
    let accepted = wanted.1.split(|byte| *byte == b'\n').count() - 1;
    assert_eq!(accepted + refused, 6000 - 6000usize.div_ceil(17).min(353));
    assert_eq!(wanted.3[1].lines().count(), accepted + refused);
    for (jobs, lengths) in [
        ("1", &[1000, 1, 7777][..]),
        ("2", &[1 << 20]),
        ("2", &[333, 70_000]),
        ("3", &[4096]),
        ("16", &[60_000, 5, 17]),
    ] {
        let came = run(jobs, lengths);
        assert!(came == wanted, "--jobs {jobs}, pieces of {lengths:?}");
    }
}

#[test]
fn the_first_refused_line_ends_it_for_any_number_of_workers() {
    let sandbox = Sandbox::new();
    sandbox.write("s.json", SCHEMA);
    let input = format!("{}none\n{}", "{\"id\":1}\n".repeat(9000), mixed(9000));
    for jobs in ["1", "2", "5"] {
        let args = [
            "--lines",
            "--fail-fast",
            "-s",
            "s.json",
            "--rejects",
            "r",
            "--jobs",
            jobs,
        ];
        let ran = sandbox.jgate(&args, input.as_bytes());
        assert_eq!(
            (ran.code, ran.out().lines().count()),
            (1, 9000),
            "--jobs {jobs}"
        );
        assert!(
            ran.err().contains("<stdin>:9001:1: error[parse.no_json]"),
            "{}",
            ran.err()
        );
        assert_eq!(sandbox.read("r").unwrap().lines().count(), 1);
    }
}

#[test]
fn a_line_is_judged_as_soon_as_it_is_there() {
    let sandbox = Sandbox::new();
    let mut child = start(&sandbox, &["--lines", "-q"]);
    let mut pipe = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    for n in 0..3 {
        writeln!(pipe, "{{\"id\": {n}}}").unwrap();
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert_eq!(line, format!("{{\"id\":{n}}}\n"));
    }
    drop(pipe);
    assert!(child.wait().unwrap().success());
}

/// Writes lines until nobody reads them any more.
fn flood(mut pipe: ChildStdin) {
    let lines = "{\"id\": 1234567, \"text\": \"some words to fill the line with\"}\n".repeat(500);
    while pipe.write_all(lines.as_bytes()).is_ok() {}
}

/// Waits for its end, for a minute.
fn ended(child: &mut Child) -> std::process::ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "it goes on");
        thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("sh")
        .args(["-c", &format!("kill -{name} {id}")])
        .status();
    assert!(sent.unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_between_two_lines() {
    use std::os::unix::process::ExitStatusExt as _;

    let sandbox = Sandbox::new();
    for (name, number, jobs) in [("INT", 2, "1"), ("TERM", 15, "3"), ("HUP", 1, "2")] {
        let mut child = start(&sandbox, &["--lines", "-q", "--jobs", jobs]);
        let pipe = child.stdin.take().unwrap();
        let writer = thread::spawn(|| flood(pipe));
        let mut out = child.stdout.take().unwrap();
        let mut read = vec![0; 100_000];
        out.read_exact(&mut read).unwrap();
        signal(&child, name);
        // What was in the pipe is read to the end, or the line in work could not be finished.
        out.read_to_end(&mut read).unwrap();
        assert_eq!(ended(&mut child).signal(), Some(number));
        assert!(read.ends_with(b"}\n"));
        writer.join().unwrap();
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_does_not_wait_for_input_and_leaves_no_file_behind() {
    use std::os::unix::process::ExitStatusExt as _;

    let sandbox = Sandbox::new();
    let mut child = start(&sandbox, &["--lines", "-q", "-o", "out.ndjson"]);
    let mut pipe = child.stdin.take().unwrap();
    writeln!(pipe, "{{}}").unwrap();
    let files = || std::fs::read_dir(sandbox.path()).unwrap().count();
    let begun = Instant::now();
    while files() == 0 {
        assert!(
            begun.elapsed() < Duration::from_secs(10),
            "nothing is written"
        );
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(50));
    signal(&child, "INT");
    assert_eq!(ended(&mut child).signal(), Some(2));
    assert_eq!(files(), 0);
}

#[cfg(unix)]
#[test]
fn a_second_interrupt_does_not_wait_for_a_reader_who_reads_no_more() {
    use std::os::unix::process::ExitStatusExt as _;

    let sandbox = Sandbox::new();
    let mut child = start(&sandbox, &["--lines", "-q"]);
    let pipe = child.stdin.take().unwrap();
    let writer = thread::spawn(|| flood(pipe));
    thread::sleep(Duration::from_millis(300));
    signal(&child, "INT");
    thread::sleep(Duration::from_millis(100));
    assert!(child.try_wait().unwrap().is_none(), "a line was cut");
    signal(&child, "INT");
    assert_eq!(ended(&mut child).signal(), Some(2));
    writer.join().unwrap();
}

#[test]
fn a_reader_who_goes_ends_it() {
    let sandbox = Sandbox::new();
    for jobs in ["1", "4"] {
        let mut child = start(&sandbox, &["--lines", "-q", "--jobs", jobs]);
        let pipe = child.stdin.take().unwrap();
        let writer = thread::spawn(|| flood(pipe));
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        drop(out);
        assert_eq!(ended(&mut child).code(), Some(141));
        writer.join().unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_by_the_longest_line_and_not_by_the_input() {
    let sandbox = Sandbox::new();
    let peak = |args: &[&str], input: &dyn Fn(&mut ChildStdin)| {
        let mut child = start(&sandbox, args);
        let mut pipe = child.stdin.take().unwrap();
        let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        thread::scope(|scope| {
            scope.spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
            scope.spawn(move || std::io::copy(&mut err, &mut std::io::sink()));
            input(&mut pipe);
            // It is still there, waiting for more: its peak can be read.
            thread::sleep(Duration::from_millis(300));
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            drop(pipe);
            ended(&mut child);
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let peak = peak.unwrap().trim().trim_end_matches(" kB");
            peak.parse::<usize>().unwrap() / 1024
        })
    };
    let (few, many) = (mixed(8000), mixed(80_000));
    let args = ["--lines", "-q", "--jobs", "2", "--rejects", "/dev/null"];
    let few = peak(&args, &|pipe| pipe.write_all(few.as_bytes()).unwrap());
    let many = peak(&args, &|pipe| pipe.write_all(many.as_bytes()).unwrap());
    assert!(many < few + 12, "{few} MB, then {many} MB");
    // Lines of one byte, each with a verdict of a kilobyte, and a line that never ends.
    let tiny = "x\n".repeat(50_000);
    let tiny = peak(&args, &|pipe| pipe.write_all(tiny.as_bytes()).unwrap());
    assert!(tiny < few + 24, "{few} MB, then {tiny} MB");
    let args = ["--lines", "-q", "--max-bytes", "1M"];
    let endless = peak(&args, &|pipe| {
        let piece = vec![b'['; 1 << 20];
        (0..200).for_each(|_| pipe.write_all(&piece).unwrap());
    });
    assert!(endless < few + 24, "{few} MB, then {endless} MB");
}

//! However large a reply is, what is told of it is small and shows the place.

use crate::support::Sandbox;

/// What a report of one finding in a reply of a megabyte may take, in bytes.
const MOST: usize = 4 << 10;

const REPORTS: [&str; 4] = ["human", "short", "model", "github"];

/// A reply of a megabyte on one line, with `last` at its end; and the column of what stands
/// `back` characters before its end.
fn long(last: &str, back: usize) -> (String, usize) {
    let reply = format!("{{\"pad\":[{}\"é\"],{last}", "\"é\",".repeat(1 << 18));
    let column = reply.chars().count() - back + 1;
    (reply, column)
}

#[test]
fn a_finding_at_the_end_of_a_long_line_is_shown_in_few_words() {
    let sandbox = Sandbox::new();
    sandbox.write("s.json", r#"{"properties":{"n":{"type":"integer"}}}"#);
    let replies = [
        (30, long("\"n\":\"two\"}", 6)),
        (21, long("\"n\":two}", 4)),
        (22, long("\"n\":", 0)),
        (24, long("\"n\":1,\"n\":2}", 6)),
    ];
    for (code, (reply, column)) in replies {
        for report in REPORTS {
            let ran = sandbox.jgate(&["-s", "s.json", "--report", report], reply.as_bytes());
            assert_eq!((ran.code, ran.out()), (code, ""), "{report}");
            let told = ran.err();
            assert!(
                told.len() < MOST,
                "{report} of {code}: {} bytes",
                told.len()
            );
            let place = format!("<stdin>:1:{column}");
            assert!(
                report == "model" || told.contains(&place),
                "{place} in {told}"
            );
        }
    }
}

#[test]
fn many_findings_are_told_in_few_words() {
    let sandbox = Sandbox::new();
    sandbox.write("s.json", r#"{"items":{"type":"string"}}"#);
    let reply = format!("[{}1]", "1,".repeat(200_000));
    for report in REPORTS {
        let ran = sandbox.jgate(&["-s", "s.json", "--report", report], reply.as_bytes());
        assert_eq!((ran.code, ran.out()), (30, ""), "{report}");
        assert!(
            ran.err().len() < 2 * MOST,
            "{report}: {} bytes",
            ran.err().len()
        );
    }
}

#[test]
fn a_refused_reply_is_kept_in_the_verdict_up_to_a_limit() {
    let reply = format!("{}[", "no ".repeat(100_000));
    let ran = Sandbox::new().jgate(&["-q", "--format", "verdict"], reply.as_bytes());
    assert_eq!(ran.code, 22);
    let verdict: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(verdict["reply"]["bytes"], reply.len());
    assert_eq!(verdict["reply"]["cut"], true);
    assert!(verdict["reply"]["text"].as_str().unwrap().len() <= 64 << 10);
}

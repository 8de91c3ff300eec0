//! A stream written in another way that means the same.

use jgate::read::provider::Given;

use super::{fixtures, judge, named};
use crate::generate::structure;

/// The same stream with other line ends, with comments, or with events over several lines.
pub fn variants(stream: &str) -> Vec<(&'static str, String)> {
    let lines = stream.replace("\r\n", "\n");
    let common = [
        ("lines end with LF", lines.clone()),
        ("lines end with CRLF", lines.replace('\n', "\r\n")),
        ("lines end with CR", lines.replace('\n', "\r")),
        ("a byte order mark", format!("\u{feff}{lines}")),
        ("a beginning with blank lines", format!("\n\n{lines}")),
    ];
    let own = if lines.starts_with('{') {
        vec![("blank lines between", lines.replace('\n', "\n \n\n"))]
    } else {
        vec![
            ("comments between", commented(&lines)),
            ("several lines of data", spread(&lines)),
            ("nothing behind the colon", lines.replace("data: ", "data:")),
            (
                "fields of other names",
                lines.replace("data: ", "id: 7\nretry: 1\nx: {}\ndata: "),
            ),
        ]
    };
    common.into_iter().chain(own).collect()
}

/// A comment before each line, and alone between the events.
fn commented(stream: &str) -> String {
    let comment = |line: &str| match line {
        "" => "\n: {\"no\":\"data\"}\n\n".to_owned(),
        line => format!(":\n{line}\n"),
    };
    stream.lines().map(comment).collect()
}

/// Each event over several lines, broken behind each third comma.
fn spread(stream: &str) -> String {
    let spread = |line: &str| {
        let Some(json) = line
            .strip_prefix("data: ")
            .filter(|json| json.starts_with('{'))
        else {
            return format!("{line}\n");
        };
        let commas = structure(json)
            .into_iter()
            .filter(|at| json[*at..].starts_with(','));
        let (mut lines, mut from) = (Vec::new(), 0);
        for comma in commas.step_by(3) {
            lines.push(&json[from..=comma]);
            from = comma + 1;
        }
        lines.push(&json[from..]);
        format!("data: {}\n", lines.join("\ndata: "))
    };
    stream.lines().map(spread).collect()
}

#[test]
fn however_it_is_written_it_says_the_same() {
    for fixture in fixtures().iter().filter(|fixture| fixture.is_stream()) {
        let from = named(fixture.from());
        let stream = std::str::from_utf8(&fixture.bytes).expect("UTF-8");
        let whole = judge(from, None, &fixture.bytes);
        for (how, stream) in variants(stream) {
            let came = judge(from, None, stream.as_bytes());
            assert_eq!(came, whole, "{}, {how}", fixture.file);
            let found = judge(Given::Auto, None, stream.as_bytes());
            assert_eq!(found, whole, "{}, {how}", fixture.file);
            let unsaid = judge(Given::Unsaid, None, stream.as_bytes());
            let code = Err("provider.unrecognised");
            assert_eq!(unsaid.out, code, "{}, {how}", fixture.file);
        }
    }
}

#[test]
fn the_variants_are_others() {
    let stream = "event: a\ndata: {\"b\":[1,2],\"c\":\",\",\"d\":0,\"e\":3}\n\ndata: [DONE]\n\n";
    assert_eq!(
        spread(stream),
        "event: a\ndata: {\"b\":[1,\ndata: 2],\"c\":\",\",\"d\":0,\ndata: \"e\":3}\n\ndata: [DONE]\n\n"
    );
    let different: std::collections::BTreeSet<_> = variants(stream)
        .into_iter()
        .map(|(_, stream)| stream)
        .collect();
    assert_eq!(different.len(), 9);
}

//! Reports on input that means harm, or is only odd.

use super::*;

const ALL: [Report; 5] = [
    Report::Human,
    Report::Short,
    Report::Json,
    Report::Model,
    Report::Github,
];

/// Every kind of character that has gone wrong somewhere.
const ODD: &str = "\u{feff}{\"\u{1b}[2J\u{7}\": \"\u{202e}abc\u{202c}\u{200d}\",\r\n\t\"\u{9b}31m\": \"日本語👩\u{200d}👩\u{fe0f}e\u{301}\",\r\"::error::\u{2028}\": \"##[add-mask]x ##vso[a] ::stop-commands::z\",\n\n\"\u{0}\u{7f}\u{e0041}\": {\r\n}}\u{2029}\n";

fn everywhere(text: &str, style: &Style, at: std::ops::Range<usize>) -> String {
    let mut first =
        Finding::new(Code::Malformed, Text::new().own("near ").seen(text)).at(at.clone());
    first.place.pointer = Some(format!("/{text}"));
    let mut second = Finding::new(Code::Schema, text.to_owned()).at(at.end..at.end);
    second.help = Some(Text::from(text.to_owned()));
    second.severity = crate::refusal::Severity::Warning;
    let findings = vec![first, second];
    let verdict = verdict(text, many(findings, 9), Some(text), false);
    let source = Source { name: text, text };
    ALL.iter()
        .map(|report| tell(*report, &verdict, &source, style))
        .collect()
}

fn acts(c: char) -> bool {
    c != '\n' && crate::refusal::text::is_unsafe(c)
}

#[test]
fn no_place_and_no_width_panics_and_no_control_character_comes_through() {
    for start in 0..=ODD.len() + 1 {
        for end in [start, start + 1, start + 9, ODD.len()] {
            let report = everywhere(ODD, &PLAIN, start..end.max(start));
            assert!(!report.contains(acts), "{report:?}");
        }
    }
    for width in 0..200 {
        let style = Style {
            colour: false,
            width,
            several: false,
        };
        let report = everywhere(ODD, &style, width..width + 3);
        assert!(!report.contains(acts), "{report:?}");
    }
}

#[test]
fn nothing_in_the_input_starts_a_command() {
    for width in 0..100 {
        let style = Style {
            colour: false,
            width,
            several: false,
        };
        let report = everywhere(ODD, &style, width..width + 2);
        for line in report.lines() {
            let command = line.trim_start().starts_with("::");
            let ours = line.starts_with("::error file=") || line.starts_with("::warning file=");
            assert!(!command || ours, "{line}");
            assert!(!line.contains("##[") && !line.contains("##vso["), "{line}");
        }
    }
    let name = "a,b:c%\r\n::error::x";
    let finding = Finding::new(Code::Schema, "100%\n::error::y".to_owned()).at(0..1);
    let verdict = verdict("{}", Refusal::one(finding), Some(name), false);
    let source = Source { name, text: "{}" };
    assert_eq!(
        tell(Report::Github, &verdict, &source, &PLAIN),
        "::error file=a%2Cb%3Ac%25\\r\\n%3A\\u{3a}error%3A\\u{3a}x,line=1,col=1,endLine=1,endColumn=2,title=schema.KEYWORD::a,b:c%25\\r\\n:\\u{3a}error:\\u{3a}x:1:1: 100%25\\n::error::y\n"
    );
}

#[test]
fn a_report_on_a_megabyte_in_one_line_is_short_and_shows_the_place() {
    let text = format!("[{}\"here\"]", "\"日本\",".repeat(120_000));
    assert!(text.len() > 1 << 20);
    let refusal = || Refusal::one(schema(&text, "type", "\"here\"", "/120000"));
    for report in [Report::Human, Report::Short, Report::Model, Report::Github] {
        let report = told(report, &text, refusal(), false);
        assert!(report.len() < 4096, "{report}");
        assert!(report.contains("here"), "{report}");
    }
    let report = told(Report::Human, &text, refusal(), false);
    assert!(report.contains("[reply.json:1:600002]"), "{report}");
    assert!(report.contains("\"日本\",\"here\"]"), "{report}");
}

#[test]
fn many_findings_on_one_line_cost_one_pass() {
    let text = format!("[{}0]", "\"x\",".repeat(250_000));
    let finding = |at: usize| Finding::new(Code::Schema, "no").at(at * 4 + 1..at * 4 + 4);
    let findings = (0..250_000).map(finding).collect();
    let verdict = verdict(&text, many(findings, 0), None, false);
    assert_eq!(
        verdict.findings().last().and_then(|told| told.column),
        Some(999_998)
    );
}

#[test]
fn a_schemas_own_words_are_no_safer_than_the_reply() {
    let report = everywhere("\u{1b}]8;;http://x\u{7}", &PLAIN, 0..1);
    assert!(!report.contains(acts), "{report:?}");
}

#[test]
fn colour_is_only_colour() {
    let style = Style {
        colour: true,
        width: 80,
        several: false,
    };
    let report = everywhere(ODD, &style, 3..9);
    assert!(report.contains("\u{1b}["));
    for code in report.split('\u{1b}').skip(1) {
        let code = code.strip_prefix('[').unwrap();
        let end = code
            .find(|c: char| !c.is_ascii_digit() && c != ';')
            .unwrap();
        assert!(code.get(end..).unwrap().starts_with('m'), "{code:?}");
    }
}

#[test]
fn line_numbers_are_those_of_every_other_report() {
    let text = "{\r\"a\": 1,\r\n\"b\": 2,\n\"c\": x}";
    let verdict = verdict(text, parse(text), None, false);
    let source = Source {
        name: "stdin",
        text,
    };
    let told = |report| tell(report, &verdict, &source, &PLAIN);
    assert!(told(Report::Short).starts_with("<stdin>:4:6: "));
    let human = told(Report::Human);
    assert!(human.contains("[<stdin>:4:6]"), "{human}");
    assert!(
        human.contains("\n 3 │ \"b\": 2,\n 4 │ \"c\": x}\n"),
        "{human}"
    );
}

#[test]
fn what_is_not_utf8_is_told_all_the_same() {
    let input = b"{\"a\": \"\xff\xfe\", \"b\": 1}";
    let finding = Finding::new(Code::NotUtf8, "the reply is not UTF-8").at(7..8);
    let contract = Contract::default();
    let about = About {
        file: None,
        line: None,
        contract: &contract,
        now: None,
        masked: false,
    };
    let verdict = Verdict::of(input, &refused(Refusal::one(finding)), &about);
    let text = String::from_utf8_lossy(input);
    let source = Source {
        name: "stdin",
        text: &text,
    };
    let human = tell(Report::Human, &verdict, &source, &PLAIN);
    assert!(human.contains("[<stdin>:1:8]"), "{human}");
    assert!(human.contains("   ·        ─\n"), "{human}");
}

#[test]
fn a_value_of_128_levels_keeps_its_digits() {
    let text = format!("{}1.50e400{}", "[ ".repeat(128), " ]".repeat(128));
    let json = accepted(&text).to_json();
    let value = text.replace(' ', "");
    assert!(json.contains(&format!("\"value\":{value},")), "{json}");
}

#[test]
fn a_long_reply_is_cut_between_characters() {
    let text = format!("x{}", "é".repeat(40_000));
    let json = verdict(&text, parse("x"), None, false).to_json();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let reply = &json["reply"];
    assert_eq!(reply["text"].as_str().map(str::len), Some(65_535));
    assert_eq!(
        (&reply["cut"], &reply["bytes"]),
        (&true.into(), &80_001.into())
    );
}

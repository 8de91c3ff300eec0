//! What programs, CI systems and the model read, word for word.

use super::*;

#[test]
fn the_trace_is_one_line_an_event() {
    let events = vec![
        Event {
            span: Some(2..3),
            text: Text::new().own("a candidate: ").seen("\u{1b}\n"),
        },
        Event {
            span: None,
            text: Text::from("the end"),
        },
    ];
    let story = Story {
        events,
        ..Story::default()
    };
    let source = Source {
        name: "stdin",
        text: "a\nb",
    };
    assert_eq!(
        trace(&story, &source, false),
        "2:1: a candidate: \\u{1b}\\n\nthe end\n"
    );
    assert_eq!(
        trace(&story, &source, true),
        "2:1: a candidate: ***\nthe end\n"
    );
}

#[test]
fn short_is_one_line_a_finding() {
    let wanted = "\
reply.json:1:1: error[schema.required]: `billing_cycle` is missing
reply.json:2:11: error[schema.enum] /plan: `plan` is \"gold\"
reply.json:4:26: error[schema.type] /lines/0/qty: `qty` is \"two\"
";
    assert_eq!(told(Report::Short, ORDER, order(), false), wanted);
    let nowhere = Refusal {
        more: 1,
        ..Refusal::one(Finding::new(Code::Empty, "nothing arrived"))
    };
    let verdict = verdict("", nowhere, None, false);
    let source = Source {
        name: "stdin",
        text: "",
    };
    let wanted = "\
<stdin>: error[parse.empty]: nothing arrived
<stdin>: error[parse.empty]: and 1 more finding
";
    assert_eq!(tell(Report::Short, &verdict, &source, &PLAIN), wanted);
}

#[test]
fn the_model_is_told_what_to_mend_and_nothing_else() {
    let refusal = Refusal { more: 3, ..order() };
    let wanted = "\
billing_cycle is missing: give \"monthly\" or \"yearly\".
plan is \"gold\": give \"free\", \"pro\" or \"enterprise\".
lines[0].qty is \"two\".
And 3 more like these.
Send the complete JSON again and nothing else.
";
    assert_eq!(told(Report::Model, ORDER, refusal, false), wanted);

    let text = "{\"name\": \"Ada\",\n “age”: 36, \"city\": \"London\"}";
    let wanted = "\
A curly quote U+201C stands where a double quote belongs (line 2, column 2): JSON strings stand in straight double quotes, U+0022. It stands here: …name\": \"Ada\",\\n “age”: 36, \"cit…
Send the complete JSON again and nothing else.
";
    assert_eq!(told(Report::Model, text, parse(text), false), wanted);
    assert!(!told(Report::Model, text, parse(text), true).contains("Ada"));

    let text = "{\"a\": [1, 2";
    let wanted = "\
The JSON ends before it is complete: give a shorter answer. It ends here: {\"a\": [1, 2
Send the complete JSON again and nothing else.
";
    assert_eq!(told(Report::Model, text, parse(text), false), wanted);
}

#[test]
fn only_who_can_mend_it_is_asked_again() {
    let codes = [
        Code::Empty,
        Code::TooLarge,
        Code::NotUtf8,
        Code::SetupSchema,
    ];
    for code in codes {
        let refusal = Refusal::one(Finding::new(code, "no"));
        assert_eq!(told(Report::Model, "x", refusal, false), "");
    }
}

#[test]
fn github_gets_a_command_a_finding() {
    let wanted = "\
::error file=reply.json,line=1,endLine=6,title=schema.required::reply.json:1:1: `billing_cycle` is missing (give \"monthly\" or \"yearly\")
::error file=reply.json,line=2,col=11,endLine=2,endColumn=17,title=schema.enum::reply.json:2:11: `plan` is \"gold\" (give \"free\", \"pro\" or \"enterprise\")
::error file=reply.json,line=4,col=26,endLine=4,endColumn=31,title=schema.type::reply.json:4:26: `qty` is \"two\"
";
    assert_eq!(told(Report::Github, ORDER, order(), false), wanted);
    let verdict = verdict("{", parse("{"), None, false);
    let source = Source {
        name: "stdin",
        text: "{",
    };
    assert_eq!(
        tell(Report::Github, &verdict, &source, &PLAIN),
        "::error title=parse.truncated::<stdin>:1:2: the JSON ends before it is complete\n"
    );
}

#[test]
fn an_accepted_reply_is_told_only_as_json() {
    let verdict = accepted("[1.0]");
    let source = Source {
        name: "stdin",
        text: "[1.0]",
    };
    for report in [Report::Human, Report::Short, Report::Model, Report::Github] {
        assert!(!report.tells_acceptance());
        assert_eq!(tell(report, &verdict, &source, &PLAIN), "");
    }
    let wanted = concat!(
        r#"{"format":"jgate.verdict/1","accepted":true,"value":[1.0],"layer":null,"#,
        r#""code":"accepted","exit":0,"recovery":null,"feedback":null,"findings":[],"more":0,"#,
        r#""judged":["parse"],"calls":[],"candidates":[],"reply":{"file":null,"record":null,"#,
        r#""line":null,"sha256":"2b9b90d2c12e38e1d1d1b7f7b9d7b1e6","bytes":5,"from":"text","#,
        r#""model":null,"stop_reason":null,"usage":null,"text":null,"cut":false},"slice":null,"#,
        r#""contract":{"schema":null,"rules":null,"facts":null,"registry":null},"now":null,"#,
        r#""approval_key":null,"jgate":"VERSION"}"#
    );
    let wanted = wanted
        .replace(
            "2b9b90d2c12e38e1d1d1b7f7b9d7b1e6",
            &verdict::sha256(b"[1.0]"),
        )
        .replace("VERSION", env!("CARGO_PKG_VERSION"));
    assert_eq!(verdict.to_json(), wanted);
}

#[test]
fn several_replies_are_told_in_twenty_lines_and_counts() {
    let mut tally = Tally::default();
    let mut lines = String::new();
    for _ in 0..8 {
        lines += &tally.add(&verdict(ORDER, order(), Some("a"), false));
    }
    lines += &tally.add(&verdict("{", parse("{"), Some("b"), false));
    lines += &tally.add(&accepted("1"));
    lines += &tally.add(&setup());
    assert_eq!(lines.lines().count(), 20);
    let wanted = "\
6 more findings
9 of 11 refused: 8 schema.required, 1 parse.truncated
1 of 11 not judged: 1 setup.schema
";
    assert_eq!(tally.closing(), wanted);
    let mut tally = Tally::default();
    assert_eq!(tally.add(&accepted("1")) + &tally.closing(), "");
}

#[test]
fn github_gets_one_annotation_a_reply_before_any_second() {
    let source = Source {
        name: "",
        text: ORDER,
    };
    let told = |replies: usize| {
        let mut github = Github::default();
        for reply in 0..replies {
            let name = format!("{reply}.json");
            github.add(&verdict(ORDER, order(), Some(&name), false), &source);
        }
        github.closing()
    };
    let text = told(4);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 11);
    for (reply, line) in lines.iter().take(4).enumerate() {
        assert!(line.starts_with(&format!("::error file={reply}.json,line=1,")));
    }
    assert_eq!(lines.last(), Some(&"2 more findings"));
    let text = told(13);
    assert_eq!(
        text.lines().filter(|line| line.contains("line=1,")).count(),
        10
    );
    assert!(text.ends_with("\n3 more refused\n"), "{text}");
}

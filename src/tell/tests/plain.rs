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
<stdin>: note: and 1 more finding
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
A curly quote U+201C stands where a double quote belongs (line 2, column 2), here: …name\": \"Ada\",\\n “age”: 36, \"cit…
JSON strings stand in straight double quotes, U+0022.
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
fn several_replies_are_told_in_a_line_each_and_twenty_more_and_counts() {
    let mut tally = Tally::new(Among::Files);
    let mut lines = String::new();
    for _ in 0..12 {
        lines += &tally.add(Brief::of(&verdict(ORDER, order(), Some("a"), false)));
    }
    lines += &tally.add(Brief::of(&verdict("{", parse("{"), Some("b"), false)));
    lines += &tally.add(Brief::of(&accepted("1")));
    let unread = Refusal::one(Finding::new(Code::InputUnreadable, "cannot read `c`"));
    lines += &tally.add(Brief::of(&verdict("", unread, Some("c"), false)));
    assert_eq!(lines.lines().count(), 12 + 20 + 1 + 1);
    assert!(
        lines.contains("\nb:1:2: error[parse.truncated]: "),
        "{lines}"
    );
    assert!(
        lines.ends_with("\nc: error[input.unreadable]: cannot read `c`\n"),
        "{lines}"
    );
    let wanted = "\
4 more findings
13 of 15 refused: 12 schema.required, 1 parse.truncated
1 of 15 not judged: 1 input.unreadable
";
    assert_eq!(tally.closing(), wanted);
    let mut tally = Tally::new(Among::Files);
    assert_eq!(tally.add(Brief::of(&accepted("1"))) + &tally.closing(), "");
}

#[test]
fn of_very_many_refused_replies_a_thousand_have_a_line() {
    let mut tally = Tally::new(Among::Files);
    let refused = verdict("{", parse("{"), Some("a"), false);
    let lines: String = (0..1003).map(|_| tally.add(Brief::of(&refused))).collect();
    assert_eq!(lines.lines().count(), 1000);
    let wanted = "3 more findings\n1003 of 1003 refused: 1003 parse.truncated\n";
    assert_eq!(tally.closing(), wanted);
}

#[test]
fn findings_that_were_left_out_are_counted_once() {
    let mut tally = Tally::new(Among::Files);
    let verdict = |more| verdict(ORDER, Refusal { more, ..order() }, Some("a"), false);
    assert!(
        tally
            .add(Brief::of(&verdict(9)))
            .ends_with("\na: note: and 9 more findings\n")
    );
    for _ in 0..9 {
        tally.add(Brief::of(&verdict(0)));
    }
    assert_eq!(tally.add(Brief::of(&verdict(9))).lines().count(), 1);
    assert!(tally.closing().starts_with("11 more findings\n"));
}

#[test]
fn a_fault_in_the_contract_is_no_fault_of_a_reply() {
    let mut tally = Tally::new(Among::Files);
    assert_eq!(tally.add(Brief::of(&setup())).lines().count(), 1);
    assert_eq!(tally.closing(), "");
}

#[test]
fn a_sentence_for_the_model_begins_with_a_capital_unless_with_a_key() {
    let said = |code, pointer: &str, feedback: &str| {
        let mut finding = Finding::new(code, "no").feedback(feedback.to_owned());
        finding.place.pointer = Some(pointer.to_owned());
        let text = told(Report::Model, "{}", Refusal::one(finding), false);
        text.lines().next().unwrap().to_owned()
    };
    assert_eq!(
        said(Code::Schema, "", "the value must be 1."),
        "The value must be 1."
    );
    assert_eq!(
        said(Code::Schema, "", "the key `a` is odd"),
        "The key `a` is odd."
    );
    assert_eq!(
        said(Code::Schema, "/the", "the must be 1."),
        "the must be 1."
    );
    assert_eq!(
        said(Code::NoJson, "", "the reply holds none"),
        "The reply holds none."
    );
    let none = Refusal::one(Finding::new(Code::NoJson, "no"));
    assert!(told(Report::Model, "", none, false).ends_with("\nSend the JSON and nothing else.\n"));
}

#[test]
fn help_that_the_mask_leaves_nothing_of_is_not_told() {
    let help = Text::new().text(Text::from(" "));
    let finding = Finding::new(Code::Malformed, "no").at(0..1).help(help);
    let refusal = Refusal::one(finding);
    assert!(!told(Report::Human, "x", refusal.clone(), true).contains("help:"));
    assert!(told(Report::Json, "x", refusal.clone(), true).contains("\"help\":null"));
    let model = told(Report::Model, "x", refusal, true);
    assert_eq!(model.lines().next(), Some("No (line 1, column 1)."));
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
            let verdict = verdict(ORDER, order(), Some(&name), false);
            github.add(Annotations::of(&verdict, &source));
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

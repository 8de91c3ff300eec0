//! What each report says, word for word.

use super::*;

#[test]
fn a_person_sees_the_reply_with_every_finding_marked() {
    let text = told(Report::Human, ORDER, order(), false);
    let wanted = r#"error[schema.required]: `billing_cycle` is missing
  help: give "monthly" or "yearly"
error[schema.enum]: `plan` is "gold"
  help: give "free", "pro" or "enterprise"
error[schema.type]: `qty` is "two"
   ╭─[reply.json:1:1]
 1 │ {
   · ┬
   · ╰── required
 2 │   "plan": "gold",
   ·           ───┬──
   ·              ╰── enum /plan
 3 │   "lines": [
 4 │     {"sku": "日本", "qty": "two"}
   ·                            ──┬──
   ·                              ╰── type /lines/0/qty
 5 │   ]
   ╰────

refused: schema.required, exit 30: give the model the feedback and ask again
"#;
    assert_eq!(text, wanted);
}

#[test]
fn at_40_columns_nothing_is_wider_and_nothing_is_lost() {
    let verdict = verdict(ORDER, order(), None, false);
    let source = Source {
        name: "stdin",
        text: ORDER,
    };
    let style = Style {
        colour: false,
        width: 40,
    };
    let wanted = r#"error[schema.required]:
    `billing_cycle` is missing
  help: give "monthly" or "yearly"
error[schema.enum]: `plan` is "gold"
  help: give "free", "pro" or
    "enterprise"
error[schema.type]: `qty` is "two"
   ╭─[<stdin>:1:1]
 1 │ {
   · ┬
   · ╰── required
 2 │   "plan": "gold",
   ·           ───┬──
   ·              ╰── enum /plan
 3 │   "lines": [
 4 │ … "日本", "qty": "two"}
   ·                  ──┬──
   ·                    ╰── …lines/0/qty
 5 │   ]
   ╰────

refused: schema.required, exit 30:
    give the model the feedback and
    ask again
"#;
    assert_eq!(tell(Report::Human, &verdict, &source, &style), wanted);
}

#[test]
fn a_single_finding_stands_between_its_words_and_its_help() {
    let text = "{\n  \"a\": 1,\n}";
    let wanted = "\
error[parse.malformed]: a comma stands before the closing brace
   ╭─[reply.json:3:1]
 2 │   \"a\": 1,
 3 │ }
   · ─
   ╰────
  help: leave the comma out

refused: parse.malformed, exit 21: give the model the feedback and ask
    again; jgate never repairs
";
    assert_eq!(told(Report::Human, text, parse(text), false), wanted);
}

#[test]
fn where_a_reply_ends_too_soon_is_marked_behind_its_last_character() {
    let text = "{\"a\": [1, 2";
    let wanted = "\
error[parse.truncated]: the JSON ends before it is complete
   ╭─[reply.json:1:12]
 1 │ {\"a\": [1, 2
   ·            ▲
   ·            ╰── the text ends here
   ╰────

refused: parse.truncated, exit 22: raise the token limit, or ask for a
    shorter answer
";
    assert_eq!(told(Report::Human, text, parse(text), false), wanted);
}

#[test]
fn far_findings_are_shown_in_snippets_of_their_own() {
    let text = format!("[\"x\",{}\"y\"]", "\n".repeat(9));
    let findings = vec![
        schema(&text, "type", "\"x\"", "/0"),
        schema(&text, "type", "\"y\"", "/1"),
    ];
    let report = told(Report::Human, &text, Refusal { findings, more: 2 }, false);
    let wanted = "\
error[schema.type]: `0` is \"x\"
   ╭─[reply.json:1:2]
 1 │ [\"x\",
   ·  ─┬─
   ·   ╰── /0
 2 │
   ╰────

error[schema.type]: `1` is \"y\"
    ╭─[reply.json:10:1]
  9 │
 10 │ \"y\"]
    · ─┬─
    ·  ╰── /1
    ╰────

and 2 more findings

refused: schema.type, exit 30: give the model the feedback and ask again
";
    assert_eq!(report, wanted);
}

#[test]
fn under_mask_only_keys_and_places_are_shown() {
    let text = told(Report::Human, ORDER, order(), true);
    let wanted = r#"error[schema.required]: `billing_cycle` is missing
  at reply.json:1:1
  help: give "monthly" or "yearly"

error[schema.enum]: `plan` is ***
  at reply.json:2:11 /plan
  help: give "free", "pro" or "enterprise"

error[schema.type]: `qty` is ***
  at reply.json:4:26 /lines/0/qty

refused: schema.required, exit 30: give the model the feedback and ask again
"#;
    assert_eq!(text, wanted);
    for report in [
        Report::Human,
        Report::Short,
        Report::Json,
        Report::Model,
        Report::Github,
    ] {
        let text = told(report, ORDER, order(), true);
        for value in ["gold", "two", "日本"] {
            assert!(!text.contains(value), "{text}");
        }
    }
}

#[test]
fn a_fault_in_the_schema_is_told_in_the_schema() {
    let verdict = setup();
    let source = Source {
        name: "stdin",
        text: "",
    };
    let told = |report| tell(report, &verdict, &source, &PLAIN);
    let wanted = "\
error[setup.schema]: `strin` is no type
   ╭─[s.json:2:11]
 1 │ {
 2 │   \"type\": \"strin\"
   ·           ───┬───
   ·              ╰── /type
 3 │ }
   ╰────
  help: did you mean `string`?

not judged: setup.schema, exit 78: mend the schema; no reply was judged
";
    assert_eq!(told(Report::Human), wanted);
    assert_eq!(
        told(Report::Short),
        "s.json:2:11: error[setup.schema] /type: `strin` is no type\n"
    );
    assert_eq!(
        told(Report::Github),
        "::error file=s.json,line=2,col=11,endLine=2,endColumn=18,title=setup.schema::s.json:2:11: `strin` is no type (did you mean `string`?)\n"
    );
    assert_eq!(told(Report::Model), "");
}

#[test]
fn candidates_are_listed_with_what_the_schema_says() {
    let (text, verdict) = ambiguous();
    let source = Source {
        name: "stdin",
        text,
    };
    let wanted = "\
error[parse.ambiguous]: the reply holds 5 different JSON values
   ╭─[<stdin>:2:8]
 1 │ Example: {\"a\":1}
 2 │ Yours: {\"a\":2}
   ·        ───────
   ╰────
  help: ask for one value, or settle it with `--pick`

  <stdin>:1:10 satisfies the schema
  <stdin>:2:8 does not satisfy the schema
  and 3 more

refused: parse.ambiguous, exit 23: ask for one value, or settle it with
    `--pick`
";
    assert_eq!(tell(Report::Human, &verdict, &source, &PLAIN), wanted);
}

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

//! What a person sees, word for word.

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
        several: false,
    };
    let wanted = r#"error[schema.required]: `billing_cycle`
    is missing
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

refused: schema.required, exit 30: give
    the model the feedback and ask again
"#;
    assert_eq!(tell(Report::Human, &verdict, &source, &style), wanted);
}

#[test]
fn a_single_finding_stands_between_its_words_and_its_help() {
    let text = "{\n  \"a\": 1,\n}";
    let wanted = "\
error[parse.malformed]: a comma stands before the closing brace
   ╭─[reply.json:2:9]
 1 │ {
 2 │   \"a\": 1,
   ·         ─
 3 │ }
   ╰────
  help: leave the comma out

refused: parse.malformed, exit 21: give the model the feedback and ask again;
    jgate never repairs
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

refused: parse.truncated, exit 22: raise the token limit, or ask for a shorter
    answer
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
    let report = told(Report::Human, &text, many(findings, 2), false);
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

refused: parse.ambiguous, exit 23
";
    assert_eq!(tell(Report::Human, &verdict, &source, &PLAIN), wanted);
}

#[test]
fn among_several_a_reply_is_named() {
    let style = Style {
        several: true,
        ..PLAIN
    };
    let verdict = verdict(ORDER, order(), Some("a.txt"), false);
    let source = Source {
        name: "a.txt",
        text: ORDER,
    };
    let human = tell(Report::Human, &verdict, &source, &style);
    let last =
        "\n\na.txt: refused: schema.required, exit 30: give the model the feedback and ask again\n";
    assert!(human.replace("\n    ", " ").ends_with(last), "{human}");
    let model = tell(Report::Model, &verdict, &source, &style);
    assert!(model.starts_with("a.txt:\nbilling_cycle is"), "{model}");
    let nobody = tell(Report::Human, &setup(), &source, &style);
    assert!(nobody.contains("\nnot judged: setup.schema"), "{nobody}");
}

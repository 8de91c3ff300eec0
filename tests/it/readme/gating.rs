//! The next command starts after a yes and never after a no, in every form that is shown.

use super::sandbox::{self, Sandbox};
use super::{GOOD, blocks, kept, readme, sessions};

const WRONG: &str = "tests/replies/tickets/tuesday.txt";
const RIGHT: &str = "tests/replies/tuesday_again.txt";
const CUT: &str = "tests/replies/tickets/wednesday.txt";

/// The lines of the first session: how to gate.
fn leads() -> Vec<String> {
    let blocks = blocks(&readme());
    let first = sessions(&blocks).next().unwrap();
    let typed = first.commands.iter().map(|command| command.typed.clone());
    typed.collect()
}

/// Replies that are refused, one for each way to be.
fn refused() -> Vec<String> {
    let good = sandbox::file(GOOD);
    let mut replies = vec![sandbox::file(WRONG), sandbox::file(CUT), String::new()];
    replies.extend([
        "I cannot help with that.".to_owned(),
        good.replacen(':', "", 1),
        format!("{good}\nor rather\n{}", good.replace("high", "low")),
    ]);
    replies
}

/// The exit code of a script, and all that it said.
fn run(sandbox: &Sandbox, command: &str) -> (i32, String) {
    let answers = sandbox.session([command]);
    (answers.exit, answers.each.concat())
}

fn with_scripts(first: &str, second: &str) -> Sandbox {
    super::sandbox(&blocks(&readme()), first, second)
}

#[test]
fn both_forms_are_shown_first() {
    let leads = leads();
    assert_eq!(leads.len(), 2, "{leads:?}");
    assert!(leads[0].starts_with("out=$(") && leads[0].ends_with(" && next-step \"$out\""));
    assert!(leads[1].contains(" -o ticket.json && next-step "));
}

#[test]
fn the_next_command_starts_after_a_yes() {
    let good = sandbox::file(GOOD);
    for (lead, given) in leads().iter().zip([good.as_str(), "ticket.json\n"]) {
        let sandbox = Sandbox::new(&good, "");
        assert_eq!(sandbox.session([&**lead]).exit, 0);
        let next = sandbox.next_step().unwrap();
        let tight = |text: &str| text.replace(": ", ":").replace(", ", ",");
        assert_eq!(tight(&next), tight(given), "{lead}");
    }
}

#[test]
fn the_next_command_never_starts_after_a_no() {
    for lead in leads() {
        for reply in refused() {
            let sandbox = Sandbox::new(&reply, "");
            let answers = sandbox.session([&*lead]);
            assert!((20..60).contains(&answers.exit), "{lead}\n{reply}");
            assert_eq!(sandbox.next_step(), None, "{lead}\n{reply}");
            assert!(!sandbox.folder().join("ticket.json").exists());
        }
    }
}

#[test]
fn the_next_command_never_starts_when_the_gate_could_not_judge() {
    for lead in leads() {
        for schema in ["{\"type\": \"strin\"}", "{", ""] {
            let sandbox = Sandbox::new(&sandbox::file(GOOD), "");
            sandbox.write("ticket.schema.json", schema);
            assert_eq!(sandbox.session([&*lead]).exit, 78, "{schema}");
            assert_eq!(sandbox.next_step(), None, "{schema}");
        }
        let sandbox = Sandbox::new("", "");
        sandbox.fail(1);
        assert_eq!(sandbox.session([&*lead]).exit, 28);
        assert_eq!(sandbox.next_step(), None);
    }
}

/// What README.md warns of. It shows too that these tests can see a next command start.
#[test]
fn a_bare_pipe_gates_nothing() {
    let sandbox = Sandbox::new("no JSON", "");
    sandbox.session(["llm | jgate -q -s ticket.schema.json | next-step started"]);
    assert_eq!(sandbox.next_step().unwrap(), "started\n");
}

#[test]
fn every_script_has_its_tests() {
    let blocks = blocks(&readme());
    let names: Vec<_> = kept(&blocks)
        .map(|(name, _)| name)
        .filter(|name| name.strip_suffix(".sh").is_some())
        .collect();
    assert_eq!(
        names,
        ["gate.sh", "ask.sh", "reask.sh", "judge.sh", "fetch.sh"]
    );
}

#[test]
fn gate_goes_the_way_that_the_recovery_names() {
    let ways = [
        (sandbox::file(WRONG), "ask it again\n"),
        (sandbox::file(CUT), "ask it again\n"),
        (String::new(), "send the same request again\n"),
    ];
    for (reply, way) in ways {
        let sandbox = with_scripts(&reply, "");
        let (_, said) = run(&sandbox, "sh gate.sh");
        assert!(said.ends_with(way), "{said}");
        assert_eq!(sandbox.next_step(), None);
    }
    let sandbox = with_scripts(&sandbox::file(GOOD), "");
    assert_eq!(run(&sandbox, "sh gate.sh"), (0, String::new()));
    assert!(sandbox.next_step().is_some());

    sandbox.write("ticket.schema.json", "{");
    let (_, said) = run(&sandbox, "sh gate.sh");
    assert!(said.ends_with("mend the schema or the call of jgate\n"));
}

#[test]
fn gate_knows_every_word() {
    let sandbox = with_scripts(&sandbox::file(GOOD), "");
    for (exit, way) in [
        (30, "tell the model what is wrong and ask it again\n"),
        (28, "send the same request again\n"),
        (51, "ask a person\n"),
        (78, "mend the schema or the call of jgate\n"),
        (26, "give up\n"),
        (99, "give up\n"),
    ] {
        let real = env!("CARGO_BIN_EXE_jgate");
        let script = format!("#!/bin/sh\n[ $1 = -s ] && exit {exit}\nexec '{real}' \"$@\"\n");
        sandbox.replace("jgate", &script);
        assert_eq!(run(&sandbox, "sh gate.sh"), (0, way.to_owned()));
        assert_eq!(sandbox.next_step(), None);
    }
}

#[test]
fn reask_gives_the_feedback_to_the_model_and_prints_the_second_answer() {
    let sandbox = with_scripts(&sandbox::file(WRONG), &sandbox::file(RIGHT));
    let (exit, printed) = run(&sandbox, "sh reask.sh 'Sort it.' 2> told");
    assert_eq!((exit, printed.lines().count()), (0, 1));
    assert!(printed.contains("\"priority\":\"urgent\""));

    let prompts = sandbox.prompts();
    assert_eq!(prompts.len(), 2);
    assert_eq!(prompts[0], "Sort it.\n");
    let feedback = "priority must be \"low\", \"normal\", \"high\" or \"urgent\", not \"Urgent\".";
    for part in ["Sort it.\n", "\"priority\": \"Urgent\"", feedback] {
        assert!(prompts[1].contains(part), "{part} in\n{}", prompts[1]);
    }
}

#[test]
fn reask_gives_up_after_three_answers() {
    let wrong = sandbox::file(WRONG);
    let sandbox = with_scripts(&wrong, &wrong);
    let given = run(&sandbox, "sh reask.sh 'Sort it.' 2> told");
    assert_eq!(given, (30, String::new()));
    assert_eq!(sandbox.prompts().len(), 3);
}

#[test]
fn reask_sends_the_same_again_only_where_that_may_help() {
    let command = "sh reask.sh 'Sort it.' 2> told";
    let sandbox = with_scripts("", "");
    assert_eq!(run(&sandbox, command), (28, String::new()));
    assert_eq!(sandbox.prompts(), ["Sort it.\n"; 3]);

    let sandbox = with_scripts(&sandbox::file(GOOD), "");
    sandbox.write("ticket.schema.json", "{");
    assert_eq!(run(&sandbox, command), (78, String::new()));
    assert_eq!(sandbox.prompts().len(), 1);

    sandbox.fail(9);
    assert_eq!(run(&sandbox, command), (1, String::new()));
    assert_eq!(sandbox.prompts().len(), 2);
}

#[test]
fn fetch_tells_the_codes_of_the_two_programs_apart() {
    let sandbox = with_scripts(&sandbox::file(CUT), "");
    let refused = "refused: reask\n".to_owned();
    assert_eq!(run(&sandbox, "sh fetch.sh url"), (22, refused));

    sandbox.fail(22);
    let failed = "no reply: curl says 22\n".to_owned();
    assert_eq!(run(&sandbox, "sh fetch.sh url"), (1, failed));
    assert_eq!(sandbox.next_step(), None);

    let sandbox = with_scripts(&sandbox::file(GOOD), "");
    assert_eq!(run(&sandbox, "sh fetch.sh url"), (0, String::new()));
    assert_eq!(sandbox.next_step().unwrap(), "ticket.json\n");
}

#[test]
fn ask_says_what_came_of_the_response() {
    let error = r#"{"type":"error","error":{"type":"authentication_error","message":"no"}}"#;
    let streamed = sandbox::file("tests/replies/responses/tuesday.sse");
    let cut = streamed
        .split("event: message_delta")
        .next()
        .unwrap()
        .to_owned();
    for (response, code) in [(streamed, 30), (cut, 14), (error.to_owned(), 19)] {
        let sandbox = with_scripts(&response, "");
        let (came, said) = run(&sandbox, "sh ask.sh request.json");
        assert_eq!(came, code, "{said}");
    }
    let sandbox = with_scripts("", "");
    sandbox.fail(7);
    assert_eq!(run(&sandbox, "sh ask.sh request.json").0, 28);
}

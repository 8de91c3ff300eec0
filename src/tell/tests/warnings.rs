//! What is told of rules, and of those that refuse nothing.

use super::*;

const TEXT: &str = "{\n  \"n\": 9\n}";

const SOURCE: Source<'static> = Source {
    name: "stdin",
    text: TEXT,
};

fn warning() -> Finding {
    rule(TEXT, "9", Severity::Warning)
}

fn error() -> Finding {
    rule(TEXT, "9", Severity::Error)
}

#[test]
fn a_warning_on_an_accepted_reply_is_told_and_nothing_is_refused() {
    let verdict = warned(TEXT, vec![warning()], false);
    assert!(verdict.accepted() && verdict.exit() == 0);
    let told = |report| tell(report, &verdict, &SOURCE, &PLAIN);
    let wanted = "\
warning[domain.rule]: `n` must be small: `this.n` is 9
   ╭─[<stdin>:2:8]
 1 │ {
 2 │   \"n\": 9
   ·        ┬
   ·        ╰── small /n
 3 │ }
   ╰────
";
    assert_eq!(told(Report::Human), wanted);
    assert_eq!(
        told(Report::Short),
        "<stdin>:2:8: warning[domain.rule] /n: `n` must be small: `this.n` is 9\n"
    );
    assert_eq!(
        told(Report::Github),
        "::warning title=domain.rule::<stdin>:2:8: `n` must be small: `this.n` is 9\n"
    );
    assert_eq!(told(Report::Model), "");
}

#[test]
fn what_a_rule_saw_is_masked_in_every_report() {
    let accepted = warned(TEXT, vec![warning()], true);
    let refused = verdict(TEXT, Refusal::one(error()), None, true);
    for verdict in [accepted, refused] {
        for report in [Report::Human, Report::Short, Report::Model, Report::Github] {
            let told = tell(report, &verdict, &SOURCE, &PLAIN);
            assert!(!told.contains('9'), "{told}");
        }
        assert!(verdict.to_json().contains("`this.n` is ***"));
    }
}

#[test]
fn a_warning_before_an_error_does_not_decide_and_is_no_task_for_the_model() {
    let findings = vec![
        warning(),
        Finding {
            rule: Some("other".to_owned()),
            feedback: None,
            ..Finding::new(Code::DomainRule, "`n` must be odd")
        },
    ];
    let verdict = verdict(TEXT, many(findings, 0), None, false);
    assert_eq!((verdict.exit(), verdict.name()), (40, "domain.rule"));
    assert_eq!(
        verdict.feedback(),
        Some("n must be odd.\nSend the complete JSON again and nothing else.")
    );
    let rules: Vec<_> = verdict
        .findings()
        .iter()
        .map(|told| told.rule.as_deref())
        .collect();
    assert_eq!(rules, [Some("small"), Some("other")]);
}

#[test]
fn what_could_not_be_judged_decides() {
    let failed = Finding::new(Code::DomainError, "`ratio` could not be evaluated");
    let verdict = verdict(TEXT, many(vec![error(), failed], 0), None, false);
    assert_eq!((verdict.exit(), verdict.name()), (41, "domain.error"));
    assert_eq!(verdict.feedback(), None);
    let told = tell(Report::Human, &verdict, &SOURCE, &PLAIN);
    assert!(
        told.contains("\nrefused: domain.error, exit 41: "),
        "{told}"
    );
}

#[test]
fn warnings_take_no_room_from_what_refuses() {
    let (mut tally, mut github) = (Tally::new(Among::Files), Github::default());
    let mut lines = String::new();
    for _ in 0..30 {
        let accepted = warned(TEXT, vec![warning()], false);
        lines += &tally.add(Brief::of(&accepted));
        github.add(Annotations::of(&accepted, &SOURCE));
    }
    let refused = verdict(TEXT, many(vec![warning(), error()], 0), None, false);
    lines += &tally.add(Brief::of(&refused));
    github.add(Annotations::of(&refused, &SOURCE));
    assert_eq!(lines.matches(": warning[").count(), 20);
    assert!(
        lines
            .trim_end()
            .lines()
            .last()
            .is_some_and(|line| line.contains(": error["))
    );
    assert_eq!(
        tally.closing(),
        "11 more findings\n1 of 31 refused: 1 domain.rule\n"
    );
    let told = github.closing();
    assert!(told.starts_with("::error "), "{told}");
    assert!(told.ends_with("\n22 more findings\n"), "{told}");
}

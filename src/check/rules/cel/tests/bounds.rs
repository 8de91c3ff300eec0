//! How far an expression may go: steps, memory, length and nesting.

use super::{compute, gives};

fn starts(outcome: &str, with: &str) {
    assert!(outcome.starts_with(with), "{outcome}");
}

#[test]
fn loops_within_loops_end_at_the_limit_of_steps() {
    let names = ('a'..='t').map(|name| format!("l.all({name}, "));
    let nested: String =
        names.collect::<String>().replace("l.", "this.") + "true" + &")".repeat(20);
    let outcome = gives(&nested, "[0,1,2,3,4,5,6,7,8,9]");
    assert!(
        outcome.contains("takes more than 1000000 steps"),
        "{outcome}"
    );
}

#[test]
fn a_bound_is_never_made_up_for() {
    let outcome = compute(
        "this.all(a, this.all(b, this.all(c, true))) || true",
        "[0,1,2,3,4,5,6,7,8,9]",
        500,
        &[],
    );
    starts(&outcome.unwrap_err(), "bound");
}

#[test]
fn doubling_ends_at_the_limit_of_memory() {
    let doubling: Vec<String> = (0..40)
        .map(|number| match number {
            0 => "'0123456789abcdef'".to_owned(),
            number => format!("variables.v{0} + variables.v{0}", number - 1),
        })
        .collect();
    let variables: Vec<&str> = doubling.iter().map(String::as_str).collect();
    let outcome = compute("size(variables.v39) > 0", "{}", 1_000_000, &variables);
    starts(&outcome.unwrap_err(), "bound");
    let lists: Vec<String> = (0..90)
        .map(|number| match number {
            0 => "[1]".to_owned(),
            number => format!("[variables.v{0}, variables.v{0}]", number - 1),
        })
        .collect();
    let variables: Vec<&str> = lists.iter().map(String::as_str).collect();
    let outcome = compute(
        "variables.v60 == variables.v60",
        "{}",
        1_000_000,
        &variables,
    );
    starts(&outcome.unwrap_err(), "bound");
    let outcome = compute("variables.v89 == [1]", "{}", 1_000_000, &variables);
    starts(&outcome.unwrap_err(), "bound");
}

#[test]
fn length_and_nesting_are_limited() {
    let deep = |count: usize| format!("{}1{} == 1", "(".repeat(count), ")".repeat(count));
    assert_eq!(gives(&deep(49), "{}"), "true");
    starts(
        &gives(&deep(50), "{}"),
        "fault 50..51: the expression nests too deep",
    );
    starts(&gives(&"(".repeat(4000), "{}"), "fault");
    starts(&gives(&"[".repeat(4000), "{}"), "fault");
    starts(&gives(&"{1:".repeat(1300), "{}"), "fault");
    starts(&gives(&format!("{}true", "!".repeat(4000)), "{}"), "fault");
    starts(&gives(&format!("this{}", ".a".repeat(2000)), "{}"), "fault");
    starts(&gives(&format!("1{}", "+1".repeat(2000)), "{}"), "fault");
    assert_eq!(gives(&format!("1{}", "+1".repeat(150)), "{}"), "151");
    assert_eq!(
        gives(&format!("true{}", " && true".repeat(500)), "{}"),
        "true"
    );
    starts(
        &gives(&format!("1{}", "+1".repeat(20_000)), "{}"),
        "fault 0..4096: an expression has at most 4096 bytes",
    );
}

#[test]
fn large_numbers_cost_what_they_take() {
    let variables = ["9.0e499", "variables.v0 - 1"];
    let outcome = compute(
        "this.all(a, this.all(b, variables.v1 / 7 > 1))",
        &format!("[{}0]", "0,".repeat(700)),
        1_000_000,
        &variables,
    );
    starts(&outcome.unwrap_err(), "bound");
}

//! Functions of lists, and of numbers.

use super::super::super::context::Context;
use super::super::super::value::Value;
use super::super::lists::repeated;
use super::{arguments, assert_calls, call};

#[test]
fn everything_with_parts_has_a_size() {
    assert_calls(&[
        ("size", r#"["πέντε"]"#, "5"),
        ("size", r#"[""]"#, "0"),
        ("size", "[[1,[2,3]]]", "2"),
        ("size", r#"[{"a":{"b":1},"c":2}]"#, "2"),
        ("size", "[1]", "not for these types"),
    ]);
    let many = format!("[[{}1]]", "0,".repeat(999));
    assert_eq!(call("size", &many), "1000");
}

#[test]
fn strings_are_joined() {
    assert_calls(&[
        ("join", r#"[["x","y"]]"#, "xy"),
        ("join", r#"[["x","","y"],"--"]"#, "x----y"),
        ("join", r#"[[],"-"]"#, ""),
        (
            "join",
            r#"[["x",1]]"#,
            "error: `join` takes a list of strings, and element 1 of it is a number",
        ),
    ]);
}

#[test]
fn a_sum_is_exact() {
    assert_calls(&[
        ("sum", "[[0.1,0.2,1e20]]", "100000000000000000000.3"),
        ("sum", "[[]]", "0"),
        (
            "sum",
            r#"[[1,"2"]]"#,
            "error: `sum` adds up numbers, and element 1 of the list is a string",
        ),
        (
            "sum",
            "[[9e499,9e499]]",
            "error: the result has more than 500 digits before or behind the point",
        ),
        ("sum", "[1]", "not for these types"),
    ]);
}

#[test]
fn numbers_are_rounded() {
    assert_calls(&[
        ("round", "[2.5]", "3"),
        ("round", "[-2.675,2]", "-2.68"),
        ("round", "[1250,-2]", "1300"),
        ("round", "[1.5,9223372036854775807]", "1.5"),
        (
            "round",
            "[1.5,0.5]",
            "error: the number of places must be a whole number, not 0.5",
        ),
    ]);
}

#[test]
fn equal_elements_are_found() {
    for (list, is_unique) in [
        ("[]", true),
        ("[1,2,1.0]", false),
        (r#"[1,"1",true,null,[1],[[1]],{},[]]"#, true),
        (r#"[{"a":1,"b":[2]},{"b":[2e0],"a":1}]"#, false),
        (r#"[{"a":"b"},{"b":"a"}]"#, true),
        (r#"["a","\u0061"]"#, false),
        ("[[1,2],[2,1]]", true),
        ("[[[],{}],[{},[]]]", true),
    ] {
        assert_eq!(
            call("unique", &format!("[{list}]")),
            is_unique.to_string(),
            "{list}"
        );
    }
}

#[test]
fn each_repeated_element_is_told_with_the_first() {
    let Value::List(list) = &arguments(r#"[["a","b","a","c","b","a"]]"#)[0] else {
        panic!();
    };
    let found = repeated(&mut Context::new(1000), list).unwrap();
    assert_eq!(found, [(2, 0), (4, 1), (5, 0)]);
}

//! Faults inside expressions, at their very characters however the string is written.

use super::{faults, notes, open, same};

fn rule(expression: &str) -> String {
    format!("[[rules]]\nid = \"a\"\nexpression = {expression}\n")
}

#[test]
fn every_form_of_string_is_pointed_into() {
    same(
        &faults(&rule("\"this.a == \\\"\\u00e9\\\" && nope > 1\"")),
        r#"
 4 expression = "this.a == \"\u00e9\" && nope > 1"
                                         ^^^^ there is nothing called `nope`
   = a field of the value is `this.nope`, text stands in quotes: `'nope'`
"#,
    );
    same(
        &faults(&rule("'this.é > 0 && nope(1)'")),
        "
 4 expression = 'this.é > 0 && nope(1)'
                      ^ `é` means nothing here
   = names have letters from a to z: `this['name']` takes any
",
    );
    same(
        &faults(&rule("'''\n  this.a > 0 &&\n  this.b >'''")),
        "
 6   this.b >'''
             ^ the expression ends where a value had to come
",
    );
    same(
        &faults(&rule("\"\"\"\nthis.a == '\\t' \\\n  || ths.b > 0\"\"\"")),
        r#"
 6   || ths.b > 0"""
        ^^^ there is nothing called `ths`
   = did you mean `this`?
"#,
    );
}

#[test]
fn all_faults_of_a_file_are_told_at_once() {
    same(
        &faults(
            "[facts]\nlimit = { type = \"number\" }\nuser = { type = \"string\" }\n[variables]\ntotal = \"sum(this.lines.map(l, l.qty * l.prize)) + facts.limt\"\n[[rules]]\nid = \"one\"\nwhen = \"variables.totl > 0 && 1\"\nexpression = \"facts.user > 5\"\nmessage = \"{siez(this.lines)} lines, {this.}\"\n[[policy]]\nid = \"two\"\nwhen = \"call.seen > 0\"\ndecision = \"deny\"\n",
        ),
        r#"
 6 total = "sum(this.lines.map(l, l.qty * l.prize)) + facts.limt"
                                                            ^^^^ there is no fact `limt`
   = did you mean `limit`?
 9 when = "variables.totl > 0 && 1"
                     ^^^^ there is no variable `totl`
   = did you mean `total`?
 9 when = "variables.totl > 0 && 1"
                                 ^ a side of `&&` must be true or false, this is a number
10 expression = "facts.user > 5"
                            ^ `>` cannot compare a string with a number
   = `string(...)` makes text of a number, `double(...)` a number of text
11 message = "{siez(this.lines)} lines, {this.}"
               ^^^^ `siez` is no function
   = did you mean `size`?
11 message = "{siez(this.lines)} lines, {this.}"
                                              ^ the expression ends where the name of a field had to come
   = any key can stand in brackets: `this['key']`
14 when = "call.seen > 0"
           ^^^^ there is nothing called `call`
   = `call` is known in entries with `tool` only
"#,
    );
}

#[test]
fn a_condition_is_true_or_false() {
    same(
        &faults(&rule("\"size(this.lines)\"")),
        r#"
 4 expression = "size(this.lines)"
                 ^^^^^^^^^^^^^^^^ a condition is true or false, this gives a number
   = compare it with something: `... > 0`, `... == 'text'`
"#,
    );
    same(
        &faults(&rule("'1'\nwhen = \"\"\"'yes'\"\"\"")),
        r#"
 4 expression = '1'
                 ^ a condition is true or false, this gives a number
   = compare it with something: `... > 0`, `... == 'text'`
 5 when = """'yes'"""
             ^^^^^ a condition is true or false, this gives a string
   = compare it with something: `... > 0`, `... == 'text'`
"#,
    );
}

#[test]
fn a_message_is_pointed_into() {
    let message = |message: &str| faults(&format!("{}message = {message}\n", rule("'this.a'")));
    same(
        &message("\"the \\\"total\\\" is { nope } and {this.b +}\""),
        r#"
 5 message = "the \"total\" is { nope } and {this.b +}"
                                 ^^^^ there is nothing called `nope`
   = a field of the value is `this.nope`, text stands in quotes: `'nope'`
 5 message = "the \"total\" is { nope } and {this.b +}"
                                                     ^ the expression ends where a value had to come
"#,
    );
    same(
        &message("'''\n{this.a} is {'}' + 1} {ths}'''"),
        "
 6 {this.a} is {'}' + 1} {ths}'''
                    ^ `+` cannot take a string and a number
   = `string(...)` makes text of a number, `double(...)` a number of text
 6 {this.a} is {'}' + 1} {ths}'''
                          ^^^ there is nothing called `ths`
   = did you mean `this`?
",
    );
}

#[test]
fn a_variable_that_needs_itself_is_told_with_the_whole_circle() {
    same(
        &faults("[variables]\na = \"variables.a + 1\"\n"),
        r#"
 3 a = "variables.a + 1"
        ^^^^^^^^^^^ the variable `a` needs its own value: `a -> a`
   = write one of them without the others
"#,
    );
    same(
        &faults(
            "[variables]\na = \"1\"\nb = 'variables.a + variables.c'\nc = \"\\u0031 + variables.d\"\nd = \"variables.b\"\ne = \"variables.b\"\n",
        ),
        "
 4 b = 'variables.a + variables.c'
                      ^^^^^^^^^^^ the variable `b` needs its own value: `b -> c -> d -> b`
   = write one of them without the others
",
    );
    same(
        &faults(
            "[variables]\na = \"variables.b\"\nb = \"variables.a + variables.c\"\nc = \"variables.b\"\n",
        ),
        r#"
 3 a = "variables.b"
        ^^^^^^^^^^^ the variable `a` needs its own value: `a -> b -> a`
   = write one of them without the others
 4 b = "variables.a + variables.c"
                      ^^^^^^^^^^^ the variable `b` needs its own value: `b -> c -> b`
   = write one of them without the others
"#,
    );
}

#[test]
fn the_type_of_a_variable_is_known_wherever_it_stands() {
    same(
        &faults(
            "[variables]\na = \"variables.b + 1\"\nb = \"variables.c\"\nc = \"'text'\"\n[[rules]]\nid = \"a\"\nexpression = \"variables.a == 1\"\n",
        ),
        r#"
 3 a = "variables.b + 1"
                    ^ `+` cannot take a string and a number
   = `string(...)` makes text of a number, `double(...)` a number of text
"#,
    );
    same(
        &faults(
            "[variables]\nc = \"'text'\"\n[[rules]]\nid = \"a\"\nexpression = \"variables.c\"\n",
        ),
        r#"
 6 expression = "variables.c"
                 ^^^^^^^^^^^ a condition is true or false, this gives a string
   = compare it with something: `... > 0`, `... == 'text'`
"#,
    );
    let text = "version = 1\n[variables]\na = \"variables.b + 1\"\nb = \"2\"\n[[rules]]\nid = \"a\"\nexpression = \"variables.a == this\"\n";
    let book = open(text).unwrap().book;
    let names: Vec<_> = book
        .variables
        .iter()
        .map(|variable| &*variable.name)
        .collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn what_a_tools_entry_may_use_no_other_may() {
    let tools = "[tools]\ndefault = \"deny\"\n";
    assert_eq!(
        notes(&format!(
            "{tools}{}tool = \"t\"\n",
            rule("\"call.seen == 0\"")
        )),
        ""
    );
    same(
        &faults(&format!(
            "{tools}[variables]\nv = \"call.name\"\n{}",
            rule("\"call.seen == 0\"")
        )),
        r#"
 5 v = "call.name"
        ^^^^ there is nothing called `call`
   = `call` is known in entries with `tool` only
 8 expression = "call.seen == 0"
                 ^^^^ there is nothing called `call`
   = `call` is known in entries with `tool` only
"#,
    );
}

#[test]
fn what_a_broken_line_may_declare_is_not_called_unknown() {
    same(
        &faults(
            "[facts]\nlimit : { type = \"number\" }\n[variables]\ntotal = \"1\n[[rules]]\nid = \"a\"\nexpression = \"variables.total < facts.limit && facts.limt > 0\"\n",
        ),
        r#"
 3 limit : { type = "number" }
         ^ `=` and a value are missing behind the key
   = write `key = value`, with `=` and not `:`
 5 total = "1
             ^ the string is not closed
   = close it on its line, or write it in three quotes on each side
 8 expression = "variables.total < facts.limit && facts.limt > 0"
                                                        ^^^^ there is no fact `limt`
   = did you mean `limit`?
"#,
    );
}

#[test]
fn a_condition_that_is_always_the_same_is_noted() {
    same(
        &notes(&rule("\"1 == 1\"\nwhen = \"true\"")),
        r#"
 4 expression = "1 == 1"
                ^^^^^^^^ this is always true, so the rule never refuses anything
   = ask something of `this`, or leave the rule out
 5 when = "true"
          ^^^^^^ `when` is always true
   = leave it out, which says the same
"#,
    );
    same(
        &notes(&rule("'size(\"a\") > 1'\nwhen = \"1 > 2\"")),
        r#"
 4 expression = 'size("a") > 1'
                ^^^^^^^^^^^^^^^ this is always false, so the rule refuses every value
   = ask something of `this`
 5 when = "1 > 2"
          ^^^^^^^ `when` is always false, so the entry never applies
   = ask something of `this`, or leave the entry out
"#,
    );
    assert_eq!(notes(&rule("\"this > 1\"")), "");
}

#[test]
fn the_example_of_the_design_is_noted_for_its_unused_fact_only() {
    let example = include_str!("../../../../../tests/data/rules/example.toml");
    same(
        &super::drawn(&open(example).unwrap().notes),
        r#"
 6 user = { type = "string" }
   ^^^^ no expression uses the fact `user`
   = use it as `facts.user`, or leave it out: the caller must give it
"#,
    );
}

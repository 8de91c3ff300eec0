//! Rules, policies and tools.

use super::{faults, notes, open, same};
use crate::check::rules::book::{Decision, Part};
use crate::refusal::Severity;

const TOOLS: &str = "[tools]\ndefault = \"deny\"\n";

#[test]
fn an_entry_has_what_it_must_have_and_nothing_unknown() {
    same(
        &faults("[[rules]]\n[[policy]]\n"),
        r#"
 2 [[rules]]
   ^^^^^^^^^ a rule has no `id`
   = add `id = "total-adds-up"`
 2 [[rules]]
   ^^^^^^^^^ a rule has no `expression`
   = add `expression = "this.total > 0"`
 3 [[policy]]
   ^^^^^^^^^^ a policy has no `id`
   = add `id = "above-limit"`
 3 [[policy]]
   ^^^^^^^^^^ a policy has no `decision`
   = add `decision = "ask"`
"#,
    );
    same(
        &faults(
            "[[rules]]\nid = \"a\"\nexpression = \"true\"\nmesage = \"m\"\ndecision = \"deny\"\n[[policy]]\nid = \"b\"\ndecision = \"ask\"\nexpression = \"true\"\ncolour = 1\n",
        ),
        r#"
 5 mesage = "m"
   ^^^^^^ `mesage` is no key of a rule
   = did you mean `message`?
 6 decision = "deny"
   ^^^^^^^^ `decision` is no key of a rule
   = it belongs in `[[policy]]`
10 expression = "true"
   ^^^^^^^^^^ `expression` is no key of a policy
   = it belongs in `[[rules]]`
11 colour = 1
   ^^^^^^ `colour` is no key of a policy
   = a policy has `id`, `when`, `decision`, `message`, `at` and `tool`
"#,
    );
}

#[test]
fn texts_are_texts_and_not_empty() {
    same(
        &faults(
            "[[rules]]\nid = 5\nexpression = true\nwhen = 2025-02-28\nmessage = 1.5\nat = [\"/a\"]\nseverity = 1\n",
        ),
        r#"
 3 id = 5
        ^ `id` must be a string, not a number
   = put it in quotes, as in `id = "total-adds-up"`
 4 expression = true
                ^^^^ `expression` must be a string, not `true` or `false`
   = put it in quotes, as in `expression = "this.total > 0"`
 5 when = 2025-02-28
          ^^^^^^^^^^ `when` must be a string, not a date or a time
   = put it in quotes, as in `when = "has(this.total)"`
 6 message = 1.5
             ^^^ `message` must be a string, not a number with a fraction
   = put it in quotes, as in `message = "the total is {this.total}, which is too much"`
 7 at = ["/a"]
        ^^^^^^ `at` must be a string, not a list
   = write something like `at = "/total"`
 8 severity = 1
              ^ `severity` must be a string, not a number
   = put it in quotes, as in `severity = "warn"`
"#,
    );
    same(
        &faults(
            "[[policy]]\nid = \"\"\nwhen = \" \"\nmessage = \"\"\ndecision = \"\"\n[[rules]]\nid = \"b\"\nexpression = '''\n'''\n",
        ),
        r#"
 3 id = ""
        ^^ `id` is empty
   = write something like `id = "above-limit"`
 4 when = " "
          ^^^ `when` is empty
   = write something like `when = "has(this.total)"`
 5 message = ""
             ^^ `message` is empty
   = write something like `message = "the total is {this.total}, which is too much"`
 6 decision = ""
              ^^ `decision` is empty
   = write something like `decision = "ask"`
 9 expression = '''
                ^^^ `expression` is empty
   = write something like `expression = "this.total > 0"`
"#,
    );
}

#[test]
fn an_id_is_a_word_of_its_own() {
    same(
        &faults(
            "[[rules]]\nid = \"a b\"\nexpression = \"true\"\n[[rules]]\nid = \"\\u00e9\"\nexpression = \"true\"\n",
        ),
        r#"
 3 id = "a b"
          ^ an id cannot hold ` `
   = use the letters a to z, digits, `-`, `_` and `.`, as in `id = "total-adds-up"`
 6 id = "\u00e9"
         ^^^^^^ an id cannot hold `é`
   = use the letters a to z, digits, `-`, `_` and `.`, as in `id = "total-adds-up"`
"#,
    );
    let long = format!(
        "[[rules]]\nid = \"{}\"\nexpression = \"true\"\n",
        "a".repeat(101)
    );
    assert!(faults(&long).contains("an id has at most 100 characters, this one has 101"));
    same(
        &faults(
            "[[policy]]\nid = \"a\"\ndecision = \"deny\"\n[[rules]]\nid = \"a\"\nexpression = \"true\"\n[[policy]]\nid = 'a'\ndecision = \"ask\"\n",
        ),
        r#"
 6 id = "a"
        ^^^ the id `a` stands on line 3 too
   = give each rule and each policy an id of its own
 9 id = 'a'
        ^^^ the id `a` stands on line 3 too
   = give each rule and each policy an id of its own
"#,
    );
}

#[test]
fn decisions_and_severities_are_known_words() {
    same(
        &faults(
            "[[rules]]\nid = \"a\"\nexpression = \"true\"\nseverity = \"warning\"\n[[rules]]\nid = \"b\"\nexpression = \"true\"\nseverity = \"info\"\n[[policy]]\nid = \"c\"\ndecision = \"Deny\"\n[[policy]]\nid = \"d\"\ndecision = \"block\"\n",
        ),
        r#"
 5 severity = "warning"
              ^^^^^^^^^ `severity` must be "error" or "warn", not `warning`
   = did you mean "warn"?
 9 severity = "info"
              ^^^^^^ `severity` must be "error" or "warn", not `info`
   = write "error" or "warn"
12 decision = "Deny"
              ^^^^^^ `decision` must be "deny", "ask" or "allow", not `Deny`
   = did you mean "deny"?
15 decision = "block"
              ^^^^^^^ `decision` must be "deny", "ask" or "allow", not `block`
   = write "deny", "ask" or "allow"
"#,
    );
}

#[test]
fn at_is_a_json_pointer() {
    let at = |pointer: &str| {
        faults(&format!(
            "[[rules]]\nid = \"a\"\nexpression = \"true\"\nat = {pointer}\n"
        ))
    };
    same(
        &at("\"total\""),
        r#"
 5 at = "total"
        ^^^^^^^ `total` is no JSON Pointer
   = did you mean `/total`?
"#,
    );
    same(
        &at("\"$.lines[0].qty\""),
        r#"
 5 at = "$.lines[0].qty"
        ^^^^^^^^^^^^^^^^ `$.lines[0].qty` is no JSON Pointer
   = did you mean `/lines/0/qty`?
"#,
    );
    same(
        &at("\"this.total\""),
        r#"
 5 at = "this.total"
        ^^^^^^^^^^^^ `this.total` is no JSON Pointer
   = did you mean `/total`?
"#,
    );
    same(
        &at("\"#/total\""),
        r##"
 5 at = "#/total"
        ^^^^^^^^^ `#/total` is no JSON Pointer
   = did you mean `/total`?
"##,
    );
    same(
        &at("\"a b\""),
        r#"
 5 at = "a b"
        ^^^^^ `a b` is no JSON Pointer
   = a pointer begins with `/`, as in `/lines/0/qty`
"#,
    );
    same(
        &at("\"/a\\u007eb/~2\""),
        r#"
 5 at = "/a\u007eb/~2"
           ^^^^^^ `~` in a JSON Pointer begins `~0` or `~1`
   = write `~` in a key as `~0`, and `/` in a key as `~1`
"#,
    );
    same(
        &at("'/a/~'"),
        "
 5 at = '/a/~'
            ^ `~` in a JSON Pointer begins `~0` or `~1`
   = write `~` in a key as `~0`, and `/` in a key as `~1`
",
    );
    for fine in ["''", "'/'", "'/a~0~1/0'"] {
        let text =
            format!("version = 1\n[[rules]]\nid = \"a\"\nexpression = \"true\"\nat = {fine}\n");
        assert!(open(&text).is_ok(), "{fine}");
    }
}

#[test]
fn a_message_is_a_template() {
    let message = |message: &str| {
        faults(&format!(
            "[[rules]]\nid = \"a\"\nexpression = \"true\"\nmessage = {message}\n"
        ))
    };
    same(
        &message("\"a {b\""),
        r#"
 5 message = "a {b"
                ^ `{` is not closed
   = close it with `}`, or write `{{` for a brace itself
"#,
    );
    same(
        &message("'''\na\n{} b'''"),
        "
 7 {} b'''
   ^^ an expression is missing between the braces
   = write one, as in `{this.total}`, or `{{}}` for the braces themselves
",
    );
    same(
        &message("\"\\u00e9 } { }\""),
        r#"
 5 message = "\u00e9 } { }"
                     ^ `}` closes nothing
   = write `}}`
 5 message = "\u00e9 } { }"
                       ^^^ an expression is missing between the braces
   = write one, as in `{this.total}`, or `{{}}` for the braces themselves
"#,
    );
    let long = message(&format!("\"{}\"", "a".repeat(4097)));
    assert!(
        long.contains("`message` has 4097 bytes; a message has at most 4096"),
        "{long}"
    );
}

#[test]
fn an_entry_is_read_whole() {
    let text = format!(
        "version = 1\nschema = 'a.json'\n{TOOLS}[[rules]]\nid = \"a.B-c_1\"\nwhen = \"this.w\"\nexpression = '''\n this.e'''\nmessage = \"x {{{{ {{{{}}}} {{ this.y }}\"\nat = \"/t\"\nseverity = \"warn\"\ntool = [\"t*\", \"u?\"]\n[[policy]]\nid = \"p\"\ndecision = \"ask\"\ntool = \"t\"\n"
    );
    let book = open(&text).unwrap().book;
    assert_eq!(book.schema(), Some("a.json"));
    let [rule] = book.rules.as_slice() else {
        panic!()
    };
    assert_eq!(
        (rule.severity, rule.expression.text()),
        (Severity::Warning, " this.e")
    );
    let entry = &rule.entry;
    assert_eq!(
        (entry.id.as_str(), entry.at.as_deref()),
        ("a.B-c_1", Some("/t"))
    );
    assert_eq!(
        entry.tools.as_deref(),
        Some(["t*".to_owned(), "u?".to_owned()].as_slice())
    );
    let [Part::Words(words), Part::Value(value, written)] =
        entry.message.as_ref().unwrap().0.as_slice()
    else {
        panic!()
    };
    assert_eq!(
        (words.as_str(), value.text(), written.as_str()),
        ("x { {} ", " this.y ", "{ this.y }")
    );
    let [policy] = book.policies.as_slice() else {
        panic!()
    };
    assert_eq!(
        (policy.decision, policy.entry.when.is_none()),
        (Decision::Ask, true)
    );
    assert_eq!(notes(""), notes("# nothing\n"));
}

//! What keeps a file from being TOML, and what is told beside it.

use super::{drawn, faults, open, same};

#[test]
fn a_value_without_quotes() {
    same(
        &faults("[[rules]]\nid = total\nexpression = this.a > 0\nmessage = \"m\"\n"),
        "
 3 id = total
        ^^^^^ a value stands without quotes
   = put text and expressions in quotes; only numbers, `true` and `false` go without
 4 expression = this.a > 0
                ^^^^^^^^^^ a value stands without quotes
   = put text and expressions in quotes; only numbers, `true` and `false` go without
",
    );
    same(
        &faults("[facts]\na = True\nb = number\nc =\n"),
        "
 3 a = True
       ^^^^ `True` is no value of TOML
   = write `true`
 4 b = number
       ^^^^^^ a value stands without quotes
   = put text and expressions in quotes; only numbers, `true` and `false` go without
 5 c =
      ^ a value is missing behind `=`
   = write it on the same line
",
    );
}

#[test]
fn quotes_inside_quotes() {
    same(
        &faults("[[rules]]\nid = \"a\"\nexpression = \"this.a == \"x\"\"\n"),
        r#"
 4 expression = "this.a == "x""
                            ^ something follows the end of the string
   = put a text with quotes in it in other quotes: `"…"`, `'…'`, or `'''…'''` around both
"#,
    );
    same(
        &faults("[[rules]]\nid = 'a'\nexpression = 'this.a == 'x''\n"),
        r#"
 4 expression = 'this.a == 'x''
                            ^ something follows the end of the string
   = put a text with quotes in it in other quotes: `"…"`, `'…'`, or `'''…'''` around both
"#,
    );
}

#[test]
fn a_string_that_is_not_closed() {
    same(
        &faults("[[rules]]\nid = \"a\nexpression = \"true\"\n"),
        r#"
 3 id = "a
          ^ the string is not closed
   = close it on its line, or write it in three quotes on each side
"#,
    );
    same(
        &faults("[[rules]]\nid = \"a\"\nmessage = '''b\nexpression = \"true\"\n"),
        "
 4 message = '''b
             ^^^ the string is not closed
   = close it with the three quotes that it began with
",
    );
}

#[test]
fn a_backslash_in_double_quotes() {
    same(
        &faults("[[rules]]\nid = \"a\"\nexpression = \"this.a.matches('^\\d+$')\"\n"),
        r#"
 4 expression = "this.a.matches('^\d+$')"
                                   ^ this backslash begins no escape that TOML knows
   = put the expression between ''' and its pattern in r'...', as in '''this.sku.matches(r'^\d+$')'''
"#,
    );
    same(
        &faults("schema = \"a\\ud800\\u12\"\n"),
        r#"
 2 schema = "a\ud800\u12"
                ^ this number is no character's
   = write a backslash as `\\`, or put the text in `'…'` or `'''…'''`, where it is only itself
"#,
    );
}

#[test]
fn three_quotes() {
    same(
        &faults("schema = \"\"\"\na\\  b\n\"\"\"\nrules = 1\n"),
        r"
 3 a\  b
       ^ this backslash begins no escape that TOML knows
   = write a backslash as `\\`, or put the text in `'…'` or `'''…'''`, where it is only itself
 5 rules = 1
           ^ `rules` must be a list of tables, not a number
   = begin each with `[[rules]]`, two brackets on each side
",
    );
    same(
        &faults("schema = '''\na\u{1}\n'''\nrules = 1\n"),
        r#"
 3 a\u{1}
    ^ a control character stands in the string
   = write it as an escape in `"…"`, such as `\u001b`
 5 rules = 1
           ^ `rules` must be a list of tables, not a number
   = begin each with `[[rules]]`, two brackets on each side
"#,
    );
}

#[test]
fn another_language() {
    let told = |text| drawn(&open(text).unwrap_err().findings);
    same(
        &told("\n{\"version\": 1}"),
        r#"
 2 {"version": 1}
   ^ a rule file is TOML, and this begins as JSON does
   = begin it with `version = 1`; see `jgate explain rules`
"#,
    );
    same(
        &told("```toml\nversion = 1\n```"),
        "
 1 ```toml
   ^^^ a rule file is TOML, and this begins with a code fence
   = begin it with `version = 1`; see `jgate explain rules`
",
    );
    same(
        &told("---\nversion: 1\n"),
        "
 1 ---
   ^^^ a rule file is TOML, and this begins as YAML does
   = begin it with `version = 1`; see `jgate explain rules`
",
    );
    same(
        &told("version: 1\nrules:\n  - id: a\n    expression: this.a > 0\n"),
        "
 1 version: 1
          ^ this cannot stand in a key
   = write `key = value`, with `=` and not `:`
 2 rules:
         ^ `=` and a value are missing behind the key
   = write `key = value`, with `=` and not `:`
 3   - id: a
       ^ `=` and a value are missing behind the key
   = write `key = value`, with `=` and not `:`
 4     expression: this.a > 0
                   ^ `=` and a value are missing behind the key
   = write `key = value`, with `=` and not `:`
",
    );
}

#[test]
fn a_broken_line_hides_no_other() {
    same(
        &faults(
            "[[rules]]\nid: \"a\"\nexpresion = \"true\"\n[[rules]]\nseverity = \"wran\"\nid = \"a b\"\n",
        ),
        r#"
 3 id: "a"
     ^ this cannot stand in a key
   = write `key = value`, with `=` and not `:`
 4 expresion = "true"
   ^^^^^^^^^ `expresion` is no key of a rule
   = did you mean `expression`?
 6 severity = "wran"
              ^^^^^^ `severity` must be "error" or "warn", not `wran`
   = did you mean "warn"?
 7 id = "a b"
          ^ an id cannot hold ` `
   = use the letters a to z, digits, `-`, `_` and `.`, as in `id = "total-adds-up"`
"#,
    );
    same(
        &faults(
            "[facts]\nlimit { type = \"number\" }\n[[rules]]\nid = \"a\"\nexpression = \"this.a < facts.limit\"\nat = \"a\"\n",
        ),
        r#"
 3 limit { type = "number" }
         ^ `=` and a value are missing behind the key
   = write `key = value`, with `=` and not `:`
 7 at = "a"
        ^^^ `a` is no JSON Pointer
   = did you mean `/a`?
"#,
    );
}

#[test]
fn brackets_that_do_not_fit() {
    same(
        &faults("[[rules]\nid = \"a\"\n"),
        "
 2 [[rules]
           ^ `]]` is missing behind the table's name
   = write `[[rules]]`, two brackets on each side
",
    );
    same(
        &faults("[facts\nx = true\n"),
        "
 2 [facts
         ^ `]` is missing behind the table's name
   = write `[facts]`, one bracket on each side
",
    );
    same(
        &faults("[rules]]\nid = \"a\"\n"),
        "
 2 [rules]]
          ^ something follows the table's name
   = write `[facts]`, and `[[rules]]` for each rule, on a line of its own
",
    );
    same(
        &faults("[facts]\nlimit = { type = \"number\"\nuser = { type: \"string\" }\n"),
        r#"
 3 limit = { type = "number"
                            ^ a table is not closed
   = write a table as `{ type = "number", minimum = 0 }`, closed by `}`
"#,
    );
    same(
        &faults("[[rules]]\ntool = [\"a\", \"b\"\nid = \"a\"\n"),
        r#"
 4 id = "a"
   ^ a comma is missing before this, or a `]`
   = write a list as `["a", "b"]`, closed by `]`
"#,
    );
    same(
        &faults("schema = ]\n[facts]\na = }\n"),
        r#"
 2 schema = ]
            ^ `]` closes no list
   = write a list as `["a", "b"]`, closed by `]`
 4 a = }
       ^ `}` closes no table
   = write a table as `{ type = "number", minimum = 0 }`, closed by `}`
"#,
    );
}

#[test]
fn a_key_that_stands_twice() {
    same(
        &faults(
            "[tools]\ndefault = \"deny\"\n[[rules]]\nid = \"a\"\nid = \"b\"\n[tools]\nmax-calls = 2\n",
        ),
        r#"
 6 id = "b"
   ^^ `id` is given twice
   = keep one of them, or put both in one
 7 [tools]
    ^^^^^ `tools` is given twice
   = keep one of them, or put both in one
"#,
    );
    same(
        &faults("facts.a = true\n[facts]\nb = true\n"),
        "
 3 [facts]
    ^^^^^ `facts` is given twice
   = keep one of them, or put both in one
",
    );
}

#[test]
fn other_slips() {
    same(
        &faults("schema == \"a\"\n"),
        r#"
 2 schema == "a"
           ^ a second `=` follows the first
   = put an expression with `==` in quotes
"#,
    );
    same(
        &faults("[tools]\ndefault = \"deny\"\nmax-calls = 05\n"),
        "
 4 max-calls = 05
               ^ this is no number, date or time that TOML knows
   = put text, dates and times in quotes
",
    );
    same(
        &faults("[facts]\na = { const = 2025-02-30 }\n"),
        "
 3 a = { const = 2025-02-30 }
                 ^^^^^^^^^^ this is no number, date or time that TOML knows
   = put text, dates and times in quotes
",
    );
    same(
        &faults("= 1\n"),
        "
 2 = 1
   ^ a key is missing
   = write `key = value`, with `=` and not `:`
",
    );
    same(
        &faults("schema = \"a\u{1}b\" # \u{2}\n"),
        r#"
 2 schema = "a\u{1}b" # \u{2}
              ^ a control character stands in the string
   = write it as an escape in `"…"`, such as `\u001b`
"#,
    );
    same(
        &faults("schema = 'a' # \u{2}\n"),
        r"
 2 schema = 'a' # \u{2}
                  ^ a control character stands in a comment
   = leave it out
",
    );
    same(
        &faults("schema = 'a',\n"),
        r#"
 2 schema = 'a',
               ^ something follows the end of the string
   = put a text with quotes in it in other quotes: `"…"`, `'…'`, or `'''…'''` around both
"#,
    );
    same(
        &faults(&format!(
            "[facts]\na = {}1{}\n",
            "[".repeat(90),
            "]".repeat(90)
        )),
        "
 3 a = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
                                                                                       ^ tables and lists nest too deep
   = nest less
",
    );
    same(
        &faults("schema = 'a'\r[facts]\n"),
        "
 3 [facts]
   ^ a carriage return stands without its line feed
   = end lines with LF or CR LF
",
    );
}

#[test]
fn a_list_begun_as_one_table() {
    same(
        &faults("[rules]\nid = \"a\"\n[rules]\nid = \"b\"\n[rules]\nid = \"c\"\n"),
        "
 4 [rules]
    ^^^^^ `rules` is given twice
   = begin each with `[[rules]]`, two brackets on each side
",
    );
}

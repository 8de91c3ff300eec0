//! `tool` and `[tools]`.

use super::{faults, open, same};
use crate::check::rules::book::Decision;

const TOOLS: &str = "[tools]\ndefault = \"deny\"\n";

#[test]
fn tools_are_names_or_globs() {
    let tool = |tool: &str| {
        faults(&format!(
            "{TOOLS}[[policy]]\nid = \"a\"\ndecision = \"deny\"\ntool = {tool}\n"
        ))
    };
    same(
        &tool("\"\""),
        r#"
 7 tool = ""
          ^^ a tool's name is empty
   = name a tool, or write `*` for all
"#,
    );
    same(
        &tool("[]"),
        "
 7 tool = []
          ^^ `tool` names no tool
   = name a tool, or leave `tool` out to judge the value
",
    );
    same(
        &tool("5"),
        r#"
 7 tool = 5
          ^ `tool` must be a string, not a number
   = put it in quotes, as in `tool = "create_project"`
"#,
    );
    same(
        &tool("[\"a\", 5, \"\", \"Bash(git push)\"]"),
        r#"
 7 tool = ["a", 5, "", "Bash(git push)"]
                ^ `tool` must be a string, not a number
   = put it in quotes, as in `tool = "create_project"`
 7 tool = ["a", 5, "", "Bash(git push)"]
                   ^^ a tool's name is empty
   = name a tool, or write `*` for all
 7 tool = ["a", 5, "", "Bash(git push)"]
                            ^ `(` stands in no tool's name
   = write a name, or a glob with `*` and `?`; for several tools a list: `["read_*", "list"]`
"#,
    );
    same(
        &tool("\"read, write\""),
        r#"
 7 tool = "read, write"
               ^ `,` stands in no tool's name
   = write a name, or a glob with `*` and `?`; for several tools a list: `["read_*", "list"]`
"#,
    );
    same(
        &faults("[[policy]]\nid = \"a\"\ndecision = \"deny\"\ntool = \"a\"\n"),
        r#"
 5 tool = "a"
   ^^^^ `tool` needs `[tools]` in the file
   = add `[tools]` with `default = "deny"`, or what else holds for tools that no policy speaks of
"#,
    );
}

#[test]
fn the_table_of_tools_is_whole() {
    same(
        &faults("[tools]\nmax-calls = 0\nmaxcalls = 1\n"),
        r#"
 2 [tools]
   ^^^^^^^ `[tools]` has no `default`
   = add `default = "deny"`
 3 max-calls = 0
               ^ `max-calls` must be a whole number of at least 1, not 0
   = to allow no call at all, write `default = "deny"` and no policy
 4 maxcalls = 1
   ^^^^^^^^ `maxcalls` is no key of `[tools]`
   = did you mean `max-calls`?
"#,
    );
    same(
        &faults("[tools]\ndefault = \"alow\"\nmax-calls = 1.5\n"),
        r#"
 3 default = "alow"
             ^^^^^^ `default` must be "deny", "ask" or "allow", not `alow`
   = did you mean "allow"?
 4 max-calls = 1.5
               ^^^ `max-calls` must be a whole number of at least 1, not a number with a fraction
   = to allow no call at all, write `default = "deny"` and no policy
"#,
    );
    same(
        &faults("[tools]\ndefault = true\nmax-calls = -1\n"),
        r#"
 3 default = true
             ^^^^ `default` must be a string, not `true` or `false`
   = put it in quotes, as in `default = "deny"`
 4 max-calls = -1
               ^^ `max-calls` must be a whole number of at least 1, not -1
   = to allow no call at all, write `default = "deny"` and no policy
"#,
    );
    let text = format!("version = 1\n{TOOLS}max-calls = 0x10\n");
    let tools = open(&text).unwrap().book.tools.unwrap();
    assert_eq!((tools.default, tools.max_calls), (Decision::Deny, Some(16)));
}

//! Warnings: what is right and was probably not meant.

use super::{notes, same};

#[test]
fn a_file_that_judges_nothing_is_noted() {
    same(
        &notes(""),
        "
 1 version = 1
   ^ the file holds no rule and no policy, so it judges nothing
   = add a `[[rules]]` with an `expression` that must be true
",
    );
    same(&notes("[tools]\ndefault = \"deny\"\n"), "");
}

#[test]
fn what_nothing_uses_is_noted() {
    same(
        &notes(
            "[facts]\nlimit = true\n[variables]\ntotal = \"1\"\n[[policy]]\nid = \"a\"\ndecision = \"deny\"\n",
        ),
        r#"
 3 limit = true
   ^^^^^ no expression uses the fact `limit`
   = use it as `facts.limit`, or leave it out: the caller must give it
 5 total = "1"
   ^^^^^ no expression uses the variable `total`
   = use it as `variables.total`, or leave it out
"#,
    );
}

#[test]
fn a_policy_that_only_allows_is_noted() {
    same(
        &notes("[[policy]]\nid = \"a\"\ndecision = \"allow\"\n"),
        r#"
 4 decision = "allow"
              ^^^^^^^ this decides nothing: what no policy denies or asks for is allowed anyway
   = leave the policy out, or deny and ask for what may not pass; `allow` is for tools
"#,
    );
    same(
        &notes(
            "[tools]\ndefault = \"deny\"\n[[policy]]\nid = \"a\"\ntool = \"a\"\ndecision = \"allow\"\n",
        ),
        "",
    );
}

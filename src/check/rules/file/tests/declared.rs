//! The top of the file, facts and variables.

use super::{drawn, faults, notes, open, same};
use crate::check::rules::cel::value::Kind;

#[test]
fn the_version_must_be_known() {
    let told = |text| drawn(&open(text).unwrap_err().findings);
    same(
        &told(""),
        "
 1 
   ^ the file has no `version`
   = add `version = 1`
",
    );
    same(
        &told("[[rules]]\n"),
        r#"
 1 [[rules]]
   ^ the file has no `version`
   = add `version = 1`
 1 [[rules]]
   ^^^^^^^^^ a rule has no `id`
   = add `id = "total-adds-up"`
 1 [[rules]]
   ^^^^^^^^^ a rule has no `expression`
   = add `expression = "this.total > 0"`
"#,
    );
    same(
        &told("version = \"1\"\nshema = 1\n"),
        r#"
 1 version = "1"
             ^^^ `version` must be the number 1, not a string
   = write `version = 1`
 2 shema = 1
   ^^^^^ `shema` is no key of a rule file
   = did you mean `schema`?
"#,
    );
    same(
        &told("version = 2\nnew = 1\n"),
        "
 1 version = 2
             ^ the file is of version 2, and this jgate reads version 1
   = use a later jgate, or write `version = 1`
",
    );
    same(
        &told("version = 0\nnew = 1\n"),
        "
 1 version = 0
             ^ there is no version 0 of rule files
   = write `version = 1`
 2 new = 1
   ^^^ `new` is no key of a rule file
   = a rule file has `version`, `schema`, `facts`, `variables`, `rules`, `policy` and `tools`
",
    );
    same(
        &told("version = -1\n"),
        "
 1 version = -1
             ^^ there is no version -1 of rule files
   = write `version = 1`
",
    );
    same(
        &told("version = 0x\n"),
        "
 1 version = 0x
             ^^ there is no version 0x of rule files
   = write `version = 1`
",
    );
    assert!(open("\u{feff}version = 0x1\n").is_ok());
}

#[test]
fn only_known_keys_stand_at_the_top() {
    same(
        &faults("shema = \"a\"\nrule = 1\nmax-calls = 5\nwhatever = 1\n"),
        r#"
 2 shema = "a"
   ^^^^^ `shema` is no key of a rule file
   = did you mean `schema`?
 3 rule = 1
   ^^^^ `rule` is no key of a rule file
   = did you mean `rules`?
 4 max-calls = 5
   ^^^^^^^^^ `max-calls` is no key of a rule file
   = it belongs in `[tools]`
 5 whatever = 1
   ^^^^^^^^ `whatever` is no key of a rule file
   = a rule file has `version`, `schema`, `facts`, `variables`, `rules`, `policy` and `tools`
"#,
    );
    same(
        &faults("schema = 5\n"),
        r#"
 2 schema = 5
            ^ `schema` must be a string, not a number
   = put it in quotes, as in `schema = "invoice.schema.json"`
"#,
    );
    same(
        &faults("schema = \" \"\n"),
        r#"
 2 schema = " "
            ^^^ `schema` is empty
   = write something like `schema = "invoice.schema.json"`
"#,
    );
    same(
        &faults(
            "schema = 2025-02-28\nfacts = 1\nvariables = []\nrules = 5\npolicy = [1]\ntools = \"deny\"\n",
        ),
        r#"
 2 schema = 2025-02-28
            ^^^^^^^^^^ `schema` must be a string, not a date or a time
   = put it in quotes, as in `schema = "invoice.schema.json"`
 3 facts = 1
           ^ `facts` must be a table, not a number
   = write `[facts]` on a line of its own, and its keys below
 4 variables = []
               ^^ `variables` is one table, not a list of them
   = write `[variables]`, with one bracket on each side
 5 rules = 5
           ^ `rules` must be a list of tables, not a number
   = begin each with `[[rules]]`, two brackets on each side
 6 policy = [1]
             ^ each of `policy` must be a table, not a number
   = begin each with `[[policy]]` on a line of its own
 7 tools = "deny"
           ^^^^^^ `tools` must be a table, not a string
   = write `[tools]` on a line of its own, and its keys below
"#,
    );
    same(
        &faults("[rules]\nid = \"a\"\n[[facts]]\na = true\n[[tools]]\n"),
        "
 2 [rules]
   ^^^^^^^ `rules` is a list of tables, not one table
   = begin each with `[[rules]]`, two brackets on each side
 4 [[facts]]
   ^^^^^^^^^ `facts` is one table, not a list of them
   = write `[facts]`, with one bracket on each side
 6 [[tools]]
   ^^^^^^^^^ `tools` is one table, not a list of them
   = write `[tools]`, with one bracket on each side
",
    );
}

#[test]
fn a_fact_is_a_json_schema() {
    same(
        &faults(
            "[facts]\nlimit = \"number\"\ncurrency = \"EUR\"\nlist = [1]\nschema = \"a.json\"\n",
        ),
        r#"
 3 limit = "number"
           ^^^^^^^^ the fact `limit` must be a JSON Schema, not a string
   = write `limit = { type = "number" }`
 4 currency = "EUR"
              ^^^^^ the fact `currency` must be a JSON Schema, not a string
   = write something like `limit = { type = "number" }`; its value comes from the caller
 5 list = [1]
          ^^^ the fact `list` must be a JSON Schema, not a list
   = write something like `limit = { type = "number" }`; its value comes from the caller
 6 schema = "a.json"
            ^^^^^^^^ the fact `schema` must be a JSON Schema, not a string
   = `schema` belongs at the top of the file, above the first `[…]`
"#,
    );
    same(
        &faults("[facts]\nlimit = { tpye = \"number\" }\n"),
        r#"
 3 limit = { tpye = "number" }
           ^^^^^^^^^^^^^^^^^^^ the schema holds no keyword of JSON Schema, so it would allow all
   = `tpye`: did you mean `type`?
"#,
    );
    same(
        &faults(
            "[facts]\na = { type = \"nmuber\", minimum = \"0\" }\n[facts.b]\npattern = '[a'\nproperties.c = { type = \"int\" }\n",
        ),
        r#"
 3 a = { type = "nmuber", minimum = "0" }
                ^^^^^^^^ `type` must be "array", "boolean", "integer", "null", "number", "object", "string" or an array, not "nmuber"
   = did you mean "number"?
 3 a = { type = "nmuber", minimum = "0" }
                                    ^^^ `minimum` must be a number, not a string
   = leave the quotes out
 5 pattern = '[a'
             ^^^^ `[a` is no regular expression: a `[` is not closed
 6 properties.c = { type = "int" }
                           ^^^^^ `properties.c.type` must be "array", "boolean", "integer", "null", "number", "object", "string" or an array, not "int"
   = did you mean "integer"?
"#,
    );
    same(
        &faults(
            "[facts]\na = { const = 2025-02-28 }\nb = { enum = [nan, inf, 1.5] }\nc = { minimum = 0xffffffffffffffffffff }\n",
        ),
        "
 3 a = { const = 2025-02-28 }
                 ^^^^^^^^^^ JSON Schema has no such value
   = put dates and times in quotes
 4 b = { enum = [nan, inf, 1.5] }
                 ^^^ JSON Schema has no such value
   = write a finite number
 4 b = { enum = [nan, inf, 1.5] }
                      ^^^ JSON Schema has no such value
   = write a finite number
 5 c = { minimum = 0xffffffffffffffffffff }
                   ^^^^^^^^^^^^^^^^^^^^^^ JSON Schema has no such value
   = write a smaller whole number
",
    );
    same(
        &faults(
            "[facts]\na = { \"$ref\" = \"a.json\" }\nb = { \"$ref\" = \"#/$defs/c\" }\nc = { name = \"x\" }\n",
        ),
        r##"
 3 a = { "$ref" = "a.json" }
                  ^^^^^^^^ `$ref` to `a.json` cannot be followed: a fact's schema stands by itself
 4 b = { "$ref" = "#/$defs/c" }
                  ^^^^^^^^^^^ `$ref` names nothing: `#/$defs/c`
 5 c = { name = "x" }
       ^^^^^^^^^^^^^^ the schema holds no keyword of JSON Schema, so it would allow all
   = write something like `limit = { type = "number" }`
"##,
    );
}

#[test]
fn a_fact_tells_its_type() {
    let text = "version = 1\n[facts]\na = { type = \"integer\", minimum = 0x10 }\nb = { type = [\"string\"] }\nc = true\nd = { type = \"string\", format = \"date\" }\n[facts.z]\ntype = \"array\"\nitems.type = \"string\"\n[facts.e]\ntype = \"object\"\n";
    let book = open(text).unwrap().book;
    let facts = book.facts.iter();
    let facts: Vec<_> = facts.map(|fact| (&*fact.name, fact.kind)).collect();
    assert_eq!(
        facts,
        [
            ("a", Kind::Number),
            ("b", Kind::Any),
            ("c", Kind::Any),
            ("d", Kind::String),
            ("z", Kind::List),
            ("e", Kind::Map),
        ]
    );
}

#[test]
fn names_are_those_that_expressions_can_use() {
    same(
        &faults(
            "[facts]\nmax-amount = true\n1st = true\n\"\" = true\nin = true\n\"größe\" = true\n[variables]\nnull = \"1\"\n\"a.b\" = \"1\"\n",
        ),
        r#"
 3 max-amount = true
   ^^^^^^^^^^ `max-amount` is no name that an expression can use
   = begin it with a letter and use letters, digits and `_`: `max_amount`
 4 1st = true
   ^^^ `1st` is no name that an expression can use
   = begin it with a letter and use letters, digits and `_`
 5 "" = true
   ^^ `` is no name that an expression can use
   = begin it with a letter and use letters, digits and `_`
 6 in = true
   ^^ `in` is a word of the expression language
   = give the fact another name, such as `the_in`
 7 "größe" = true
   ^^^^^^^ `größe` is no name that an expression can use
   = begin it with a letter and use letters, digits and `_`
 9 null = "1"
   ^^^^ `null` is a word of the expression language
   = give the variable another name, such as `the_null`
10 "a.b" = "1"
   ^^^^^ `a.b` is no name that an expression can use
   = begin it with a letter and use letters, digits and `_`: `a_b`
"#,
    );
}

#[test]
fn a_variable_is_an_expression() {
    same(
        &faults("[variables]\na = 5\nb = \"\"\nc = [\"1\"]\nversion = 1\nd = { a = 1 }\n"),
        r#"
 3 a = 5
       ^ `a` must be a string, not a number
   = put it in quotes, as in `a = "5"`
 4 b = ""
       ^^ the variable `b` is empty
   = write something like `total = "sum(this.lines.map(l, l.qty * l.price))"`
 5 c = ["1"]
       ^^^^^ `c` must be a string, not a list
   = write something like `total = "sum(this.lines.map(l, l.qty * l.price))"`
 6 version = 1
             ^ the variable `version` must be an expression in quotes
   = the key `version` belongs at the top of the file, above the first `[…]`
 7 d = { a = 1 }
       ^^^^^^^^^ `d` must be a string, not a table
   = write something like `total = "sum(this.lines.map(l, l.qty * l.price))"`
"#,
    );
    let long = format!("[variables]\na = \"{}\"\n", "1 + ".repeat(1025));
    let told = faults(&long);
    assert!(
        told.contains("an expression has at most 4096 bytes, this one 4100"),
        "{told}"
    );
}

#[test]
fn what_a_schema_probably_did_not_mean_is_noted() {
    same(
        &notes("[facts]\na = { type = \"number\", minimun = 0 }\n"),
        r#"
 1 version = 1
   ^ the file holds no rule and no policy, so it judges nothing
   = add a `[[rules]]` with an `expression` that must be true
 3 a = { type = "number", minimun = 0 }
   ^ no expression uses the fact `a`
   = use it as `facts.a`, or leave it out: the caller must give it
 3 a = { type = "number", minimun = 0 }
                          ^^^^^^^ `minimun` is no keyword of JSON Schema: did you mean `minimum`?
"#,
    );
}

#[test]
fn a_thousand_of_each_are_the_most() {
    let facts: Vec<_> = (0..1001).map(|at| format!("f{at} = true\n")).collect();
    let facts = facts.concat();
    let told = faults(&format!("[facts]\n{facts}"));
    same(
        &told,
        "
1003 f1000 = true
   ^^^^^ this is one of more than 1000 facts
   = a file has at most 1000 of them: split it
",
    );
    let rules: Vec<_> = (0..1001)
        .map(|at| format!("[[rules]]\nid = \"r{at}\"\nexpression = \"true\"\n"))
        .collect();
    let rules = rules.concat();
    same(
        &faults(&rules),
        "
3002 [[rules]]
   ^^^^^^^^^ this is one of more than 1000 rules and policies
   = a file has at most 1000 of them: split it
",
    );
    let large = open(&" ".repeat(1 << 20).replacen(' ', "#", 1).repeat(2)).unwrap_err();
    assert_eq!(
        large.deciding().message.show(false),
        "the rule file has 2097152 bytes, more than 1 MiB"
    );
}

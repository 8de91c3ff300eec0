//! What is wrong with an expression, and at which of its characters.

use super::super::value::Kind;
use super::{Expression, Scope};

/// The faults of an expression, each with the characters that it points at.
fn faults(text: &str) -> Vec<String> {
    let facts = [("limit".to_owned(), Kind::Number)];
    let variables = [("total".to_owned(), Kind::Number)];
    let scope = Scope {
        facts: &facts,
        variables: &variables,
        call: false,
        patterns: None,
    };
    let faults = Expression::condition(text, &scope)
        .err()
        .unwrap_or_default();
    let shown = |fault: &super::super::Fault| {
        let help = fault.help.as_ref().map(|help| help.show(false));
        let at = text.get(fault.span.clone()).unwrap_or("?");
        format!(
            "<{at}> {} | {}",
            fault.message.show(false),
            help.unwrap_or_default()
        )
    };
    faults.iter().map(shown).collect()
}

#[track_caller]
fn fault(text: &str, wanted: &str) {
    assert_eq!(faults(text), [wanted], "{text}");
}

#[test]
fn names_that_stand_for_nothing() {
    fault(
        "amount > 0",
        "<amount> there is nothing called `amount` | a field of the value is `this.amount`, text stands in quotes: `'amount'`",
    );
    fault(
        "limit > 0",
        "<limit> there is nothing called `limit` | facts are reached by `facts`: `facts.limit`",
    );
    fault(
        "total > 0",
        "<total> there is nothing called `total` | variables are reached by `variables`: `variables.total`",
    );
    fault(
        "tihs.a > 0",
        "<tihs> there is nothing called `tihs` | did you mean `this`?",
    );
    fault(
        "facts.limt > 0",
        "<limt> there is no fact `limt` | did you mean `limit`?",
    );
    fault(
        "variables.x > 0",
        "<x> there is no variable `x` | `[variables]` defines only `total`",
    );
    fault(
        "variables > 0",
        "<variables> `variables` is not a value by itself | use one of them: `variables.NAME`",
    );
    fault(
        "self.a > 0",
        "<self> there is nothing called `self` | the value that is judged is `this`",
    );
    fault(
        "this.a == True",
        "<True> there is nothing called `True` | the words are `true`, `false` and `null`",
    );
    fault(
        "call.name == 'x'",
        "<call> there is nothing called `call` | `call` is known in entries with `tool` only",
    );
    assert_eq!(
        faults("this.l.all(line, line.q > 0) && line.q > 1").len(),
        1,
        "only inside"
    );
    assert_eq!(
        faults("a > 0 && b > 0 && facts.c > 0").len(),
        3,
        "all are told"
    );
}

#[test]
fn functions_that_are_not_there_or_used_otherwise() {
    fault(
        "this.a.startWith('x')",
        "<startWith> `startWith` is no method | did you mean `startsWith`?",
    );
    fault(
        "startsWith(this.a, 'x')",
        "<startsWith> `startsWith` is no function but a method | it is used as `TEXT.startsWith(PART)`",
    );
    fault(
        "this.a.startsWith()",
        "<startsWith> `startsWith` takes 1 argument, not 0 | it is used as `TEXT.startsWith(PART)`",
    );
    fault(
        "nofunc(1) == 1",
        "<nofunc> `nofunc` is no function | `jgate explain rules` lists them all",
    );
    fault(
        "this.l.all(x.a > 0)",
        "<x> `all` needs a name for the element first | for example `this.lines.all(line, line.qty > 0)`",
    );
    fault(
        "has(this)",
        "<has(this)> `has` takes one field: `has(this.lines)` | for a key in brackets: `'key' in this`",
    );
}

#[test]
fn an_element_hides_nothing_that_has_a_meaning() {
    for name in ["this", "facts", "now", "true", "in", "call", "variables"] {
        fault(
            &format!("[1].all({name}, {name} == 1)"),
            &format!("<{name}> `{name}` has a meaning of its own | give the element another name"),
        );
    }
}

#[test]
fn what_can_never_work() {
    fault(
        "this.a + 1",
        "<this.a + 1> a condition is true or false, this gives a number | compare it with something: `... > 0`, `... == 'text'`",
    );
    fault(
        "'a' > 1",
        "<>> `>` cannot compare a string with a number | `string(...)` makes text of a number, `double(...)` a number of text",
    );
    fault(
        "facts.limit == 'x'",
        "<==> a number is never equal to a string | `string(...)` makes text of a number, `double(...)` a number of text",
    );
    fault(
        "now > '2025-01-01'",
        "<>> `>` cannot compare a time with a string | `date(...)` makes a time of `2025-02-28`, `timestamp(...)` of `2025-02-28T09:00:00Z`",
    );
    fault(
        "1 in 2",
        "<in> `in` looks into a list or an object, not into a number | ",
    );
    fault(
        "!facts.limit",
        "<facts.limit> what stands behind `!` must be true or false, this is a number | ",
    );
    fault(
        "facts.limit && true",
        "<facts.limit> a side of `&&` must be true or false, this is a number | ",
    );
    fault(
        "facts.limit.x == 1",
        "<facts.limit.x> a number has no fields | ",
    );
    fault(
        "[1].all(x, 1)",
        "<1> the condition of `all` must be true or false, this is a number | ",
    );
}

#[test]
fn patterns_are_read_beforehand() {
    let help =
        "look-around and back references are not known; in r'...' a backslash stands as it is";
    fault(
        "this.a.matches('[a')",
        &format!("<'[a'> the pattern is no regular expression: unclosed character class | {help}"),
    );
    fault(
        "matches(this.a, '(?=a)')",
        &format!(
            "<'(?=a)'> the pattern is no regular expression: look-around, including look-ahead and look-behind, is not supported | {help}"
        ),
    );
    assert!(faults("this.a.matches(this.b)").is_empty());
}

#[test]
fn syntax_of_other_languages() {
    fault("this.a = 1", "<=> `=` is no operator | did you mean `==`?");
    fault(
        "this.a > 0 and this.b > 0",
        "<and> `and` stands where an operator or the end had to come | did you mean `&&`?",
    );
    fault(
        "(this.a > 0",
        "<> the expression ends where `)` had to come | ",
    );
    fault(
        "this.a > ",
        "<> the expression ends where a value had to come | ",
    );
    fault(
        "this.a == 'x",
        "<'x> the text that begins here has no closing `'` | ",
    );
    fault(
        "this.a == \"\\d\"",
        "<\\d> `\\d` is no escape | TOML and CEL both read backslashes: write r'...' between ''' quotes, as in '''this.x.matches(r'\\d+')'''",
    );
    fault("", "<> the expression is empty | ");
    fault(
        "this.a ? 1",
        "<> the expression ends where `:` had to come | ",
    );
    fault(
        "this.a.",
        "<> the expression ends where the name of a field had to come | any key can stand in brackets: `this['key']`",
    );
}

#[test]
fn words_of_other_languages() {
    for (text, told) in [
        (
            "size == 1",
            "<size> there is nothing called `size` | `size(...)` is a function; a field of the value is `this.size`",
        ),
        (
            "type == 'a'",
            "<type> `type` is the name of a type here | a field of the value is `this.type`",
        ),
        (
            "today > now",
            "<today> there is nothing called `today` | the time of the run is `now`",
        ),
        (
            "now() > date('2025-01-01')",
            "<now> `now` is no function | write `now`, without brackets",
        ),
        (
            "count(this.a) > 1",
            "<count> `count` is no function | write `size(X)`",
        ),
        (
            "this.a.length() > 1",
            "<length> `length` is no method | write `size(X)`",
        ),
        (
            "this.a.any(x, x > 1)",
            "<any> `any` is no method | write `LIST.exists(x, CONDITION)`",
        ),
        (
            "this.a.exist(x, x > 1)",
            "<exist> `exist` is no method | did you mean `exists`?",
        ),
        (
            "exists(this.a)",
            "<exists> `exists` is no function | of a list `this.lines.exists(line, line.qty > 0)`, of a field `has(this.name)`",
        ),
        (
            "this.has('a')",
            "<has> `has` is no method | write `has(this.name)`",
        ),
        (
            "this.a.exists()",
            "<)> `exists` needs a name for the element first | whether a field is there says `has(this.name)`",
        ),
        (
            "not this.a",
            "<not> there is nothing called `not` | did you mean `!`?",
        ),
        (
            "this.a not in this.b",
            "<not> `not` stands where an operator or the end had to come | write `!(a in b)`",
        ),
        (
            "this.a.map(l => l.sku)",
            "<=>> `=>` is no operator | a comma stands behind the element's name: `map(l, l.sku)`",
        ),
        (
            "this.a => 1",
            "<=>> `=>` is no operator | did you mean `>=`?",
        ),
        (
            "this.a ** 2 > 1",
            "<**> `**` is no operator | there is no power: write `x * x`",
        ),
        (
            "l.qty > 1",
            "<l> there is nothing called `l` | an element has its name only inside of its macro: `this.lines.all(l, l.qty > 0)`",
        ),
    ] {
        fault(text, told);
    }
}

#[test]
fn what_was_meant_where_types_differ() {
    for (text, told) in [
        (
            "['a'].contains(this.a)",
            "<['a']> what `contains` takes here must be a string, this is a list | write `this.a in ['a']`",
        ),
        (
            "[1].length > 0",
            "<[1].length> a list has no fields | write `size([1])`",
        ),
        (
            "type(this.a) == 'int'",
            "<==> a type is never equal to a string | types are written without quotes: `type(x) == int`",
        ),
        (
            "now > 2025",
            "<>> `>` cannot compare a time with a number | a day is written `date('2025-01-01')`",
        ),
        (
            "now + 1 > now",
            "<+> `+` cannot take a time and a number | a day is a duration of 24 hours: `+ duration('24h')`",
        ),
        (
            "0 <= this.a <= 100",
            "<<=> `<=` cannot compare true or false with a number | a range is written with `&&`: `0 <= x && x <= 100`",
        ),
        (
            "this.a in ('a', 'b')",
            "<,> `,` stands where `)` had to come | a list is written ['a', 'b']",
        ),
        (
            "this.a in 'a, b'",
            "<in> `in` looks into a list or an object, not into a string | a list is written ['a', 'b']; a part of a text is found by `text.contains(part)`",
        ),
        (
            "this.a > 1,000",
            "<,> `,` stands where an operator or the end had to come | digits stand without commas: `1000`",
        ),
        (
            "this.a > 5%",
            "<> the expression ends where a value had to come | `%` is the remainder of a division; five percent is `0.05`",
        ),
    ] {
        fault(text, told);
    }
}

#[test]
fn what_is_written_out_is_converted_beforehand() {
    fault(
        "now < now + duration('1d')",
        "<duration('1d')> \"1d\" is not a duration like `1h30m` or `1.5s` | units are `h`, `m`, `s` and `ms`; a day is `24h`",
    );
    for (text, begins) in [
        (
            "now > date('2025-02-30')",
            "<date('2025-02-30')> \"2025-02-30\" is no day of the calendar |",
        ),
        (
            "now > timestamp('2025-01-01')",
            "<timestamp('2025-01-01')> \"2025-01-01\" is ",
        ),
        ("int('x') > 1", "<int('x')> \"x\" is not a whole number |"),
    ] {
        let found = faults(text).join("");
        assert!(found.starts_with(begins), "{text}: {found}");
    }
    for text in [
        "now > date('2025-02-28')",
        "this.a > int('7')",
        "now > date(this.a)",
    ] {
        assert!(faults(text).is_empty(), "{text}");
    }
}

#[test]
fn a_key_that_is_written_out_is_a_name() {
    fault(
        "facts['limt'] > 1",
        "<'limt'> there is no fact `limt` | did you mean `limit`?",
    );
    assert!(faults("facts['limit'] > 1").is_empty());
    fault(
        "this.a.matches('\\b')",
        "<'\\b'> the pattern holds a backspace | for a word boundary write r'\\b', in an expression between ''' quotes",
    );
}

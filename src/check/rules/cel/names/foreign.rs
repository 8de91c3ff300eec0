//! Words of other languages, and how the same is said in this one.

/// Words, and what does the same here.
type Row = (&'static [&'static str], &'static str);

/// Names that stand for a value elsewhere.
const NAMES: [Row; 3] = [
    (
        &["none", "nil", "undefined", "true", "false", "null"],
        "the words are `true`, `false` and `null`",
    ),
    (
        &[
            "self", "value", "input", "args", "data", "request", "object", "doc",
        ],
        "the value that is judged is `this`",
    ),
    (&["today"], "the time of the run is `now`"),
];

/// Functions and methods.
#[rustfmt::skip]
const FUNCTIONS: [Row; 24] = [
    (&["count", "length", "len", "strlen", "cardinality"], "write `size(X)`"),
    (&["now", "today", "utcnow", "getdate"], "write `now`, without brackets"),
    (&["includes", "has_part"], "of a text `this.text.contains('part')`, of a list `x in this.list`"),
    (&["upper", "toupper", "touppercase", "uppercase"], "write `TEXT.upperAscii()`"),
    (&["lower", "tolower", "tolowercase", "lowercase"], "write `TEXT.lowerAscii()`"),
    (&["has", "hasfield", "haskey", "hasownproperty", "defined", "isset"], "write `has(this.name)`"),
    (&["isempty", "empty", "is_empty"], "write `size(X) == 0`"),
    (&["isnull", "is_null"], "write `X == null`, or `!has(this.name)` for a field that is not there"),
    (&["abs"], "write `x < 0 ? -x : x`"),
    (&["min"], "write `a < b ? a : b`, of a list `this.list.all(x, x >= 1)`"),
    (&["max"], "write `a > b ? a : b`, of a list `this.list.all(x, x <= 100)`"),
    (&["floor", "ceil", "ceiling", "trunc"], "`round(X)` rounds, `int(X)` cuts the fraction off"),
    (&["avg", "average", "mean"], "write `sum(LIST) / size(LIST)`"),
    (&["reduce", "fold"], "`sum(LIST)` adds the numbers of a list"),
    (&["pow", "power"], "there is no power: write `x * x`"),
    (&["str", "tostring", "text"], "write `string(X)`"),
    (&["float", "number", "decimal", "parsefloat", "tonumber"], "write `double(X)`"),
    (&["integer", "parseint", "toint"], "write `int(X)`"),
    (&["typeof", "isinstance"], "write `type(X) == string`"),
    (&["match", "test", "regex", "like"], "write `TEXT.matches(REGEX)`"),
    (&["concat"], "write `a + b`"),
    (&["distinct", "isunique", "uniqueitems"], "write `unique(LIST)`"),
    (&["not"], "write `!(...)`"),
    (&["if", "iif"], "write `condition ? a : b`"),
];

/// Macros: what stands in their brackets cannot be read before they have their name.
const MACROS: [Row; 4] = [
    (
        &["any", "some", "anymatch", "contains_any"],
        "write `LIST.exists(x, CONDITION)`",
    ),
    (
        &["every", "allmatch", "forall", "foreach"],
        "write `LIST.all(x, CONDITION)`",
    ),
    (
        &["where", "find", "findall"],
        "write `LIST.filter(x, CONDITION)`",
    ),
    (&["select", "collect"], "write `LIST.map(x, VALUE)`"),
];

/// Words between two values.
#[rustfmt::skip]
const OPERATORS: [Row; 13] = [
    (&["and"], "did you mean `&&`?"),
    (&["or"], "did you mean `||`?"),
    (&["is", "eq", "equals"], "did you mean `==`?"),
    (&["ne"], "did you mean `!=`?"),
    (&["not"], "did you mean `!`?"),
    (&["mod"], "did you mean `%`?"),
    (&["div"], "did you mean `/`?"),
    (&["contains", "includes"], "write `this.text.contains('part')`, for a list `x in this.list`"),
    (&["like", "matches"], "write `this.text.matches(r'...')`"),
    (&["between"], "write `1 <= x && x <= 100`"),
    (&["implies"], "write `!a || b`, or put the condition under `when`"),
    (&["if", "then", "else"], "write `condition ? a : b`"),
    (&["{"], "objects are written `{'key': value}`, without a name before them"),
];

/// What does the same as a name that stands for a value elsewhere.
pub(in super::super) fn name(word: &str) -> Option<&'static str> {
    find(&NAMES, word)
}

/// What does the same as a function or method.
pub(in super::super) fn function(word: &str) -> Option<&'static str> {
    find(&FUNCTIONS, word).or_else(|| find(&MACROS, word))
}

/// What does the same as a macro.
pub(in super::super) fn each(word: &str) -> Option<&'static str> {
    find(&MACROS, word)
}

/// What does the same as a word between two values.
pub(in super::super) fn operator(word: &str) -> Option<&'static str> {
    find(&OPERATORS, word)
}

fn find(rows: &[Row], word: &str) -> Option<&'static str> {
    let is_it = |known: &&str| known.eq_ignore_ascii_case(word);
    let row = rows.iter().find(|(words, _)| words.iter().any(is_it))?;
    Some(row.1)
}

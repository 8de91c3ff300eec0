//! The one table of functions: what each is called, what it takes and gives, and what it does.
//!
//! The parser checks calls by it, `did you mean` and the reference page are made from it.

use super::context::Context;
use super::failure::Failure;
use super::library::{convert, format, lists, numbers, text, time};
use super::value::Kind::{Any, Bool, Bytes, Duration, List, Number, String, Timestamp, Type};
use super::value::{Kind, Value};

/// What computes a function. For a method the first argument is what it is called on. `None` is
/// said of arguments that it is not made for.
pub(super) type Call =
    for<'d> fn(&mut Context<'d>, &[Value<'d>]) -> Result<Option<Value<'d>>, Failure>;

/// How a function may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) enum Style {
    /// `size(x)`
    Function,
    /// `x.contains(y)`
    Method,
    /// Either: `size(x)` and `x.size()`
    Both,
}

/// One row of the table.
#[derive(Debug)]
pub(in crate::check) struct Row {
    /// The name in expressions.
    pub(in crate::check) name: &'static str,
    pub(in crate::check) style: Style,
    /// How many values it takes at least, and at most; for a method what it is called on counts.
    pub(in crate::check) takes: (usize, usize),
    /// The type of each value that it can take, [`Any`] where more than one will do.
    pub(in crate::check) wants: &'static [Kind],
    /// What it gives.
    pub(in crate::check) gives: Kind,
    /// How it is called, for the reference: `TEXT.split(SEPARATOR[, MOST])`.
    pub(in crate::check) usage: &'static str,
    /// What it does, in a few words.
    pub(in crate::check) says: &'static str,
    pub(super) call: Call,
}

use Style::{Both, Function, Method};

/// Every function, in the order of the reference.
pub(in crate::check) fn rows() -> impl Iterator<Item = &'static Row> {
    TABLE.iter()
}

#[rustfmt::skip]
const TABLE: &[Row] = &[
    row(Both, "size", 1, &[Any], Number, lists::size).told("size(X)", "how many characters, bytes, elements or keys"),
    row(Method, "contains", 2, &[String, String], Bool, text::contains).told("TEXT.contains(PART)", "whether the part stands in the text"),
    row(Method, "startsWith", 2, &[String, String], Bool, text::starts_with).told("TEXT.startsWith(PART)", "whether the text begins with the part"),
    row(Method, "endsWith", 2, &[String, String], Bool, text::ends_with).told("TEXT.endsWith(PART)", "whether the text ends with the part"),
    row(Both, "matches", 2, &[String, String], Bool, text::matches).told("TEXT.matches(REGEX)", "whether the regular expression matches any part; \\d, \\w and \\s are those of Unicode"),
    row(Method, "charAt", 2, &[String, Number], String, text::char_at).told("TEXT.charAt(PLACE)", "the character at a place, from 0"),
    row(Method, "indexOf", 2, &[String, String, Number], Number, text::index_of).told("TEXT.indexOf(PART[, FROM])", "the place where the part first stands, -1 if nowhere"),
    row(Method, "lastIndexOf", 2, &[String, String, Number], Number, text::last_index_of).told("TEXT.lastIndexOf(PART[, UP_TO])", "the place where the part last stands, -1 if nowhere"),
    row(Method, "substring", 2, &[String, Number, Number], String, text::substring).told("TEXT.substring(FROM[, TO])", "from one place to before another, or to the end"),
    row(Method, "trim", 1, &[String], String, text::trim).told("TEXT.trim()", "without the white space at both ends"),
    row(Method, "lowerAscii", 1, &[String], String, text::lower_ascii).told("TEXT.lowerAscii()", "with A to Z in lower case"),
    row(Method, "upperAscii", 1, &[String], String, text::upper_ascii).told("TEXT.upperAscii()", "with a to z in upper case"),
    row(Method, "reverse", 1, &[String], String, text::reverse).told("TEXT.reverse()", "from the last character to the first"),
    row(Method, "replace", 3, &[String, String, String, Number], String, text::replace).told("TEXT.replace(OLD, NEW[, MOST])", "with NEW for each OLD, at most so many"),
    row(Method, "split", 2, &[String, String, Number], List, text::split).told("TEXT.split(SEPARATOR[, MOST])", "the list of its pieces, at most so many"),
    row(Method, "join", 1, &[List, String], String, lists::join).told("LIST.join([SEPARATOR])", "the texts of a list with the separator between them"),
    row(Method, "format", 2, &[String, List], String, format::format).told("TEXT.format(LIST)", "with the values of a list for %s, %d, %.2f, %e, %b, %o, %x, %X"),
    row(Function, "strings.quote", 1, &[String], String, text::quote).told("strings.quote(TEXT)", "in double quotes, with escapes"),
    row(Function, "sum", 1, &[List], Number, numbers::sum).told("sum(LIST)", "what the numbers of a list add up to, 0 if there are none"),
    row(Function, "unique", 1, &[List], Bool, lists::unique).told("unique(LIST)", "whether no element equals another"),
    row(Function, "round", 1, &[Number, Number], Number, numbers::round).told("round(X[, PLACES])", "rounded half away from zero, to a whole number or to places behind the point"),
    row(Function, "int", 1, &[Any], Number, convert::int).told("int(X)", "a whole number of 64 bits: of a text, of a number without its fraction, of a time in seconds"),
    row(Function, "uint", 1, &[Any], Number, convert::uint).told("uint(X)", "the same of a text or number, from 0 on"),
    row(Function, "double", 1, &[Any], Number, convert::double).told("double(X)", "a number, of a text; exact"),
    row(Function, "string", 1, &[Any], String, convert::string).told("string(X)", "a text, of a number, truth, time, duration or bytes"),
    row(Function, "bytes", 1, &[Any], Bytes, convert::bytes).told("bytes(TEXT)", "the UTF-8 of a text"),
    row(Function, "bool", 1, &[Any], Bool, convert::bool).told("bool(TEXT)", "true or false, of a text such as 'true'"),
    row(Function, "dyn", 1, &[Any], Any, convert::dynamic).told("dyn(X)", "the value itself, its type not taken for granted"),
    row(Function, "type", 1, &[Any], Type, convert::type_of).told("type(X)", "its type, such as int, double, string, bool, list, map, null_type"),
    row(Function, "date", 1, &[String], Timestamp, time::date).told("date(TEXT)", "the beginning (UTC) of a day as in 2025-02-28, and of no other form"),
    row(Function, "timestamp", 1, &[Any], Timestamp, time::timestamp).told("timestamp(X)", "a time, of a text as in 2025-02-28T09:30:00Z (RFC 3339) or of seconds since 1970"),
    row(Function, "duration", 1, &[Any], Duration, time::duration).told("duration(TEXT)", "a duration, of a text as in 1h30m or 1.5s"),
    row(Method, "getFullYear", 1, &[Timestamp, String], Number, time::full_year).told("TIME.getFullYear([ZONE])", "the year; in UTC unless a zone is named"),
    row(Method, "getMonth", 1, &[Timestamp, String], Number, time::month).told("TIME.getMonth([ZONE])", "the month, from 0"),
    row(Method, "getDate", 1, &[Timestamp, String], Number, time::date_of_month).told("TIME.getDate([ZONE])", "the day of the month, from 1"),
    row(Method, "getDayOfMonth", 1, &[Timestamp, String], Number, time::day_of_month).told("TIME.getDayOfMonth([ZONE])", "the day of the month, from 0"),
    row(Method, "getDayOfWeek", 1, &[Timestamp, String], Number, time::day_of_week).told("TIME.getDayOfWeek([ZONE])", "the day of the week, from 0, which is Sunday"),
    row(Method, "getDayOfYear", 1, &[Timestamp, String], Number, time::day_of_year).told("TIME.getDayOfYear([ZONE])", "the day of the year, from 0"),
    row(Method, "getHours", 1, &[Any, String], Number, time::hours).told("TIME.getHours([ZONE])", "the hour; of a duration all its hours"),
    row(Method, "getMinutes", 1, &[Any, String], Number, time::minutes).told("TIME.getMinutes([ZONE])", "the minute; of a duration all its minutes"),
    row(Method, "getSeconds", 1, &[Any, String], Number, time::seconds).told("TIME.getSeconds([ZONE])", "the second; of a duration all its seconds"),
    row(Method, "getMilliseconds", 1, &[Any, String], Number, time::milliseconds).told("TIME.getMilliseconds([ZONE])", "the milliseconds behind the second, also of a duration"),
];

const fn row(
    style: Style,
    name: &'static str,
    least: usize,
    wants: &'static [Kind],
    gives: Kind,
    call: Call,
) -> Row {
    Row {
        name,
        style,
        takes: (least, wants.len()),
        wants,
        gives,
        usage: "",
        says: "",
        call,
    }
}

impl Row {
    /// The same with its words for the reference.
    const fn told(self, usage: &'static str, says: &'static str) -> Self {
        Self {
            usage,
            says,
            ..self
        }
    }
}

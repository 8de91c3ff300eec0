//! Tables of calls and what they give.

mod convert;

mod format;

mod lists;

mod text;

mod time;

use super::super::context::Context;
use super::super::failure::{Cause, Failure};
use super::super::table;
use super::super::value::{Kind, Str, Value};
use super::{Builder, shown};
use crate::read::document::Document;

/// Steps for each call.
const STEPS: u64 = 1_000_000;

/// The arguments in a JSON array, borrowed from a document.
fn arguments(json: &str) -> Vec<Value<'static>> {
    let document = Box::leak(Box::new(Document::parse(json.to_owned(), 128).unwrap()));
    let mut context = Context::new(STEPS);
    let elements = document.root().elements();
    elements.map(|node| context.value(node).unwrap()).collect()
}

/// The same value, with no string borrowed from a document.
fn shared(value: &Value<'static>) -> Value<'static> {
    match value {
        Value::String(text) => Value::String(text.to_string().into()),
        other => other.clone(),
    }
}

fn named(name: &str) -> &'static table::Row {
    table::rows().find(|row| row.name == name).unwrap()
}

fn run(name: &str, arguments: &[Value<'static>]) -> Result<Option<Value<'static>>, Failure> {
    let row = named(name);
    (row.call)(&mut Context::new(STEPS), arguments)
}

/// A value, or why there is none.
fn told(outcome: Result<Option<Value<'static>>, Failure>) -> String {
    match outcome {
        Ok(Some(value)) => show(&value),
        Ok(None) => "not for these types".to_owned(),
        Err(failure) => {
            let message = failure.message.show(false);
            match failure.cause {
                Cause::Conversion => format!("conversion: {message}"),
                Cause::Bound => format!("bound: {message}"),
                Cause::Other => format!("error: {message}"),
            }
        }
    }
}

fn show(value: &Value<'static>) -> String {
    let mut out = Builder::default();
    match value {
        Value::Bytes(bytes) => return format!("{bytes:02x?}"),
        _ => shown::write(&mut Context::new(STEPS), value, &mut out).unwrap(),
    }
    match out.value() {
        Value::String(text) => text.to_string(),
        _ => String::new(),
    }
}

/// What a function says of arguments given as a JSON array, whether borrowed or shared.
fn call(name: &str, json: &str) -> String {
    let arguments = arguments(json);
    let given = told(run(name, &arguments));
    let of_shared = told(run(name, &arguments.iter().map(shared).collect::<Vec<_>>()));
    assert_eq!(given, of_shared, "{name}{json}");
    given
}

fn assert_calls(rows: &[(&str, &str, &str)]) {
    for (name, json, given) in rows {
        assert_eq!(call(name, json), *given, "{name}{json}");
    }
}

#[test]
fn no_function_takes_a_wrong_type_or_panics() {
    let samples = samples();
    for row in table::rows() {
        for count in row.takes.0..=row.takes.1 {
            for at in 0..samples.len().pow(u32::try_from(count).unwrap()) {
                let pick = |place: usize| {
                    let digit = at / samples.len().pow(u32::try_from(place).unwrap());
                    samples[digit % samples.len()].clone()
                };
                let arguments: Vec<_> = (0..count).map(pick).collect();
                assert_kept(row, &arguments);
            }
        }
    }
}

/// Whether a call keeps what its row says of it.
fn assert_kept(row: &table::Row, arguments: &[Value<'static>]) {
    let outcome = (row.call)(&mut Context::new(STEPS), arguments);
    let mut pairs = arguments.iter().zip(row.wants);
    let is_wanted = pairs.all(|(argument, want)| argument.kind().may_be(*want));
    match outcome {
        Ok(Some(value)) => {
            assert!(is_wanted, "{}{arguments:?}", row.name);
            assert!(value.kind().may_be(row.gives), "{}{value:?}", row.name);
        }
        Ok(None) => {}
        Err(failure) => {
            assert!(is_wanted, "{}{arguments:?}", row.name);
            let message = failure.message.show(false);
            assert!(!message.is_empty() && !message.contains('\n'), "{message}");
        }
    }
}

/// Values of every type, the extreme ones among them; few, since all triples of them are tried.
fn samples() -> Vec<Value<'static>> {
    let numbers = "[0, -1, 2.5, 9223372036854775807, -1e400, 1e-400]";
    let texts = r#"["", "é\u0000x😀", "2025-02-28", "+02:00", "%s%.9f", "(", "\u0130"]"#;
    let others = r#"[null, true, [], ["a", "b"], [1, "a"], [[1], {"a": [2]}], {}, {"a": 1}]"#;
    let mut samples = [numbers, texts, others].map(arguments).concat();
    samples.push(Value::Bytes([0xff, 0x41].into()));
    samples.push(Value::Type("int"));
    for (name, text) in [
        ("timestamp", "0001-01-01T00:00:00Z"),
        ("timestamp", "9999-12-31T23:59:59.999999999Z"),
        ("duration", "-1.5s"),
    ] {
        samples.push(run(name, &[string(text)]).unwrap().unwrap());
    }
    samples
}

fn string(text: &str) -> Value<'static> {
    Value::String(Str::from(text.to_owned()))
}

#[test]
fn the_table_agrees_with_itself() {
    for row in table::rows() {
        assert_eq!(row.takes.1, row.wants.len(), "{}", row.name);
        assert!(
            row.takes.0 >= 1 && row.takes.0 <= row.takes.1,
            "{}",
            row.name
        );
        let name = row.name;
        let is_shown = match row.style {
            table::Style::Function => row.usage.starts_with(&format!("{name}(")),
            table::Style::Method => row.usage.contains(&format!(".{name}(")),
            table::Style::Both => row.usage.contains(&format!("{name}(")),
        };
        assert!(is_shown && row.usage.ends_with(')'), "{name}");
        assert!(!row.says.is_empty() && !row.says.ends_with('.'), "{name}");
        assert_eq!(named(name).usage, row.usage, "twice: {name}");
        assert_ne!(row.gives, Kind::Null);
    }
}

#[test]
fn what_is_built_is_bounded() {
    let text = "a".repeat(1 << 20);
    let long = || string(&text);
    let number = |number: i64| Value::from(number);
    let list = Value::from(vec![long(); 20]);
    for (name, arguments) in [
        (
            "replace",
            vec![long(), string("a"), string("0123456789abcdefgh")],
        ),
        ("replace", vec![long(), string(""), long()]),
        ("join", vec![list.clone()]),
        ("split", vec![long(), string("")]),
        ("split", vec![long(), string("a")]),
        ("format", vec![string(&"%s".repeat(20)), list.clone()]),
        ("format", vec![string("%s"), Value::from(vec![list])]),
        (
            "format",
            vec![string(&"%x".repeat(9)), Value::from(vec![long(); 9])],
        ),
    ] {
        let outcome = told(run(name, &arguments));
        let bound = "bound: the expression builds more than 16 MiB of text and lists";
        assert_eq!(outcome, bound, "{name}");
    }
    assert!(run("split", &[long(), string("a"), number(9)]).is_ok());
}

#[test]
fn what_is_read_is_paid_for() {
    let text = string(&"a".repeat(1 << 20));
    for name in ["contains", "endsWith", "indexOf", "lastIndexOf", "matches"] {
        let row = named(name);
        let outcome = (row.call)(&mut Context::new(1000), &[text.clone(), string("b")]);
        assert_eq!(outcome.unwrap_err().cause, Cause::Bound, "{name}");
    }
    let list = Value::from((0..2000).map(Value::from).collect::<Vec<_>>());
    for name in ["unique", "sum", "join"] {
        let row = named(name);
        let outcome = (row.call)(&mut Context::new(1000), std::slice::from_ref(&list));
        assert!(outcome.is_err(), "{name}");
    }
}

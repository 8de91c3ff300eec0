//! The conformance cases of CEL itself, which are not ours and stand outside of this repository:
//!
//! `JGATE_CEL_CASES=cases.ndjson cargo test --lib conformance -- --ignored --nocapture`
//!
//! Those that come out otherwise stand in `tests/data/cel/gaps.txt`, by file, section and name. The
//! test fails when that list is not right in either direction; `TRYCMD=overwrite` writes it anew.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value as Json;

use super::super::items::Item;
use super::super::parse;
use super::super::same::same;
use super::super::scope::Names;
use super::{Document, Expression, Run, Scope};

const GAPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cel/gaps.txt");

#[test]
#[ignore = "the cases stand outside of this repository: see the top of this file"]
#[expect(clippy::disallowed_methods, reason = "the cases stand outside")]
fn the_cases_of_cel_come_out_as_wanted_but_for_the_known_gaps() {
    let file = std::env::var("JGATE_CEL_CASES").expect("the file of the cases");
    let text = std::fs::read_to_string(file).unwrap();
    let mut gaps = BTreeSet::new();
    let mut count = 0;
    for line in text.lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        count += 1;
        if let Err(why) = passes(&case) {
            let name = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
            println!(
                "{}/{}/{}: {} -> {why}",
                name("file"),
                name("sec"),
                name("name"),
                name("expr")
            );
            gaps.insert(format!("{}/{}/{}", name("file"), name("sec"), name("name")));
        }
    }
    println!("{} of {count} cases come out as wanted", count - gaps.len());
    let known = std::fs::read_to_string(GAPS).unwrap_or_default();
    if std::env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite") {
        let lines: Vec<_> = gaps.iter().map(|gap| format!("{gap}\n")).collect();
        std::fs::write(GAPS, lines.concat()).unwrap();
    } else {
        let known: BTreeSet<String> = known.lines().map(str::to_owned).collect();
        assert_eq!(gaps, known, "the list of known gaps is not right");
    }
}

/// Whether a case comes out as wanted, or what came instead.
fn passes(case: &Json) -> Result<(), String> {
    let nothing = Document::parse("null", 1).unwrap();
    let world = super::world(&nothing, &nothing);
    let mut bound = Vec::new();
    for pair in case["bind"].as_array().unwrap() {
        let value = compile(pair[1].as_str().unwrap(), &[])?;
        let node = None;
        let value = Run::new(world.clone(), Vec::new(), 1_000_000)
            .value(&value)
            .map_err(|error| super::told(&error))?;
        bound.push((pair[0].as_str().unwrap(), Item { value, node }));
    }
    let names: Vec<&str> = bound.iter().map(|(name, _)| *name).collect();
    let items: Vec<_> = bound.iter().map(|(_, item)| item.clone()).collect();
    let expression = compile(case["expr"].as_str().unwrap(), &names);
    let mut run = Run::new(world.clone(), Vec::new(), 1_000_000);
    let outcome = expression
        .as_ref()
        .map_err(Clone::clone)
        .and_then(|expression| {
            run.begin(expression);
            run.locals = items;
            run.of(&expression.root)
                .map_err(|error| super::told(&error))
        });
    match (case["want"].as_str(), outcome) {
        (None, Err(_)) => Ok(()),
        (None, Ok(value)) => Err(format!("{} instead of an error", super::brief(&value))),
        (Some(_), Err(why)) => Err(why),
        (Some(wanted), Ok(value)) => {
            let wanted = compile(wanted, &[])?;
            let mut run = Run::new(world, Vec::new(), 1_000_000);
            let wanted = run
                .value(&wanted)
                .map_err(|error| format!("wanted: {}", super::told(&error)))?;
            match same(&mut run.context, &value, &wanted) {
                Ok(true) => Ok(()),
                _ => Err(format!(
                    "{} instead of {}",
                    super::brief(&value),
                    super::brief(&wanted)
                )),
            }
        }
    }
}

/// An expression in which some names are known.
fn compile(text: &str, known: &[&str]) -> Result<Expression, String> {
    let mut names = Names::new(Scope::default());
    for name in known {
        names.enter(&Arc::from(*name), true);
    }
    let root = parse::parse(text, &mut names).map_err(|faults| {
        let fault = faults.first().unwrap();
        format!("fault {:?}: {}", fault.span, fault.message.show(false))
    })?;
    let (variables, facts, now) = (Vec::new(), Vec::new(), false);
    let text = text.to_owned();
    Ok(Expression {
        text,
        written: 0..0,
        root,
        variables,
        facts,
        now,
    })
}

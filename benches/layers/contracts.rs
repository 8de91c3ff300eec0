//! The contracts, compiled with the limits that the program has unless told otherwise.

use std::sync::Arc;

use jgate::check::rules::{self, Rulebook, Setting, facts::Facts};
use jgate::check::schema::Schema;
use jgate::gate::Gate;
use jgate::read::document::MAX_DEPTH;
use jgate::read::opening::Opening;
use jgate::read::slice::{Method, Pick, Slicing};
use jgate::refusal::SourceFile;

fn file(text: &str) -> Arc<SourceFile> {
    let (name, text) = ("contract".to_owned(), text.to_owned());
    Arc::new(SourceFile { name, text })
}

/// A schema that has no fault.
pub(crate) fn schema(text: &str) -> Schema {
    Schema::compile(file(text), None).unwrap()
}

/// Rules that have no fault and want no facts.
pub(crate) fn book(text: &str) -> Rulebook {
    rules::file::read(file(text)).unwrap().book
}

/// What rules may know that want no facts.
pub(crate) fn setting() -> Setting {
    Setting {
        facts: Facts::none(),
        now: jiff::Timestamp::UNIX_EPOCH,
        max_steps: rules::MAX_STEPS,
        max_findings: 20,
        approved: None,
    }
}

/// How the program slices.
pub(crate) fn slicing() -> Slicing {
    Slicing {
        method: Method::Loose,
        pick: Pick::Only,
        max_depth: MAX_DEPTH,
        trace: false,
    }
}

/// All of a contract.
pub(crate) fn gate(schema: Schema, book: Rulebook) -> Gate {
    Gate {
        max_bytes: 64 << 20,
        opening: Opening::default(),
        slicing: slicing(),
        schema: Some(schema),
        book,
        setting: setting(),
    }
}

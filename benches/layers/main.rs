//! How long each step takes on its own, and the whole: `cargo bench --bench layers`.
//!
//! `cargo bench --bench layers -- schema` runs those whose name holds a word. How jgate does beside
//! other programs is measured by `benches/peers`.
#![allow(
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a benchmark fails as a test does"
)]

mod contracts;

mod inputs;

use std::time::Duration;

use divan::Divan;

/// How long each is measured, at least: on a busy machine a hundred runs are too few.
const TIME: Duration = Duration::from_millis(200);

fn main() {
    Divan::default().min_time(TIME).config_with_args().main();
}

/// A text becomes a document.
mod document {
    use divan::counter::BytesCount;
    use divan::{Bencher, black_box};
    use jgate::read::document::{Document, MAX_DEPTH};

    use crate::inputs::{self, Dice};

    fn parse(bencher: Bencher<'_, '_>, text: &str) {
        let bencher = bencher.counter(BytesCount::of_str(text));
        bencher.bench(|| Document::parse(black_box(text), MAX_DEPTH));
    }

    #[divan::bench]
    fn record(bencher: Bencher<'_, '_>) {
        parse(bencher, &inputs::record(&mut Dice::new(1)));
    }

    #[divan::bench]
    fn order(bencher: Bencher<'_, '_>) {
        parse(bencher, &inputs::order(&mut Dice::new(1)));
    }

    #[divan::bench]
    fn megabyte(bencher: Bencher<'_, '_>) {
        parse(bencher, &inputs::orders(&mut Dice::new(1), 1 << 20));
    }

    #[divan::bench]
    fn megabyte_written(bencher: Bencher<'_, '_>) {
        let text = inputs::orders(&mut Dice::new(1), 1 << 20);
        let document = Document::parse(&*text, MAX_DEPTH).unwrap();
        let bencher = bencher.counter(BytesCount::of_str(&text));
        bencher.bench(|| black_box(&document).compact());
    }
}

/// The JSON is cut out of a reply.
mod slice {
    use divan::counter::BytesCount;
    use divan::{Bencher, black_box};
    use jgate::read::document::Arena;
    use jgate::read::slice::{self, Story};

    use crate::contracts;
    use crate::inputs::{self, Around, Dice};

    #[divan::bench(args = [Around::Nothing, Around::Fence, Around::Prose])]
    fn order(bencher: Bencher<'_, '_>, around: Around) {
        let reply = inputs::reply(around, &inputs::order(&mut Dice::new(2)));
        let slicing = contracts::slicing();
        let bencher = bencher.counter(BytesCount::of_str(&reply));
        bencher.bench(|| {
            let (mut story, mut arena) = (Story::default(), Arena::default());
            slice::cut(black_box(&reply), &slicing, None, &mut story, &mut arena)
        });
    }
}

/// A document is judged by a schema.
mod schema {
    use divan::counter::BytesCount;
    use divan::{Bencher, black_box};
    use jgate::read::document::{Document, MAX_DEPTH};

    use crate::contracts;
    use crate::inputs::{self, Dice};

    fn judge(bencher: Bencher<'_, '_>, schema: &str, text: &str) {
        let schema = contracts::schema(schema);
        let document = Document::parse(text, MAX_DEPTH).unwrap();
        assert!(schema.is_satisfied_by(&document));
        let bencher = bencher.counter(BytesCount::of_str(text));
        bencher.bench(|| schema.is_satisfied_by(black_box(&document)));
    }

    #[divan::bench]
    fn record(bencher: Bencher<'_, '_>) {
        judge(bencher, inputs::RECORD, &inputs::record(&mut Dice::new(3)));
    }

    #[divan::bench]
    fn order(bencher: Bencher<'_, '_>) {
        judge(bencher, inputs::ORDER, &inputs::order(&mut Dice::new(3)));
    }

    #[divan::bench]
    fn megabyte(bencher: Bencher<'_, '_>) {
        let text = inputs::orders(&mut Dice::new(3), 1 << 20);
        judge(bencher, &inputs::orders_schema(), &text);
    }

    #[divan::bench]
    fn compile() -> jgate::check::schema::Schema {
        contracts::schema(black_box(inputs::ORDER))
    }
}

/// A shaped document is judged by rules.
mod rules {
    use divan::{Bencher, black_box};
    use jgate::check::rules;
    use jgate::check::schema::{Schema, Shaped};
    use jgate::read::document::{Document, MAX_DEPTH};

    use crate::contracts;
    use crate::inputs::{self, Dice};

    fn shaped(text: &str) -> Shaped<'_> {
        let document = Document::parse(text, MAX_DEPTH).unwrap();
        Schema::anything().check(document, 1).unwrap()
    }

    #[divan::bench]
    fn record(bencher: Bencher<'_, '_>) {
        let text = inputs::record(&mut Dice::new(4));
        let (book, setting) = (contracts::book(inputs::RULES), contracts::setting());
        let mut automata = rules::Automata::default();
        assert!(rules::check(&book, &setting, shaped(&text), &mut automata).is_ok());
        let bencher = bencher.with_inputs(|| shaped(&text));
        bencher.bench_values(|shaped| {
            let mut automata = rules::Automata::default();
            rules::check(black_box(&book), &setting, shaped, &mut automata)
        });
    }

    #[divan::bench]
    fn compile() -> rules::Rulebook {
        contracts::book(black_box(inputs::RULES))
    }
}

/// A reply is judged by all of a contract, in the memory of the one before it.
mod whole {
    use divan::counter::BytesCount;
    use divan::{Bencher, black_box};
    use jgate::check::rules::Rulebook;
    use jgate::check::schema::Schema;
    use jgate::gate::{Gate, Room};

    use crate::contracts;
    use crate::inputs::{self, Around, Dice};

    /// Judges one reply over and over, and gives whether it is accepted.
    fn judge(bencher: Bencher<'_, '_>, gate: &Gate, reply: &str) -> bool {
        let mut room = Room::default();
        let accepted = gate.judge(reply.as_bytes(), &mut room).outcome.is_ok();
        bencher.counter(BytesCount::of_str(reply)).bench_local(|| {
            let judgement = gate.judge(black_box(reply.as_bytes()), &mut room);
            let memory = judgement.into_memory();
            room.reuse(memory);
        });
        accepted
    }

    fn by_schema(schema: &str) -> Gate {
        contracts::gate(contracts::schema(schema), Rulebook::default())
    }

    fn record() -> String {
        inputs::record(&mut Dice::new(5))
    }

    #[divan::bench(args = [Around::Nothing, Around::Fence, Around::Prose])]
    fn order(bencher: Bencher<'_, '_>, around: Around) {
        let reply = inputs::reply(around, &inputs::order(&mut Dice::new(5)));
        assert!(judge(bencher, &by_schema(inputs::ORDER), &reply));
    }

    #[divan::bench]
    fn order_in_a_field(bencher: Bencher<'_, '_>) {
        let reply = inputs::reply(Around::Fence, &inputs::order(&mut Dice::new(5)));
        let mut gate = by_schema(inputs::ORDER);
        gate.opening.field = Some("/text".parse().unwrap());
        let line = serde_json::json!({ "id": 1, "text": reply }).to_string();
        assert!(judge(bencher, &gate, &line));
    }

    #[divan::bench]
    fn record_by_form(bencher: Bencher<'_, '_>) {
        let gate = contracts::gate(Schema::anything(), Rulebook::default());
        assert!(judge(bencher, &gate, &record()));
    }

    #[divan::bench]
    fn record_by_schema(bencher: Bencher<'_, '_>) {
        assert!(judge(bencher, &by_schema(inputs::RECORD), &record()));
    }

    #[divan::bench]
    fn record_by_rules(bencher: Bencher<'_, '_>) {
        let book = contracts::book(inputs::RULES);
        let gate = contracts::gate(contracts::schema(inputs::RECORD), book);
        assert!(judge(bencher, &gate, &record()));
    }

    #[divan::bench]
    fn record_refused(bencher: Bencher<'_, '_>) {
        let record = record().replace("\"error\"", "\"fatal\"");
        assert!(!judge(bencher, &by_schema(inputs::RECORD), &record));
    }
}

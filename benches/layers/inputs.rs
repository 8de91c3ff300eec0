//! The inputs: the same bytes in every run, made here.

use std::fmt::Write as _;

/// The contract of an order, some 2 KB.
pub(crate) const ORDER: &str = include_str!("../contracts/order.schema.json");

/// The contract of a record, some 1 KB.
pub(crate) const RECORD: &str = include_str!("../contracts/record.schema.json");

/// Three rules for a record: arithmetic, texts, and one with a condition.
pub(crate) const RULES: &str = include_str!("../contracts/record.rules.toml");

const WORDS: &[&str] = &[
    "alpha",
    "bravo",
    "charlie",
    "delta",
    "echo",
    "naïve",
    "Größe",
    "東京",
    "\\\"quoted\\\"",
    "back\\\\slash",
];

/// Numbers that look random and are the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    /// The same seed gives the same numbers.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `end`, by Knuth's constants for a linear generator of 64 bits.
    fn below(&mut self, end: u64) -> u64 {
        const FACTOR: u64 = 6_364_136_223_846_793_005;
        const STEP: u64 = 1_442_695_040_888_963_407;
        self.0 = self.0.wrapping_mul(FACTOR).wrapping_add(STEP);
        (self.0 >> 33) % end
    }

    fn words(&mut self, count: usize) -> String {
        let words = (0..count).map(|_| WORDS[self.below(WORDS.len() as u64) as usize]);
        words.collect::<Vec<_>>().join(" ")
    }
}

/// An order with five lines, some 1.3 KB of JSON that satisfies [`ORDER`].
pub(crate) fn order(dice: &mut Dice) -> String {
    let items: Vec<_> = (0..5).map(|_| item(dice)).collect();
    format!(
        r#"{{"id": "ORD-{:06}", "created": "2025-03-{:02}T10:15:00Z", "due": "2025-04-01", "status": "shipped",
 "priority": {}, "customer": {{"name": "{}", "email": "user{}@example.com", "phone": "+33 612345678",
  "address": {{"street": "{}", "city": "{}", "zip": "75011", "country": "FR"}}}},
 "items": [{}],
 "total": {}.{:02}, "currency": "EUR", "tags": ["alpha-0", "bravo-1", "charlie-2"], "notes": "{}"}}"#,
        dice.below(1_000_000),
        1 + dice.below(28),
        1 + dice.below(5),
        dice.words(3),
        dice.below(10_000),
        dice.words(3),
        dice.words(1),
        items.join(",\n  "),
        dice.below(1_000),
        dice.below(100),
        dice.words(8),
    )
}

fn item(dice: &mut Dice) -> String {
    format!(
        r#"{{"sku": "AB-{:04}", "name": "{}", "qty": {}, "price": {}.{:02}, "options": {{"colour": "{}", "size": "M"}}}}"#,
        dice.below(10_000),
        dice.words(4),
        1 + dice.below(99),
        1 + dice.below(100),
        dice.below(100),
        WORDS[dice.below(5) as usize],
    )
}

/// A record on one line, some 300 bytes of JSON that satisfies [`RECORD`] and [`RULES`].
pub(crate) fn record(dice: &mut Dice) -> String {
    format!(
        r#"{{"id": {}, "ts": "2025-03-{:02}T10:{:02}:00Z", "level": "error", "user": {{"name": "{}", "email": "u{}@example.com"}}, "amount": {}.{:02}, "code": "ABC-{:03}", "tags": ["alpha", "{}"], "msg": "{}", "ok": true}}"#,
        dice.below(200_000),
        1 + dice.below(28),
        dice.below(60),
        dice.words(2),
        dice.below(100_000),
        1_000 + dice.below(90_000),
        dice.below(100),
        dice.below(1_000),
        WORDS[dice.below(5) as usize],
        dice.words(13),
    )
}

/// Orders in one array, at least `bytes` of JSON.
pub(crate) fn orders(dice: &mut Dice, bytes: usize) -> String {
    let mut array = format!("[{}", order(dice));
    while array.len() < bytes {
        let _ = write!(array, ",\n{}", order(dice));
    }
    array + "]"
}

/// The array's contract.
pub(crate) fn orders_schema() -> String {
    format!(r#"{{"type": "array", "items": {ORDER}}}"#)
}

/// What stands around the JSON of a reply.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Around {
    /// Nothing.
    Nothing,
    /// A code fence, with prose around it.
    Fence,
    /// Prose, with brackets that are no JSON.
    Prose,
}

/// A reply, as a model writes it.
pub(crate) fn reply(around: Around, json: &str) -> String {
    match around {
        Around::Nothing => json.to_owned(),
        Around::Fence => {
            format!("Sure! Here is the order:\n\n```json\n{json}\n```\n\nLet me know if it fits.")
        }
        Around::Prose => {
            format!(
                "I looked at {{the data}} and (as asked) this is it: {json}\nHope it helps [1]."
            )
        }
    }
}

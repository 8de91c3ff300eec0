//! The strict pass: text in, arena out, or the first byte that is not RFC 8259.

use std::collections::HashSet;

use super::fault::{self, Fault, Offence, Want};
use super::{Kind, number, string};

/// Objects up to this many keys are checked for duplicates pairwise, larger ones by hashing.
const FEW_KEYS: usize = 16;

/// One node: its bytes, what it is, and the index after its last descendant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) next: u32,
    pub(super) kind: Kind,
    /// Of a string: it holds escapes. Of a number: no 64-bit number holds it exactly.
    pub(super) marked: bool,
}

impl Slot {
    pub(super) const MISSING: Self = Self {
        start: 0,
        end: 0,
        next: u32::MAX,
        kind: Kind::Null,
        marked: false,
    };
}

/// The nodes of one value, in the order of the text. Reusable: [`scan`] clears it first.
#[derive(Debug, Default)]
pub struct Arena {
    pub(super) slots: Vec<Slot>,
    pub(super) inexact: bool,
    /// Whether nodes are missing, past the depth limit.
    pub(super) cut: bool,
    open: Vec<u32>,
    /// Containers opened past the depth limit: their kinds, without nodes.
    surplus: Vec<Kind>,
}

impl Arena {
    fn clear(&mut self) {
        self.slots.clear();
        self.open.clear();
        self.surplus.clear();
        self.inexact = false;
        self.cut = false;
    }

    /// The kinds of all nodes, keys included as strings.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.slots.iter().map(|slot| slot.kind)
    }
}

/// A value that is grammatical.
#[derive(Debug)]
pub struct Scanned {
    /// The offset behind its last byte.
    pub end: usize,
    /// What is wrong with it all the same: a key named twice, or too many levels.
    pub fault: Option<Fault>,
}

/// Where a text begins: behind its byte order mark, if it has one.
#[must_use]
pub fn begin(text: &str) -> usize {
    let mark = text.starts_with('\u{feff}');
    if mark { '\u{feff}'.len_utf8() } else { 0 }
}

/// The first offset from `at` on that is not JSON white space.
#[must_use]
pub fn skip_white(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| is_white(**byte)).count()
}

pub(super) const fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Reads the one value that starts at byte `at` of `text` into `arena`, and stops behind it.
/// Linear in the bytes it reads; `text` must be below [`MAX_BYTES`](super::MAX_BYTES).
///
/// # Errors
/// The first byte that breaks the grammar of RFC 8259, or the end of the text inside the value.
pub fn scan(text: &str, at: usize, max_depth: usize, arena: &mut Arena) -> Result<Scanned, Fault> {
    arena.clear();
    let mut scan = Scan {
        text,
        bytes: text.as_bytes(),
        at,
        max_depth,
        arena,
        fault: None,
    };
    scan.run()?;
    Ok(Scanned {
        end: scan.at,
        fault: scan.fault,
    })
}

struct Scan<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    max_depth: usize,
    arena: &'t mut Arena,
    fault: Option<Fault>,
}

impl Scan<'_> {
    fn run(&mut self) -> Result<(), Fault> {
        let mut want = Want::Value;
        loop {
            self.at = skip_white(self.text, self.at);
            want = match want {
                Want::Value | Want::FirstElement => self.value(want)?,
                Want::FirstKey | Want::Key => self.key(want)?,
                Want::Colon => self.colon()?,
                Want::CommaOrEnd => self.comma_or_end()?,
            };
            if want == Want::CommaOrEnd && self.innermost().is_none() {
                return Ok(());
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn value(&mut self, want: Want) -> Result<Want, Fault> {
        match self.peek() {
            Some(b'"') => self.string()?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'{') => return Ok(self.open(Kind::Object, Want::FirstKey)),
            Some(b'[') => return Ok(self.open(Kind::Array, Want::FirstElement)),
            Some(b']') if want == Want::FirstElement => self.close(),
            Some(b't') => self.literal("true", Kind::Boolean, want)?,
            Some(b'f') => self.literal("false", Kind::Boolean, want)?,
            Some(b'n') => self.literal("null", Kind::Null, want)?,
            _ => return Err(self.offence(want)),
        }
        Ok(Want::CommaOrEnd)
    }

    fn key(&mut self, want: Want) -> Result<Want, Fault> {
        match self.peek() {
            Some(b'"') => self.string().map(|()| Want::Colon),
            Some(b'}') if want == Want::FirstKey => {
                self.close();
                Ok(Want::CommaOrEnd)
            }
            _ => Err(self.offence(want)),
        }
    }

    fn colon(&mut self) -> Result<Want, Fault> {
        if self.peek() != Some(b':') {
            return Err(self.offence(Want::Colon));
        }
        self.at += 1;
        Ok(Want::Value)
    }

    fn comma_or_end(&mut self) -> Result<Want, Fault> {
        let object = self.innermost() == Some(Kind::Object);
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                return Ok(if object { Want::Key } else { Want::Value });
            }
            Some(b'}') if object => self.close(),
            Some(b']') if !object => self.close(),
            _ => return Err(self.offence(Want::CommaOrEnd)),
        }
        Ok(Want::CommaOrEnd)
    }

    fn string(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let scanned = string::scan(self.bytes, start).map_err(|(at, what)| self.fault(at, what))?;
        self.at = scanned.end;
        self.push(start, Kind::String, scanned.escaped);
        Ok(())
    }

    fn number(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let scanned = number::scan(self.bytes, start).map_err(|(at, what)| self.fault(at, what))?;
        self.at = scanned.end;
        self.arena.inexact |= scanned.inexact;
        self.push(start, Kind::Number, scanned.inexact);
        Ok(())
    }

    fn literal(&mut self, word: &str, kind: Kind, want: Want) -> Result<(), Fault> {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        if rest.len() < word.len() && word.as_bytes().starts_with(rest) {
            return Err(self.fault(self.bytes.len(), Offence::Ended));
        }
        let glued = rest
            .get(word.len())
            .is_some_and(|c| c.is_ascii_alphanumeric() || *c == b'_');
        if !rest.starts_with(word.as_bytes()) || glued {
            return Err(self.offence(want));
        }
        self.at = start + word.len();
        self.push(start, kind, false);
        Ok(())
    }

    /// The kind of the innermost open container.
    fn innermost(&self) -> Option<Kind> {
        self.arena.surplus.last().copied().or_else(|| {
            let index = *self.arena.open.last()?;
            self.arena.slots.get(index as usize).map(|slot| slot.kind)
        })
    }

    fn open(&mut self, kind: Kind, then: Want) -> Want {
        if self.arena.open.len() < self.max_depth {
            let index = offset(self.arena.slots.len());
            self.push(self.at, kind, false);
            self.arena.open.push(index);
        } else {
            self.arena.surplus.push(kind);
            self.arena.cut = true;
            let fault = self.fault(
                self.at,
                Offence::TooDeep {
                    most: self.max_depth,
                },
            );
            self.keep(fault);
        }
        self.at += 1;
        then
    }

    fn close(&mut self) {
        self.at += 1;
        if self.arena.surplus.pop().is_some() {
            return;
        }
        let next = offset(self.arena.slots.len());
        let Some(index) = self.arena.open.pop() else {
            return;
        };
        let Some(slot) = self.arena.slots.get_mut(index as usize) else {
            return;
        };
        (slot.end, slot.next) = (offset(self.at), next);
        if slot.kind == Kind::Object
            && let Some(again) = self.duplicate(index + 1, next)
        {
            let key = self.key_text(again).into_owned();
            let mut fault = self.fault(again.start as usize, Offence::DuplicateKey { key });
            fault.end = again.end as usize;
            self.keep(fault);
        }
    }

    fn push(&mut self, start: usize, kind: Kind, marked: bool) {
        if self.arena.surplus.is_empty() {
            let next = offset(self.arena.slots.len() + 1);
            let (start, end) = (offset(start), offset(self.at));
            self.arena.slots.push(Slot {
                start,
                end,
                next,
                kind,
                marked,
            });
        }
    }

    /// The first key among the members `from..to` that repeats one before it.
    fn duplicate(&self, from: u32, to: u32) -> Option<Slot> {
        let keys = || Keys {
            slots: &self.arena.slots,
            at: from,
            to,
        };
        let few = keys().take(FEW_KEYS + 1).count() <= FEW_KEYS;
        if few {
            let repeats = |(n, key): &(usize, Slot)| {
                keys().take(*n).any(|before| self.same_key(before, *key))
            };
            return keys().enumerate().find(repeats).map(|(_, key)| key);
        }
        let mut seen = HashSet::new();
        keys().find(|key| !seen.insert(self.key_text(*key)))
    }

    fn same_key(&self, one: Slot, other: Slot) -> bool {
        let lengths = one.end - one.start == other.end - other.start;
        let plain = !one.marked && !other.marked;
        (lengths || !plain) && self.key_text(one) == self.key_text(other)
    }

    fn key_text(&self, key: Slot) -> std::borrow::Cow<'_, str> {
        let inner = self
            .text
            .get(key.start as usize + 1..key.end as usize - 1)
            .unwrap_or_default();
        if key.marked {
            string::unescape(inner)
        } else {
            inner.into()
        }
    }

    /// Keeps the earlier of two faults that do not break the grammar.
    fn keep(&mut self, fault: Fault) {
        if self.fault.as_ref().is_none_or(|kept| fault.at < kept.at) {
            self.fault = Some(fault);
        }
    }

    fn fault(&self, at: usize, what: Offence) -> Fault {
        let after = self.text.get(at..).and_then(|rest| rest.chars().next());
        let end = at + after.map_or(0, char::len_utf8);
        let innermost = self
            .arena
            .open
            .last()
            .and_then(|at| self.arena.slots.get(*at as usize));
        Fault {
            at,
            end,
            what,
            opened: innermost.map(|slot| slot.start as usize),
        }
    }

    fn offence(&self, want: Want) -> Fault {
        let (span, what) = fault::classify(self.text, self.at, want, self.innermost());
        Fault {
            at: span.start,
            end: span.end,
            ..self.fault(span.start, what)
        }
    }
}

/// An offset or index of the arena. Texts are shorter than 4 GiB, so it always fits.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The key nodes of an object whose members are the nodes `at..to`.
struct Keys<'s> {
    slots: &'s [Slot],
    at: u32,
    to: u32,
}

impl Iterator for Keys<'_> {
    type Item = Slot;

    fn next(&mut self) -> Option<Slot> {
        if self.at >= self.to {
            return None;
        }
        let key = *self.slots.get(self.at as usize)?;
        self.at = self.slots.get(self.at as usize + 1)?.next;
        Some(key)
    }
}

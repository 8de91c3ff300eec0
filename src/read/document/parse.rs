//! The strict pass: text in, arena out, or the first byte that is not RFC 8259.

use super::arena::{Arena, Open, Slot};
use super::fault::{self, Fault, Offence, Want};
use super::{Kind, keys, number, string};

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
    scan.run().map_err(|fault| *fault)?;
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

/// What is wanted next, or what stands there instead. A fault is large and rare: behind a
/// pointer it does not burden each step.
type Step = Result<Want, Box<Fault>>;

impl Scan<'_> {
    fn run(&mut self) -> Result<(), Box<Fault>> {
        let mut want = Want::Value;
        loop {
            self.white();
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

    fn white(&mut self) {
        let start = self.at;
        while self.peek().is_some_and(is_white) {
            self.at += 1;
        }
        if self.at > start {
            self.arena.spaced = true;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn value(&mut self, want: Want) -> Step {
        match self.peek() {
            Some(b'"') => self.string()?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'{') => return Ok(self.open(Kind::Object, Want::FirstKey)),
            Some(b'[') => return Ok(self.open(Kind::Array, Want::FirstElement)),
            Some(b']') if want == Want::FirstElement => self.close(),
            Some(b't') => self.literal("true", Kind::Boolean, want)?,
            Some(b'f') => self.literal("false", Kind::Boolean, want)?,
            Some(b'n') => self.literal("null", Kind::Null, want)?,
            _ => return Err(self.offence(want).into()),
        }
        Ok(Want::CommaOrEnd)
    }

    fn key(&mut self, want: Want) -> Step {
        match self.peek() {
            Some(b'"') => {
                self.string()?;
                self.white();
                self.colon()
            }
            Some(b'}') if want == Want::FirstKey => {
                self.close();
                Ok(Want::CommaOrEnd)
            }
            _ => Err(self.offence(want).into()),
        }
    }

    fn colon(&mut self) -> Step {
        if self.peek() != Some(b':') {
            return Err(self.offence(Want::Colon).into());
        }
        self.at += 1;
        Ok(Want::Value)
    }

    fn comma_or_end(&mut self) -> Step {
        let object = self.innermost() == Some(Kind::Object);
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                if let Some(open) = self.arena.open.last_mut() {
                    // Commas past the depth limit are counted here too: nothing reads that.
                    open.commas = open.commas.saturating_add(1);
                }
                return Ok(if object { Want::Key } else { Want::Value });
            }
            Some(b'}') if object => self.close(),
            Some(b']') if !object => self.close(),
            _ => return Err(self.offence(Want::CommaOrEnd).into()),
        }
        Ok(Want::CommaOrEnd)
    }

    #[inline]
    fn string(&mut self) -> Result<(), Box<Fault>> {
        let start = self.at;
        match string::scan(self.bytes, start) {
            Ok(scanned) => {
                self.at = scanned.end;
                self.push(start, Kind::String, scanned.escaped);
                Ok(())
            }
            Err((at, what)) => Err(self.fault(at, what).into()),
        }
    }

    fn number(&mut self) -> Result<(), Box<Fault>> {
        let start = self.at;
        match number::scan(self.bytes, start) {
            Ok(scanned) => {
                self.at = scanned.end;
                self.arena.inexact |= scanned.inexact;
                self.push(start, Kind::Number, scanned.inexact);
                Ok(())
            }
            Err((at, what)) => Err(self.fault(at, what).into()),
        }
    }

    fn literal(&mut self, word: &str, kind: Kind, want: Want) -> Result<(), Box<Fault>> {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        if rest.len() < word.len() && word.as_bytes().starts_with(rest) {
            return Err(self.fault(self.bytes.len(), Offence::Ended).into());
        }
        let glued = rest
            .get(word.len())
            .is_some_and(|c| c.is_ascii_alphanumeric() || *c == b'_');
        if !rest.starts_with(word.as_bytes()) || glued {
            return Err(self.offence(want).into());
        }
        self.at = start + word.len();
        self.push(start, kind, false);
        Ok(())
    }

    /// The kind of the innermost open container.
    fn innermost(&self) -> Option<Kind> {
        let surplus = self.arena.surplus.last().copied();
        surplus.or_else(|| self.arena.open.last().map(|open| open.kind))
    }

    fn open(&mut self, kind: Kind, then: Want) -> Want {
        if self.arena.open.len() < self.max_depth {
            let index = offset(self.arena.slots.len());
            self.push(self.at, kind, false);
            self.arena.open.push(Open {
                index,
                commas: 0,
                kind,
            });
        } else {
            self.surplus(kind);
        }
        self.at += 1;
        then
    }

    #[cold]
    fn surplus(&mut self, kind: Kind) {
        self.arena.surplus.push(kind);
        self.arena.cut = true;
        let most = self.max_depth;
        let fault = self.fault(self.at, Offence::TooDeep { most });
        self.keep(fault);
    }

    fn close(&mut self) {
        self.at += 1;
        if self.arena.surplus.pop().is_some() {
            return;
        }
        let next = offset(self.arena.slots.len());
        let Some(Open { index, commas, .. }) = self.arena.open.pop() else {
            return;
        };
        let Some(slot) = self.arena.slots.get_mut(index as usize) else {
            return;
        };
        (slot.end, slot.next) = (offset(self.at), next);
        if next > index + 1 {
            slot.children = u16::try_from(commas.saturating_add(1)).unwrap_or(Slot::MANY);
        }
        if slot.kind == Kind::Object
            && let Some(again) = keys::duplicate(self.text, &self.arena.slots, index + 1)
        {
            let key = keys::value(self.text, again).into_owned();
            let mut fault = self.fault(again.start as usize, Offence::DuplicateKey { key });
            fault.end = again.end as usize;
            self.keep(fault);
        }
    }

    #[inline]
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
                children: 0,
            });
        }
    }

    /// Keeps the earlier of two faults that do not break the grammar.
    fn keep(&mut self, fault: Fault) {
        if self.fault.as_ref().is_none_or(|kept| fault.at < kept.at) {
            self.fault = Some(fault);
        }
    }

    #[cold]
    fn fault(&self, at: usize, what: Offence) -> Fault {
        let after = self.text.get(at..).and_then(|rest| rest.chars().next());
        let end = at + after.map_or(0, char::len_utf8);
        let innermost = self
            .arena
            .open
            .last()
            .and_then(|open| self.arena.slots.get(open.index as usize));
        Fault {
            at,
            end,
            what,
            opened: innermost.map(|slot| slot.start as usize),
        }
    }

    #[cold]
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

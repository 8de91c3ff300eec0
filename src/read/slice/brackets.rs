//! Brackets in prose: which of them belong together, and what they stand around.

use std::ops::Range;

use super::Rank;

/// The longest interval, such as `[0, 1)`, in bytes.
const LONGEST_INTERVAL: usize = 40;

/// The brackets of prose that are open at a place, and the values seen so far.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    /// Their offsets; the bytes there say which they are.
    open: Vec<u32>,
    /// For each of them, whether an odd number of double quotes stood before it.
    odd: Vec<bool>,
    braces: usize,
    squares: usize,
    /// The last `(`.
    round: Option<usize>,
    /// The last double quote.
    quote: Option<usize>,
    /// Whether an odd number of double quotes has been seen that no backslash stands before.
    is_odd: bool,
    /// The last backslash that does not itself stand behind one.
    backslash: Option<usize>,
    /// The last value, and the last next to a comma: of any rank but weak, and weak.
    values: [Seen; 2],
}

#[derive(Debug, Default, Clone, Copy)]
struct Seen {
    last: Option<(usize, Rank)>,
    last_in_list: Option<(usize, Rank)>,
}

/// What a closer stood around.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Enclosed {
    /// Prose, or a remark with a value in it.
    Nothing,
    /// Nothing opened it.
    Stray,
    /// A value in braces that are no object.
    Value { opened: usize, rank: Rank },
    /// A value in brackets that are no array, and no remark either.
    Element { opened: usize, rank: Rank },
    /// Half of a string, which prose does not hold: the opener stood in it, or a quote is lost.
    HalfString { opened: usize },
}

impl Brackets {
    pub(super) fn open(&mut self, byte: u8, at: usize) {
        *self.count(byte) += 1;
        self.open.push(u32::try_from(at).unwrap_or(u32::MAX));
        self.odd.push(self.is_odd);
    }

    /// Takes the closer `byte` at `at`. Amortised constant: brackets that cross are dropped.
    pub(super) fn close(&mut self, text: &str, byte: u8, at: usize) -> Enclosed {
        let opener = if byte == b'}' { b'{' } else { b'[' };
        if *self.count(opener) == 0 {
            return if byte == b']' && self.closes_interval(text, at) {
                Enclosed::Nothing
            } else {
                Enclosed::Stray
            };
        }
        let (start, odd) = loop {
            let Some((last, odd)) = self.open.pop().zip(self.odd.pop()) else {
                return Enclosed::Stray;
            };
            let kind = text
                .as_bytes()
                .get(last as usize)
                .copied()
                .unwrap_or_default();
            *self.count(kind) -= 1;
            if kind == opener {
                break (last as usize, odd);
            }
        };
        let inside = |seen: Option<(usize, Rank)>| seen.filter(|(at, _)| *at > start);
        let remark = byte == b']' && self.is_remark(text, start);
        let value = |seen: &Seen| inside(if remark { seen.last_in_list } else { seen.last });
        let half = odd != self.is_odd;
        match self.values.iter().find_map(value) {
            None | Some((_, Rank::Weak)) if half && !is_character_class(text, start) => {
                Enclosed::HalfString { opened: start }
            }
            None => Enclosed::Nothing,
            Some((_, rank)) if byte == b'}' => Enclosed::Value {
                opened: start,
                rank,
            },
            Some((_, rank)) => Enclosed::Element {
                opened: start,
                rank,
            },
        }
    }

    /// Whether the bracket at `opened` holds a remark, such as `[Note: {"v":9}]`: a list would
    /// not begin with a letter, or a quote would stand in it.
    fn is_remark(&self, text: &str, opened: usize) -> bool {
        let letter = text
            .get(opened + 1..)
            .is_some_and(|rest| rest.starts_with(char::is_alphabetic));
        letter && self.quote.is_none_or(|quote| quote < opened)
    }

    pub(super) fn quote(&mut self, at: usize) {
        self.quote = Some(at);
        self.is_odd ^= !self.is_escaped(at);
    }

    pub(super) fn backslash(&mut self, at: usize) {
        self.backslash = (!self.is_escaped(at)).then_some(at);
    }

    fn is_escaped(&self, at: usize) -> bool {
        at > 0 && self.backslash == Some(at - 1)
    }

    pub(super) fn open_round(&mut self, at: usize) {
        self.round = Some(at);
    }

    /// Takes a `)` at `at`: with an open `[` it may close an interval, `[0, 1)`.
    pub(super) fn close_round(&mut self, text: &str, at: usize) {
        let Some(last) = self.open.last().map(|last| *last as usize) else {
            return;
        };
        let own = self.round.is_some_and(|round| round > last);
        if !own && text.as_bytes().get(last) == Some(&b'[') && is_interval(text, last + 1..at) {
            self.open.pop();
            self.odd.pop();
            self.squares -= 1;
        }
        self.round = None;
    }

    /// Takes a value that parsed.
    pub(super) fn candidate(&mut self, text: &str, span: Range<usize>, rank: Rank) {
        let seen = Some((span.start, rank));
        let [strong, weak] = &mut self.values;
        let kept = if rank == Rank::Weak { weak } else { strong };
        kept.last = seen;
        if in_list(text, &span) {
            kept.last_in_list = seen;
        }
    }

    /// Whether a `]` closes an interval that a parenthesis opened: `(0, 1]`.
    fn closes_interval(&mut self, text: &str, at: usize) -> bool {
        self.round
            .take()
            .is_some_and(|round| is_interval(text, round + 1..at))
    }

    fn count(&mut self, opener: u8) -> &mut usize {
        if opener == b'{' {
            &mut self.braces
        } else {
            &mut self.squares
        }
    }
}

/// Whether the bracket at `opened` begins a class of a regular expression, such as `[^"]`.
fn is_character_class(text: &str, opened: usize) -> bool {
    text.as_bytes().get(opened + 1) == Some(&b'^')
}

/// Whether the text between two brackets is a pair: short, with one comma and no other bracket
/// or quote.
fn is_interval(text: &str, inside: Range<usize>) -> bool {
    inside.len() <= LONGEST_INTERVAL
        && text.get(inside).is_some_and(|inside| {
            inside.matches(',').count() == 1
                && !inside.contains(['[', ']', '{', '}', '(', '"'])
                && inside.split_whitespace().count() <= 4
        })
}

/// Whether a comma stands before or behind a value, white space aside.
fn in_list(text: &str, span: &Range<usize>) -> bool {
    const WHITE: [char; 4] = [' ', '\t', '\n', '\r'];
    let before = text
        .get(..span.start)
        .unwrap_or_default()
        .trim_end_matches(WHITE);
    let behind = text
        .get(span.end..)
        .unwrap_or_default()
        .trim_start_matches(WHITE);
    before.ends_with(',') || behind.starts_with(',')
}

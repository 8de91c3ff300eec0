//! An input, cut into blocks of whole lines.

use std::io::{self, Read};

use super::Spare;

/// How many bytes are read at once.
const READ: usize = 256 * 1024;

/// How many lines a block has at most, so that what is told of them is bounded too.
const MOST_LINES: usize = 1024;

/// Some lines of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    bytes: Vec<u8>,
    /// The number of its first line, from 1.
    number: usize,
    /// Where in the input it begins, in bytes.
    start: usize,
}

/// One line of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'b> {
    /// Its number, from 1.
    pub number: usize,
    /// Where in the input it begins, in bytes.
    pub start: usize,
    /// Its bytes without its LF or CR LF.
    pub bytes: &'b [u8],
}

impl Block {
    /// Its lines, in order.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let (mut at, mut number) = (0, self.number);
        std::iter::from_fn(move || {
            let rest = self.bytes.get(at..).filter(|rest| !rest.is_empty())?;
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let bytes = rest.get(..end).unwrap_or_default();
            let line = Line {
                number,
                start: self.start + at,
                bytes: bytes.strip_suffix(b"\r").unwrap_or(bytes),
            };
            at += end + 1;
            number += 1;
            Some(line)
        })
    }

    /// Its buffer, to be used again.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// How many bytes of the input it is.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it holds nothing: never so of a block that was cut.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// Cuts an input into blocks. They hold at most so many bytes as are read at once and one line,
/// of which no more than the longest that is judged.
pub struct Blocks<'s, R> {
    input: R,
    spare: &'s Spare,
    longest: usize,
    read: usize,
    /// What was read and not yet cut off.
    held: Vec<u8>,
    /// How much of it holds no line break.
    looked: usize,
    /// Where in the input that begins, and the number of its first line.
    start: usize,
    number: usize,
    /// Whether it begins inside of a line that is too long, of which the head was cut off.
    skipping: bool,
    ended: bool,
    fault: Option<io::Error>,
}

impl<'s, R: Read> Blocks<'s, R> {
    /// Of an input whose lines are judged if they have no more than `longest` bytes. Of one that
    /// has, there is one byte more, or two, and the rest is read and thrown away. They stand in
    /// buffers of `spare`.
    pub fn new(input: R, longest: usize, spare: &'s Spare) -> Self {
        Self {
            input,
            spare,
            longest,
            read: READ,
            held: Vec::new(),
            looked: 0,
            start: 0,
            number: 1,
            skipping: false,
            ended: false,
            fault: None,
        }
    }

    /// Cuts off the next block, once there is a whole line, without waiting for more. `None` at
    /// the end, and where the input can be read no further: see [`into_fault`](Self::into_fault).
    pub fn next_block(&mut self) -> Option<Block> {
        loop {
            if self.skipping {
                self.skip();
            }
            if let Some(end) = self.whole_lines() {
                return Some(self.cut(end));
            }
            if !self.skipping && self.held.len() > self.longest.saturating_add(1) {
                return Some(self.cut_head());
            }
            if self.fault.is_some() {
                return None;
            }
            if self.ended {
                // The last line may lack its line break.
                let end = self.held.len();
                return (end > 0).then(|| self.cut(end));
            }
            self.fault = self.fill().err();
        }
    }

    /// Why the input cannot be read any further; all whole lines before that were handed out.
    #[must_use]
    pub fn into_fault(self) -> Option<io::Error> {
        self.fault
    }

    fn fill(&mut self) -> io::Result<()> {
        let before = self.held.len();
        self.held.resize(before + self.read, 0);
        let room = self.held.get_mut(before..).unwrap_or_default();
        let read = loop {
            match self.input.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                done => break done,
            }
        };
        let got = read.as_ref().map_or(0, |got| *got);
        self.held.truncate(before + got);
        self.ended = read? == 0;
        Ok(())
    }

    /// The end of the whole lines that are there, up to as many as a block may have.
    fn whole_lines(&mut self) -> Option<usize> {
        if self.skipping {
            return None;
        }
        let rest = self.held.get(self.looked..).unwrap_or_default();
        let breaks = memchr::memchr_iter(b'\n', rest).take(MOST_LINES);
        let end = breaks.last().map(|at| self.looked + at + 1);
        if end.is_none() {
            self.looked = self.held.len();
        }
        end
    }

    fn cut(&mut self, end: usize) -> Block {
        let mut rest = self.spare.take();
        rest.extend_from_slice(self.held.get(end..).unwrap_or_default());
        self.held.truncate(end);
        let bytes = std::mem::replace(&mut self.held, rest);
        self.looked = 0;
        let block = Block {
            number: self.number,
            start: self.start,
            bytes,
        };
        self.number += memchr::memchr_iter(b'\n', &block.bytes).count();
        self.start += block.bytes.len();
        block
    }

    /// The head of a line that is too long; what follows it is not wanted.
    fn cut_head(&mut self) -> Block {
        let head = self.cut(self.longest.saturating_add(2));
        self.skipping = true;
        head
    }

    /// Throws away what is left of a line that is too long.
    fn skip(&mut self) {
        let end = memchr::memchr(b'\n', &self.held);
        let gone = end.map_or(self.held.len(), |at| at + 1);
        self.held.drain(..gone);
        self.start += gone;
        if end.is_some() {
            self.skipping = false;
            self.number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out so many bytes at a time.
    struct Drip<'b>(&'b [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(room.len());
            self.0.take(most as u64).read(room).inspect(|got| {
                self.0 = &self.0[*got..];
            })
        }
    }

    fn all(input: &[u8], at_once: usize, longest: usize) -> Vec<(usize, usize, String)> {
        let spare = Spare::default();
        let mut blocks = Blocks::new(Drip(input, at_once), longest, &spare);
        blocks.read = at_once;
        let mut lines = Vec::new();
        while let Some(block) = blocks.next_block() {
            assert!(!block.is_empty() && block.lines().count() <= MOST_LINES + 1);
            lines.extend(block.lines().map(|line| {
                let text = String::from_utf8(line.bytes.to_vec()).unwrap();
                (line.number, line.start, text)
            }));
            spare.give(block.into_bytes());
        }
        lines
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let input = "one\r\n\ntwo é\nthree\r\r\n\r\nlast".as_bytes();
        let wanted: Vec<_> = [
            (1, 0, "one"),
            (2, 5, ""),
            (3, 6, "two é"),
            (4, 13, "three\r"),
            (5, 21, ""),
            (6, 23, "last"),
        ]
        .map(|(number, start, text)| (number, start, text.to_owned()))
        .into();
        for at_once in 1..30 {
            assert_eq!(all(input, at_once, 99), wanted, "{at_once} at once");
        }
        assert_eq!(all(b"", 9, 9), []);
        assert_eq!(all(b"\n", 9, 9), [(1, 0, String::new())]);
    }

    #[test]
    fn of_a_line_that_is_too_long_only_the_head_is_kept() {
        let long = "x".repeat(100);
        let input = format!("12345\r\n{long}\nab\n{long}");
        for at_once in 1..9 {
            let lines = all(input.as_bytes(), at_once, 5);
            let numbers: Vec<_> = lines.iter().map(|line| (line.0, line.1)).collect();
            assert_eq!(numbers, [(1, 0), (2, 7), (3, 108), (4, 111)], "{at_once}");
            let lengths: Vec<_> = lines.iter().map(|line| line.2.len()).collect();
            assert!(lengths[1] > 5 && lengths[1] < 20, "{lengths:?}");
            assert_eq!((lengths[0], lengths[2]), (5, 2));
        }
    }

    #[test]
    fn a_block_is_there_as_soon_as_a_line_is_whole() {
        let spare = Spare::default();
        let mut blocks = Blocks::new(Drip(b"a\nb", 2), 9, &spare);
        assert_eq!(blocks.next_block().unwrap().len(), 2);
    }

    #[test]
    fn whole_lines_before_a_fault_of_reading_are_handed_out() {
        struct Breaks;
        impl Read for Breaks {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let spare = Spare::default();
        let mut blocks = Blocks::new(Drip(b"a\nb", 9).chain(Breaks), 9, &spare);
        assert_eq!(blocks.next_block().unwrap().len(), 2);
        assert_eq!(blocks.next_block(), None);
        assert!(blocks.into_fault().is_some());
    }
}

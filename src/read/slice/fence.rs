//! Markdown code fences, as `CommonMark` has them and as models really write them.

use super::Rank;

/// How many fences inside fences are told apart; models nest two at most.
const MOST_NESTED: usize = 8;

/// An open fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fence {
    mark: u8,
    length: usize,
    /// What a value in it is worth.
    rank: Rank,
    /// Opened and closed on one line.
    one_line: bool,
}

/// The fences that are open at a place, outermost first.
#[derive(Debug, Default)]
pub(super) struct Fences(Vec<Fence>);

/// What a run of backticks or tildes at the beginning of a line did.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// It closed a fence; the text goes on at this offset.
    Closed(usize),
    /// Nothing; the text goes on at this offset.
    None(usize),
    /// It opened one, whose content begins at this offset; `json` says that its tag is json.
    Opened { body: usize, json: bool },
}

impl Fences {
    /// What a value at this place is worth.
    pub(super) fn rank(&self) -> Rank {
        self.0.last().map_or(Rank::Prose, |fence| fence.rank)
    }

    pub(super) fn are_closed(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes a run of at least three marks that stands first on its line, at `at`.
    /// It is none of a fence if its word does not end as one.
    pub(super) fn line(&mut self, text: &str, at: usize) -> Line {
        let (mark, length) = run(text, at);
        let after = at + length;
        let tail = line_tail(text, after);
        let word: &str = tag(tail);
        let closes = |fence: &Fence| fence.mark == mark && length >= fence.length;
        if word.is_empty()
            && let Some(level) = self.0.iter().rposition(closes)
        {
            self.0.truncate(level);
            return Line::Closed(after);
        }
        let body = after + tail.find(word).unwrap_or_default() + word.len();
        let ends = text.get(body..).is_none_or(|rest| {
            rest.is_empty()
                || rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '{' | '['))
        });
        if !ends {
            return Line::None(body);
        }
        let json =
            word.eq_ignore_ascii_case("json") || word.eq_ignore_ascii_case("application/json");
        let rank = if json || word.is_empty() {
            Rank::Fence
        } else {
            Rank::OtherFence
        };
        let one_line = mark == b'`' && tail.contains("```");
        let opens = |tail: &str| tail.trim_start_matches([' ', '\t']).starts_with(['{', '[']);
        if one_line && word.is_empty() && !opens(tail) {
            return Line::None(body);
        }
        if self.0.len() >= MOST_NESTED {
            self.0.pop();
        }
        self.0.push(Fence {
            mark,
            length,
            rank,
            one_line,
        });
        Line::Opened { body, json }
    }

    /// Takes a run of marks in the middle of a line, at `at`: it closes a fence that was opened
    /// on this line, or, at the end of a line, one whose value has just ended. Gives the offset
    /// behind the run.
    pub(super) fn run(&mut self, text: &str, at: usize, behind_value: bool) -> usize {
        let (mark, length) = run(text, at);
        let rest = text.get(at + length..).unwrap_or_default();
        let rest = rest.trim_start_matches([' ', '\t']);
        let last = rest.is_empty() || rest.starts_with(['\n', '\r']);
        let closes = |fence: &Fence| {
            let own = fence.one_line || (behind_value && last);
            fence.mark == mark && length >= fence.length && own
        };
        if self.0.last().is_some_and(closes) {
            self.0.pop();
        }
        at + length
    }

    /// Ends a fence that was to be closed on the line that ends here.
    pub(super) fn end_line(&mut self) {
        if self.0.last().is_some_and(|fence| fence.one_line) {
            self.0.pop();
        }
    }

    /// Whether a broken piece ends with the line before `line`: the innermost fence closes there.
    pub(super) fn end_at(&self, text: &str, line: usize) -> bool {
        let Some(fence) = self.0.last() else {
            return false;
        };
        let margin = text.get(line..).unwrap_or_default();
        let at = line + margin.len() - margin.trim_start_matches([' ', '\t', '>']).len();
        let (mark, length) = run(text, at);
        let closed = mark == fence.mark && length >= fence.length;
        fence.one_line || (closed && tag(line_tail(text, at + length)).is_empty())
    }
}

/// The byte at `at` and how often it stands there in a row.
pub(super) fn run(text: &str, at: usize) -> (u8, usize) {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    let mark = rest.first().copied().unwrap_or_default();
    (mark, rest.iter().take_while(|byte| **byte == mark).count())
}

fn line_tail(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    rest.split(['\n', '\r']).next().unwrap_or_default()
}

/// The word that names a fence's language, if its line begins with one.
fn tag(tail: &str) -> &str {
    let word = tail.trim_start_matches([' ', '\t']);
    let end = word.find(|c: char| !(c.is_alphanumeric() || "_+-#./:".contains(c)));
    let word = word.get(..end.unwrap_or(word.len())).unwrap_or_default();
    if word.starts_with(|c: char| c.is_alphabetic()) {
        word
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_closes_with_as_many_marks_and_no_word() {
        let mut fences = Fences::default();
        assert_eq!(fences.rank(), Rank::Prose);
        assert_eq!(
            fences.line("````markdown\n", 0),
            Line::Opened {
                body: 12,
                json: false
            }
        );
        assert_eq!(fences.rank(), Rank::OtherFence);
        assert_eq!(
            fences.line("``` JSON {1}\n", 0),
            Line::Opened {
                body: 8,
                json: true
            }
        );
        assert_eq!(fences.rank(), Rank::Fence);
        assert_eq!(fences.line("```\r\n", 0), Line::Closed(3));
        assert_eq!(
            fences.line("~~~\n", 0),
            Line::Opened {
                body: 3,
                json: false
            }
        );
        assert_eq!(
            fences.line("`````\n", 0),
            Line::Closed(5),
            "and the tildes inside it"
        );
        assert_eq!(fences.rank(), Rank::Prose);
    }

    #[test]
    fn many_fences_that_never_close_stay_few() {
        let mut fences = Fences::default();
        for length in 3..999 {
            fences.line(&"`".repeat(length), 0);
            fences.line("```x", 0);
        }
        assert!(fences.0.len() <= MOST_NESTED);
    }
}

//! Words of a finding, which keep apart what is ours and what was seen in the input.
//!
//! What was seen may be long, secret or hostile: it is cut to a few words and its control
//! characters are escaped when it enters a [`Text`], and it is left out under `--mask`.

use std::borrow::Cow;
use std::fmt::Write as _;

/// How many scalar values of a value from the input a message shows.
pub const SHOWN: usize = 60;

/// A message in parts. Build it with [`own`](Self::own), [`key`](Self::key) and
/// [`seen`](Self::seen); read it with [`show`](Self::show).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Own(Cow<'static, str>),
    Seen(String),
    Veiled(String, &'static str),
    Place(usize),
}

impl Text {
    /// An empty text, to build on.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds words of our own, or of the user's schema and rules. Shown as they stand.
    #[must_use]
    pub fn own(mut self, words: impl Into<Cow<'static, str>>) -> Self {
        self.0.push(Part::Own(words.into()));
        self
    }

    /// Adds a key or name from the input: cut and escaped, but shown under `--mask` too.
    #[must_use]
    pub fn key(mut self, key: &str) -> Self {
        self.0.push(Part::Own(excerpt(key, SHOWN).into()));
        self
    }

    /// Adds a value from the input: cut to [`SHOWN`] scalar values, escaped, masked.
    #[must_use]
    pub fn seen(mut self, value: &str) -> Self {
        self.0.push(Part::Seen(excerpt(value, SHOWN)));
        self
    }

    /// The same, cut to `most` scalar values.
    #[must_use]
    pub fn seen_up_to(mut self, value: &str, most: usize) -> Self {
        self.0.push(Part::Seen(excerpt(value, most)));
        self
    }

    /// Adds words that tell what a value from the input is, though they are none of it: under
    /// `--mask` `instead` stands for them, which may be nothing.
    #[must_use]
    pub fn veiled(mut self, words: impl Into<String>, instead: &'static str) -> Self {
        self.0.push(Part::Veiled(words.into(), instead));
        self
    }

    /// Adds where byte `offset` of the reply stands, which is said in the words of who shows it.
    #[must_use]
    pub fn place(mut self, offset: usize) -> Self {
        self.0.push(Part::Place(offset));
        self
    }

    /// Adds all of another text.
    #[must_use]
    pub fn text(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// The message as one string. With `masked`, `***` stands for each value from the input.
    #[must_use]
    pub fn show(&self, masked: bool) -> String {
        self.show_at(masked, |offset| format!("byte {offset}"))
    }

    /// The same, with the words for the places of offsets.
    #[must_use]
    pub fn show_at(&self, masked: bool, mut place: impl FnMut(usize) -> String) -> String {
        let part = |part: &Part| match part {
            Part::Own(words) => words.clone(),
            Part::Place(offset) => Cow::Owned(place(*offset)),
            Part::Veiled(_, instead) if masked => Cow::Borrowed(*instead),
            Part::Seen(_) if masked => Cow::Borrowed("***"),
            Part::Seen(value) | Part::Veiled(value, _) => Cow::Owned(value.clone()),
        };
        self.0.iter().map(part).collect()
    }
}

impl<T: Into<Cow<'static, str>>> From<T> for Text {
    fn from(words: T) -> Self {
        Self::new().own(words)
    }
}

/// The first `most` scalar values of `text`, escaped as by [`escaped`], and `…` if any are left.
#[must_use]
pub fn excerpt(text: &str, most: usize) -> String {
    let end = text
        .char_indices()
        .nth(most)
        .map_or(text.len(), |(at, _)| at);
    let head = text.get(..end).unwrap_or(text);
    let mut shown = escaped(head).into_owned();
    if end < text.len() {
        shown.push('…');
    }
    shown
}

/// `text` with each character that could act on a terminal or hide in it written as
/// `\u{1b}`: controls, line and paragraph separators, bidirectional and invisible formats.
#[must_use]
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => safe.push_str("\\n"),
            '\r' => safe.push_str("\\r"),
            '\t' => safe.push_str("\\t"),
            c if is_unsafe(c) => {
                let _ = write!(safe, "\\u{{{:x}}}", u32::from(c));
            }
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// Whether `c` may not reach a terminal as it is.
#[must_use]
pub fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_cut_escaped_and_masked() {
        let text = Text::new()
            .own("`a` is ")
            .seen(&format!("\u{1b}[2J{}", "x".repeat(99)));
        let shown = text.show(false);
        assert!(
            shown.starts_with("`a` is \\u{1b}[2Jxxx") && shown.ends_with('…'),
            "{shown}"
        );
        assert_eq!(text.show(true), "`a` is ***");
    }

    #[test]
    fn what_tells_a_value_is_veiled() {
        let text = Text::new().own("a").veiled("b", "c").veiled("d", "");
        assert_eq!(
            (text.show(false), text.show(true)),
            ("abd".into(), "ac".into())
        );
    }

    #[test]
    fn a_key_is_shown_under_mask_but_never_raw() {
        assert_eq!(Text::new().key("a\u{202e}b\n").show(true), "a\\u{202e}b\\n");
    }
}

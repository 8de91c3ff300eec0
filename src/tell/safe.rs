//! Words that neither a terminal nor a CI system takes for a command.
//!
//! GitHub Actions obeys a line that begins with `::name`, and one that holds `##[name]` anywhere;
//! Other systems obey `##vso[…]` and `##teamcity[…]` anywhere.

use crate::refusal::text::escaped;

/// How an opening bracket is written where it would make a command.
pub(super) const BRACKET: &str = "\\u{5b}";

/// Walks over a text and finds the brackets that would make a command.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    hashes: usize,
}

impl Brackets {
    /// Takes the next character. Whether it is such a bracket.
    pub(super) fn meets(&mut self, c: char) -> bool {
        let armed = self.hashes > 1;
        match c {
            '#' => self.hashes += 1,
            c if armed && (c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')) => {}
            _ => self.hashes = 0,
        }
        armed && c == '['
    }
}

/// A text on one line, to stand anywhere but at the beginning of a line.
pub(super) fn inside(text: &str) -> String {
    let text = escaped(text);
    if !text.contains("##") {
        return text.into_owned();
    }
    let mut brackets = Brackets::default();
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if brackets.meets(c) {
            safe.push_str(BRACKET);
        } else {
            safe.push(c);
        }
    }
    safe
}

/// A text on one line, to stand at the beginning of a line too, or to be broken into lines.
pub(super) fn anywhere(text: &str) -> String {
    inside(text).replace("::", ":\\u{3a}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_a_command_is_written_otherwise() {
        assert_eq!(
            inside("a ##[x]##vso[y] ##a-b.c[z"),
            "a ##\\u{5b}x]##vso\\u{5b}y] ##a-b.c\\u{5b}z"
        );
        assert_eq!(
            inside("## Title [1] #[a] # #[b] ##-"),
            "## Title [1] #[a] # #[b] ##-"
        );
        assert_eq!(anywhere("::error::\u{1b}"), ":\\u{3a}error:\\u{3a}\\u{1b}");
        assert_eq!(anywhere(":::"), ":\\u{3a}:");
    }
}

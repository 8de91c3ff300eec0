//! What may be an id, a name, a tool and a pointer.

use std::ops::Range;

use super::desk::{Desk, quoted};
use super::section::{Member, Said};
use super::spots::Spots;
use crate::read::document::pointer;
use crate::refusal::near::near;

/// How many characters an id may have.
const LONGEST_ID: usize = 100;

/// The words that CEL keeps for itself.
pub(super) const RESERVED: [&str; 21] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "namespace",
    "null",
    "package",
    "return",
    "true",
    "var",
    "void",
    "while",
];

/// Characters that look as if they were more than a name or a glob.
const NO_TOOL: [char; 10] = ['[', ']', '{', '}', '(', ')', '!', ',', '|', ';'];

/// The bytes of the file that stand for some of a string's value.
pub(super) fn spot(desk: &Desk<'_>, said: &Said<'_>, value: &Range<usize>) -> Range<usize> {
    Spots::new(desk.raw(&said.span), said.span.start).find(value)
}

/// Tells an id that is none.
pub(super) fn check_id(desk: &mut Desk<'_>, id: &Said<'_>) {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if let Some((at, wrong)) = id.text.char_indices().find(|(_, c)| !fits(*c)) {
        let span = spot(desk, id, &(at..at + wrong.len_utf8()));
        let message = format!("an id cannot hold {}", quoted(&wrong.to_string()));
        let help =
            "use the letters a to z, digits, `-`, `_` and `.`, as in `id = \"total-adds-up\"`";
        desk.fault(span, message, help);
    } else if id.text.len() > LONGEST_ID {
        let message = format!(
            "an id has at most {LONGEST_ID} characters, this one has {}",
            id.text.len()
        );
        desk.fault(
            id.span.clone(),
            message,
            "name it in a few words; `message` has room for more",
        );
    }
}

/// Tells a name of a fact or variable (`kind`) that expressions could not use.
pub(super) fn check_name(desk: &mut Desk<'_>, member: &Member<'_>, kind: &str) {
    let name = member.name;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if RESERVED.contains(&name) {
        let message = format!("{} is a word of the expression language", quoted(name));
        let help = format!("give the {kind} another name, such as `the_{name}`");
        desk.fault(member.at.clone(), message, help);
    } else if !starts || !name.chars().all(is_word) {
        let message = format!("{} is no name that an expression can use", quoted(name));
        let help = format!(
            "begin it with a letter and use letters, digits and `_`{}",
            instead(name)
        );
        desk.fault(member.at.clone(), message, help);
    }
}

fn instead(name: &str) -> String {
    let other = name.replace(['-', '.', ' '], "_");
    let is_word = other.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let starts = other.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_word && starts {
        format!(": {}", quoted(&other))
    } else {
        String::new()
    }
}

/// Tells a tool's name or glob that could never be meant.
pub(super) fn check_tool(desk: &mut Desk<'_>, tool: &Said<'_>) {
    if tool.text.is_empty() {
        let help = "name a tool, or write `*` for all";
        desk.fault(tool.span.clone(), "a tool's name is empty", help);
        return;
    }
    let wrong = |c: char| NO_TOOL.contains(&c) || c.is_whitespace() || c.is_control();
    if let Some((at, c)) = tool.text.char_indices().find(|(_, c)| wrong(*c)) {
        let span = spot(desk, tool, &(at..at + c.len_utf8()));
        let message = format!("{} stands in no tool's name", quoted(&c.to_string()));
        let help = "write a name, or a glob with `*` and `?`; for several tools a list: `[\"read_*\", \"list\"]`";
        desk.fault(span, message, help);
    }
}

/// Tells a text under `at` that is no JSON Pointer.
pub(super) fn check_pointer(desk: &mut Desk<'_>, at: &Said<'_>) {
    let text = at.text;
    if !text.is_empty() && !text.starts_with('/') {
        let message = format!("{} is no JSON Pointer", quoted(text));
        let help = match as_pointer(text) {
            Some(meant) => format!("did you mean {}?", quoted(&meant)),
            None => "a pointer begins with `/`, as in `/lines/0/qty`".to_owned(),
        };
        desk.fault(at.span.clone(), message, help);
        return;
    }
    let is_escape = |at: usize| matches!(text.as_bytes().get(at + 1), Some(b'0' | b'1'));
    if let Some((wrong, _)) = text.match_indices('~').find(|(at, _)| !is_escape(*at)) {
        let span = spot(desk, at, &(wrong..wrong + 1));
        let help = "write `~` in a key as `~0`, and `/` in a key as `~1`";
        desk.fault(span, "`~` in a JSON Pointer begins `~0` or `~1`", help);
    }
}

/// The pointer that a path as in a program means: `$.lines[0].qty`.
fn as_pointer(path: &str) -> Option<String> {
    let path = path.trim_start_matches('#').trim_start_matches('$');
    let path = path.strip_prefix("this").unwrap_or(path);
    if path.starts_with('/') {
        return Some(path.to_owned());
    }
    let plain = |token: &str| {
        !token.is_empty()
            && token
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    };
    let path = path
        .trim_start_matches('.')
        .replace('[', ".")
        .replace(']', "");
    let mut pointer = String::new();
    for token in path.split('.') {
        if !plain(token) {
            return None;
        }
        pointer = pointer::child(&pointer, token);
    }
    Some(pointer)
}

/// Which of some words a text is, or a fault that names them. `name` is the key it stands under.
pub(super) fn one_of<T: Copy>(
    desk: &mut Desk<'_>,
    name: &str,
    said: &Said<'_>,
    words: &[(&'static str, T)],
) -> Option<T> {
    if let Some((_, found)) = words.iter().find(|(word, _)| *word == said.text) {
        return Some(*found);
    }
    let names = || words.iter().map(|(word, _)| *word);
    let known: Vec<_> = names().map(|word| format!("\"{word}\"")).collect();
    let known = match known.as_slice() {
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
        [] => String::new(),
    };
    let begins = |word: &&str| !said.text.is_empty() && said.text.starts_with(*word);
    let help = match near(said.text, names()).or_else(|| names().find(begins)) {
        Some(meant) => format!("did you mean \"{meant}\"?"),
        None => format!("write {known}"),
    };
    let message = format!("`{name}` must be {known}, not {}", quoted(said.text));
    desk.fault(said.span.clone(), message, help);
    None
}

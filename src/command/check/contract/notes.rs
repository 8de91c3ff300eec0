//! What was probably not meant as it stands in the files of a contract, a line each.

use crate::read::document::place::position;
use crate::refusal::Finding;
use crate::refusal::text::escaped;

/// How many notes on one file are told.
const MOST: usize = 10;

/// Notes on the file that is called `what`, and how many more there are.
pub(super) fn lines(notes: &[Finding], what: &str) -> Vec<String> {
    let more = notes.len().saturating_sub(MOST);
    let told = notes.iter().take(MOST).map(line);
    told.chain((more > 0).then(|| format!("and {more} more about the {what}")))
        .collect()
}

/// Shorter than this a line stays that tells what would do.
const WIDE: usize = 160;

/// `FILE:LINE:COL: message (help)`, without a help that makes it too long.
fn line(note: &Finding) -> String {
    let line = placed(note);
    let help = note.help.as_ref();
    let helped = help.map(|help| format!("{line} ({})", help.show(false)));
    helped
        .filter(|helped| helped.chars().count() < WIDE)
        .unwrap_or(line)
}

/// `FILE:LINE:COL: message`.
fn placed(note: &Finding) -> String {
    let message = note.message.show(false);
    let place = &note.place;
    match place.file.as_ref().zip(place.span.as_ref()) {
        Some((file, span)) => {
            let at = position(&file.text, span.start);
            let name = escaped(&file.name);
            format!("{name}:{}:{}: {message}", at.line, at.column)
        }
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Code;

    #[test]
    fn ten_are_told_and_the_others_counted() {
        let note = Finding::new(Code::SetupRules, "it is always true");
        let notes = vec![note; 12];
        assert_eq!(lines(&notes[..1], "rules"), ["it is always true"]);
        let told = lines(&notes, "rules");
        assert_eq!(told.len(), 11);
        assert_eq!(told[10], "and 2 more about the rules");
    }

    #[test]
    fn a_help_is_told_where_the_line_has_room() {
        let told = |help: &str| {
            let note = Finding::new(Code::SetupRules, "it is always true").help(help.to_owned());
            lines(&[note], "rules").concat()
        };
        assert_eq!(told("leave it out"), "it is always true (leave it out)");
        assert_eq!(told(&"x".repeat(139)).len(), 159);
        assert_eq!(told(&"x".repeat(140)), "it is always true");
    }
}

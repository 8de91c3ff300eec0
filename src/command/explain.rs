//! `jgate explain`: what a code means and what to do about it, and how rules are written.

use std::fmt::Write as _;

use super::{stream, usage};
use crate::check::rules;
use crate::cli::{Explain, hanging};
use crate::refusal::codes::{Recovery, Row, TABLE};
use crate::refusal::near::near;
use crate::refusal::{Code, text};

pub(super) fn run(args: &Explain) -> anyhow::Result<u8> {
    let words = match (&args.recovery, &args.code) {
        (Some(code), _) => format!("{}\n", recovery(code)),
        (None, Some(topic)) if topic == "rules" => page(),
        (None, Some(code)) => explained(code)?,
        (None, None) => table(),
    };
    stream::say(words)?;
    Ok(0)
}

/// The one word for what a caller may do. Everything that is not known to be recoverable, be it
/// 0, a code without recovery or no code of ours at all, is `stop`.
fn recovery(code: &str) -> &'static str {
    let rows = Code::named(code.trim());
    let known = rows.first().and_then(|row| row.recovery);
    known.unwrap_or(Recovery::Stop).word()
}

fn explained(code: &str) -> anyhow::Result<String> {
    let rows = Code::named(code);
    if rows.is_empty() {
        return Err(unknown(code));
    }
    let told: Vec<_> = rows.iter().map(|row| entry(row, code)).collect();
    Ok(told.join("\n"))
}

/// What the page on rule files is looked for by, too.
const OF_RULES: [&str; 6] = ["rule", "policy", "policies", "fact", "facts", "cel"];

fn unknown(code: &str) -> anyhow::Error {
    let shown = text::excerpt(code, text::SHOWN);
    let names = TABLE.iter().map(|row| row.name).chain(["rules"]);
    let of_rules = OF_RULES.contains(&code);
    let hint = match near(code, names) {
        _ if of_rules => "`jgate explain rules` tells how a rule file is written".to_owned(),
        Some(name) => format!("did you mean `{name}`?"),
        None => "`jgate explain` lists them all".to_owned(),
    };
    usage(format!("`{shown}` is no code of jgate's: {hint}"))
}

fn entry(row: &Row, code: &str) -> String {
    let name = if row.code == Code::Schema && code.starts_with("schema.") {
        code
    } else {
        row.name
    };
    let advice = hanging(row.advice, 12, 80);
    let recovery = row.recovery.map_or("none", Recovery::word);
    format!(
        "{name} (exit {})\n  meaning   {}\n  to do     {advice}\n  recovery  {recovery}{}\n",
        row.exit,
        hanging(row.meaning, 12, 80),
        row.recovery.map_or("", gloss),
    )
}

fn gloss(recovery: Recovery) -> &'static str {
    match recovery {
        Recovery::Reask => ": give the model the feedback (`--report model`) and ask it again",
        Recovery::Retry => ": send the same request again",
        Recovery::Approve => ": ask a person",
        Recovery::FixSetup => ": mend the set-up; asking again changes nothing",
        Recovery::Stop => ": nothing that can be repeated will help",
    }
}

fn table() -> String {
    let mut text = String::from("exit  code                          recovery   meaning\n");
    for row in TABLE {
        let recovery = row.recovery.map_or("-", Recovery::word);
        let meaning = hanging(row.meaning, 47, 100);
        let _ = writeln!(
            text,
            "{:>4}  {:<28}  {recovery:<9}  {meaning}",
            row.exit, row.name
        );
    }
    text.push_str("\n`jgate explain rules` tells how a rule file is written.\n");
    text
}

/// The page on rule files, and where the functions are put into it.
const RULES: &str = include_str!("explain/rules.txt");
const FUNCTIONS: &str = "{functions}\n";

/// The page on rule files, with a line or more for each function.
fn page() -> String {
    let mut functions = String::new();
    for (usage, says) in rules::functions() {
        let says = hanging(says, 34, 80);
        let gap = if usage.chars().count() > 28 {
            format!("\n{:34}", "")
        } else {
            String::new()
        };
        let _ = writeln!(functions, "    {usage:<28}{gap}  {says}");
    }
    RULES.replace(FUNCTIONS, &functions)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::refusal::SourceFile;

    #[test]
    fn recovery_is_always_one_of_five_words() {
        assert_eq!(recovery("22"), "reask");
        assert_eq!(recovery("28"), "retry");
        assert_eq!(recovery("51"), "approve");
        assert_eq!(recovery("78"), "fix_setup");
        assert_eq!(recovery("schema.required"), "reask");
        for stop in [
            "0",
            "1",
            "2",
            "26",
            "74",
            "99",
            "141",
            "",
            "-1",
            "x; rm",
            "schema.KEYWORD!",
        ] {
            assert_eq!(recovery(stop), "stop", "{stop}");
        }
    }

    #[test]
    fn a_keyword_is_explained_under_its_own_name() {
        assert!(
            explained("schema.enum")
                .unwrap()
                .starts_with("schema.enum (exit 30)\n")
        );
        assert!(
            explained("30")
                .unwrap()
                .starts_with("schema.KEYWORD (exit 30)\n")
        );
        assert_eq!(explained("78").unwrap().matches("(exit 78)").count(), 4);
    }

    #[test]
    fn an_unknown_code_is_answered_with_the_nearest_name() {
        let error = explained("parse.truncatd").unwrap_err().to_string();
        assert!(error.contains("did you mean `parse.truncated`?"), "{error}");
        assert!(explained("99").is_err());
        for word in OF_RULES {
            let error = explained(word).unwrap_err().to_string();
            assert!(error.contains("`jgate explain rules`"), "{error}");
        }
    }

    /// The example of the page, as a file of its own.
    fn example() -> String {
        let (_, behind) = RULES.split_once("\nAN EXAMPLE\n").unwrap();
        let (example, _) = behind.split_once("\nTHE FILE\n").unwrap();
        let lines = example
            .lines()
            .map(|line| line.strip_prefix("    ").unwrap_or(line));
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    #[test]
    fn the_page_on_rules_has_every_function_and_fits_a_terminal() {
        let page = page();
        assert!(RULES.contains(FUNCTIONS) && !page.contains(FUNCTIONS));
        let wide = page.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None);
        for (usage, _) in rules::functions() {
            assert!(page.contains(usage), "{usage}");
        }
        for row in TABLE.iter().filter(|row| matches!(row.exit, 40..=51 | 56)) {
            let line = format!("    {}  {}", row.exit, row.name);
            assert!(page.contains(&line), "{line}");
        }
    }

    #[test]
    fn the_example_of_the_page_is_a_rule_file_without_a_fault() {
        let (name, text) = ("invoice.rules.toml".to_owned(), example());
        assert!(text.contains("\n[[policy]]\n"));
        let opened = rules::file::read(Arc::new(SourceFile { name, text })).unwrap();
        assert_eq!(opened.notes, []);
    }

    #[test]
    fn the_table_has_every_row() {
        assert!(TABLE.iter().all(|row| table().contains(row.name)));
    }
}

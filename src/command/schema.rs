//! `jgate schema`: the JSON Schemas and rule files that come with jgate.

use std::fmt::Write as _;

use super::{stream, usage};
use crate::cli::Schema;
use crate::read::document::{Document, MAX_DEPTH};
use crate::refusal::near::near;
use crate::refusal::text;

struct Shipped {
    name: &'static str,
    text: &'static str,
}

/// A file of the folder `schemas`, under its name without this ending.
macro_rules! shipped {
    ($name:literal, $folder:literal, $ending:literal) => {
        Shipped {
            name: $name,
            text: include_str!(concat!("../../schemas/", $folder, $name, $ending)),
        }
    };
}

/// The endings that a file's name may be given without.
const ENDINGS: [&str; 2] = [".schema.json", ".toml"];

/// The contracts to start from, each schema with its rules, then the formats that jgate itself
/// owns.
const SHIPPED: &[Shipped] = &[
    shipped!("create_project", "", ".schema.json"),
    shipped!("create_project.rules", "", ".toml"),
    shipped!("ticket", "", ".schema.json"),
    shipped!("ticket.rules", "", ".toml"),
    shipped!("transfer", "", ".schema.json"),
    shipped!("transfer.rules", "", ".toml"),
    shipped!("rules", "jgate/", ".schema.json"),
    shipped!("verdict", "jgate/", ".schema.json"),
];

pub(super) fn run(args: &Schema) -> anyhow::Result<u8> {
    match &args.name {
        None => stream::say(list())?,
        Some(name) => stream::say(named(name)?)?,
    }
    Ok(0)
}

fn named(name: &str) -> anyhow::Result<&'static str> {
    let bare = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending));
    let bare = bare.unwrap_or(name);
    let shipped = SHIPPED.iter().find(|shipped| shipped.name == bare);
    shipped.map(|shipped| shipped.text).ok_or_else(|| {
        let names = SHIPPED.iter().map(|shipped| shipped.name);
        let hint = near(name, names).map_or_else(
            || "`jgate schema` lists them".to_owned(),
            |name| format!("did you mean `{name}`?"),
        );
        let shown = text::excerpt(name, text::SHOWN);
        usage(format!(
            "no schema or rule file `{shown}` comes with jgate: {hint}"
        ))
    })
}

fn list() -> String {
    let mut list = String::new();
    for Shipped { name, text } in SHIPPED {
        let _ = writeln!(list, "{name:<22}{}", title(text));
    }
    list
}

/// The schema's own title; a rule file has its in the comment that it begins with.
fn title(text: &str) -> String {
    if let Some((title, _)) = text
        .strip_prefix("# ")
        .and_then(|text| text.split_once('\n'))
    {
        return title.to_owned();
    }
    let document = Document::parse(text, MAX_DEPTH);
    let title = document.ok().and_then(|document| {
        let title = document.root().get("title")?.string()?;
        Some(title.into_owned())
    });
    title.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::check::rules::file;
    use crate::refusal::SourceFile;

    #[test]
    fn each_shipped_schema_has_a_title_and_is_listed() {
        let list = list();
        for Shipped { name, text } in SHIPPED {
            assert!(!title(text).is_empty(), "{name}");
            assert!(list.contains(name));
            assert_eq!(named(name).unwrap(), *text);
        }
        assert_eq!(
            named("ticket.rules.toml").unwrap(),
            named("ticket.rules").unwrap()
        );
        assert_eq!(
            named("ticket.schema.json").unwrap(),
            named("ticket").unwrap()
        );
    }

    #[test]
    fn each_shipped_rule_file_is_without_a_fault_and_names_a_shipped_schema() {
        for Shipped { name, text } in SHIPPED {
            let Some(contract) = name.strip_suffix(".rules") else {
                continue;
            };
            let (name, text) = (format!("{name}.toml"), (*text).to_owned());
            let opened = file::read(Arc::new(SourceFile { name, text })).unwrap();
            assert_eq!(opened.notes, []);
            let schema = opened.book.schema();
            assert!(schema.is_none_or(|name| named(name).unwrap() == named(contract).unwrap()));
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let error = named("tikcet").unwrap_err().to_string();
        assert!(error.contains("did you mean `ticket`?"), "{error}");
    }
}

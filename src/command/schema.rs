//! `jgate schema`: the JSON Schemas that come with jgate.

use std::fmt::Write as _;

use super::{closest, stream, usage};
use crate::cli::Schema;
use crate::read::document::{Document, MAX_DEPTH};
use crate::refusal::text;

struct Shipped {
    name: &'static str,
    text: &'static str,
}

/// The contracts to start from, then the formats that jgate itself owns.
const SHIPPED: &[Shipped] = &[
    Shipped {
        name: "create_project",
        text: include_str!("../../schemas/create_project.schema.json"),
    },
    Shipped {
        name: "ticket",
        text: include_str!("../../schemas/ticket.schema.json"),
    },
    Shipped {
        name: "transfer",
        text: include_str!("../../schemas/transfer.schema.json"),
    },
    Shipped {
        name: "verdict",
        text: include_str!("../../schemas/jgate/verdict.schema.json"),
    },
];

pub(super) fn run(args: &Schema) -> anyhow::Result<u8> {
    match &args.name {
        None => stream::say(list())?,
        Some(name) => stream::say(named(name)?)?,
    }
    Ok(0)
}

fn named(name: &str) -> anyhow::Result<&'static str> {
    let bare = name.strip_suffix(".schema.json").unwrap_or(name);
    let shipped = SHIPPED.iter().find(|shipped| shipped.name == bare);
    shipped.map(|shipped| shipped.text).ok_or_else(|| {
        let names = SHIPPED.iter().map(|shipped| shipped.name);
        let hint = closest(name, names).map_or_else(
            || "`jgate schema` lists them".to_owned(),
            |name| format!("did you mean `{name}`?"),
        );
        let shown = text::excerpt(name, text::SHOWN);
        usage(format!("no schema `{shown}` comes with jgate: {hint}"))
    })
}

fn list() -> String {
    let mut text = String::new();
    for Shipped { name, text: schema } in SHIPPED {
        let _ = writeln!(text, "{name:<16}{}", title(schema));
    }
    text
}

/// The schema's own title.
fn title(schema: &str) -> String {
    let document = Document::parse(schema, MAX_DEPTH);
    let title = document.ok().and_then(|document| {
        let title = document.root().get("title")?.string()?;
        Some(title.into_owned())
    });
    title.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shipped_schema_has_a_title_and_is_listed() {
        let list = list();
        for Shipped { name, text } in SHIPPED {
            assert!(!title(text).is_empty(), "{name}");
            assert!(list.contains(name));
            assert_eq!(named(name).unwrap(), *text);
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let error = named("tikcet").unwrap_err().to_string();
        assert!(error.contains("did you mean `ticket`?"), "{error}");
    }
}

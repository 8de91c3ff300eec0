//! The one table of keys: what may stand in each part of a rule file, and what must.

/// One key.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    /// Whether it must be there.
    pub(super) required: bool,
    /// How it is written, for instance.
    pub(super) example: &'static str,
}

/// A part of the file.
#[derive(Debug)]
pub(super) struct Part {
    /// What it is called: `a rule`.
    pub(super) name: &'static str,
    /// Where its keys stand: `in [[rules]]`.
    pub(super) place: &'static str,
    pub(super) keys: &'static [Key],
}

const fn must(name: &'static str, example: &'static str) -> Key {
    Key {
        name,
        required: true,
        example,
    }
}

const fn may(name: &'static str, example: &'static str) -> Key {
    Key {
        name,
        required: false,
        example,
    }
}

const WHEN: Key = may("when", "when = \"has(this.total)\"");
const MESSAGE: Key = may(
    "message",
    "message = \"the total is {this.total}, which is too much\"",
);
const AT: Key = may("at", "at = \"/total\"");
const TOOL: Key = may("tool", "tool = \"create_project\"");

/// The top of the file.
pub(super) const TOP: Part = Part {
    name: "a rule file",
    place: "at the top of the file, above the first `[…]`",
    keys: &[
        must("version", "version = 1"),
        may("schema", "schema = \"invoice.schema.json\""),
        may("facts", "[facts]"),
        may("variables", "[variables]"),
        may("rules", "[[rules]]"),
        may("policy", "[[policy]]"),
        may("tools", "[tools]"),
    ],
};

/// An entry of `[[rules]]`.
pub(super) const RULE: Part = Part {
    name: "a rule",
    place: "in `[[rules]]`",
    keys: &[
        must("id", "id = \"total-adds-up\""),
        WHEN,
        must("expression", "expression = \"this.total > 0\""),
        MESSAGE,
        AT,
        may("severity", "severity = \"warn\""),
        TOOL,
    ],
};

/// An entry of `[[policy]]`.
pub(super) const POLICY: Part = Part {
    name: "a policy",
    place: "in `[[policy]]`",
    keys: &[
        must("id", "id = \"above-limit\""),
        WHEN,
        must("decision", "decision = \"ask\""),
        MESSAGE,
        AT,
        TOOL,
    ],
};

/// `[tools]`.
pub(super) const TOOLS: Part = Part {
    name: "`[tools]`",
    place: "in `[tools]`",
    keys: &[
        must("default", "default = \"deny\""),
        may("max-calls", "max-calls = 5"),
    ],
};

/// All parts whose keys are fixed.
pub(super) const PARTS: [&Part; 4] = [&TOP, &RULE, &POLICY, &TOOLS];

/// What a part of the top is called elsewhere.
const ALIASES: [(&str, &str); 6] = [
    ("policies", "policy"),
    ("checks", "rules"),
    ("constraints", "rules"),
    ("vars", "variables"),
    ("definitions", "variables"),
    ("inputs", "facts"),
];

/// The part of the top that is meant by a name from elsewhere.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    let row = ALIASES.iter().find(|(alias, _)| *alias == name);
    row.map(|(_, own)| *own)
}

impl Part {
    /// Its key of this name.
    pub(super) fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The names of its keys.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().map(|key| key.name)
    }
}

//! The one table of codes: what each is called, what it exits with, and what a caller may do.
//!
//! Everything that shows a code (help, `explain`, README, the verdict and its JSON Schema) is
//! made from [`TABLE`] or checked against it. A number, once released, never gets a second
//! meaning; the tens digit is the layer. A caller must treat a number outside the table as a
//! refusal.

use serde::Serialize;

/// What the caller may do about a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Recovery {
    /// Give the model the feedback and ask it again.
    Reask,
    /// Send the same request again.
    Retry,
    /// Ask a person.
    Approve,
    /// Mend the schema, the rules or the call of jgate; asking again changes nothing.
    FixSetup,
    /// Stop: nothing the caller can repeat will help.
    Stop,
}

impl Recovery {
    /// The word that `jgate explain --recovery` prints and the verdict holds.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Reask => "reask",
            Self::Retry => "retry",
            Self::Approve => "approve",
            Self::FixSetup => "fix_setup",
            Self::Stop => "stop",
        }
    }
}

/// Every way a run can end. The discriminant is the place in [`TABLE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table says what each means")]
pub enum Code {
    Accepted,
    BatchRefused,
    Usage,
    ProviderError,
    ProviderFiltered,
    ProviderRefusal,
    ProviderTruncated,
    ProviderInterrupted,
    ProviderIncomplete,
    ProviderMalformedArguments,
    ProviderNoContent,
    ProviderUnrecognised,
    ProviderRejected,
    NoJson,
    Malformed,
    Truncated,
    Ambiguous,
    DuplicateKey,
    TooDeep,
    TooLarge,
    NotUtf8,
    Empty,
    Schema,
    InexactNumber,
    DomainRule,
    DomainError,
    PolicyDenied,
    PolicyApproval,
    PolicyUnknownTool,
    PolicyTooManyCalls,
    PolicyConflict,
    PolicyReplay,
    PolicyError,
    InputUnreadable,
    Bug,
    Io,
    SetupSchema,
    SetupRules,
    SetupFacts,
    SetupTools,
}

/// One row of [`TABLE`].
#[derive(Debug)]
pub struct Row {
    /// The code this row describes.
    pub code: Code,
    /// The exit code of the process.
    pub exit: u8,
    /// The name: `layer.what`. `schema.KEYWORD` stands for one name per JSON Schema keyword.
    pub name: &'static str,
    /// What the caller may do; `None` where nothing was refused or the shell knows better.
    pub recovery: Option<Recovery>,
    /// What happened, in one line.
    pub meaning: &'static str,
    /// What to do about it, in one line.
    pub advice: &'static str,
}

use Recovery::{Approve, FixSetup, Reask, Retry, Stop};

const fn row(
    code: Code,
    exit: u8,
    name: &'static str,
    recovery: Option<Recovery>,
    meaning: &'static str,
    advice: &'static str,
) -> Row {
    Row {
        code,
        exit,
        name,
        recovery,
        meaning,
        advice,
    }
}

/// All codes, in order of their exit codes.
#[rustfmt::skip]
pub const TABLE: &[Row] = &[
    row(Code::Accepted, 0, "accepted", None, "the reply passed every layer", "use what stands on stdout"),
    row(Code::BatchRefused, 1, "batch.refused", None, "several replies were judged and some were refused", "read the report of each; the accepted ones are good"),
    row(Code::Usage, 2, "usage", None, "the command line is wrong", "see `jgate --help`"),
    row(Code::ProviderError, 10, "provider.error", Some(Retry), "the provider failed: overloaded, a rate limit, a server fault, a body that is not JSON", "wait and send the same request again"),
    row(Code::ProviderFiltered, 11, "provider.filtered", Some(Stop), "the provider's filter stopped the prompt or the answer", "change the request; the same one is filtered again"),
    row(Code::ProviderRefusal, 12, "provider.refusal", Some(Stop), "the model declined to answer", "read its words; the same request is declined again"),
    row(Code::ProviderTruncated, 13, "provider.truncated", Some(Reask), "the answer ended at the token limit", "raise the limit, or ask for a shorter answer"),
    row(Code::ProviderInterrupted, 14, "provider.interrupted", Some(Retry), "the response ended before its end signal", "send the same request again"),
    row(Code::ProviderIncomplete, 15, "provider.incomplete", Some(Retry), "the turn is not finished, or its stop reason is unknown", "let the turn finish, or send the request again"),
    row(Code::ProviderMalformedArguments, 16, "provider.malformed_arguments", Some(Reask), "the arguments of a tool call are not a JSON object", "give the model the feedback and ask again"),
    row(Code::ProviderNoContent, 17, "provider.no_content", Some(Reask), "the answer is finished and says nothing", "ask again"),
    row(Code::ProviderUnrecognised, 18, "provider.unrecognised", Some(FixSetup), "the input is not the response or record that was named, or is one where none was", "say what is piped in: its format (`--from`), or the field of its records (`--field`)"),
    row(Code::ProviderRejected, 19, "provider.rejected", Some(FixSetup), "the provider rejected the request: key, quota, model or request", "mend the request; the same one is rejected again"),
    row(Code::NoJson, 20, "parse.no_json", Some(Reask), "the reply holds no JSON", "ask for JSON and nothing else"),
    row(Code::Malformed, 21, "parse.malformed", Some(Reask), "what looks like JSON is not JSON", "give the model the feedback and ask again; jgate never repairs"),
    row(Code::Truncated, 22, "parse.truncated", Some(Reask), "the JSON ends before it is complete", "raise the token limit, or ask for a shorter answer"),
    row(Code::Ambiguous, 23, "parse.ambiguous", Some(Reask), "the reply holds several different values", "ask for one value, or settle it with `--pick`; for choices of a response with `--choice`"),
    row(Code::DuplicateKey, 24, "parse.duplicate_key", Some(Reask), "an object names a key twice", "give the model the feedback and ask again"),
    row(Code::TooDeep, 25, "parse.too_deep", Some(Reask), "the value nests more containers than `--max-depth` allows", "ask for a flatter answer, or raise `--max-depth`"),
    row(Code::TooLarge, 26, "parse.too_large", Some(Stop), "the reply is larger than `--max-bytes` allows", "stop here; for the next ones, raise `--max-bytes` if such replies are expected"),
    row(Code::NotUtf8, 27, "parse.not_utf8", Some(FixSetup), "the reply is not UTF-8", "convert it to UTF-8 before it reaches jgate"),
    row(Code::Empty, 28, "parse.empty", Some(Retry), "nothing arrived, or nothing but white space", "look whether the request itself failed, then send it again"),
    row(Code::Schema, 30, "schema.KEYWORD", Some(Reask), "the value does not satisfy the JSON Schema: `schema.required`, `schema.type`, ...", "give the model the feedback and ask again"),
    row(Code::InexactNumber, 31, "schema.inexact_number", Some(Reask), "the schema needs the value of a number that no 64-bit number holds exactly", "ask for the number as a string"),
    row(Code::DomainRule, 40, "domain.rule", Some(Reask), "a domain rule is not satisfied", "give the model the feedback and ask again"),
    row(Code::DomainError, 41, "domain.error", Some(FixSetup), "a domain rule could not be evaluated", "mend the rule; what cannot be judged never passes"),
    row(Code::PolicyDenied, 50, "policy.denied", Some(Stop), "a policy denies it", "do not do it"),
    row(Code::PolicyApproval, 51, "policy.approval", Some(Approve), "a person must approve it", "ask a person, then call again with `--approve KEY`"),
    row(Code::PolicyUnknownTool, 52, "policy.unknown_tool", Some(Reask), "the model called a tool that is not known", "give the model the feedback and ask again"),
    row(Code::PolicyTooManyCalls, 53, "policy.too_many_calls", Some(Reask), "the reply calls more tools than allowed", "give the model the feedback and ask again"),
    row(Code::PolicyConflict, 54, "policy.conflict", Some(Stop), "a call's id was seen before with other content", "do not do it; find out where the second call comes from"),
    row(Code::PolicyReplay, 55, "policy.replay", Some(Stop), "this very call was authorised before", "do not do it again"),
    row(Code::PolicyError, 56, "policy.error", Some(FixSetup), "a policy could not be evaluated", "mend the policy; what cannot be judged never passes"),
    row(Code::InputUnreadable, 66, "input.unreadable", None, "the file with the reply cannot be read", "look at its name and its permissions"),
    row(Code::Bug, 70, "bug", None, "jgate itself failed", "report it with the command line and, if it holds no secret, the input"),
    row(Code::Io, 74, "io", None, "writing failed", "look at the disk and the permissions of the target"),
    row(Code::SetupSchema, 78, "setup.schema", Some(FixSetup), "the schema is missing or broken", "mend the schema; no reply was judged"),
    row(Code::SetupRules, 78, "setup.rules", Some(FixSetup), "the rule file is missing or broken", "mend the rule file; no reply was judged"),
    row(Code::SetupFacts, 78, "setup.facts", Some(FixSetup), "a fact is missing, undeclared or of the wrong type", "mend the facts; no reply was judged"),
    row(Code::SetupTools, 78, "setup.tools", Some(FixSetup), "the tool registry is missing or broken", "mend the registry; no reply was judged"),
];

impl Code {
    /// The table's row of this code.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        reason = "a test holds that every code has its row"
    )]
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The exit code of a run that ends with this code.
    #[must_use]
    pub fn exit(self) -> u8 {
        self.row().exit
    }

    /// The layer: what stands before the dot of the name (`parse`, `schema`, `setup`, ...).
    #[must_use]
    pub fn layer(self) -> &'static str {
        let name = self.row().name;
        name.split_once('.').map_or(name, |(layer, _)| layer)
    }

    /// The rows that `text` names: an exit code (`22`), a name (`parse.truncated`) or a
    /// JSON Schema keyword's name (`schema.required`). Empty when it names none.
    #[must_use]
    pub fn named(text: &str) -> Vec<&'static Row> {
        let exact = |row: &&Row| row.name == text || row.exit.to_string() == text;
        let rows: Vec<_> = TABLE.iter().filter(exact).collect();
        let keyword = text.strip_prefix("schema.").is_some_and(|word| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '$')
        });
        if rows.is_empty() && keyword {
            vec![Self::Schema.row()]
        } else {
            rows
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_row_and_every_name_is_its_own() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.code as usize, index, "{} stands at its place", row.name);
            let same = TABLE.iter().filter(|other| other.name == row.name).count();
            assert_eq!(same, 1, "{} stands once", row.name);
        }
    }

    #[test]
    fn exits_rise_and_the_tens_digit_is_the_layer() {
        assert!(TABLE.is_sorted_by_key(|row| row.exit));
        for row in TABLE {
            let layer = match row.exit {
                10..20 => "provider",
                20..30 => "parse",
                30..40 => "schema",
                40..50 => "domain",
                50..60 => "policy",
                78 => "setup",
                _ => continue,
            };
            assert_eq!(row.code.layer(), layer, "{}", row.name);
        }
    }

    #[test]
    fn a_code_is_found_by_number_name_and_keyword() {
        let names = |text| {
            Code::named(text)
                .iter()
                .map(|row| row.name)
                .collect::<Vec<_>>()
        };
        assert_eq!(names("22"), ["parse.truncated"]);
        assert_eq!(names("parse.empty"), ["parse.empty"]);
        assert_eq!(names("schema.inexact_number"), ["schema.inexact_number"]);
        assert_eq!(names("schema.required"), ["schema.KEYWORD"]);
        assert_eq!(names("78").len(), 4);
        assert!(names("99").is_empty() && names("schema.").is_empty());
    }
}

//! What all replies of a run have in common.

use jiff::Timestamp;

use super::output::Value;
use crate::cli::{Check, Format};
use crate::gate::{Cleared, Judgement};
use crate::read::document::Document;
use crate::tell::{About, Contract, Line};

/// What every reply is judged and told by.
pub(super) struct Common<'a> {
    pub(super) args: &'a Check,
    pub(super) contract: Contract,
    /// The clock that the rules see, if they look at it.
    pub(super) now: Option<Timestamp>,
}

impl Common<'_> {
    /// What is told of a reply besides the judgement: its file, and its line where each is one.
    pub(super) fn about<'a>(&'a self, file: Option<&'a str>, line: Option<Line>) -> About<'a> {
        About {
            file,
            line,
            contract: &self.contract,
            now: self.now,
            masked: self.args.mask,
        }
    }

    /// Whether nothing but the value is to be said of an accepted reply. A verdict is not free: it
    /// holds a hash of the whole reply.
    pub(super) fn is_plain(&self, cleared: &Cleared<'_>, judgement: &Judgement<'_>) -> bool {
        let Check { format, trace, .. } = self.args;
        let warned = !cleared.warnings().is_empty() || !judgement.found.warnings.is_empty();
        *format != Format::Verdict && !trace && !warned
    }

    /// What standard output carries of an accepted reply; `record` is what stands before and
    /// behind it in its record, if it stood in one.
    pub(super) fn value<'v>(
        &self,
        document: &'v Document<'v>,
        record: Option<(&'v str, &'v str)>,
    ) -> Value<'v> {
        match (self.args.format, record) {
            (Format::Record, Some((before, behind))) => Value::In(before, document, behind),
            (format, _) => Value::Of(document, format),
        }
    }
}

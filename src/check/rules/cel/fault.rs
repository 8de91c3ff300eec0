//! What is wrong with an expression, and at which of its bytes.

use std::ops::Range;

use crate::refusal::Text;

/// What is wrong with an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::check) struct Fault {
    /// What was found: lower case, no full stop.
    pub(in crate::check) message: Text,
    /// What would do.
    pub(in crate::check) help: Option<Text>,
    /// The very bytes of the expression.
    pub(in crate::check) span: Range<usize>,
}

/// What is wrong at some bytes of an expression.
pub(super) fn fault(message: impl Into<Text>, span: Range<usize>) -> Fault {
    let (message, help) = (message.into(), None);
    Fault {
        message,
        help,
        span,
    }
}

impl Fault {
    /// The same fault with what would do.
    pub(super) fn help(mut self, help: impl Into<Text>) -> Self {
        self.help = Some(help.into());
        self
    }
}

//! Why an answer ended, in the provider's word and in ours.

use std::ops::Range;

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The model had said all, or calls a tool.
    Finished,
    /// At the token limit or the limit of the context.
    Truncated,
    /// The provider's filter stopped it.
    Filtered,
    /// The model declined.
    Refused,
    /// The provider failed.
    Failed,
    /// The provider says that what the model wrote is no call.
    Malformed,
    /// By design there is more to come, or it is not known what the reason means.
    Unfinished,
}

/// What a stop reason means: a provider's own words. What is not listed is
/// [`Stop::Unfinished`].
pub(super) type Stops = &'static [(&'static str, Stop)];

/// The end of an answer.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) stop: Stop,
    /// The provider's word for it, cut and escaped; one of ours to know, unless it is unfinished.
    pub(super) word: String,
    /// Where that stood.
    pub(super) at: Range<usize>,
}

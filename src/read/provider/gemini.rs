//! Google Gemini: `GenerateContentResponse`, whole or in pieces.
//!
//! Sources: `googleapis` (`generative_service.proto`), `python-genai` (`types.py`, `errors.py`). The
//! Python SDK dumps the same with other spellings of the keys.

use std::collections::HashSet;

use super::Provider;
use super::answer::Answer;
use super::call::Call;
use super::frame::Framing;
use super::stop::{Stop, Stops};
use super::view::View;
use crate::read::document::Kind;
use crate::refusal::text::{SHOWN, excerpt};

pub(super) const PROVIDER: Provider = Provider {
    name: "gemini",
    apis: "Google Gemini generateContent, also on Vertex AI",
    streams: "SSE, a JSON array",
    end: "",
    marks: &["candidates", "promptFeedback", "error"],
    signature,
    take,
    bare_errors: &["message"],
};

/// Google's older clients ask for numbers in place of words; the first four are the same for all
/// of its APIs.
const STOPS: Stops = &[
    ("1", Stop::Finished),
    ("2", Stop::Truncated),
    ("3", Stop::Filtered),
    ("4", Stop::Filtered),
    ("STOP", Stop::Finished),
    ("MAX_TOKENS", Stop::Truncated),
    ("SAFETY", Stop::Filtered),
    ("RECITATION", Stop::Filtered),
    ("LANGUAGE", Stop::Filtered),
    ("BLOCKLIST", Stop::Filtered),
    ("PROHIBITED_CONTENT", Stop::Filtered),
    ("SPII", Stop::Filtered),
    ("MODEL_ARMOR", Stop::Filtered),
    ("IMAGE_SAFETY", Stop::Filtered),
    ("IMAGE_PROHIBITED_CONTENT", Stop::Filtered),
    ("IMAGE_RECITATION", Stop::Filtered),
    ("IMAGE_OTHER", Stop::Filtered),
    ("MALFORMED_FUNCTION_CALL", Stop::Malformed),
];

fn signature(whole: View<'_>) -> bool {
    if whole.kind() == Kind::Array {
        let all = whole
            .elements()
            .all(|part| is_response(part) || is_error(part));
        return all && whole.count() > 0;
    }
    is_response(whole) || is_error(whole)
}

fn is_response(whole: View<'_>) -> bool {
    if whole.has("choices") {
        return false;
    }
    let blocked = whole.path(&["promptFeedback", "blockReason"]);
    if blocked.is_some_and(|reason| reason.kind() == Kind::String) {
        return true;
    }
    let candidate = |candidate: View<'_>| {
        let content = candidate.of_kind("content", Kind::Object);
        candidate.has("finishReason") || content.is_some()
    };
    let candidates = whole.of_kind("candidates", Kind::Array);
    candidates.is_some_and(|list| list.count() > 0 && list.elements().all(candidate))
}

/// An error as Google's APIs tell it.
pub(super) fn is_error(whole: View<'_>) -> bool {
    let Some(error) = whole.of_kind("error", Kind::Object) else {
        return false;
    };
    let words = ["message", "status"]
        .iter()
        .all(|key| error.of_kind(key, Kind::String).is_some());
    words && error.index("code").is_some()
}

fn take(answer: &mut Answer, whole: View<'_>) -> bool {
    let feedback = whole.either("promptFeedback", "prompt_feedback");
    let blocked = feedback.and_then(|it| it.either("blockReason", "block_reason"));
    let candidates = whole.of_kind("candidates", Kind::Array);
    let usage = whole.either("usageMetadata", "usage_metadata");
    if blocked.is_none() && candidates.is_none() && usage.is_none() {
        return false;
    }
    answer.describe(whole.either("modelVersion", "model_version"), usage);
    let tells = |candidate: View<'_>| {
        let parts = candidate.path(&["content", "parts"]);
        parts.is_some_and(View::is_truthy)
    };
    let mut told = candidates.into_iter().flat_map(View::elements);
    if told.any(tells) {
        answer.belong(whole.either("responseId", "response_id"), whole);
    }
    let blocked = blocked.filter(|reason| is_given(*reason));
    if let Some(reason) = blocked {
        let word = reason.string().unwrap_or_else(|| reason.raw().into());
        answer
            .blocked
            .get_or_insert((excerpt(&word, SHOWN), reason.span()));
    }
    // It streams no documents a line: those are several responses.
    answer.goes_on = answer.framing != Framing::Lines;
    if let Some(strange) = whole.get("candidates").filter(|_| candidates.is_none()) {
        answer.is_odd(strange);
    }
    let candidates = candidates.into_iter().flat_map(View::elements);
    let mut known = HashSet::new();
    for (at, candidate) in (0..).zip(candidates) {
        let index = answer.index(candidate, "index").unwrap_or(at);
        if !known.insert(index) {
            answer.is_odd(candidate);
        }
        take_candidate(answer, candidate, index);
    }
    true
}

fn take_candidate(answer: &mut Answer, candidate: View<'_>, index: u32) {
    answer.choice(index);
    let content = candidate
        .get("content")
        .filter(|content| content.is_assistants());
    let parts = content.and_then(|content| content.get("parts"));
    if let Some(strange) = parts.filter(|parts| parts.kind() != Kind::Array) {
        answer.is_odd(strange);
    }
    for part in parts.into_iter().flat_map(View::elements) {
        if part.get("thought").is_some_and(View::is_truthy) {
            answer.choice(index).thought = true;
            continue;
        }
        answer.say(index, (0, 0), part.get("text"));
        // An empty one only says that the call before it is whole.
        let call = part.either("functionCall", "function_call");
        if let Some(call) = call.filter(|call| call.is_truthy()) {
            let read = Call::new(call.get("id"), call.get("name"), call);
            answer.choice(index).call(read.with_value(call.get("args")));
        }
    }
    let reason = candidate.either("finishReason", "finish_reason");
    let reason = reason.filter(|reason| reason.is_truthy());
    answer.paused |= reason.is_none() && parts.is_some_and(View::is_truthy);
    answer.stop(index, reason, STOPS);
}

/// Whether a reason is one: dumps write the default of what is not given.
fn is_given(reason: View<'_>) -> bool {
    let unspecified = |word: &str| word.ends_with("_UNSPECIFIED");
    reason.is_truthy() && !reason.string().is_some_and(|word| unspecified(&word))
}

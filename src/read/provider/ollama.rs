//! Ollama: `/api/chat` and `/api/generate`.
//!
//! Sources: ollama (`docs/api.md`, `api/types.go`). Older servers give no reason when they are done,
//! and still older ones no message either.

use super::Provider;
use super::answer::Answer;
use super::call::Call;
use super::stop::{Stop, Stops};
use super::view::View;
use crate::read::document::Kind;

pub(super) const PROVIDER: Provider = Provider {
    name: "ollama",
    apis: "Ollama /api/chat and /api/generate",
    streams: "NDJSON",
    end: "",
    marks: &["done"],
    signature,
    take,
    bare_errors: &[],
};

/// `load` and `unload` answer requests that ask nothing.
const STOPS: Stops = &[
    ("stop", Stop::Finished),
    ("length", Stop::Truncated),
    ("load", Stop::Finished),
    ("unload", Stop::Finished),
];

fn signature(whole: View<'_>) -> bool {
    let words = ["model", "created_at"]
        .iter()
        .all(|key| whole.of_kind(key, Kind::String).is_some());
    let message = whole.of_kind("message", Kind::Object);
    let said = message.is_some() || whole.of_kind("response", Kind::String).is_some();
    words && said && whole.flag("done").is_some()
}

fn take(answer: &mut Answer, whole: View<'_>) -> bool {
    let message = whole.of_kind("message", Kind::Object);
    let response = whole.of_kind("response", Kind::String);
    let said = message.is_some() || response.is_some() || whole.has("model");
    let Some(done) = whole.flag("done").filter(|_| said) else {
        return false;
    };
    answer.streamed |= !done;
    answer.describe(whole.get("model"), None);
    let says = |message: View<'_>| message.get("content").is_some_and(View::is_truthy);
    if response.is_some_and(View::is_truthy) || message.is_some_and(says) {
        answer.go_on(whole);
    }
    if response.is_some() && message.is_some_and(says) {
        answer.is_odd(whole);
    }
    answer.say(0, (0, 0), response);
    if let Some(message) = message.filter(|message| message.is_assistants()) {
        take_message(answer, message);
    }
    if done {
        answer.ended = true;
        match whole.get("done_reason").filter(|why| why.is_truthy()) {
            None => {
                answer.choice(0).unsaid = true;
                answer.end(0, Stop::Finished, String::new(), whole.span());
            }
            reason => answer.stop(0, reason, STOPS),
        }
    }
    true
}

fn take_message(answer: &mut Answer, message: View<'_>) {
    answer.say(0, (0, 0), message.get("content"));
    let choice = answer.choice(0);
    choice.thought |= message.get("thinking").is_some();
    let calls = message
        .get("tool_calls")
        .into_iter()
        .flat_map(View::elements);
    for call in calls {
        let function = call.get("function");
        let part = |key| function.and_then(|function| function.get(key));
        let read = Call::new(call.get("id"), part("name"), call);
        choice.call(read.with(part("arguments")));
    }
}

//! Anthropic Messages.
//!
//! Sources: `anthropic-sdk-python` (`types/message.py`, `stop_reason.py`,
//! `refusal_stop_details.py`, the fixtures of its streams).

use super::Provider;
use super::answer::Answer;
use super::call::Call;
use super::stop::{Stop, Stops};
use super::view::View;
use crate::read::document::Kind;

pub(super) const PROVIDER: Provider = Provider {
    name: "anthropic",
    apis: "Anthropic Messages; the same models on Vertex AI and Bedrock's InvokeModel",
    streams: "SSE",
    end: "message_stop",
    marks: &["type"],
    signature,
    take,
    bare_errors: &["message"],
};

const STOPS: Stops = &[
    ("end_turn", Stop::Finished),
    ("stop_sequence", Stop::Finished),
    ("tool_use", Stop::Finished),
    ("max_tokens", Stop::Truncated),
    ("model_context_window_exceeded", Stop::Truncated),
    ("refusal", Stop::Refused),
    ("pause_turn", Stop::Unfinished),
];

fn signature(whole: View<'_>) -> bool {
    let answers = whole.says("role", "assistant") && whole.has("stop_reason");
    let message = whole.says("type", "message") && answers;
    let message = message && whole.of_kind("content", Kind::Array).is_some();
    let starts =
        whole.says("type", "message_start") && whole.of_kind("message", Kind::Object).is_some();
    message || starts || is_error(whole)
}

fn is_error(whole: View<'_>) -> bool {
    let error = whole.of_kind("error", Kind::Object);
    let named = error.is_some_and(|error| error.of_kind("type", Kind::String).is_some());
    whole.says("type", "error") && named
}

fn take(answer: &mut Answer, whole: View<'_>) -> bool {
    match whole.word("type").as_deref() {
        Some("message") | None => take_message(answer, whole),
        Some(event) => take_event(answer, event, whole),
    }
}

fn take_message(answer: &mut Answer, message: View<'_>) -> bool {
    let Some(content) = message.of_kind("content", Kind::Array) else {
        return false;
    };
    if !message.has("stop_reason") {
        return false;
    }
    answer.complete(message);
    answer.describe(message.get("model"), message.get("usage"));
    answer.choice(0);
    let content = Some(content).filter(|_| message.is_assistants());
    let content = content.into_iter().flat_map(View::elements);
    for (at, block) in (0..).zip(content) {
        take_block(answer, block, at);
    }
    end(answer, message);
    true
}

/// A block of content, or the beginning of one.
fn take_block(answer: &mut Answer, block: View<'_>, at: u32) {
    match block.word("type").as_deref() {
        Some("text") => {
            answer.choice(0).unmute(at);
            answer.say(0, (at, 0), block.get("text"));
        }
        Some("thinking" | "redacted_thinking") => {
            answer.choice(0).mute(at);
            answer.choice(0).thought = true;
        }
        Some("tool_use") => {
            let call = Call::new(block.get("id"), block.get("name"), block);
            answer
                .choice(0)
                .put_call(at, call.with_value(block.get("input")));
        }
        // What a tool of the server's gave, and what is not known yet.
        _ => answer.choice(0).mute(at),
    }
}

fn end(answer: &mut Answer, told: View<'_>) {
    let reason = told.get("stop_reason");
    answer.sealed = reason.is_some();
    answer.stop(0, reason, STOPS);
    if reason.is_some_and(|_| told.says("stop_reason", "refusal")) {
        answer
            .choice(0)
            .refuse(told.path(&["stop_details", "explanation"]));
    }
}

fn take_event(answer: &mut Answer, event: &str, whole: View<'_>) -> bool {
    let block = event.starts_with("content_block_");
    let at = if block {
        answer.index(whole, "index")
    } else {
        None
    };
    let at = at.unwrap_or_default();
    if block || event == "message_start" {
        answer.go_on(whole);
    }
    match event {
        "message_start" => {
            let message = whole.get("message");
            let part = |key| message.and_then(|message| message.get(key));
            answer.describe(part("model"), part("usage"));
            answer.begin(whole);
            let foreign = message.is_some_and(|message| !message.is_assistants());
            answer.choice(0).foreign = foreign;
        }
        "content_block_start" => {
            if let Some(block) = whole.get("content_block") {
                take_block(answer, block, at);
            }
        }
        "content_block_delta" => {
            if let Some(delta) = whole.get("delta") {
                let text = delta.says("type", "text_delta") || !delta.has("type");
                answer.say(0, (at, 0), delta.get("text").filter(|_| text));
                answer.choice(0).argue(at, delta.get("partial_json"));
            }
        }
        "message_delta" => {
            answer.describe(None, whole.get("usage"));
            if let Some(delta) = whole.get("delta") {
                end(answer, delta);
            }
        }
        "message_stop" => answer.ended = true,
        "content_block_stop" | "ping" => {}
        _ => return false,
    }
    answer.streamed = true;
    true
}

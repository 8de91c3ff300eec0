//! Cohere's Chat, version 2.
//!
//! Sources: cohere-python (`v2/types`, `types/chat_finish_reason.py`).

use super::Provider;
use super::answer::Answer;
use super::call::Call;
use super::failure::Failure;
use super::stop::{Stop, Stops};
use super::view::View;
use crate::read::document::Kind;

pub(super) const PROVIDER: Provider = Provider {
    name: "cohere",
    apis: "Cohere Chat v2",
    streams: "SSE",
    end: "",
    marks: &["finish_reason", "type"],
    signature,
    take,
    bare_errors: &["message"],
};

const STOPS: Stops = &[
    ("COMPLETE", Stop::Finished),
    ("STOP_SEQUENCE", Stop::Finished),
    ("TOOL_CALL", Stop::Finished),
    ("MAX_TOKENS", Stop::Truncated),
    ("ERROR", Stop::Failed),
    ("TIMEOUT", Stop::Failed),
];

fn signature(whole: View<'_>) -> bool {
    let upper = |word: &str| {
        word.bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte == b'_')
    };
    let reason = whole.word("finish_reason");
    let ends = reason.is_some_and(|word| !word.is_empty() && upper(&word));
    let message = whole.of_kind("message", Kind::Object);
    let complete = ends && message.is_some_and(|message| message.says("role", "assistant"));
    let started = whole.path(&["delta", "message"]);
    let starts = started.is_some_and(|message| message.says("role", "assistant"));
    complete || (whole.says("type", "message-start") && starts)
}

fn take(answer: &mut Answer, whole: View<'_>) -> bool {
    if let Some(event) = whole.word("type") {
        return take_event(answer, &event, whole);
    }
    let message = whole.of_kind("message", Kind::Object);
    let Some(message) = message.filter(|_| whole.has("finish_reason")) else {
        return false;
    };
    answer.complete(whole);
    answer.describe(None, whole.get("usage"));
    answer.choice(0);
    match message.get("content").filter(|_| message.is_assistants()) {
        Some(parts) if parts.kind() == Kind::Array => {
            for (at, part) in (0..).zip(parts.elements()) {
                take_part(answer, part, at);
            }
        }
        content => answer.say(0, (0, 0), content),
    }
    let calls = message
        .get("tool_calls")
        .into_iter()
        .flat_map(View::elements);
    for call in calls {
        let (call, arguments) = read_call(call);
        answer.choice(0).call(call.with(arguments));
    }
    answer.stop(0, whole.get("finish_reason"), STOPS);
    true
}

fn take_part(answer: &mut Answer, part: View<'_>, at: u32) {
    let thinks = part.has("thinking") || part.says("type", "thinking");
    answer.choice(0).thought |= thinks;
    answer.say(0, (at, 0), part.get("text").filter(|_| !thinks));
}

fn read_call(call: View<'_>) -> (Call, Option<View<'_>>) {
    let function = call.get("function");
    let part = |key| function.and_then(|function| function.get(key));
    // The word for no arguments, of a tool that takes none.
    let none = |said: &View<'_>| said.string().is_some_and(|said| said == "null");
    (
        Call::new(call.get("id"), part("name"), call),
        part("arguments").filter(|said| !none(said)),
    )
}

fn take_event(answer: &mut Answer, event: &str, whole: View<'_>) -> bool {
    let tells = event.starts_with("content-") || event.starts_with("tool-call-");
    let at = if tells {
        answer.index(whole, "index")
    } else {
        None
    };
    let at = at.unwrap_or_default();
    if tells || event == "message-start" {
        answer.go_on(whole);
    }
    let delta = whole.get("delta");
    let message = delta.and_then(|delta| delta.get("message"));
    match event {
        "message-start" => answer.begin(whole),
        "content-start" | "content-delta" => {
            if let Some(part) = message.and_then(|message| message.get("content")) {
                take_part(answer, part, at);
            }
        }
        "tool-call-start" | "tool-call-delta" => {
            if let Some(call) = message.and_then(|message| message.get("tool_calls")) {
                let (call, arguments) = read_call(call);
                answer.choice(0).hear_call(Some(at), call, arguments);
            }
        }
        "message-end" => {
            (answer.ended, answer.sealed) = (true, true);
            if let Some(error) = delta.and_then(|delta| delta.get("error")) {
                answer
                    .failure
                    .get_or_insert_with(|| Failure::of(error, whole));
            }
            answer.describe(None, delta.and_then(|delta| delta.get("usage")));
            answer.stop(0, delta.and_then(|delta| delta.get("finish_reason")), STOPS);
        }
        "content-end" | "tool-call-end" | "tool-plan-delta" | "citation-start" | "citation-end"
        | "debug" => {}
        _ => return false,
    }
    answer.streamed = true;
    true
}

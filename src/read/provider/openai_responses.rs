//! `OpenAI` Responses.
//!
//! Sources: `openai-openapi` (`Response`, `ResponseStreamEvent`). A stream's last event holds the
//! whole response; where it does not, the items that were finished are put together.

use super::Provider;
use super::answer::Answer;
use super::call::Call;
use super::failure::Failure;
use super::stop::Stop;
use super::view::View;
use crate::read::document::Kind;
use crate::refusal::text::{SHOWN, excerpt};

pub(super) const PROVIDER: Provider = Provider {
    name: "openai-responses",
    apis: "OpenAI Responses; Azure",
    streams: "SSE",
    end: "",
    marks: &["object", "type"],
    signature,
    take,
    bare_errors: &["message"],
};

fn signature(whole: View<'_>) -> bool {
    let response = whole.says("object", "response");
    let response = response && whole.of_kind("output", Kind::Array).is_some();
    let event = whole
        .word("type")
        .is_some_and(|name| name.starts_with("response."));
    let status = whole.of_kind("status", Kind::String).is_some();
    let number = whole.of_kind("sequence_number", Kind::Number).is_some();
    let told = || whole.get("response");
    let whole = || told().is_some_and(|told| told.says("object", "response"));
    (response && status) || (event && (number || whole()))
}

fn take(answer: &mut Answer, whole: View<'_>) -> bool {
    let event = whole.word("type");
    if let Some(event) = event.filter(|event| event.starts_with("response.")) {
        answer.streamed = true;
        take_event(answer, &event, whole);
        return true;
    }
    if whole.of_kind("output", Kind::Array).is_none() {
        return false;
    }
    answer.complete(whole);
    take_response(answer, whole);
    true
}

fn take_event(answer: &mut Answer, event: &str, whole: View<'_>) {
    match event {
        "response.completed" | "response.incomplete" | "response.failed" | "response.cancelled" => {
            take_end(answer, event, whole);
        }
        "response.created"
        | "response.output_text.delta"
        | "response.refusal.delta"
        | "response.function_call_arguments.delta"
        | "response.output_item.added"
        | "response.output_item.done" => {
            answer.go_on(whole);
            take_piece(answer, event, whole);
        }
        _ => {}
    }
}

/// An event that tells a piece of the answer, and where in it.
fn take_piece(answer: &mut Answer, event: &str, whole: View<'_>) {
    let item = answer.index(whole, "output_index").unwrap_or_default();
    let part = answer.index(whole, "content_index").unwrap_or_default();
    let delta = whole.get("delta");
    match event {
        "response.created" => answer.begin(whole),
        "response.output_text.delta" => answer.say(0, (item, part), delta),
        "response.refusal.delta" => answer.choice(0).refuse(delta),
        "response.function_call_arguments.delta" => answer.choice(0).argue(item, delta),
        _ => {
            if let Some(told) = whole.get("item") {
                answer.choice(0).forget(item);
                take_item(answer, told, item);
            }
        }
    }
}

/// The last event, named for how the response ended; that must not say otherwise.
fn take_end(answer: &mut Answer, event: &str, whole: View<'_>) {
    (answer.ended, answer.sealed) = (true, true);
    if let Some(response) = whole.get("response") {
        take_response(answer, response);
        let status = event.trim_start_matches("response.");
        if response.has("status") && !response.says("status", status) {
            answer.end(0, Stop::Unfinished, excerpt(event, SHOWN), whole.span());
        }
    } else if event == "response.failed" {
        let failure = || Failure::unnamed(None, whole.span());
        answer.failure.get_or_insert_with(failure);
    }
}

/// A whole response, which says all once more that its stream has said.
fn take_response(answer: &mut Answer, response: View<'_>) {
    answer.describe(response.get("model"), response.get("usage"));
    if let Some(failure) = Failure::told(response) {
        answer.failure.get_or_insert(failure);
    }
    let output = response.of_kind("output", Kind::Array);
    if let Some(output) = output.filter(|output| output.count() > 0) {
        answer.restart();
        for (at, item) in (0..).zip(output.elements()) {
            take_item(answer, item, at);
        }
    }
    if let Some(status) = response.get("status") {
        end(
            answer,
            status,
            response.path(&["incomplete_details", "reason"]),
        );
    }
}

fn end(answer: &mut Answer, status: View<'_>, reason: Option<View<'_>>) {
    let word = status.string().unwrap_or_default();
    let why = reason.and_then(View::string);
    let stop = match (&*word, why.as_deref()) {
        ("failed", _) => Stop::Failed,
        ("completed" | "incomplete", Some("max_output_tokens")) => Stop::Truncated,
        ("completed" | "incomplete", Some("content_filter")) => Stop::Filtered,
        ("completed", None) => Stop::Finished,
        _ => Stop::Unfinished,
    };
    let told = match &why {
        Some(why) => format!("{word}:{why}"),
        None => word.into_owned(),
    };
    let at = reason.unwrap_or(status).span();
    answer.end(0, stop, excerpt(&told, SHOWN), at);
}

fn take_item(answer: &mut Answer, item: View<'_>, at: u32) {
    let named = |id| Call::new(item.get(id), item.get("name"), item);
    match item.word("type").as_deref() {
        Some("message") => take_message(answer, item, at),
        Some("reasoning") => answer.choice(0).thought = true,
        Some("function_call") => {
            let call = named("call_id").with(item.get("arguments"));
            answer.choice(0).put_call(at, call);
        }
        Some("custom_tool_call") => answer.choice(0).put_call(at, named("call_id").with_free()),
        Some("mcp_approval_request") => {
            let call = named("id").with(item.get("arguments"));
            answer.choice(0).put_call(at, call);
        }
        _ => {}
    }
}

fn take_message(answer: &mut Answer, item: View<'_>, at: u32) {
    if !item.is_assistants() {
        return;
    }
    answer.choice(0).partial |= item.says("status", "incomplete");
    if let Some(phase) = item.word("phase") {
        answer.choice(0).phase(at, &phase);
    }
    let parts = item.get("content").into_iter().flat_map(View::elements);
    for (part, told) in (0..).zip(parts) {
        match told.word("type").as_deref() {
            Some("output_text") => answer.say(0, (at, part), told.get("text")),
            Some("refusal") => {
                let choice = answer.choice(0);
                choice.refusal = None;
                choice.refuse(told.get("refusal"));
            }
            _ => {}
        }
    }
}

//! `OpenAI` Chat Completions, and the many servers that answer as it does.
//!
//! Sources: `openai-openapi` (`CreateChatCompletionResponse`,
//! `CreateChatCompletionStreamResponse`); Mistral's client for `model_length`, `error` and content
//! in chunks; Azure for a first chunk without choices.

use std::collections::HashSet;

use super::Provider;
use super::answer::Answer;
use super::call::Call;
use super::choice::Choice;
use super::failure::Failure;
use super::frame::Framing;
use super::stop::{Stop, Stops};
use super::view::View;
use crate::read::document::Kind;

pub(super) const PROVIDER: Provider = Provider {
    name: "openai-chat",
    apis: "OpenAI Chat Completions (/v1/chat/completions); Azure, Mistral, Groq, OpenRouter, DeepSeek, LiteLLM, vLLM, llama.cpp, Ollama",
    streams: "SSE",
    end: "[DONE]",
    marks: &["object", "error"],
    signature,
    take,
    bare_errors: &["message", "detail"],
};

/// `eos` is Together's word, `eos_token` that of Hugging Face's servers.
const STOPS: Stops = &[
    ("stop", Stop::Finished),
    ("eos", Stop::Finished),
    ("eos_token", Stop::Finished),
    ("tool_calls", Stop::Finished),
    ("function_call", Stop::Finished),
    ("length", Stop::Truncated),
    ("model_length", Stop::Truncated),
    ("content_filter", Stop::Filtered),
    ("error", Stop::Failed),
];

fn signature(whole: View<'_>) -> bool {
    let object = whole.word("object");
    let chat = matches!(
        object.as_deref(),
        Some("chat.completion" | "chat.completion.chunk")
    );
    if chat && whole.of_kind("choices", Kind::Array).is_some() {
        return true;
    }
    is_flat_error(whole) || is_error(whole)
}

/// An error as most servers tell it. Google's has a number and a word beside the message.
fn is_error(whole: View<'_>) -> bool {
    let Some(error) = whole.of_kind("error", Kind::Object) else {
        return false;
    };
    let foreign = whole.says("type", "error")
        || whole.says("object", "response")
        || whole.has("jsonrpc")
        || super::gemini::is_error(whole);
    !foreign && error.of_kind("message", Kind::String).is_some()
}

/// An error as Mistral's servers and older ones of vLLM tell it.
fn is_flat_error(whole: View<'_>) -> bool {
    let message = whole.get("message").map(View::kind);
    whole.says("object", "error") && matches!(message, Some(Kind::String | Kind::Object))
}

fn take(answer: &mut Answer, whole: View<'_>) -> bool {
    let Some(choices) = whole.of_kind("choices", Kind::Array) else {
        return false;
    };
    let text_alone =
        |choice: View<'_>| choice.has("text") && !choice.has("message") && !choice.has("delta");
    if choices.elements().any(text_alone) {
        // The older API, which completes a prompt.
        return false;
    }
    if choices.elements().any(tells) {
        answer.belong(whole.get("id"), whole);
        answer.go_on(whole);
    }
    let streamed = answer.streamed;
    let complete = |choice| told(choice, streamed).1.is_some() || choice.has("messages");
    if choices.elements().any(complete) {
        answer.complete(whole);
    }
    answer.describe(whole.get("model"), whole.get("usage"));
    let mut known = HashSet::new();
    for (at, choice) in (0..).zip(choices.elements()) {
        let index = answer.index(choice, "index").unwrap_or(at);
        // Some servers number all alike.
        let index = if known.insert(index) {
            Some(index)
        } else {
            known.insert(at).then_some(at)
        };
        let Some(index) = index.filter(|_| choice.kind() == Kind::Object) else {
            answer.is_odd(choice);
            continue;
        };
        take_choice(answer, choice, index);
    }
    true
}

/// Whether a choice says anything, and not only how it ended.
fn tells(choice: View<'_>) -> bool {
    let told = choice.get("delta").or_else(|| choice.get("message"));
    let keys = ["content", "refusal", "tool_calls", "function_call"];
    told.is_some_and(|told| {
        keys.iter()
            .any(|key| told.get(key).is_some_and(View::is_truthy))
    })
}

/// Whether it is a piece of a stream, which need not say so.
pub(super) fn is_chunk(whole: View<'_>) -> bool {
    let choices = whole.of_kind("choices", Kind::Array);
    let mut choices = choices.into_iter().flat_map(View::elements);
    choices.any(|choice| choice.of_kind("delta", Kind::Object).is_some())
}

/// What a choice tells: a piece of a stream, or a whole message. Perplexity writes both always: in
/// a stream all that was said until then, and in a complete response an empty piece.
fn told(choice: View<'_>, streamed: bool) -> (Option<View<'_>>, Option<View<'_>>) {
    match (choice.get("delta"), choice.get("message")) {
        (_, message @ Some(_)) if !streamed => (None, message),
        (None, message) => (None, message),
        (delta, _) => (delta, None),
    }
}

fn take_choice(answer: &mut Answer, choice: View<'_>, index: u32) {
    let (delta, message) = told(choice, answer.streamed);
    // Those of a turn of Mistral's agents.
    let messages = choice.get("messages");
    if messages.is_some() && (delta.is_some() || message.is_some()) {
        answer.is_odd(choice);
    }
    answer.streamed |= delta.is_some();
    answer.goes_on |= delta.is_some() && answer.framing != Framing::Lines;
    if let Some(error) = choice.get("error").filter(|error| error.is_truthy()) {
        answer
            .failure
            .get_or_insert_with(|| Failure::of(error, choice));
    }
    let messages = messages.into_iter().flat_map(View::elements);
    for message in delta.into_iter().chain(message).chain(messages) {
        if message.get("role").is_some() {
            answer.choice(index).foreign = !message.is_assistants();
        }
        if !answer.choice(index).foreign {
            take_message(answer, message, index, delta.is_some());
        }
    }
    let reason = choice
        .get("finish_reason")
        .filter(|reason| reason.is_truthy());
    let says = tells(choice);
    answer.sealed = (answer.sealed || reason.is_some()) && !says;
    answer.stop(index, reason, STOPS);
}

fn take_message(answer: &mut Answer, message: View<'_>, index: u32, streamed: bool) {
    match message.get("content") {
        Some(parts) if parts.kind() == Kind::Array => {
            for part in parts.elements() {
                take_part(answer, part, index);
            }
        }
        content => answer.say(index, (0, 0), content),
    }
    let choice = answer.choice(index);
    if let Some(refusal) = message.get("refusal").filter(|words| words.is_truthy()) {
        choice.refuse(Some(refusal));
    }
    choice.thought |= message.either("reasoning_content", "reasoning").is_some();
    take_calls(choice, message, streamed);
}

fn take_part(answer: &mut Answer, part: View<'_>, index: u32) {
    match part.word("type").as_deref() {
        Some("text" | "output_text") => answer.say(index, (0, 0), part.get("text")),
        Some("refusal") => answer.choice(index).refuse(part.get("refusal")),
        Some("thinking") => answer.choice(index).thought = true,
        Some(_) => {}
        None => answer.is_odd(part),
    }
}

fn take_calls(choice: &mut Choice, message: View<'_>, streamed: bool) {
    let calls = message.of_kind("tool_calls", Kind::Array);
    let calls = calls.filter(|calls| calls.count() > 0);
    // Some servers tell their first call once more, as the only one that there used to be.
    // Others write one of which everything is empty where there is none.
    let says = |call: View<'_>, key| call.get(key).is_some_and(View::is_truthy);
    let old = message.get("function_call").filter(|_| calls.is_none());
    let old = old.filter(|call| says(*call, "name") || says(*call, "arguments"));
    for call in calls.into_iter().flat_map(View::elements) {
        let (read, arguments, number) = read_call(call);
        hear(choice, streamed, number, read, arguments);
    }
    if let Some(call) = old {
        let read = Call::new(None, call.get("name"), call);
        hear(choice, streamed, Some(0), read, call.get("arguments"));
    }
}

/// Adds a whole call, or a piece of one.
fn hear(
    choice: &mut Choice,
    streamed: bool,
    index: Option<u32>,
    call: Call,
    arguments: Option<View<'_>>,
) {
    if streamed {
        choice.hear_call(index, call, arguments);
    } else {
        choice.call(call.with(arguments));
    }
}

/// A call or a piece of one, its arguments, and which one it is.
fn read_call(call: View<'_>) -> (Call, Option<View<'_>>, Option<u32>) {
    let number = call.index("index");
    // Mistral's client writes this word where there is none.
    let id = call.get("id").filter(|_| !call.says("id", "null"));
    if let Some(custom) = call.get("custom") {
        let read = Call::new(id, custom.get("name"), call).with_free();
        return (read, None, number);
    }
    let function = call.get("function");
    let part = |key| function.and_then(|function| function.get(key));
    (Call::new(id, part("name"), call), part("arguments"), number)
}

//! `OpenAI` Chat Completions, and the many servers that answer as it does.
//!
//! Sources: `openai-openapi` (`CreateChatCompletionResponse`,
//! `CreateChatCompletionStreamResponse`); Mistral's client for `model_length`, `error` and content
//! in chunks; Azure for a first chunk without choices.

use super::Provider;
use super::answer::Answer;
use super::call::Call;
use super::choice::Choice;
use super::failure::Failure;
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
    if choices.count() > 0 {
        answer.belong(whole.get("id"), whole);
        if answer.ended {
            answer.begin(whole);
        }
    }
    answer.describe(whole.get("model"), whole.get("usage"));
    for (at, choice) in (0..).zip(choices.elements()) {
        take_choice(answer, choice, at);
    }
    true
}

fn take_choice(answer: &mut Answer, choice: View<'_>, at: u32) {
    let delta = choice.get("delta");
    answer.streamed |= delta.is_some();
    // A chunk speaks of one choice, usually; what is not numbered in it is the first.
    let unnumbered = if delta.is_some() { 0 } else { at };
    let index = choice.index("index").unwrap_or(unnumbered);
    let taken = |index| delta.is_none() && answer.choices.contains_key(&index);
    let index = if taken(index) { at } else { index };
    answer.goes_on |= delta.is_some();
    if let Some(error) = choice
        .get("error")
        .filter(|error| error.kind() == Kind::Object)
    {
        answer
            .failure
            .get_or_insert_with(|| Failure::of(error, choice));
    }
    if let Some(message) = delta.or_else(|| choice.get("message")) {
        take_message(answer, message, index, delta.is_some());
    } else {
        // Those of a turn of Mistral's agents.
        let messages = choice.get("messages").into_iter();
        let messages = messages.flat_map(View::elements);
        messages.for_each(|message| take_message(answer, message, index, false));
    }
    answer.stop(index, choice.get("finish_reason"), STOPS);
}

fn take_message(answer: &mut Answer, message: View<'_>, index: u32, streamed: bool) {
    match message.get("content") {
        Some(parts) if parts.kind() == Kind::Array => {
            for part in parts.elements() {
                answer.choice(index).thought |= part.says("type", "thinking");
                let text = part.get("text").filter(|_| part.says("type", "text"));
                answer.say(index, (0, 0), text);
            }
        }
        content => answer.say(index, (0, 0), content),
    }
    let choice = answer.choice(index);
    if let Some(refusal) = message
        .of_kind("refusal", Kind::String)
        .filter(|words| words.raw() != "\"\"")
    {
        choice.refuse(Some(refusal));
    }
    choice.thought |= message.either("reasoning_content", "reasoning").is_some();
    take_calls(choice, message, streamed);
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

//! Amazon Bedrock's Converse.
//!
//! Sources: botocore (`bedrock-runtime/2023-09-30/service-2.json`, `parsers.py`). Its stream is a
//! binary one of AWS, which no pipe carries as text.

use std::borrow::Cow;

use super::Provider;
use super::answer::Answer;
use super::call::Call;
use super::stop::{Stop, Stops};
use super::view::View;
use crate::read::document::Kind;

pub(super) const PROVIDER: Provider = Provider {
    name: "bedrock",
    apis: "Amazon Bedrock Converse",
    streams: "",
    end: "",
    marks: &["stopReason"],
    signature,
    take,
    bare_errors: &["message", "Message", "__type"],
};

const STOPS: Stops = &[
    ("end_turn", Stop::Finished),
    ("stop_sequence", Stop::Finished),
    ("tool_use", Stop::Finished),
    ("max_tokens", Stop::Truncated),
    ("model_context_window_exceeded", Stop::Truncated),
    ("guardrail_intervened", Stop::Filtered),
    ("content_filtered", Stop::Filtered),
    ("malformed_model_output", Stop::Malformed),
    ("malformed_tool_use", Stop::Malformed),
];

fn signature(whole: View<'_>) -> bool {
    let message = whole.path(&["output", "message"]);
    let message = message.is_some_and(|message| message.kind() == Kind::Object);
    message && whole.of_kind("stopReason", Kind::String).is_some()
}

fn take(answer: &mut Answer, whole: View<'_>) -> bool {
    let Some(message) = whole.path(&["output", "message"]) else {
        return false;
    };
    answer.describe(None, whole.get("usage"));
    let request = whole.path(&["ResponseMetadata", "RequestId"]);
    answer.request = request.and_then(View::string).map(Cow::into_owned);
    answer.complete(whole);
    answer.choice(0);
    let message = Some(message).filter(|message| message.is_assistants());
    let content = message.and_then(|message| message.get("content"));
    let blocks = content.into_iter().flat_map(View::elements);
    for (at, block) in (0..).zip(blocks) {
        answer.say(0, (at, 0), block.get("text"));
        let cited = block.path(&["citationsContent", "content"]);
        for (part, cited) in (1..).zip(cited.into_iter().flat_map(View::elements)) {
            answer.say(0, (at, part), cited.get("text"));
        }
        let choice = answer.choice(0);
        choice.thought |= block.has("reasoningContent");
        if let Some(call) = block.get("toolUse") {
            let read = Call::new(call.get("toolUseId"), call.get("name"), call);
            choice.call(read.with_value(call.get("input")));
        }
    }
    answer.stop(0, whole.get("stopReason"), STOPS);
    true
}

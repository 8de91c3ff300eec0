//! What no response says is never an answer: two responses in one input, parts that would have to be
//! guessed, ends that contradict each other.

use super::{judge, named};

/// Events of these data.
fn events(data: &[&str]) -> String {
    format!("data: {}\n\n", data.join("\n\ndata: "))
}

fn refused(from: &str, input: &str, code: &str) {
    let came = judge(named(from), None, input.as_bytes());
    assert_eq!(came.out, Err(code), "{from}: {input}");
}

const MIXED: &str = "provider.unrecognised";

#[test]
fn two_streams_are_not_one() {
    let (start, stop) = (
        r#"{"type":"message_start","message":{}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#,
    );
    let one =
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"1"}}"#;
    let end = r#"{"type":"message_stop"}"#;
    refused(
        "anthropic",
        &events(&[start, one, start, one, stop, end]),
        MIXED,
    );
    refused(
        "anthropic",
        &events(&[start, one, end, one, stop, end]),
        MIXED,
    );
    let chunk =
        |id: &str, rest: &str| format!(r#"{{"id":"{id}","choices":[{{"index":0,{rest}}}]}}"#);
    let said = r#""delta":{"content":"1"}"#;
    let last = r#""delta":{"content":"2"},"finish_reason":"stop""#;
    let (a, b) = (chunk("a", said), chunk("b", last));
    refused("openai-chat", &events(&[&a, &a, &b, "[DONE]"]), MIXED);
    refused("openai-chat", &events(&[&a, "[DONE]", &b, "[DONE]"]), MIXED);
    let gemini = |id: &str, reason: &str| {
        format!(
            r#"{{"responseId":"{id}","candidates":[{{"content":{{"parts":[{{"text":"1"}}]}}{reason}}}]}}"#
        )
    };
    let (first, second) = (gemini("a", ""), gemini("b", r#","finishReason":"STOP""#));
    refused("gemini", &events(&[&first, &first, &second]), MIXED);
}

#[test]
fn two_whole_responses_are_not_one() {
    let both = |first: &str, second: &str| {
        [
            format!("[{first},{second}]"),
            format!("{first}\n{second}\n"),
        ]
    };
    let pairs = [
        (
            "openai-chat",
            r#"{"choices":[{"message":{"content":"1"}}]}"#,
            r#"{"choices":[{"message":{"content":"2"},"finish_reason":"stop"}]}"#,
        ),
        (
            "anthropic",
            r#"{"type":"message","content":[{"type":"text","text":"1"}],"stop_reason":null}"#,
            r#"{"type":"message","content":[{"type":"text","text":"2"}],"stop_reason":"end_turn"}"#,
        ),
        (
            "bedrock",
            r#"{"output":{"message":{"content":[{"text":"1"}]}}}"#,
            r#"{"output":{"message":{"content":[{"text":"2"}]}},"stopReason":"end_turn"}"#,
        ),
        (
            "openai-responses",
            r#"{"object":"response","output":[]}"#,
            r#"{"object":"response","status":"completed","output":[]}"#,
        ),
    ];
    for (from, first, second) in pairs {
        for input in both(first, second) {
            refused(from, &input, MIXED);
        }
    }
    let foreign = r#"{"model":"m","done":true,"done_reason":"stop","response":"1"}"#;
    refused("ollama", &format!("{foreign}\n{{\"log\":\"x\"}}\n"), MIXED);
    refused(
        "ollama",
        &format!("{foreign}\n{{\"model\":\"m\",\"resp"),
        "provider.interrupted",
    );
}

#[test]
fn only_the_assistant_answers() {
    let answers = [
        (
            "openai-chat",
            r#"{"choices":[{"message":{"role":"user","content":"1"},"finish_reason":"stop"}]}"#,
        ),
        (
            "openai-chat",
            r#"{"choices":[{"messages":[{"role":"tool","content":"1"},{"role":"assistant"}],"finish_reason":"stop"}]}"#,
        ),
        (
            "anthropic",
            r#"{"type":"message","role":"user","content":[{"type":"text","text":"1"}],"stop_reason":"end_turn"}"#,
        ),
        (
            "gemini",
            r#"{"candidates":[{"content":{"role":"user","parts":[{"text":"1"}]},"finishReason":"STOP"}]}"#,
        ),
        (
            "ollama",
            r#"{"model":"m","done":true,"done_reason":"stop","message":{"role":"tool","content":"1"}}"#,
        ),
        (
            "bedrock",
            r#"{"output":{"message":{"role":"user","content":[{"text":"1"}]}},"stopReason":"end_turn"}"#,
        ),
        (
            "cohere",
            r#"{"finish_reason":"COMPLETE","message":{"role":"user","content":[{"type":"text","text":"1"}]}}"#,
        ),
    ];
    for (from, input) in answers {
        refused(from, input, "provider.no_content");
    }
}

#[test]
fn what_would_have_to_be_guessed_is_refused() {
    for index in [r#""1""#, "1.0", "-1", "4294967296", "true", "[1]"] {
        let second = format!(
            r#"{{"choices":[{{"index":{index},"delta":{{"content":"2"}},"finish_reason":"stop"}}]}}"#
        );
        let first = r#"{"choices":[{"index":0,"delta":{"content":"1"}}]}"#;
        let came = judge(
            named("openai-chat"),
            None,
            events(&[first, &second]).as_bytes(),
        );
        assert!(came.out.is_err(), "{index}");
    }
    let strange = [
        (
            "openai-chat",
            r#"{"choices":[{"message":{"content":7},"finish_reason":"stop"}]}"#,
        ),
        (
            "openai-chat",
            r#"{"choices":[{"message":{"content":[{"type":"text","text":"1"},"0"]},"finish_reason":"stop"}]}"#,
        ),
        (
            "anthropic",
            r#"{"type":"message","content":[{"type":"text","text":0},{"type":"text","text":"1"}],"stop_reason":"end_turn"}"#,
        ),
        (
            "gemini",
            r#"{"candidates":[{"index":0,"content":{"parts":[{"text":"1"}]},"finishReason":"STOP"},{"index":0}]}"#,
        ),
        (
            "ollama",
            r#"{"model":"m","done":true,"done_reason":"stop","response":"1","message":{"content":"2"}}"#,
        ),
    ];
    for (from, input) in strange {
        refused(from, input, "provider.error");
    }
    let spelled = "data: {\"choices\":[{\"delta\":{\"content\":\"1\"}}]}\n\n data: {}\n\n";
    let end = events(&[
        r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#,
        "[DONE]",
    ]);
    refused("openai-chat", &format!("{spelled}{end}"), "provider.error");
}

#[test]
fn ends_that_contradict_each_other_are_none() {
    let response = |status: &str| {
        format!(
            r#"{{"object":"response",{status},"output":[{{"type":"message","content":[{{"type":"output_text","text":"1"}}]}}]}}"#
        )
    };
    let completed = response(r#""status":"completed""#);
    for event in ["failed", "incomplete", "cancelled"] {
        let event = format!(r#"{{"type":"response.{event}","response":{completed}}}"#);
        refused(
            "openai-responses",
            &events(&[&event]),
            "provider.incomplete",
        );
    }
    let cut =
        response(r#""status":"completed","incomplete_details":{"reason":"max_output_tokens"}"#);
    refused("openai-responses", &cut, "provider.truncated");
    let part = completed.replace(
        r#""type":"message""#,
        r#""type":"message","status":"incomplete""#,
    );
    refused("openai-responses", &part, "provider.incomplete");
    let error = "event: error\ndata: {\"choices\":[{\"delta\":{\"content\":\"1\"},\"finish_reason\":\"stop\"}]}\n\n";
    refused("openai-chat", error, "provider.error");
}

#[test]
fn the_gravest_cause_is_told() {
    let key = r#"{"error":{"message":"no","code":"invalid_api_key"}}"#;
    refused(
        "openai-chat",
        &events(&[key, "garbage"]),
        "provider.rejected",
    );
    let choices = r#"{"choices":[
        {"index":0,"message":{"content":"1"},"finish_reason":"length"},
        {"index":1,"message":{"content":"2"},"finish_reason":"content_filter"}]}"#;
    refused("openai-chat", choices, "provider.filtered");
}

#[test]
fn what_servers_add_is_passed_over() {
    let start = r#"{"type":"message_start","message":{"id":"m","role":"assistant"}}"#;
    let block =
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"[1]"}}"#;
    let stop = r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#;
    let end = r#"{"type":"message_stop"}"#;
    let chunk = |id: &str, rest: &str| format!(r#"{{"id":"{id}",{rest}}}"#);
    let said = r#""choices":[{"index":0,"delta":{"content":"[1]"}}]"#;
    let last = r#""choices":[{"index":0,"delta":{},"finish_reason":"stop"}]"#;
    let usage = r#""choices":[],"usage":{"total_tokens":1}"#;
    let chat = [
        "{}",
        &chunk("1", said),
        r#"{"timings":{"ms":1}}"#,
        &chunk("2", last),
        &chunk("3", usage),
        r#"{"object":"ping"}"#,
        "[DONE]",
    ];
    let cited = r#"{"output":{"message":{"role":"assistant","content":[{"text":"["},
        {"citationsContent":{"content":[{"text":"1"}]}},{"text":"]"}]}},"stopReason":"end_turn"}"#;
    for (from, input) in [
        (
            "anthropic",
            events(&[start, start, block, stop, end, end, "{}"]),
        ),
        ("openai-chat", events(&chat)),
        ("bedrock", cited.to_owned()),
    ] {
        let came = judge(named(from), None, input.as_bytes());
        assert_eq!(came.out.as_deref(), Ok("[1]"), "{from}: {input}");
    }
}

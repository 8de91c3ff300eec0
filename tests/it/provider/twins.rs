//! The same answer of each provider as a stream and in one piece.

use super::{judge, named};

/// A way in which a provider streams, and its complete response. All texts are as they stand
/// between the quotes of a JSON string.
pub struct Twin {
    pub name: &'static str,
    pub from: &'static str,
    /// Why the answer ends.
    stop: &'static str,
    pub complete: fn(&str) -> String,
    pub stream: fn(&[String]) -> String,
}

pub const TWINS: &[Twin] = &[
    Twin {
        name: "chat completions",
        from: "openai-chat",
        stop: "stop",
        complete: chat,
        stream: chat_stream,
    },
    Twin {
        name: "responses whose last event says all once more",
        from: "openai-responses",
        stop: "completed",
        complete: responses,
        stream: |pieces| responses_stream(pieces, Told::Response),
    },
    Twin {
        name: "responses told in items",
        from: "openai-responses",
        stop: "completed",
        complete: responses,
        stream: |pieces| responses_stream(pieces, Told::Items),
    },
    Twin {
        name: "responses told in deltas",
        from: "openai-responses",
        stop: "completed",
        complete: responses,
        stream: |pieces| responses_stream(pieces, Told::Deltas),
    },
    Twin {
        name: "messages",
        from: "anthropic",
        stop: "end_turn",
        complete: anthropic,
        stream: anthropic_stream,
    },
    Twin {
        name: "generateContent as events",
        from: "gemini",
        stop: "STOP",
        complete: |text| gemini(text, Some("STOP")),
        stream: |pieces| events(&gemini_parts(pieces)),
    },
    Twin {
        name: "generateContent as an array",
        from: "gemini",
        stop: "STOP",
        complete: |text| gemini(text, Some("STOP")),
        stream: |pieces| format!("[{}\n]\n", gemini_parts(pieces).join("\n,\r\n")),
    },
    Twin {
        name: "chat",
        from: "ollama",
        stop: "stop",
        complete: |text| ollama(&ollama_chat(text), true),
        stream: |pieces| ollama_stream(pieces, ollama_chat),
    },
    Twin {
        name: "generate",
        from: "ollama",
        stop: "stop",
        complete: |text| ollama(&ollama_generate(text), true),
        stream: |pieces| ollama_stream(pieces, ollama_generate),
    },
    Twin {
        name: "chat, version 2",
        from: "cohere",
        stop: "COMPLETE",
        complete: cohere,
        stream: cohere_stream,
    },
];

pub fn events(data: &[String]) -> String {
    let event = |data: &String| format!("data: {data}\n\n");
    data.iter().map(event).collect()
}

/// Events that are named as their `type` is.
pub fn named_events(data: &[String]) -> String {
    let event = |data: &String| {
        let name = data
            .split('"')
            .nth(3)
            .expect("its type, which stands first");
        format!("event: {name}\ndata: {data}\n\n")
    };
    data.iter().map(event).collect()
}

/// What stands between a beginning and an end.
fn framed(
    first: &[&str],
    pieces: &[String],
    piece: fn(&str) -> String,
    last: &[&str],
) -> Vec<String> {
    let owned = |parts: &[&str]| {
        parts
            .iter()
            .map(|part| (*part).to_owned())
            .collect::<Vec<_>>()
    };
    let middle = pieces.iter().map(|text| piece(text)).collect();
    [owned(first), middle, owned(last)].concat()
}

fn chat(text: &str) -> String {
    format!(
        r#"{{"id":"c","object":"chat.completion","model":"m","choices":[{{"index":0,"message":{{"role":"assistant","content":"{text}","refusal":null}},"finish_reason":"stop"}}],"usage":{{"total_tokens":1}}}}"#
    )
}

fn chat_stream(pieces: &[String]) -> String {
    let piece = |text: &str| {
        format!(
            r#"{{"id":"c","object":"chat.completion.chunk","model":"m","choices":[{{"index":0,"delta":{{"content":"{text}"}},"finish_reason":null}}]}}"#
        )
    };
    let first = r#"{"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}"#;
    let last = [
        r#"{"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#,
        r#"{"id":"c","object":"chat.completion.chunk","choices":[],"usage":{"total_tokens":1}}"#,
        "[DONE]",
    ];
    events(&framed(&[first], pieces, piece, &last))
}

/// How a stream of Responses tells the whole answer at its end.
#[derive(Clone, Copy)]
enum Told {
    /// In its last event.
    Response,
    /// In the event that ends the item.
    Items,
    /// Not at all.
    Deltas,
}

fn responses_item(text: &str) -> String {
    format!(
        r#"{{"type":"message","id":"i","status":"completed","role":"assistant","content":[{{"type":"output_text","text":"{text}","annotations":[]}}]}}"#
    )
}

fn response(status: &str, output: &str) -> String {
    format!(
        r#"{{"id":"r","object":"response","status":"{status}","error":null,"incomplete_details":null,"model":"m"{output},"usage":{{"total_tokens":1}}}}"#
    )
}

fn responses(text: &str) -> String {
    let reasoning = r#"{"type":"reasoning","id":"t","summary":[]}"#;
    let output = format!(r#","output":[{reasoning},{}]"#, responses_item(text));
    response("completed", &output)
}

fn responses_stream(pieces: &[String], told: Told) -> String {
    let text = pieces.concat();
    let piece = |text: &str| {
        format!(
            r#"{{"type":"response.output_text.delta","sequence_number":3,"item_id":"i","output_index":1,"content_index":0,"delta":"{text}"}}"#
        )
    };
    let event = |name: &str, inner: &str| {
        format!(r#"{{"type":"response.{name}","sequence_number":9,{inner}}}"#)
    };
    let created = format!(
        r#""response":{}"#,
        response("in_progress", r#","output":[]"#)
    );
    let added = r#""output_index":1,"item":{"type":"message","id":"i","status":"in_progress","role":"assistant","content":[]}"#;
    let done = format!(r#""output_index":1,"item":{}"#, responses_item(&text));
    let whole = match told {
        Told::Response => responses(&text),
        Told::Items | Told::Deltas => response("completed", ""),
    };
    let first = [
        event("created", &created),
        event("output_item.added", added),
    ];
    let mut last = vec![event("completed", &format!(r#""response":{whole}"#))];
    if !matches!(told, Told::Deltas) {
        last.insert(0, event("output_item.done", &done));
    }
    named_events(&framed(
        &first.each_ref().map(String::as_str),
        pieces,
        piece,
        &last.iter().map(String::as_str).collect::<Vec<_>>(),
    ))
}

fn anthropic(text: &str) -> String {
    format!(
        r#"{{"type":"message","role":"assistant","model":"m","content":[{{"type":"thinking","thinking":"{{}}"}},{{"type":"text","text":"{text}"}}],"stop_reason":"end_turn","usage":{{"output_tokens":1}}}}"#
    )
}

fn anthropic_stream(pieces: &[String]) -> String {
    let piece = |text: &str| {
        format!(
            r#"{{"type":"content_block_delta","index":1,"delta":{{"type":"text_delta","text":"{text}"}}}}"#
        )
    };
    let first = [
        r#"{"type":"message_start","message":{"type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"usage":{"output_tokens":0}}}"#,
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"{}"}}"#,
        r#"{"type":"content_block_stop","index":0}"#,
        r#"{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}"#,
        r#"{"type":"ping"}"#,
    ];
    let last = [
        r#"{"type":"content_block_stop","index":1}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}"#,
        r#"{"type":"message_stop"}"#,
    ];
    named_events(&framed(&first, pieces, piece, &last))
}

fn gemini(text: &str, reason: Option<&str>) -> String {
    let reason = reason.map_or(String::new(), |reason| {
        format!(r#","finishReason":"{reason}""#)
    });
    format!(
        r#"{{"candidates":[{{"content":{{"parts":[{{"thought":true,"text":"{{}}"}},{{"text":"{text}"}}],"role":"model"}}{reason},"index":0}}],"modelVersion":"m","usageMetadata":{{"totalTokenCount":1}}}}"#
    )
}

fn gemini_parts(pieces: &[String]) -> Vec<String> {
    let last = gemini("", Some("STOP"));
    framed(&[], pieces, |text| gemini(text, None), &[&last])
}

fn ollama(said: &str, done: bool) -> String {
    let reason = if done { r#","done_reason":"stop""# } else { "" };
    format!(r#"{{"model":"m","created_at":"2026-11-29T10:00:00Z",{said},"done":{done}{reason}}}"#)
}

fn ollama_chat(text: &str) -> String {
    format!(r#""message":{{"role":"assistant","content":"{text}"}}"#)
}

fn ollama_generate(text: &str) -> String {
    format!(r#""response":"{text}""#)
}

fn ollama_stream(pieces: &[String], said: fn(&str) -> String) -> String {
    let pieces = pieces.iter().map(|text| ollama(&said(text), false) + "\n");
    pieces.chain([ollama(&said(""), true) + "\n"]).collect()
}

fn cohere(text: &str) -> String {
    format!(
        r#"{{"id":"c","finish_reason":"COMPLETE","message":{{"role":"assistant","content":[{{"type":"text","text":"{text}"}}]}},"usage":{{"tokens":{{}}}}}}"#
    )
}

fn cohere_stream(pieces: &[String]) -> String {
    let piece = |text: &str| {
        format!(
            r#"{{"type":"content-delta","index":0,"delta":{{"message":{{"content":{{"text":"{text}"}}}}}}}}"#
        )
    };
    let first = [
        r#"{"type":"message-start","id":"c","delta":{"message":{"role":"assistant","content":[],"tool_calls":[]}}}"#,
        r#"{"type":"content-start","index":0,"delta":{"message":{"content":{"type":"text","text":""}}}}"#,
    ];
    let last = [
        r#"{"type":"content-end","index":0}"#,
        r#"{"type":"message-end","id":"c","delta":{"finish_reason":"COMPLETE","usage":{"tokens":{}}}}"#,
    ];
    named_events(&framed(&first, pieces, piece, &last))
}

#[test]
fn a_stream_says_what_its_complete_twin_says() {
    let pieces = [
        "Here: ",
        "",
        r#"{\"a\":\"\u00e9"#,
        r#"\\n\", \n\t"#,
        r#"\"b\":[1"#,
        "]}",
    ];
    let pieces = pieces.map(str::to_owned);
    for Twin {
        name,
        from,
        stop,
        complete,
        stream,
    } in TWINS
    {
        let complete = complete(&pieces.concat());
        let whole = judge(named(from), None, complete.as_bytes());
        assert_eq!(
            whole.out.as_deref(),
            Ok("{\"a\":\"é\\n\", \n\t\"b\":[1]}"),
            "{name}"
        );
        assert_eq!(whole.stop.as_deref(), Some(*stop), "{name}");
        let stream = stream(&pieces);
        for from in [named(from), named("auto")] {
            for input in [&complete, &stream] {
                assert_eq!(
                    judge(from, None, input.as_bytes()),
                    whole,
                    "{name}: {input}"
                );
            }
        }
    }
}

#[test]
fn a_message_beside_a_piece_is_told_once() {
    let both = |delta: &str, message: &str, reason: &str| {
        format!(
            r#"{{"choices":[{{"index":0,"finish_reason":{reason},"message":{{"role":"assistant","content":"{message}"}},"delta":{{"role":"assistant","content":"{delta}"}}}}]}}"#
        )
    };
    let complete = both("", "[1]", "\"stop\"");
    let (first, last) = (both("[1", "[1", "null"), both("]", "[1]", "\"stop\""));
    let streamed = format!("data: {first}\n\ndata: {last}\n\n");
    for input in [complete, streamed] {
        let came = judge(named("openai-chat"), None, input.as_bytes());
        assert_eq!(came.out.as_deref(), Ok("[1]"), "{input}");
    }
}

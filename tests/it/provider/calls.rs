//! The same calls of each provider as a stream and in one piece: told beside a text, or refused.

use super::twins::{events, named_events};
use super::{Came, judge, named};

/// A way in which a provider streams two calls beside the text `{}`, and its complete response.
/// The arguments are as they stand between the quotes of a JSON string.
struct Twin {
    name: &'static str,
    from: &'static str,
    complete: fn(&str) -> String,
    stream: fn(&[&str]) -> String,
}

const TWINS: &[Twin] = &[
    Twin {
        name: "chat completions",
        from: "openai-chat",
        complete: chat,
        stream: |pieces| {
            chat_stream(pieces, |call, id| match id {
                Some(id) => format!(r#""index":{call},"id":"{id}","#),
                None => format!(r#""index":{call},"#),
            })
        },
    },
    Twin {
        name: "chat completions without indexes",
        from: "openai-chat",
        complete: chat,
        stream: |pieces| {
            chat_stream(pieces, |_, id| {
                id.map_or(String::new(), |id| format!(r#""id":"{id}","#))
            })
        },
    },
    Twin {
        name: "chat completions whose indexes are all the same",
        from: "openai-chat",
        complete: chat,
        stream: |pieces| chat_stream(pieces, |call, _| format!(r#""index":0,"id":"k{call}","#)),
    },
    Twin {
        name: "responses",
        from: "openai-responses",
        complete: responses,
        stream: |pieces| responses_stream(pieces, true),
    },
    Twin {
        name: "responses told in deltas",
        from: "openai-responses",
        complete: responses,
        stream: |pieces| responses_stream(pieces, false),
    },
    Twin {
        name: "messages",
        from: "anthropic",
        complete: anthropic,
        stream: anthropic_stream,
    },
    Twin {
        name: "chat, version 2",
        from: "cohere",
        complete: cohere,
        stream: cohere_stream,
    },
];

/// The calls: what each is called, and its tool.
const CALLS: [(&str, &str); 2] = [("k0", "first"), ("k1", "second")];

/// The same for each call, one behind the other.
fn each(call: impl Fn(usize, &str, &str) -> Vec<String>) -> Vec<String> {
    let calls = CALLS.iter().enumerate();
    calls
        .flat_map(|(at, (id, name))| call(at, id, name))
        .collect()
}

fn chat(arguments: &str) -> String {
    let calls = each(|_, id, name| {
        vec![format!(
            r#"{{"id":"{id}","type":"function","function":{{"name":"{name}","arguments":"{arguments}"}}}}"#
        )]
    });
    format!(
        r#"{{"object":"chat.completion","choices":[{{"index":0,"message":{{"role":"assistant","content":"{{}}","tool_calls":[{}]}},"finish_reason":"tool_calls"}}]}}"#,
        calls.join(",")
    )
}

/// `which` tells which call a piece is of; the id is given with the first piece of each.
fn chat_stream(pieces: &[&str], which: fn(usize, Option<&str>) -> String) -> String {
    let chunk = |delta: &str, reason: &str| {
        format!(
            r#"{{"object":"chat.completion.chunk","choices":[{{"index":0,"delta":{{{delta}}},"finish_reason":{reason}}}]}}"#
        )
    };
    let call = |inner: String| chunk(&format!(r#""tool_calls":[{{{inner}}}]"#), "null");
    let calls = each(|at, id, name| {
        let first = format!(
            r#"{}"function":{{"name":"{name}","arguments":""}}"#,
            which(at, Some(id))
        );
        let piece =
            |text: &&str| format!(r#"{}"function":{{"arguments":"{text}"}}"#, which(at, None));
        [first]
            .into_iter()
            .chain(pieces.iter().map(piece))
            .map(call)
            .collect()
    });
    let first = chunk(r#""content":"{}""#, "null");
    let last = [chunk("", r#""tool_calls""#), "[DONE]".to_owned()];
    events(&[vec![first], calls, last.to_vec()].concat())
}

fn responses_output(arguments: &str) -> String {
    let text =
        r#"{"type":"message","role":"assistant","content":[{"type":"output_text","text":"{}"}]}"#;
    let calls = each(|_, id, name| vec![responses_call(id, name, arguments)]);
    format!("{text},{}", calls.join(","))
}

fn responses_call(id: &str, name: &str, arguments: &str) -> String {
    format!(
        r#"{{"type":"function_call","id":"x","call_id":"{id}","name":"{name}","arguments":"{arguments}"}}"#
    )
}

fn responses(arguments: &str) -> String {
    let output = responses_output(arguments);
    format!(r#"{{"object":"response","status":"completed","output":[{output}]}}"#)
}

fn responses_stream(pieces: &[&str], whole: bool) -> String {
    let event = |name: &str, inner: &str| {
        format!(r#"{{"type":"response.{name}","sequence_number":1,{inner}}}"#)
    };
    let text = event(
        "output_text.delta",
        r#""output_index":0,"content_index":0,"delta":"{}""#,
    );
    let calls = each(|at, id, name| {
        let at = at + 1;
        let item = responses_call(id, name, "");
        let added = event(
            "output_item.added",
            &format!(r#""output_index":{at},"item":{item}"#),
        );
        let piece = |text: &&str| {
            let inner = format!(r#""output_index":{at},"delta":"{text}""#);
            event("function_call_arguments.delta", &inner)
        };
        [added]
            .into_iter()
            .chain(pieces.iter().map(piece))
            .collect()
    });
    let output = if whole {
        responses_output(&pieces.concat())
    } else {
        String::new()
    };
    let last =
        format!(r#""response":{{"object":"response","status":"completed","output":[{output}]}}"#);
    named_events(&[vec![text], calls, vec![event("completed", &last)]].concat())
}

fn anthropic(arguments: &str) -> String {
    if arguments.is_empty() {
        return anthropic("{}");
    }
    let input: String = serde_json::from_str(&format!("\"{arguments}\"")).expect("a string");
    let calls = each(|_, id, name| {
        vec![format!(
            r#"{{"type":"tool_use","id":"{id}","name":"{name}","input":{input}}}"#
        )]
    });
    format!(
        r#"{{"type":"message","role":"assistant","content":[{{"type":"text","text":"{{}}"}},{}],"stop_reason":"tool_use"}}"#,
        calls.join(",")
    )
}

fn anthropic_stream(pieces: &[&str]) -> String {
    let event = |name: &str, inner: &str| format!(r#"{{"type":"{name}",{inner}}}"#);
    let start = |at: usize, block: &str| {
        event(
            "content_block_start",
            &format!(r#""index":{at},"content_block":{{{block}}}"#),
        )
    };
    let calls = each(|at, id, name| {
        let at = at + 1;
        let first = start(
            at,
            &format!(r#""type":"tool_use","id":"{id}","name":"{name}","input":{{}}"#),
        );
        let piece = |text: &&str| {
            let delta = format!(r#""type":"input_json_delta","partial_json":"{text}""#);
            event(
                "content_block_delta",
                &format!(r#""index":{at},"delta":{{{delta}}}"#),
            )
        };
        [first]
            .into_iter()
            .chain(pieces.iter().map(piece))
            .collect()
    });
    let text = start(0, r#""type":"text","text":"{}""#);
    let last = [
        event("message_delta", r#""delta":{"stop_reason":"tool_use"}"#),
        event("message_stop", r#""last":true"#),
    ];
    named_events(&[vec![text], calls, last.to_vec()].concat())
}

fn cohere_call(id: &str, name: &str, arguments: &str) -> String {
    format!(
        r#"{{"id":"{id}","type":"function","function":{{"name":"{name}","arguments":"{arguments}"}}}}"#
    )
}

fn cohere(arguments: &str) -> String {
    let calls = each(|_, id, name| vec![cohere_call(id, name, arguments)]);
    format!(
        r#"{{"finish_reason":"TOOL_CALL","message":{{"role":"assistant","content":[{{"type":"text","text":"{{}}"}}],"tool_calls":[{}]}}}}"#,
        calls.join(",")
    )
}

fn cohere_stream(pieces: &[&str]) -> String {
    let event = |name: &str, at: usize, message: &str| {
        format!(r#"{{"type":"{name}","index":{at},"delta":{{"message":{{{message}}}}}}}"#)
    };
    let calls = each(|at, id, name| {
        let first = event(
            "tool-call-start",
            at,
            &format!(r#""tool_calls":{}"#, cohere_call(id, name, "")),
        );
        let piece = |text: &&str| {
            let call = format!(r#""tool_calls":{{"function":{{"arguments":"{text}"}}}}"#);
            event("tool-call-delta", at, &call)
        };
        [first]
            .into_iter()
            .chain(pieces.iter().map(piece))
            .collect()
    });
    let text = event(
        "content-start",
        0,
        r#""content":{"type":"text","text":"{}"}"#,
    );
    let last = r#"{"type":"message-end","delta":{"finish_reason":"TOOL_CALL"}}"#.to_owned();
    named_events(&[vec![text], calls, vec![last]].concat())
}

/// What came of both, which is the same.
fn of_both(twin: &Twin, pieces: &[&str]) -> Came {
    let stream = (twin.stream)(pieces);
    let streamed = judge(named(twin.from), None, stream.as_bytes());
    let complete = (twin.complete)(&pieces.concat());
    let whole = judge(named(twin.from), None, complete.as_bytes());
    assert_eq!(streamed, whole, "{}:\n{stream}{complete}", twin.name);
    streamed
}

#[test]
fn calls_beside_a_text_are_told() {
    for twin in TWINS {
        for pieces in [
            &[r#"{\"a"#, "", r#"\":1,\"b\":\"}"#, r#"{\"}"#][..],
            &["{}"],
            &[],
        ] {
            let came = of_both(twin, pieces);
            assert_eq!(
                came.out.as_deref(),
                Ok("{}"),
                "{}: {:?}",
                twin.name,
                came.told
            );
            let told =
                "the turn goes on: beside the text the model calls 2 tools: `first`, `second`";
            assert_eq!(came.told, [told], "{}", twin.name);
        }
    }
}

#[test]
fn a_call_whose_arguments_are_no_object_is_malformed() {
    // Messages holds an object in its complete responses, and so cannot say this in them.
    for twin in TWINS {
        for pieces in [
            &[r#"{\"a"#, r#"\":"#][..],
            &["[1", "]"],
            &[r#"\"{}\""#],
            &["{}", "{}"],
        ] {
            let came = if twin.from == "anthropic" {
                judge(named(twin.from), None, (twin.stream)(pieces).as_bytes())
            } else {
                of_both(twin, pieces)
            };
            assert_eq!(
                came.out,
                Err("provider.malformed_arguments"),
                "{}",
                twin.name
            );
            let told = "call 1 of the answer, of `first` (k0), is malformed: its arguments are ";
            assert!(
                came.told[0].starts_with(told),
                "{}: {:?}",
                twin.name,
                came.told
            );
        }
    }
}

//! Errors that a provider tells: in a body of their own, in a choice, or in the midst of a stream.

use std::borrow::Cow;
use std::ops::Range;

use super::view::View;
use crate::read::document::Kind;
use crate::refusal::text::{SHOWN, excerpt};
use crate::refusal::{Code, Finding, Text};

/// What a provider says went wrong. The words are cut and escaped.
#[derive(Debug)]
pub(super) struct Failure {
    code: Code,
    /// Its names: of its kind, its code, its status.
    names: Vec<String>,
    message: Option<String>,
    request: Option<String>,
    /// Where it is told.
    at: Range<usize>,
}

/// How many scalar values of a provider's message are shown.
const MOST_MESSAGE: usize = 300;

/// Words in the name of an error, without case and punctuation, and what such an error is. The
/// first that fits counts. Sources: the errors of each API as its SDK names them.
#[rustfmt::skip]
const KINDS: &[(&str, Code)] = &[
    ("contentfilter", Code::ProviderFiltered), ("contentpolicy", Code::ProviderFiltered),
    ("responsibleaipolicy", Code::ProviderFiltered), ("guardrail", Code::ProviderFiltered),
    ("toolusefailed", Code::ProviderMalformedArguments),
    ("jsonvalidatefailed", Code::ProviderError),
    ("ratelimit", Code::ProviderError), ("overloaded", Code::ProviderError),
    ("timeout", Code::ProviderError), ("unavailable", Code::ProviderError),
    ("throttl", Code::ProviderError), ("toomanyrequests", Code::ProviderError),
    ("servererror", Code::ProviderError), ("internal", Code::ProviderError),
    ("exhausted", Code::ProviderError),
    ("batchexpired", Code::ProviderError), ("quota", Code::ProviderRejected), ("billing", Code::ProviderRejected),
    ("notfound", Code::ProviderRejected), ("invalid", Code::ProviderRejected),
    ("badrequest", Code::ProviderRejected), ("authentication", Code::ProviderRejected),
    ("unauth", Code::ProviderRejected), ("notauthorized", Code::ProviderRejected),
    ("permission", Code::ProviderRejected), ("forbidden", Code::ProviderRejected),
    ("accessdenied", Code::ProviderRejected), ("validation", Code::ProviderRejected),
    ("unsupported", Code::ProviderRejected), ("notsupport", Code::ProviderRejected),
    ("toolarge", Code::ProviderRejected), ("toolong", Code::ProviderRejected),
    ("doesntsupport", Code::ProviderRejected), ("isntsupported", Code::ProviderRejected),
    ("malformed", Code::ProviderRejected), ("notpermitted", Code::ProviderRejected),
    ("fieldrequired", Code::ProviderRejected), ("haveaccess", Code::ProviderRejected),
    ("contextlength", Code::ProviderRejected),
    ("expired", Code::ProviderRejected), ("unrecognizedclient", Code::ProviderRejected),
    ("failedprecondition", Code::ProviderRejected), ("outofrange", Code::ProviderRejected),
    ("unimplemented", Code::ProviderRejected), ("deactivated", Code::ProviderRejected),
    ("isrequired", Code::ProviderRejected), ("unprocessable", Code::ProviderRejected),
];

impl Failure {
    /// What a document tells under its key `error`, or `Error` as AWS tools print it; also an event
    /// that is itself an error, or a flat body, as Mistral's servers and vLLM write it.
    pub(super) fn told(whole: View<'_>) -> Option<Self> {
        let error = whole
            .either("error", "Error")
            .filter(|error| error.is_truthy());
        let error = error.or_else(|| whole.of_kind("errors", Kind::Array));
        if let Some(error) = error.filter(|error| error.is_truthy()) {
            let told = matches!(error.kind(), Kind::Object | Kind::String);
            return Some(Self::of(if told { error } else { whole }, whole));
        }
        let flat = whole.says("object", "error") || whole.says("type", "error");
        flat.then(|| Self::of(whole, whole))
    }

    /// What a body tells that has no `error`, but says something under one of these keys, and
    /// little else.
    pub(super) fn bare(whole: View<'_>, keys: &[&str]) -> Option<Self> {
        let says = |key: &&str| {
            whole
                .get(key)
                .is_some_and(|told| told.kind() != Kind::Object)
        };
        let told = keys.iter().any(says);
        (told && whole.count() <= MOST_BARE).then(|| Self::of(whole, whole))
    }

    /// A failure that nothing more is known of than perhaps a word for it.
    pub(super) fn unnamed(word: Option<String>, at: Range<usize>) -> Self {
        Self {
            code: Code::ProviderError,
            names: word.into_iter().collect(),
            message: None,
            request: None,
            at,
        }
    }

    /// Of the value that tells it, in a document.
    pub(super) fn of(error: View<'_>, whole: View<'_>) -> Self {
        let names = NAMES.iter().filter_map(|path| error.path(path));
        // That it is an `error` is no news, nor what is said twice.
        let names = names.filter_map(name).filter(|name| name != "error");
        let mut names: Vec<_> = names.collect();
        names.dedup();
        let details = error
            .path(&["message", "detail"])
            .or_else(|| error.get("detail"))
            .filter(|details| details.kind() == Kind::Array);
        let message = match (error.kind(), details) {
            (Kind::String, _) => error.string(),
            (_, Some(details)) => details.elements().next().map(detail),
            _ => message(error),
        };
        let known = code(&names, message.as_deref());
        let invalid = details.map(|_| Code::ProviderRejected);
        let code = known.or(invalid).unwrap_or(Code::ProviderError);
        let requests = [
            whole.get("request_id"),
            error.get("request_id"),
            whole.get("requestId"),
            whole.path(&["ResponseMetadata", "RequestId"]),
        ];
        let request = requests.into_iter().flatten().find_map(View::string);
        Self {
            code,
            names: names.iter().map(|name| excerpt(name, SHOWN)).collect(),
            message: message.map(|message| excerpt(&message, MOST_MESSAGE)),
            request: request.map(|request| excerpt(&request, SHOWN)),
            at: error.span(),
        }
    }

    /// The finding that tells it. `request` is what the whole response is called, if the error
    /// itself does not say.
    pub(super) fn finding(self, request: Option<String>) -> Finding {
        let mut text = Text::new().own(match self.code {
            Code::ProviderFiltered => "the provider's filter stopped it",
            Code::ProviderMalformedArguments => "the provider found the model's call malformed",
            Code::ProviderRejected => "the provider rejects the request",
            _ => "the provider reports an error",
        });
        for (at, name) in self.names.iter().enumerate() {
            let before = if at == 0 { ": " } else { ", " };
            text = text.own(before);
            text = if status(name).is_some() {
                text.own(name.clone())
            } else {
                text.seen(name)
            };
        }
        if let Some(message) = &self.message {
            let before = if self.names.is_empty() { ": \"" } else { " \"" };
            text = text.own(before).seen_up_to(message, MOST_MESSAGE).own("\"");
        }
        if let Some(request) = self.request.or(request) {
            text = text.own(" (request ").seen(&request).own(")");
        }
        let mut finding = Finding::new(self.code, text).at(self.at);
        if self.code == Code::ProviderMalformedArguments {
            let told = self
                .message
                .as_deref()
                .unwrap_or("its arguments are malformed");
            let words = Text::new().own("Your tool call was rejected: ");
            finding = finding.feedback(words.seen_up_to(told, MOST_MESSAGE));
        }
        finding
    }
}

/// A body with more keys than this is no mere error message.
const MOST_BARE: usize = 6;

/// Where an error is named, the names that tell more first.
const NAMES: &[&[&str]] = &[
    &["innererror", "code"],
    &["code"],
    &["Code"],
    &["type"],
    &["status"],
    &["__type"],
];

/// A name: a string, or the digits of a number.
fn name(view: View<'_>) -> Option<Cow<'_, str>> {
    match view.kind() {
        Kind::Number => Some(view.raw().into()),
        _ => view.string().filter(|name| !name.is_empty()),
    }
}

/// What it says, which some servers write as an object.
fn message(error: View<'_>) -> Option<Cow<'_, str>> {
    let keys = ["message", "Message", "detail"];
    let told = keys.iter().find_map(|key| error.get(key))?;
    match told.kind() {
        Kind::String => told.string(),
        _ => Some(told.raw().into()),
    }
}

/// What is wrong with a value of the request, and which: servers made with `FastAPI` list that.
fn detail(told: View<'_>) -> Cow<'_, str> {
    let Some(message) = told.word("msg") else {
        return told.raw().into();
    };
    let steps = told.get("loc").into_iter().flat_map(View::elements);
    let steps: Vec<_> = steps.filter_map(name).collect();
    if steps.is_empty() {
        return message;
    }
    format!("{}: {message}", steps.join(".")).into()
}

/// What kind of an error it is: by its names, else by an HTTP status among them, else, where it
/// has neither, by what it says.
fn code(names: &[Cow<'_, str>], message: Option<&str>) -> Option<Code> {
    let by_name = names.iter().find_map(|name| kind(name));
    let by_status = || names.iter().find_map(|name| status(name));
    let by_words = || message.filter(|_| names.is_empty()).and_then(kind);
    by_name.or_else(by_status).or_else(by_words)
}

fn kind(words: &str) -> Option<Code> {
    let plain: String = words
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(MOST_MESSAGE)
        .collect();
    let plain = plain.to_ascii_lowercase();
    let known = KINDS.iter().find(|(word, _)| plain.contains(word));
    known.map(|(_, code)| *code)
}

/// What an HTTP status means (RFC 9110 section 15): too early, too many and too slow may pass the
/// next time, and so may what the server is to blame for.
fn status(name: &str) -> Option<Code> {
    match name.parse().ok()? {
        408 | 409 | 425 | 429 | 500..600 => Some(Code::ProviderError),
        400..500 => Some(Code::ProviderRejected),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::document::Document;
    use crate::read::provider::frame::Frame;

    fn told(json: &str) -> Option<(Code, String)> {
        let (document, frame) = (Document::parse(json, 9).unwrap(), Frame::new(json, 0, true));
        let whole = View::new(document.root(), &frame);
        let failure = Failure::told(whole).or_else(|| Failure::bare(whole, &["message"]))?;
        let finding = failure.finding(None);
        Some((finding.code, finding.message.show(false)))
    }

    #[test]
    fn what_a_second_try_mends_is_told_from_what_it_does_not() {
        use Code::{
            ProviderError as Retry, ProviderFiltered as Filter, ProviderMalformedArguments as Call,
            ProviderRejected as Reject,
        };
        for (json, code) in [
            (
                r#"{"error":{"type":"rate_limit_error","message":"m"}}"#,
                Retry,
            ),
            (
                r#"{"error":{"type":"insufficient_quota","code":"insufficient_quota"}}"#,
                Reject,
            ),
            (
                r#"{"error":{"type":"invalid_request_error","code":"rate_limit_exceeded"}}"#,
                Retry,
            ),
            (
                r#"{"error":{"type":"invalid_request_error","code":"tool_use_failed"}}"#,
                Call,
            ),
            (
                r#"{"error":{"code":"content_filter","status":400}}"#,
                Filter,
            ),
            (
                r#"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}"#,
                Retry,
            ),
            (r#"{"error":{"code":402,"message":"more credits"}}"#, Reject),
            (r#"{"error":{"code":502,"message":"upstream"}}"#, Retry),
            (r#"{"error":"model 'x' not found"}"#, Reject),
            (r#"{"error":"something else"}"#, Retry),
            (
                r#"{"object":"error","message":{"detail":[1]},"type":"invalid_model","code":"1500"}"#,
                Reject,
            ),
            (
                r#"{"type":"error","error":{"type":"overloaded_error"}}"#,
                Retry,
            ),
            (
                r#"{"__type":"com.amazon#ThrottlingException","message":"Too many"}"#,
                Retry,
            ),
            (r#"{"message":"invalid api token"}"#, Reject),
            (
                r#"{"error":{"type":"invalid","innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
                Filter,
            ),
            (r#"{"error":true,"message":"x"}"#, Retry),
            (r#"{"message":"please contact support"}"#, Retry),
            (r#"{"message":"x isn't supported here"}"#, Reject),
            (
                r#"{"Error":{"Code":"ThrottlingException","Message":"m"}}"#,
                Retry,
            ),
            (
                r#"{"object":"error","message":{"detail":[{"loc":["body","x"],"msg":"m"}]}}"#,
                Reject,
            ),
        ] {
            assert_eq!(told(json).map(|(code, _)| code), Some(code), "{json}");
        }
        for json in [
            r#"{"error":null}"#,
            r#"{"error":""}"#,
            r#"{"error":[]}"#,
            r#"{"error":{}}"#,
            r#"{"error":false}"#,
            r#"{"message":{"role":"assistant"}}"#,
            r#"{"errors":"x"}"#,
        ] {
            assert_eq!(told(json), None, "{json}");
        }
    }

    #[test]
    fn type_code_message_and_request_are_told() {
        let (_, message) = told(
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Over\u001b[2J"},"request_id":"req_1"}"#,
        )
        .unwrap();
        assert_eq!(
            message,
            r#"the provider reports an error: overloaded_error "Over\u{1b}[2J" (request req_1)"#
        );
        let (_, message) = told(
            r#"{"type":"error","code":"insufficient_quota","status":"insufficient_quota","message":"m"}"#,
        )
        .unwrap();
        assert_eq!(
            message,
            r#"the provider rejects the request: insufficient_quota "m""#
        );
        let (_, message) = told(
            r#"{"object":"error","message":{"detail":[{"loc":["body","messages",0],"msg":"Field required"}]}}"#,
        )
        .unwrap();
        assert_eq!(
            message,
            r#"the provider rejects the request: "body.messages.0: Field required""#
        );
    }
}

//! From what a scan found to the one answer, or to why there is none.

use std::ops::Range;

use super::fault::Fault;
use super::found::Group;
use super::scan::{self, Ended, Scanned};
use super::{Candidate, Event, Method, Pick, Piece, Rank, Slice, Slicing, Story, Wrong};
use crate::read::document::{self, Arena, Document, Offence, skip_white};
use crate::refusal::Text;

/// Whether a document satisfies the schema.
type Satisfies<'s> = Option<&'s dyn Fn(&Document<'_>) -> bool>;

/// The one answer of a reply.
pub(super) fn answer<'a>(
    text: &'a str,
    slicing: &Slicing,
    satisfies: Satisfies<'_>,
    story: &mut Story,
    arena: &mut Arena,
) -> Result<Document<'a>, Fault> {
    let whole = match Document::parse_in(text, slicing.max_depth, arena) {
        Ok(document) => {
            let span = document.root().span();
            tell(slicing, story, &span, "the whole reply is one JSON value");
            story.slice = Some(Slice {
                rank: Rank::Whole,
                span,
                discarded: 0,
                discarded_spans: Vec::new(),
            });
            return Ok(document);
        }
        Err(fault) => fault,
    };
    if matches!(
        whole.what,
        Offence::DuplicateKey { .. } | Offence::TooDeep { .. }
    ) {
        return Err(Fault::Refused(whole));
    }
    if slicing.method == Method::Whole {
        return Err(not_whole(text, slicing, whole));
    }
    let mut scanned = scan::scan(text, slicing, satisfies, arena);
    story.events.append(&mut scanned.events);
    let (rank, span) = choose(text, slicing, satisfies, story, &scanned, &whole)?;
    let document = match scanned.first.take() {
        Some(first) if first.start == span.start => finished(text, first.read, first.arena)?,
        _ => read(text, span.start, slicing.max_depth, arena)?,
    };
    for (worse, other) in scanned.found.below(rank) {
        let why = format!(
            "passed over {}: the answer stands {}",
            worse.phrase(),
            rank.phrase()
        );
        tell(slicing, story, other, why);
    }
    tell(slicing, story, &span, "the answer");
    story.slice = Some(slice(rank, span, &scanned));
    Ok(document)
}

/// Why a text that must be JSON as a whole is not.
fn not_whole(text: &str, slicing: &Slicing, fault: document::Fault) -> Fault {
    let start = skip_white(text, document::begin(text));
    if fault.is_end() {
        return Fault::Truncated {
            opened: fault.opened.unwrap_or(start),
            end: text.len(),
        };
    }
    if fault.at == start && !meant_whole(text, start, &fault) {
        return Fault::NoJson {
            looked: start..text.len(),
            reasoning: false,
            method: slicing.method,
        };
    }
    let what = Wrong::Offence(fault);
    Fault::Malformed(Piece {
        span: start..text.len(),
        what,
    })
}

/// Whether a text of which nothing was taken for JSON was meant as JSON all the same: it stands
/// in brackets, or is what other languages write for a JSON value.
fn meant_whole(text: &str, start: usize, whole: &document::Fault) -> bool {
    let all = text.get(start..).unwrap_or_default().trim_end();
    let in_brackets = (all.starts_with('{') && all.ends_with('}'))
        || (all.starts_with('[') && all.ends_with(']'));
    let one_word = whole.end == start + all.len();
    let literal = matches!(
        whole.what,
        Offence::PythonLiteral { .. } | Offence::NoSuchValue { .. }
    );
    in_brackets || (one_word && literal)
}

fn choose(
    text: &str,
    slicing: &Slicing,
    satisfies: Satisfies<'_>,
    story: &mut Story,
    scanned: &Scanned,
    whole: &document::Fault,
) -> Result<(Rank, Range<usize>), Fault> {
    if let Some(span) = behind_reasoning(text, slicing, scanned) {
        return Ok((Rank::Whole, span));
    }
    match &scanned.end {
        Ended::Outside => {}
        Ended::Inside(fault) => {
            let opened = fault.opened.unwrap_or(fault.at);
            return Err(Fault::Truncated {
                opened,
                end: text.len(),
            });
        }
        Ended::Broken(piece) => return Err(Fault::Malformed(piece.clone())),
        Ended::Reasoning(opened) => {
            return Err(Fault::ReasoningOpen {
                opened: *opened,
                end: text.len(),
            });
        }
    }
    let Some((rank, group)) = scanned.found.best() else {
        return Err(nothing(text, slicing, scanned, whole));
    };
    match &group.broken {
        Some(piece) if group.kept.is_empty() || group.forbids() => {
            Err(Fault::Malformed(piece.clone()))
        }
        _ => pick(text, slicing, satisfies, story, rank, group).map(|span| (rank, span)),
    }
}

/// The span of the one value behind finished reasoning, if all behind it is one value.
fn behind_reasoning(text: &str, slicing: &Slicing, scanned: &Scanned) -> Option<Range<usize>> {
    if !scanned.reasoned || scanned.answer == 0 {
        return None;
    }
    let start = skip_white(text, scanned.answer);
    let value = document::scan(text, start, slicing.max_depth, &mut Arena::default()).ok()?;
    (skip_white(text, value.end) == text.len()).then_some(start..value.end)
}

/// Why nothing was found.
fn nothing(text: &str, slicing: &Slicing, scanned: &Scanned, whole: &document::Fault) -> Fault {
    let start = skip_white(text, document::begin(text));
    let opens = text
        .get(start..)
        .is_some_and(|rest| rest.starts_with(['{', '[']));
    let only_fences = slicing.method == Method::Fence && opens;
    if !scanned.reasoned && (only_fences || meant_whole(text, start, whole)) {
        return not_whole(text, slicing, whole.clone());
    }
    Fault::NoJson {
        looked: scanned.answer..text.len(),
        reasoning: scanned.reasoned,
        method: slicing.method,
    }
}

/// The candidate of the best rank that is the answer.
fn pick(
    text: &str,
    slicing: &Slicing,
    satisfies: Satisfies<'_>,
    story: &mut Story,
    rank: Rank,
    group: &Group,
) -> Result<Range<usize>, Fault> {
    let first = group
        .kept
        .first()
        .map(|kept| kept.span.clone())
        .unwrap_or_default();
    let count = group.kept.len() + group.more;
    if count == 1 {
        return Ok(first);
    }
    story.candidates = group.candidates(rank);
    story.more_candidates = group.more;
    match (slicing.pick, &group.satisfying) {
        (Pick::First, _) => return Ok(first),
        (Pick::Last, _) => return Ok(group.last.clone()),
        (Pick::Schema, Some((span, false))) => return Ok(span.clone()),
        _ => {}
    }
    if let Some(satisfies) = satisfies {
        for candidate in &mut story.candidates {
            candidate.satisfies = Some(holds(text, candidate, slicing.max_depth, satisfies));
        }
    }
    Err(Fault::Ambiguous {
        candidates: story.candidates.clone(),
        count,
    })
}

fn holds(
    text: &str,
    candidate: &Candidate,
    max_depth: usize,
    satisfies: &dyn Fn(&Document<'_>) -> bool,
) -> bool {
    let mut arena = Arena::default();
    read(text, candidate.span.start, max_depth, &mut arena)
        .is_ok_and(|document| satisfies(&document))
}

fn read<'a>(
    text: &'a str,
    start: usize,
    max_depth: usize,
    arena: &mut Arena,
) -> Result<Document<'a>, Fault> {
    let read = document::scan(text, start, max_depth, arena).map_err(Fault::Refused)?;
    finished(text, read, std::mem::take(arena))
}

/// The value that was read into an arena, unless something is wrong with it.
fn finished(text: &str, read: document::Scanned, arena: Arena) -> Result<Document<'_>, Fault> {
    match read.fault {
        Some(fault) => Err(Fault::Refused(fault)),
        None => Ok(Document::scanned(text, arena)),
    }
}

fn slice(rank: Rank, span: Range<usize>, scanned: &Scanned) -> Slice {
    let found = &scanned.found;
    let discarded = found.seen.saturating_sub(usize::from(found.seen > 0));
    let other = |other: &&Range<usize>| **other != span;
    let discarded_spans = found.spans.iter().filter(other).cloned().collect();
    Slice {
        rank,
        span,
        discarded,
        discarded_spans,
    }
}

fn tell(slicing: &Slicing, story: &mut Story, span: &Range<usize>, what: impl Into<Text>) {
    if slicing.trace {
        story.events.push(Event {
            span: Some(span.clone()),
            text: what.into(),
        });
    }
}

//! The short report: `FILE:LINE:COL: error[CODE] /pointer: message`, one line a finding.

use super::safe;
use super::told::{Told, shown_name};
use super::verdict::Verdict;
use crate::refusal::text::excerpt;

/// How many scalar values of a pointer are shown.
const MOST_POINTER: usize = 120;

/// The lines, each with its line break. The last says how many findings are not told.
pub(super) fn lines(verdict: &Verdict) -> impl Iterator<Item = String> + '_ {
    let findings = verdict.findings().iter().map(|told| line(told, verdict));
    findings.chain((verdict.more() > 0).then(|| rest(verdict, verdict.more())))
}

/// The line on findings that are not told. It is no error of its own.
pub(super) fn rest(verdict: &Verdict, untold: usize) -> String {
    let name = shown_name(verdict.file());
    format!("{name}: note: and {}\n", more(untold))
}

pub(super) fn line(told: &Told, verdict: &Verdict) -> String {
    format!(
        "{}: {}[{}]{}: {}\n",
        place(told, verdict.file()),
        told.severity,
        told.code,
        pointer(told).map_or_else(String::new, |pointer| format!(" {pointer}")),
        told.said(verdict.file())
    )
}

/// `FILE:LINE:COL`, or `FILE` when the place is not known.
pub(super) fn place(told: &Told, reply: Option<&str>) -> String {
    let file = told.file_name(reply);
    match told.place() {
        Some(place) => format!("{file}:{}:{}", place.line, place.column),
        None => file,
    }
}

/// The pointer, safe to show; `None` for the whole value too.
pub(super) fn pointer(told: &Told) -> Option<String> {
    let pointer = told
        .pointer
        .as_deref()
        .filter(|pointer| !pointer.is_empty());
    pointer.map(|pointer| safe::inside(&excerpt(pointer, MOST_POINTER)))
}

/// `1 more finding`, `2 more findings`.
pub(super) fn more(count: usize) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} more finding{s}")
}

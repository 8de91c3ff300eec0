//! Of several alternatives, none of which fits: the one that came closest.

use std::collections::BTreeSet;

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Error};
use serde_json::Value;

use super::words;

type Errors = [ValidationError<'static>];

/// What to say instead of all that is wrong with every alternative.
pub(super) enum Choice<'e> {
    /// One alternative is meant; `rivals` others came as close. `missing` is a key that all of
    /// them want.
    Inside {
        errors: &'e Errors,
        rivals: usize,
        missing: Option<(&'e ValidationError<'static>, &'e str)>,
    },
    /// The value at `pointer` is of the wrong kind for all: what would do, and the strings in it.
    Allowed {
        pointer: &'e str,
        wanted: Vec<String>,
        strings: Vec<&'e str>,
    },
}

/// Chooses among alternatives for the value at `pointer`.
pub(super) fn closest<'e>(
    pointer: &'e str,
    branches: &'e [Vec<ValidationError<'static>>],
) -> Choice<'e> {
    let is_wrong_kind = |errors: &&Vec<_>| kinds_at(pointer, errors).next().is_some();
    let fitting: Vec<_> = branches
        .iter()
        .filter(|errors| !is_wrong_kind(errors))
        .collect();
    if fitting.is_empty() {
        return allowed(
            pointer,
            branches.iter().flat_map(|errors| kinds_at(pointer, errors)),
        );
    }
    let tags = |errors: &Errors| -> BTreeSet<&'e str> { errors_tags(pointer, branches, errors) };
    let fewest = fitting
        .iter()
        .map(|errors| tags(errors).len())
        .min()
        .unwrap_or_default();
    if fewest > 0 && fitting.len() > 1 {
        let common = fitting
            .iter()
            .map(|errors| tags(errors))
            .reduce(|one, two| &one & &two);
        if let Some(tag) = common.and_then(|common| common.into_iter().next()) {
            return allowed(tag, fitting.iter().flat_map(|errors| kinds_at(tag, errors)));
        }
    }
    let missing = common_key(pointer, &fitting).filter(|_| fitting.len() > 1);
    let close: Vec<_> = fitting
        .into_iter()
        .filter(|errors| tags(errors).len() == fewest)
        .collect();
    let depth = |errors: &Errors| {
        errors
            .iter()
            .map(|error| steps(error.instance_path().as_str()))
            .max()
    };
    let best = close
        .iter()
        .min_by_key(|errors| (errors.len(), std::cmp::Reverse(depth(errors))));
    Choice::Inside {
        errors: best.map_or(&[], |errors| errors.as_slice()),
        rivals: close.len().saturating_sub(1),
        missing,
    }
}

/// A key of the value at `pointer` that is missing for every alternative.
fn common_key<'e>(
    pointer: &str,
    branches: &[&'e Vec<ValidationError<'static>>],
) -> Option<(&'e ValidationError<'static>, &'e str)> {
    let missing = |errors: &'e Vec<ValidationError<'static>>| {
        errors.iter().filter_map(|error| match error.kind() {
            Error::Required { property } if error.instance_path().as_str() == pointer => {
                Some((error, property.as_str()?))
            }
            _ => None,
        })
    };
    let (first, others) = branches.split_first()?;
    missing(first).find(|(_, key)| {
        others
            .iter()
            .all(|errors| missing(errors).any(|(_, other)| other == *key))
    })
}

/// The errors that say that the value at `pointer` itself is of the wrong kind.
fn kinds_at<'e>(pointer: &'e str, errors: &'e Errors) -> impl Iterator<Item = &'e Error> {
    let here = errors
        .iter()
        .filter(move |error| error.instance_path().as_str() == pointer);
    here.map(ValidationError::kind).filter(|kind| {
        matches!(
            kind,
            Error::Type { .. } | Error::Enum { .. } | Error::Constant { .. }
        )
    })
}

/// The members of the value at `pointer` that have a value for other alternatives only.
fn errors_tags<'e>(
    pointer: &str,
    branches: &'e [Vec<ValidationError<'static>>],
    errors: &Errors,
) -> BTreeSet<&'e str> {
    let is_tag = |error: &ValidationError<'_>| {
        let path = error.instance_path().as_str();
        matches!(error.kind(), Error::Constant { .. } | Error::Enum { .. })
            && steps(path) == steps(pointer) + 1
    };
    let own: BTreeSet<_> = errors
        .iter()
        .filter(|error| is_tag(error))
        .map(|error| error.instance_path().as_str())
        .collect();
    let all = branches
        .iter()
        .flatten()
        .filter(|error| is_tag(error))
        .map(|error| error.instance_path().as_str());
    all.filter(|path| own.contains(path)).collect()
}

fn steps(pointer: &str) -> usize {
    pointer.matches('/').count()
}

fn allowed<'e>(pointer: &'e str, kinds: impl Iterator<Item = &'e Error>) -> Choice<'e> {
    let (mut wanted, mut strings) = (Vec::new(), Vec::new());
    let mut add = |words: String| {
        if !wanted.contains(&words) {
            wanted.push(words);
        }
    };
    let mut value = |value: &'e Value, add: &mut dyn FnMut(String)| {
        add(words::shown(value));
        strings.extend(value.as_str());
    };
    for kind in kinds {
        match kind {
            Error::Type {
                kind: TypeKind::Single(one),
            } => add(words::json_type(*one).to_owned()),
            Error::Type {
                kind: TypeKind::Multiple(set),
            } => set
                .iter()
                .for_each(|one| add(words::json_type(one).to_owned())),
            Error::Enum { options } => options
                .as_array()
                .into_iter()
                .flatten()
                .for_each(|option| value(option, &mut add)),
            Error::Constant { expected_value } => value(expected_value, &mut add),
            _ => {}
        }
    }
    wanted.sort_by_key(|words| words == "null");
    Choice::Allowed {
        pointer,
        wanted,
        strings,
    }
}

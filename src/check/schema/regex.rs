//! Regular expressions of a schema: which are none, and which the engine may give up on.

use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::{Value, json};

/// Whether the engine takes `pattern` for a regular expression of ECMA 262.
pub(super) fn is_valid(pattern: &str) -> bool {
    static CHECK: OnceLock<Option<Validator>> = OnceLock::new();
    let build = || {
        jsonschema::options()
            .should_validate_formats(true)
            .build(&json!({ "format": "regex" }))
            .ok()
    };
    let check = CHECK.get_or_init(build).as_ref();
    check.is_none_or(|check| check.is_valid(&Value::from(pattern)))
}

/// Whether matching may take more steps than allowed: all others take linear time.
pub(super) fn may_explode(pattern: &str) -> bool {
    let looks = ["(?=", "(?!", "(?<", "(?>"]
        .iter()
        .any(|part| pattern.contains(part));
    looks
        || pattern.contains(r"\k<")
        || ('1'..='9').any(|digit| pattern.contains(&format!("\\{digit}")))
}

/// What is wrong with a pattern that is none, when it is a common fault.
pub(super) fn why(pattern: &str) -> Option<&'static str> {
    let mut groups = 0_usize;
    let mut in_class = false;
    let mut quantifiable = false;
    let mut rest = pattern.chars();
    while let Some(c) = rest.next() {
        let was = std::mem::replace(&mut quantifiable, true);
        match c {
            '\\' => match rest.next() {
                None => return Some("it ends with a lone `\\`"),
                Some('A' | 'Z' | 'z') => {
                    return Some("`\\A`, `\\Z` and `\\z` are not known: use `^` and `$`");
                }
                Some(_) => {}
            },
            ']' if in_class => in_class = false,
            '[' if in_class && is_named_class(rest.as_str()) => {
                return Some(
                    "`[:alpha:]` and its kin are not known: write `[A-Za-z]`, or `\\p{L}`",
                );
            }
            _ if in_class => {}
            '[' => in_class = true,
            '(' => {
                groups += 1;
                quantifiable = false;
                if rest.as_str().starts_with("?P<") {
                    return Some("a named group is written `(?<name>…)`");
                }
                if let Some(('?', flag)) = rest
                    .as_str()
                    .chars()
                    .next()
                    .zip(rest.as_str().chars().nth(1))
                    && flag.is_ascii_alphabetic()
                {
                    return Some("flags such as `(?i)` are not known");
                }
                if rest.as_str().starts_with('?') {
                    rest.next();
                }
            }
            ')' if groups == 0 => return Some("a `)` closes nothing"),
            ')' => groups -= 1,
            '*' | '+' | '?' if !was => {
                return Some("a `*`, `+` or `?` follows nothing that could repeat");
            }
            '{' if is_reversed(rest.as_str()) => {
                return Some("a `{…}` asks for more at least than at most");
            }
            '|' | '^' => quantifiable = false,
            _ => {}
        }
    }
    if in_class {
        return Some("a `[` is not closed");
    }
    (groups > 0).then_some("a `(` is not closed")
}

/// Whether a `[` begins `[:alpha:]`, given what follows it.
fn is_named_class(rest: &str) -> bool {
    let name = rest
        .strip_prefix(':')
        .and_then(|rest| rest.split_once(":]"));
    name.is_some_and(|(name, _)| {
        name.bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'^')
    })
}

/// Whether a `{` begins `{2,1}`, given what follows it.
fn is_reversed(rest: &str) -> bool {
    let limits = rest
        .split_once('}')
        .and_then(|(inside, _)| inside.split_once(','));
    let number = |text: &str| text.parse::<u64>().ok();
    limits.is_some_and(|(least, most)| {
        number(least)
            .zip(number(most))
            .is_some_and(|(least, most)| least > most)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_pattern_says_why() {
        for (pattern, part) in [
            ("[a-z", "`[` is not closed"),
            ("(a", "`(` is not closed"),
            ("a)", "closes nothing"),
            ("*a", "follows nothing"),
            ("a\\", "lone"),
            ("(?i)a", "flags"),
            ("(?P<n>a)", "named group"),
            ("\\Aa", "`^` and `$`"),
            ("[[:alpha:]]+", "`[A-Za-z]`"),
            ("a{2,1}", "more at least"),
        ] {
            assert!(!is_valid(pattern), "{pattern}");
            assert!(why(pattern).unwrap().contains(part), "{pattern}");
        }
        for pattern in [
            "^[a-z]{2,3}$",
            "(?=.*\\d).+",
            "a|b",
            "[)(]",
            "(?:ab)+?",
            "\\p{L}+",
            "a{1,2}b{3}",
            "[:a]",
        ] {
            assert!(is_valid(pattern), "{pattern}");
            assert_eq!(why(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn only_what_looks_around_or_back_may_explode() {
        for pattern in ["(?=a)b", "(?<!a)b", "(a)\\1", "\\k<n>"] {
            assert!(may_explode(pattern), "{pattern}");
        }
        for pattern in ["^a+$", "(?:a|b)*", "\\d{3}", "(a+)+$"] {
            assert!(!may_explode(pattern), "{pattern}");
        }
    }
}

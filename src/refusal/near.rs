//! The name that was probably meant.

/// Words longer than this are compared with nothing.
const LONGEST: usize = 64;

/// How many candidates are looked at.
const MOST: usize = 5000;

/// The candidate that `word` was probably meant to be: the same but for letter case, separators or
/// one or two letters. Never `word` itself.
#[must_use]
pub fn near<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    if word.len() > LONGEST {
        return None;
    }
    let plain = plain(word);
    let far = |candidate: &str| -> Option<usize> {
        if candidate.len() > LONGEST || candidate == word {
            return None;
        }
        let other = self::plain(candidate);
        let most = match plain.chars().count().min(other.chars().count()) {
            0..=2 => 0,
            3..=4 => 1,
            _ => 2,
        };
        if plain.len().abs_diff(other.len()) > 4 * most {
            return None;
        }
        Some(strsim::osa_distance(&plain, &other)).filter(|distance| *distance <= most)
    };
    candidates
        .take(MOST)
        .filter_map(|candidate| Some((far(candidate)?, candidate)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// A word without what is often written in other ways: letter case, `_`, `-` and spaces.
fn plain(word: &str) -> String {
    let kept = word.chars().filter(|c| !matches!(c, '_' | '-' | ' ' | '.'));
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_near_word_is_meant() {
        let meant = |word| {
            near(
                word,
                ["free", "pro", "enterprise", "billing_cycle", "x"].into_iter(),
            )
        };
        assert_eq!(meant("Pro"), Some("pro"));
        assert_eq!(meant("enterprize"), Some("enterprise"));
        assert_eq!(meant("fere"), Some("free"));
        assert_eq!(meant("billingCycle"), Some("billing_cycle"));
        assert_eq!(meant("X"), Some("x"));
        for word in ["pro", "basic", "y", "", "prxy"] {
            assert_eq!(meant(word), None, "{word}");
        }
        assert_eq!(meant(&"pro".repeat(99)), None);
    }
}

//! Whether an object names a key twice.

use std::borrow::Cow;
use std::collections::HashSet;

use super::arena::Slot;
use super::string;

/// Up to this many keys are told apart by [`head`]s in an array, more by hashing.
const FEW_KEYS: usize = 32;

/// The first key that repeats one before it, of the object whose members are all of `slots` from
/// `from` on. Linear in the bytes of the keys.
pub(super) fn duplicate(text: &str, slots: &[Slot], from: u32) -> Option<Slot> {
    let mut keys = Keys { slots, at: from };
    if all_differ(text.as_bytes(), keys.clone()) {
        return None;
    }
    let mut seen = HashSet::new();
    keys.find(|key| !seen.insert(value(text, *key)))
}

/// The value of a key.
pub(super) fn value(text: &str, key: Slot) -> Cow<'_, str> {
    let inner = text.get(inner(key)).unwrap_or_default();
    if key.marked {
        string::unescape(inner)
    } else {
        inner.into()
    }
}

/// The bytes between a key's quotes.
fn inner(key: Slot) -> std::ops::Range<usize> {
    key.start as usize + 1..(key.end as usize).saturating_sub(1)
}

/// Whether a look at their heads shows that no key repeats another.
fn all_differ(text: &[u8], keys: Keys<'_>) -> bool {
    let mut heads = [0; FEW_KEYS];
    // A bit for the first few of each head's: most keys need no look at those before.
    let mut seen = 0_u64;
    for (count, key) in keys.enumerate() {
        let head = head(text.get(inner(key)).unwrap_or_default());
        let Some((known, [free, ..])) = heads.split_at_mut_checked(count) else {
            return false;
        };
        let bit = 1 << (head >> 26);
        if key.marked || (seen & bit != 0 && known.contains(&head)) {
            return false;
        }
        (*free, seen) = (head, seen | bit);
    }
    true
}

/// A digest of a key as written: its length, first and last bytes. Keys whose heads differ, differ.
fn head(key: &[u8]) -> u32 {
    let word = |bytes: [u8; 8]| u64::from_le_bytes(bytes);
    let half = |bytes: [u8; 4]| u64::from(u32::from_le_bytes(bytes));
    let ends = match (key.first_chunk(), key.last_chunk()) {
        (Some(first), Some(last)) => word(*first) ^ word(*last).rotate_left(13),
        _ => match (key.first_chunk(), key.last_chunk()) {
            (Some(first), Some(last)) => half(*first) | half(*last) << 32,
            _ => key
                .iter()
                .fold(0, |word, byte| word << 8 | u64::from(*byte)),
        },
    };
    // The factor spreads what differs over the bits that are kept: the fraction of the golden
    // ratio.
    let mixed = (ends ^ key.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as u32
}

/// The keys of the object whose members are all of `slots` from `at` on.
#[derive(Clone)]
struct Keys<'s> {
    slots: &'s [Slot],
    at: u32,
}

impl Iterator for Keys<'_> {
    type Item = Slot;

    fn next(&mut self) -> Option<Slot> {
        let key = *self.slots.get(self.at as usize)?;
        self.at = self.slots.get(self.at as usize + 1)?.next;
        Some(key)
    }
}

#[cfg(test)]
mod tests {
    use crate::read::document::{Document, Offence};

    /// The key that an object with these keys, as written, names twice.
    fn twice(keys: &[String]) -> Option<String> {
        let members: Vec<_> = keys
            .iter()
            .map(|key| format!("\"{key}\": [{{}}]"))
            .collect();
        let fault = Document::parse(format!("{{{}}}", members.join(",")), 128).err()?;
        match fault.what {
            Offence::DuplicateKey { key } => Some(key),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn keys_are_compared_whole_and_unescaped() {
        for middle in 0..40 {
            let key = |sign: &str| format!("{}{sign}{}", "a".repeat(middle), "z".repeat(middle));
            let (one, other) = (key("1"), key("2"));
            assert_eq!(twice(&[one.clone(), other.clone()]), None);
            let again = twice(&[other, one.clone(), String::new(), key("\\u0031")]);
            assert_eq!(again, Some(one));
        }
    }

    #[test]
    fn few_keys_and_many_are_held_to_the_same() {
        for many in [2, 31, 32, 33, 500] {
            let mut keys: Vec<_> = (0..many).map(|n| format!("k{n}")).collect();
            assert_eq!(twice(&keys), None, "{many}");
            keys.extend(["k1".to_owned(), "k0".to_owned()]);
            assert_eq!(twice(&keys), Some("k1".to_owned()), "{many}");
        }
    }
}

//! Days that look like one and are none.

/// Whether a text begins as a date does (`2025-02-30`) and the calendar has no such day.
pub(super) fn names_no_day(text: &str) -> bool {
    let date = text.get(..10).unwrap_or_default();
    let behind = text.get(10..).unwrap_or_default();
    let is_shaped = date.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    if date.len() < 10 || !is_shaped || !matches!(behind.bytes().next(), None | Some(b'T' | b't')) {
        return false;
    }
    let mut parts = date.split('-').map(|part| part.parse().unwrap_or(0));
    let mut part = || parts.next().unwrap_or(0);
    let (year, month, day): (u32, u32, u32) = (part(), part(), part());
    !(1..=days(year, month)).contains(&day)
}

/// How many days a month has; none when there is no such month.
fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_looks_like_a_day_can_be_none() {
        for text in [
            "2025-02-30",
            "2100-02-29",
            "2025-13-01",
            "2025-04-31",
            "2025-01-00",
            "2025-02-30T09:00:00Z",
        ] {
            assert!(names_no_day(text), "{text}");
        }
        for text in [
            "2024-02-29",
            "2000-02-29",
            "2025-12-31",
            "2025-2-30",
            "soon",
            "",
            "2025-02-300",
            "2025/02/30",
            "äöüäöüäöüäöü",
        ] {
            assert!(!names_no_day(text), "{text}");
        }
    }
}

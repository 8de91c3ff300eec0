//! Times and durations.

use super::super::super::value::Value;
use super::super::time::{add, subtract};
use super::{assert_calls, call, run, show, string, told};

fn time(text: &str) -> Value<'static> {
    run("timestamp", &[string(text)]).unwrap().unwrap()
}

fn lasting(text: &str) -> Value<'static> {
    run("duration", &[string(text)]).unwrap().unwrap()
}

#[test]
fn times_are_read_strictly() {
    for (text, given) in [
        ("2009-02-13T23:31:30Z", "2009-02-13T23:31:30Z"),
        ("2009-02-13t23:31:30.50z", "2009-02-13T23:31:30.5Z"),
        ("2009-02-13T23:31:30+02:30", "2009-02-13T21:01:30Z"),
        ("2009-02-13T23:31:30-00:00", "2009-02-13T23:31:30Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        (
            "9999-12-31T23:59:59.999999999Z",
            "9999-12-31T23:59:59.999999999Z",
        ),
    ] {
        assert_eq!(show(&time(text)), given);
    }
    for text in [
        "",
        "2009-02-13",
        "2009-02-13T23:31:30",
        "2009-02-13 23:31:30Z",
        "2009-02-13T23:31Z",
        "2009-02-30T23:31:30Z",
        "2009-02-13T24:00:00Z",
        "2009-02-13T23:59:60Z",
        "2009-02-13T23:31:30.Z",
        "2009-02-13T23:31:30.1234567890Z",
        "2009-02-13T23:31:30+2:30",
        "2009-02-13T23:31:30+24:00",
        "2009-02-13T23:31:30 Z",
        "2009-02-13T23:31:30Z ",
        "2009-2-13T23:31:30Z",
        "0000-01-01T00:00:00Z",
        "10000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01",
        "２009-02-13T23:31:30Z",
    ] {
        let given = told(run("timestamp", &[string(text)]));
        assert_eq!(
            given,
            format!("conversion: \"{text}\" is not a time like `2025-02-28T09:30:00Z`")
        );
    }
}

#[test]
fn seconds_are_times() {
    assert_calls(&[
        ("timestamp", "[1234567890]", "2009-02-13T23:31:30Z"),
        ("timestamp", "[-62135596800]", "0001-01-01T00:00:00Z"),
        ("timestamp", "[253402300799]", "9999-12-31T23:59:59Z"),
    ]);
    for json in [
        "[-62135596801]",
        "[253402300800]",
        "[0.5]",
        "[1e99]",
        "[9223372036854775807]",
    ] {
        let given = call("timestamp", json);
        assert!(
            given.ends_with(" is not a time in whole seconds"),
            "{given}"
        );
    }
    let since = |text| told(run("int", &[time(text)]));
    assert_eq!(since("2009-02-13T23:31:30.9Z"), "1234567890");
    assert_eq!(since("1969-12-31T23:59:59.5Z"), "-1");
    assert_eq!(since("9999-12-31T23:59:59.999999999Z"), "253402300799");
    assert_eq!(
        told(run("string", &[time("2009-02-13T23:31:30Z")])),
        "2009-02-13T23:31:30Z"
    );
    assert_eq!(
        told(run("type", &[time("2009-02-13T23:31:30Z")])),
        "google.protobuf.Timestamp"
    );
}

#[test]
fn days_are_days_of_the_calendar() {
    assert_calls(&[
        ("date", r#"["2025-02-28"]"#, "2025-02-28T00:00:00Z"),
        ("date", r#"["9999-12-31"]"#, "9999-12-31T00:00:00Z"),
        (
            "date",
            r#"["2025-02-30"]"#,
            "conversion: \"2025-02-30\" is no day of the calendar",
        ),
        (
            "date",
            r#"["0000-01-01"]"#,
            "conversion: \"0000-01-01\" is no day of the calendar",
        ),
        ("date", "[20250228]", "not for these types"),
    ]);
    for text in [
        "2025-2-28",
        "20250228",
        "2025-02-28T00:00:00Z",
        "2025/02/28",
        " 2025-02-28",
        "soon",
        "",
    ] {
        let given = call("date", &format!("[\"{text}\"]"));
        assert_eq!(
            given,
            format!("conversion: \"{text}\" is not a date like `2025-02-28`")
        );
    }
}

#[test]
fn durations_are_read_exactly() {
    for (text, given) in [
        ("1h30m", "5400s"),
        ("-1.5s", "-1.5s"),
        ("+.5m", "30s"),
        ("100ns", "0.0000001s"),
        ("1h2m3s4ms5us6ns", "3723.004005006s"),
        ("1µs1μs", "0.000002s"),
        ("1.1h", "3960s"),
        ("0", "0s"),
        ("-0s", "0s"),
        ("315576000000s", "315576000000s"),
        ("-315576000000s", "-315576000000s"),
    ] {
        assert_eq!(show(&lasting(text)), given, "{text}");
    }
    for text in [
        "",
        "-",
        "1",
        "s",
        "1d",
        "1 s",
        "1h 30m",
        "1s0",
        "--1s",
        "1.2.3s",
        ".s",
        "1e3s",
        "0.1ns",
        "315576000000.000000001s",
        "320000000000s",
        "99999999999999999999h",
        "１s",
    ] {
        let given = told(run("duration", &[string(text)]));
        assert_eq!(
            given,
            format!("conversion: \"{text}\" is not a duration like `1h30m` or `1.5s`")
        );
    }
    let endless = "1s".repeat(1000);
    assert!(run("duration", &[string(&endless)]).is_err());
}

#[test]
fn a_time_has_parts_in_every_zone() {
    let at = |name: &str, zone: &str| {
        let mut arguments = vec![time("2009-02-13T23:31:30.123456789Z")];
        arguments.extend((!zone.is_empty()).then(|| string(zone)));
        told(run(name, &arguments))
    };
    for (name, zone, given) in [
        ("getFullYear", "", "2009"),
        ("getMonth", "", "1"),
        ("getDate", "", "13"),
        ("getDayOfMonth", "", "12"),
        ("getDayOfWeek", "", "5"),
        ("getDayOfYear", "", "43"),
        ("getHours", "", "23"),
        ("getMinutes", "", "31"),
        ("getSeconds", "", "30"),
        ("getMilliseconds", "", "123"),
        ("getDate", "Australia/Sydney", "14"),
        ("getDayOfMonth", "US/Central", "12"),
        ("getDayOfMonth", "+11:00", "13"),
        ("getHours", "02:00", "1"),
        ("getHours", "-02:30", "21"),
        ("getMinutes", "Asia/Kathmandu", "16"),
        ("getSeconds", "-00:00", "30"),
        ("getHours", "", "23"),
        (
            "getHours",
            "Mars",
            "conversion: \"Mars\" is no time zone like `Europe/Berlin` or `+02:00`",
        ),
        (
            "getHours",
            "+2",
            "conversion: \"+2\" is no time zone like `Europe/Berlin` or `+02:00`",
        ),
        (
            "getHours",
            "+99:00",
            "conversion: \"+99:00\" is no time zone like `Europe/Berlin` or `+02:00`",
        ),
    ] {
        assert_eq!(at(name, zone), given, "{name} {zone}");
    }
    let last = |zone| {
        told(run(
            "getHours",
            &[time("9999-12-31T23:59:59Z"), string(zone)],
        ))
    };
    assert_eq!(last("America/New_York"), "18");
    assert_eq!(
        last("Asia/Tokyo"),
        "error: in that time zone it is after the year 9999"
    );
    let first = run(
        "getFullYear",
        &[time("0001-01-01T00:00:00Z"), string("-01:00")],
    );
    assert_eq!(told(first), "0");
}

#[test]
fn a_duration_has_parts() {
    let of = |name: &str, text: &str| told(run(name, &[lasting(text)]));
    assert_eq!(of("getHours", "10000s"), "2");
    assert_eq!(of("getMinutes", "3730s"), "62");
    assert_eq!(of("getSeconds", "-3730.5s"), "-3730");
    assert_eq!(of("getMilliseconds", "123321456789ns"), "321");
    assert_eq!(of("getDate", "1s"), "not for these types");
    let zoned = run("getHours", &[lasting("1s"), string("UTC")]);
    assert_eq!(told(zoned), "not for these types");
}

#[test]
fn times_and_durations_add_up() {
    let (early, late) = (
        time("0001-01-01T00:00:00Z"),
        time("9999-12-31T23:59:59.999999999Z"),
    );
    let (second, long) = (lasting("1s"), lasting("200000000000s"));
    let too_late = "error: the time is not in the years 1 to 9999";
    let too_long = "error: the duration is longer than 10,000 years";
    for (outcome, given) in [
        (add(&early, &second), "0001-01-01T00:00:01Z"),
        (add(&second, &early), "0001-01-01T00:00:01Z"),
        (add(&second, &second), "2s"),
        (add(&late, &lasting("1ns")), too_late),
        (subtract(&early, &lasting("1ns")), too_late),
        (add(&early, &lasting("-315576000000s")), too_late),
        (add(&long, &long), too_long),
        (subtract(&lasting("-200000000000s"), &long), too_long),
        (subtract(&late, &early), "315537897599.999999999s"),
        (subtract(&early, &late), "-315537897599.999999999s"),
        (subtract(&late, &second), "9999-12-31T23:59:58.999999999Z"),
        (subtract(&second, &late), "not for these types"),
        (add(&early, &late), "not for these types"),
        (add(&early, &Value::from(1)), "not for these types"),
    ] {
        assert_eq!(told(outcome), given);
    }
}

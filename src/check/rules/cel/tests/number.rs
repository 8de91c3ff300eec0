//! Exact decimals.

use super::super::number::Number;

fn number(text: &str) -> Number {
    Number::parse(text).unwrap_or_else(|| panic!("{text}"))
}

fn shown(number: Option<Number>) -> String {
    number.map_or_else(|| "none".to_owned(), |number| number.to_string())
}

#[test]
fn a_value_has_one_form() {
    for (a, b) in [
        ("1", "1.0"),
        ("100", "1e2"),
        ("0", "-0.00"),
        ("0.5", "5e-1"),
        ("1e40", "10000000000000000000000000000000000000000"),
        ("0e999999999999", "0"),
    ] {
        assert_eq!(number(a), number(b), "{a} {b}");
    }
    assert_ne!(
        number("0.1"),
        number("0.10000000000000000000000000000000000000000001")
    );
}

#[test]
fn sums_and_products_are_exact() {
    let add = |a, b| shown(number(a).add(&number(b)));
    assert_eq!(add("0.1", "0.2"), "0.3");
    assert_eq!(add("9223372036854775807", "1"), "9223372036854775808");
    assert_eq!(
        add("170141183460469231731687303715884105727", "1"),
        "170141183460469231731687303715884105728"
    );
    assert_eq!(add("1e300", "-1e300"), "0");
    assert_eq!(add("0.5", "0.5"), "1");
    let multiply = |a, b| shown(number(a).multiply(&number(b)));
    assert_eq!(multiply("2", "1.5"), "3");
    assert_eq!(multiply("-0.1", "0.1"), "-0.01");
    assert_eq!(
        multiply("99999999999999999999", "99999999999999999999.5"),
        "9999999999999999999850000000000000000000.5"
    );
    assert_eq!(shown(number("5").subtract(&number("7.25"))), "-2.25");
    assert_eq!(shown(number("-7.5").remainder(&number("2"))), "-1.5");
}

#[test]
fn a_quotient_has_34_digits() {
    let divide = |a, b| shown(number(a).divide(&number(b)));
    assert_eq!(divide("7", "2"), "3.5");
    assert_eq!(divide("1", "3"), "0.3333333333333333333333333333333333");
    assert_eq!(divide("-2", "3"), "-0.6666666666666666666666666666666667");
    assert_eq!(divide("10", "2"), "5");
    assert_eq!(divide("1e300", "1e-100"), format!("1{}", "0".repeat(400)));
    assert_eq!(divide("1", "1e300"), format!("0.{}1", "0".repeat(299)));
    assert_eq!(divide("1", "0"), "none");
}

#[test]
fn too_many_digits_are_refused() {
    for text in [
        "1e1000000000",
        "1e501",
        "1e-501",
        "1e99999999999999999999",
        "1_000",
        "",
        "-",
        ".",
        "1e",
        "0x10",
        "١",
    ] {
        assert_eq!(Number::parse(text), None, "{text}");
    }
    assert_eq!(Number::parse(&"9".repeat(100_000)), None);
    assert!(Number::parse("1.7976931348623157e308").is_some());
    assert!(Number::parse("4.9406564584124654e-324").is_some());
    let large = number("1e400");
    assert_eq!(large.multiply(&large), None);
    assert_eq!(number("1e-400").multiply(&number("1e-400")), None);
}

#[test]
fn rounding_is_half_away_from_zero() {
    let round = |text, places| shown(number(text).round(places));
    assert_eq!(round("2.675", 2), "2.68");
    assert_eq!(round("-2.675", 2), "-2.68");
    assert_eq!(round("2.674999", 2), "2.67");
    assert_eq!(round("1250", -2), "1300");
    assert_eq!(round("49", -2), "0");
    assert_eq!(round("1.5", 9), "1.5");
    assert_eq!(round("1.5", i64::MIN), "none");
    assert_eq!(round("1.5", i64::MAX), "1.5");
}

#[test]
fn order_is_that_of_the_values() {
    let mut all = [
        "1e400",
        "-1e400",
        "0.1",
        "0.10000000000000000000000000000000000000000001",
        "-3",
        "2",
    ]
    .map(number);
    all.sort();
    assert_eq!(
        all.map(|number| number.to_string().len() < 9),
        [false, true, true, false, true, false]
    );
}

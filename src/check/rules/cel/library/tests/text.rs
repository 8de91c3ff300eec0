//! Functions of texts.

use super::assert_calls;

#[test]
fn parts_are_found() {
    assert_calls(&[
        ("contains", r#"["abababc","ababc"]"#, "true"),
        ("contains", r#"["hello","ol"]"#, "false"),
        ("contains", r#"["",""]"#, "true"),
        ("startsWith", r#"["завтра","за"]"#, "true"),
        ("startsWith", r#"["","foo"]"#, "false"),
        ("endsWith", r#"["forté","té"]"#, "true"),
        ("endsWith", r#"["foobar","foo"]"#, "false"),
        ("indexOf", r#"["tacocat",""]"#, "0"),
        ("indexOf", r#"["tacocat","",3]"#, "3"),
        ("indexOf", r#"["tacocat","",7]"#, "7"),
        ("indexOf", r#"["ta©o©αT","©",3]"#, "4"),
        ("indexOf", r#"["ta©o©αT","©α",5]"#, "-1"),
        ("indexOf", r#"["tacocat","none"]"#, "-1"),
        ("lastIndexOf", r#"["","@@"]"#, "-1"),
        ("lastIndexOf", r#"["tacocat",""]"#, "7"),
        ("lastIndexOf", r#"["tacocat","",3]"#, "3"),
        ("lastIndexOf", r#"["tacocat","a",3]"#, "1"),
        ("lastIndexOf", r#"["ta©o©αT","©α",4]"#, "4"),
        ("lastIndexOf", r#"["ta©o©αT","©",3]"#, "2"),
        ("lastIndexOf", r#"["ta😀o😀","x",3]"#, "-1"),
        ("lastIndexOf", r#"["hello wello","ello",6]"#, "1"),
        ("lastIndexOf", r#"["bananananana","nana",7]"#, "6"),
    ]);
}

#[test]
fn patterns_match_anywhere() {
    assert_calls(&[
        ("matches", r#"["hubba","ubb"]"#, "true"),
        ("matches", r#"["cows",""]"#, "true"),
        ("matches", r#"["cows","^ows"]"#, "false"),
        ("matches", r#"["🐱😀😀","(a|😀){2}"]"#, "true"),
    ]);
    let broken = super::call("matches", r#"["x","a("]"#);
    assert!(broken.starts_with("error: the pattern is no regular expression: "));
}

#[test]
fn positions_count_characters() {
    assert_calls(&[
        ("charAt", r#"["©αT",1]"#, "α"),
        ("charAt", r#"["©αT",1.0]"#, "α"),
        ("charAt", r#"["tacocat",7]"#, ""),
        ("substring", r#"["tacocat",4]"#, "cat"),
        ("substring", r#"["tacocat",7]"#, ""),
        ("substring", r#"["ta©o©αT",2,6]"#, "©o©α"),
        ("substring", r#"["ta©o©αT",0]"#, "ta©o©αT"),
        ("substring", r#"["ta©o©αT",7,7]"#, ""),
        ("reverse", r#"["Ta©oCαt"]"#, "tαCo©aT"),
    ]);
}

#[test]
fn positions_outside_are_told() {
    assert_calls(&[
        (
            "charAt",
            r#"["taco",30]"#,
            "error: position 30 is outside of `taco`",
        ),
        (
            "charAt",
            r#"["taco",1e300]"#,
            "error: a position must be a whole number, not 100000000000000000000000000000000000000000000000000000000000…",
        ),
        (
            "charAt",
            r#"["taco",0.5]"#,
            "error: a position must be a whole number, not 0.5",
        ),
        (
            "indexOf",
            r#"["taco","a",30]"#,
            "error: position 30 is outside of `taco`",
        ),
        (
            "indexOf",
            r#"["taco","",30]"#,
            "error: position 30 is outside of `taco`",
        ),
        (
            "lastIndexOf",
            r#"["taco","a",-1]"#,
            "error: position -1 is outside of `taco`",
        ),
        (
            "substring",
            r#"["taco",1,50]"#,
            "error: position 50 is outside of `taco`",
        ),
        (
            "substring",
            r#"["taco",3,2]"#,
            "error: the end of a substring is before its start",
        ),
        ("charAt", "[42,2]", "not for these types"),
        ("substring", r#"["taco",0,false]"#, "not for these types"),
    ]);
}

#[test]
fn texts_are_made_anew() {
    assert_calls(&[
        ("lowerAscii", r#"["TacoCÆt Xii"]"#, "tacocÆt xii"),
        ("upperAscii", r#"["tacoCαt"]"#, "TACOCαT"),
        (
            "replace",
            r#"["{0} days {0} hours","{0}","2"]"#,
            "2 days 2 hours",
        ),
        (
            "replace",
            r#"["{0} days {0} hours","{0}","2",1]"#,
            "2 days {0} hours",
        ),
        ("replace", r#"["aaa","a","b",0]"#, "aaa"),
        ("replace", r#"["aaa","a","b",-1]"#, "bbb"),
        ("replace", r#"["éb","","-"]"#, "-é-b-"),
        ("replace", r#"["éb","","-",2]"#, "-é-b"),
        ("trim", r#"[" \f\n\r\t\u000btext  "]"#, "text"),
        (
            "trim",
            r#"["\u0085\u00a0\u1680text\u2000\u200a\u2028\u202F\u205F\u3000"]"#,
            "text",
        ),
        (
            "trim",
            r#"["\u180etext\u200b\ufeff"]"#,
            "\u{180e}text\u{200b}\u{feff}",
        ),
        ("trim", r#"["  "]"#, ""),
    ]);
}

#[test]
fn texts_are_split() {
    assert_calls(&[
        ("split", r#"["hello world"," "]"#, "[hello, world]"),
        ("split", r#"["a b c"," ",0]"#, "[]"),
        ("split", r#"["a b c"," ",1]"#, "[a b c]"),
        ("split", r#"["a b c"," ",2]"#, "[a, b c]"),
        ("split", r#"["o©o©o","©",-1]"#, "[o, o, o]"),
        ("split", r#"["",","]"#, "[]"),
        ("split", r#"[",",","]"#, "[, ]"),
        ("split", r#"["añ😀",""]"#, "[a, ñ, 😀]"),
        ("split", r#"["añ😀","",2]"#, "[a, ñ😀]"),
        ("split", r#"["",""]"#, "[]"),
        (
            "split",
            r#"["a b"," ",0.5]"#,
            "error: a limit must be a whole number, not 0.5",
        ),
    ]);
}

#[test]
fn texts_are_quoted() {
    assert_calls(&[
        ("strings.quote", r#"["a\nb"]"#, r#""a\nb""#),
        (
            "strings.quote",
            r#"["\u0007\b\f\r\t\u000b\"\\"]"#,
            r#""\a\b\f\r\t\v\"\\""#,
        ),
        ("strings.quote", r#"["size('ÿ😀')"]"#, r#""size('ÿ😀')""#),
        ("strings.quote", r#"[""]"#, r#""""#),
    ]);
}

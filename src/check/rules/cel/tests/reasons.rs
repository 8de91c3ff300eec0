//! Why a condition does not hold: what was seen, and where.

use super::{Document, Expression, Run, Scope, world};

/// The reasons: pointer, then what was seen.
fn why(text: &str, this: &str) -> Vec<String> {
    let expression = Expression::condition(text, &Scope::default()).unwrap();
    let document = Document::parse(this, 128).unwrap();
    let facts = Document::parse("{}", 1).unwrap();
    let mut run = Run::new(world(&document, &facts), Vec::new(), 1_000_000);
    assert_eq!(run.truth(&expression), Ok(false), "{text}");
    let (reasons, more) = run.why(&expression, false, 3);
    let shown = |reason: &super::super::why::Reason<'_>| {
        let place = reason.node.map(|node| document.pointer(node.index()));
        let seen: Vec<_> = reason
            .seen
            .iter()
            .map(|seen| format!("{}{}", seen.part, seen.says.show(false)))
            .collect();
        format!(
            "{}: {}",
            place.unwrap_or_else(|| "-".to_owned()),
            seen.join(", ")
        )
    };
    let mut all: Vec<_> = reasons.iter().map(shown).collect();
    if more > 0 {
        all.push(format!("{more} more"));
    }
    all
}

#[test]
fn operands_of_comparisons() {
    let this = r#"{"a":-100,"b":{"c":"x"},"l":[3,4],"t":false}"#;
    assert_eq!(why("this.a > 0", this), ["/a: this.a is -100"]);
    assert_eq!(
        why("this.a > 0 && this.l[0] > 5", this),
        ["/a: this.a is -100", "/l/0: this.l[0] is 3"]
    );
    assert_eq!(
        why("this.a > 0 || this.l[0] > 5", this),
        ["/a: this.a is -100, this.l[0] is 3"]
    );
    assert_eq!(why("!(this.a < 0)", this), ["/a: this.a is -100"]);
    assert_eq!(
        why("this.b.c in ['y', 'z']", this),
        ["/b/c: this.b.c is \"x\""]
    );
    assert_eq!(why("this.t", this), ["/t: this.t is false"]);
    assert_eq!(why("has(this.b.d)", this), ["/b: this.b.d is missing"]);
    assert_eq!(
        why("this.a + 1 == this.l[1]", this),
        ["/a: this.a + 1 is -99, this.l[1] is 4"]
    );
    assert_eq!(
        why("this.a < 0 ? this.l[0] == 0 : true", this),
        ["/l/0: this.l[0] is 3"]
    );
    assert_eq!(why("1 > 2", this), ["-: "]);
}

#[test]
fn elements_that_fail() {
    let this = r#"{"l":[{"q":1},{"q":0},{"q":-1},{"q":0},{"q":0}],"m":[{"e":"x"},{"e":"y"},{"e":"x"}],"n":[1,2,1.0]}"#;
    assert_eq!(
        why("this.l.all(x, x.q > 0)", this),
        [
            "/l/1/q: x.q is 0",
            "/l/2/q: x.q is -1",
            "/l/3/q: x.q is 0",
            "1 more"
        ]
    );
    assert_eq!(why("this.l.exists(x, x.q > 5)", this).len(), 1);
    assert_eq!(
        why("!this.l.exists(x, x.q < 0)", this),
        ["/l/2/q: x.q is -1"]
    );
    assert_eq!(
        why("this.l.exists_one(x, x.q < 1)", this)[0],
        "/l/2/q: x.q is -1"
    );
    assert_eq!(
        why("unique(this.m.map(x, x.e))", this),
        ["/m/2/e: this.m.map(x, x.e) is \"x\", this.m.map(x, x.e) is \"x\""]
    );
    assert_eq!(
        why("unique(this.n)", this),
        ["/n/2: this.n is 1, this.n is 1"]
    );
    assert_eq!(
        why("this.l.all(x, this.m.all(y, x.q > 0 || y.e == 'y'))", this).len(),
        4
    );
}

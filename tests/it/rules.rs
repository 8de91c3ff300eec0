//! Rules over many values, and rule files that try to take too much time or memory.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::support::{Ran, Sandbox};

const INVOICE: &str = r#"
version = 1

[[rules]]
id = "total-adds-up"
expression = "this.invoices.all(i, sum(i.lines.map(l, l.qty * l.price)) == i.total)"
message = "the lines add up to the total"
"#;

/// A generator of numbers that are the same in every run (`SplitMix64`).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % most
    }
}

/// Cents as a decimal, written as a model might: `12.3`, `12.30`, `12`.
fn decimal(cents: u64, random: &mut Random) -> String {
    let (whole, rest) = (cents / 100, cents % 100);
    match (rest, random.below(2)) {
        (0, 0) => format!("{whole}"),
        (rest, 0) if rest % 10 == 0 => format!("{whole}.{}", rest / 10),
        (rest, _) => format!("{whole}.{rest:02}"),
    }
}

/// An invoice whose total is what its lines add up to, and so many cents more.
fn invoice(random: &mut Random, more: u64) -> String {
    let mut lines = String::new();
    let mut total = 0;
    for line in 0..=random.below(12) {
        let (qty, cents) = (1 + random.below(500), random.below(1_000_000));
        total += qty * cents;
        let comma = if line > 0 { "," } else { "" };
        let price = decimal(cents, random);
        write!(lines, "{comma}{{\"qty\":{qty},\"price\":{price}}}").unwrap();
    }
    let total = decimal(total + more, random);
    format!("{{\"lines\":[{lines}],\"total\":{total}}}")
}

fn judge(sandbox: &Sandbox, invoices: &[String]) -> Ran {
    let reply = format!("{{\"invoices\":[{}]}}", invoices.join(","));
    let args = ["-q", "-r", "r.toml", "--max-steps", "100000000"];
    sandbox.jgate(&args, reply.as_bytes())
}

#[test]
fn twenty_thousand_correct_invoices_pass_and_a_cent_more_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("r.toml", INVOICE);
    let mut random = Random(7);
    let right: Vec<_> = (0..20_000).map(|_| invoice(&mut random, 0)).collect();
    assert_eq!(judge(&sandbox, &right).code, 0, "none is refused");
    // What is wrong passes a rule that it must fail: only so is each of them looked at.
    let denied = INVOICE
        .replace("all(i, sum", "all(i, !(sum")
        .replace("i.total)", "i.total))");
    sandbox.write("r.toml", denied);
    let wrong: Vec<_> = (0..20_000).map(|_| invoice(&mut random, 1)).collect();
    assert_eq!(judge(&sandbox, &wrong).code, 0, "each is refused");
    assert_eq!(judge(&sandbox, &right).code, 40);
}

/// Judges `[0, ..., 9]` by one rule, in at most a second and in so little memory.
fn bounded(name: &str, rules: &str, codes: &[i32]) {
    let sandbox = Sandbox::new();
    sandbox.write("r.toml", rules);
    let began = Instant::now();
    // Beside what it takes, the address space holds the program and a stack of 64 MB.
    let line = "ulimit -v 220000; exec jgate -q -r r.toml";
    let ran = sandbox.run("sh", &["-c", line], b"[0,1,2,3,4,5,6,7,8,9]", &[]);
    let most = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 });
    assert!(
        codes.contains(&ran.code),
        "{name}: {} {}",
        ran.code,
        ran.err()
    );
    assert!(began.elapsed() < most, "{name}: {:?}", began.elapsed());
}

fn rule(expression: &str) -> String {
    format!("version = 1\n[[rules]]\nid = \"r\"\nexpression = '''{expression}'''\n")
}

#[test]
fn no_rule_file_takes_too_long_or_too_much() {
    let names = ('a'..='t').map(|name| format!("this.all({name}, "));
    let nested = names.collect::<String>() + "a >= 0" + &")".repeat(20);
    bounded("loops within loops", &rule(&nested), &[41]);
    let mut doubling = String::from("version = 1\n[variables]\nv0 = \"'0123456789abcdef'\"\n");
    for number in 1..60 {
        writeln!(
            doubling,
            "v{number} = \"variables.v{0} + variables.v{0}\"",
            number - 1
        )
        .unwrap();
    }
    let used = "[[rules]]\nid = \"r\"\nexpression = \"size(variables.v59) > 0\"\n";
    bounded("a chain that doubles", &(doubling + used), &[41]);
    let brackets = format!("{}true{}", "(".repeat(3000), ")".repeat(3000));
    bounded("brackets", &rule(&brackets), &[78]);
    let sum = format!("1{} > 0", " + 1".repeat(20_000));
    bounded("a long sum", &rule(&sum), &[78]);
    let texts = "this.map(a, this.map(b, this.map(c, this.map(d, 'x'.replace('x', 'xxxxxxxxxx'))))).size() > 0";
    bounded("texts", &rule(texts), &[0, 41]);
}

#[test]
fn the_example_of_the_format_judges_as_it_says() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "r.toml",
        crate::support::read("tests/data/rules/example.toml"),
    );
    // The file names its schema, which is looked for beside it.
    sandbox.write(
        "transfer.schema.json",
        r#"{"type":"object","required":["amount"]}"#,
    );
    let judged = [
        (0, r#"{"amount":10}"#),
        (
            0,
            r#"{"amount":10,"total":12.30,"lines":[{"qty":2,"price":6.15}]}"#,
        ),
        (
            0,
            r#"{"amount":10,"total":0.3,"lines":[{"qty":1,"price":0.1},{"qty":1.0,"price":0.2}]}"#,
        ),
        (30, r#"{"total":1}"#),
        (
            40,
            r#"{"amount":10,"total":12.31,"lines":[{"qty":2,"price":6.15}]}"#,
        ),
        (41, r#"{"amount":10,"total":12.31,"lines":[{"qty":2}]}"#),
        (51, r#"{"amount":50.01}"#),
        (56, r#"{"amount":"50"}"#),
        (
            0,
            r#"{"amount":10,"command":"git push","invites":[{"email":"a"},{"email":"a"}]}"#,
        ),
    ];
    for (code, reply) in judged {
        let args = [
            "-q",
            "-r",
            "r.toml",
            "--fact",
            "limit=50",
            "--fact",
            "user=ines",
        ];
        let ran = sandbox.jgate(&args, reply.as_bytes());
        assert_eq!(ran.code, code, "{reply} {}", ran.err());
    }
    let ran = sandbox.jgate(&["--report", "short", "-r", "r.toml"], b"{}");
    assert_eq!(ran.code, 78, "its facts are asked for");
    assert!(
        ran.err().contains("the fact `limit` is missing"),
        "{}",
        ran.err()
    );
}

#[test]
fn two_processes_say_the_same_of_the_same() {
    let sandbox = Sandbox::new();
    let rules = "version = 1\n[facts]\nf = true\n[[rules]]\nid = \"r\"\n\
        expression = \"unique(this.l) && {'b': 1, 'a': this}.map(k, k) == facts.f\"\n\
        message = \"{this} {facts.f} {now}\"\n";
    sandbox.write("r.toml", rules);
    let reply = br#"{"l":[{"a":1,"b":[2]},{"b":[2.0],"a":1},3],"o":{"z":1,"y":2,"x":3}}"#;
    let fact = r#"f={"q":1,"p":2}"#;
    let says = |now: &str| {
        let args = [
            "--format", "verdict", "-r", "r.toml", "--fact", fact, "--now", now,
        ];
        let ran = sandbox.jgate(&args, reply);
        assert_eq!(ran.code, 40, "{}", ran.err());
        (ran.stdout, ran.stderr)
    };
    let first = says("2025-01-01T00:00:00Z");
    for _ in 0..5 {
        assert_eq!(says("2025-01-01T00:00:00Z"), first);
    }
    let later = says("2025-01-02T00:00:00Z");
    assert_ne!(later, first, "the verdict says which time");
}

//! Every report on the same few verdicts.

use super::*;
use crate::gate::Judgement;
use crate::read::document::Document;
use crate::refusal::{Code, Finding, Refusal};
#[test]
fn look() {
    let text = "{\n  \"name\": \"Ada\",\n  \"plan\": \"gold\",\n\t\"billing\": 1,\n  \"x\": [1, 2, {\"日本\": 3, \"email\": \"nope\"}]\n}\n";
    let f = |code, k, m: &'static str, needle: &str, p: &str| {
        let at = text.find(needle).unwrap();
        let mut f = Finding::new(code, m)
            .at(at..at + needle.len())
            .help("give \"free\", \"pro\" or \"enterprise\"");
        f.keyword = Some(k);
        f.place.pointer = Some(p.to_owned());
        f
    };
    let mut root = Finding::new(Code::Schema, "`billing_cycle` is missing")
        .at(0..text.len() - 1)
        .help("give \"monthly\" or \"yearly\"");
    root.keyword = Some("required");
    root.place.pointer = Some(String::new());
    let refusal = Refusal {
        findings: vec![
            root,
            f(
                Code::Schema,
                "enum",
                "`plan` is \"gold\"",
                "\"gold\"",
                "/plan",
            ),
            f(
                Code::Schema,
                "format",
                "`email` is no e-mail address",
                "\"nope\"",
                "/x/2/email",
            ),
        ],
        more: 2,
    };
    let contract = Contract::default();
    let about = About {
        file: Some("reply.json"),
        contract: &contract,
        masked: false,
    };
    let j = Judgement {
        outcome: Err(refusal),
        story: Default::default(),
        judged: vec!["parse", "schema"],
    };
    let v = Verdict::of(text.as_bytes(), &j, &about);
    let source = Source {
        name: "reply.json",
        text,
    };
    for width in [40, 80] {
        for r in [
            Report::Human,
            Report::Short,
            Report::Json,
            Report::Model,
            Report::Github,
        ] {
            println!(
                "{}",
                tell(
                    r,
                    &v,
                    &source,
                    &Style {
                        colour: false,
                        width
                    }
                )
            );
        }
    }
    let _ = Document::parse("1", 1);
}

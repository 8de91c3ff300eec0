//! The policy layer: whether it may be done, by this caller, now.

use sha2::{Digest as _, Sha256};

use crate::check::rules::book::{Decision, Policy};
use crate::check::rules::findings::Findings;
use crate::check::rules::judge::Judge;
use crate::check::rules::{Automata, Rulebook, Setting, Sound};
use crate::read::document::Document;
use crate::refusal::{Code, Finding, Refusal, Text};

/// A value that every layer let through: the only thing that can be printed. Only [`check`] makes
/// one.
#[derive(Debug)]
pub struct Cleared<'a> {
    sound: Sound<'a>,
    approval_key: Option<String>,
}

impl<'a> Cleared<'a> {
    /// The document that passed.
    #[must_use]
    pub fn document(&self) -> &Document<'a> {
        self.sound.document()
    }

    /// The document alone, for its memory.
    #[must_use]
    pub fn into_document(self) -> Document<'a> {
        self.sound.into_document()
    }

    /// What is told though nothing refuses.
    #[must_use]
    pub fn warnings(&self) -> &[Finding] {
        self.sound.warnings()
    }

    /// How many more warnings there were, beyond those told.
    #[must_use]
    pub fn more(&self) -> usize {
        self.sound.more()
    }

    /// The key of the approval that it passed by, if a person had to approve it.
    #[must_use]
    pub fn approval_key(&self) -> Option<&str> {
        self.approval_key.as_deref()
    }
}

/// Judges a document by the policies that name no tool. The automata of the file's patterns are
/// made as they are needed, and kept.
///
/// # Errors
/// `policy.denied`, else `policy.approval` unless the setting approves this very content;
/// `policy.error` decides before both.
pub fn check<'a>(
    book: &Rulebook,
    setting: &Setting,
    sound: Sound<'a>,
    automata: &mut Automata,
) -> Result<Cleared<'a>, Refusal> {
    if !book.has_policies() {
        // As with the rules: nothing is set up for nothing.
        return Ok(Cleared {
            sound,
            approval_key: None,
        });
    }
    let mut judge = Judge::new(book, setting, sound.document(), automata);
    let mut findings = Findings::new(setting.max_findings);
    let fired = fired(&mut judge, book, &mut findings);
    let decision = fired.iter().map(|policy| policy.decision).max();
    let deciding = |policy: &&&Policy| Some(policy.decision) == decision;
    let deciding: Vec<_> = fired.iter().filter(deciding).copied().collect();
    let approval_key = match decision {
        Some(Decision::Ask) => Some(approval_key(&deciding, sound.document())),
        _ => None,
    };
    let approved = approval_key.is_some() && approval_key == setting.approved;
    if decision > Some(Decision::Allow) && !approved {
        for policy in deciding {
            findings.add(told(&mut judge, policy));
        }
    }
    *automata = judge.into_automata();
    match findings.close() {
        Ok(_) => Ok(Cleared {
            sound,
            approval_key,
        }),
        Err(refusal) => {
            let refusal = warned(refusal, &sound, setting.max_findings);
            Err(asking(refusal, approval_key.as_deref(), setting))
        }
    }
}

/// A refusal behind what the rules warned of: who is to approve something should know that too.
fn warned(mut refusal: Refusal, sound: &Sound<'_>, most: usize) -> Refusal {
    let room = most.saturating_sub(refusal.findings.len());
    let warnings = sound.warnings();
    let told = warnings.iter().take(room).cloned();
    refusal.more += sound.more() + warnings.len().saturating_sub(room);
    refusal.findings = told.chain(refusal.findings).collect();
    refusal
}

/// The policies whose condition holds. Those without an answer are told.
fn fired<'r>(
    judge: &mut Judge<'r, '_>,
    book: &'r Rulebook,
    findings: &mut Findings,
) -> Vec<&'r Policy> {
    let mut fired = Vec::new();
    for policy in book
        .policies
        .iter()
        .filter(|policy| policy.entry.tools.is_none())
    {
        match judge.applies(&policy.entry) {
            Ok(true) => fired.push(policy),
            Ok(false) => {}
            Err((when, error)) => {
                findings.add(judge.failed(&policy.entry, when, &error, Code::PolicyError));
            }
        }
    }
    fired
}

fn told<'r>(judge: &mut Judge<'r, '_>, policy: &'r Policy) -> Finding {
    let entry = &policy.entry;
    let reason = entry.when.as_ref().and_then(|when| {
        let (reasons, _) = judge.why(entry, when, true, 1);
        reasons.into_iter().next()
    });
    let (code, otherwise) = match policy.decision {
        Decision::Deny => (Code::PolicyDenied, "a policy denies it"),
        _ => (Code::PolicyApproval, "a person must approve it"),
    };
    judge.told(entry, code, otherwise, &reason.unwrap_or_default())
}

/// What a person says yes to: the SHA-256 of the policies that ask and the exact content.
fn approval_key(asking: &[&Policy], document: &Document<'_>) -> String {
    let mut digest = Sha256::new();
    for policy in asking {
        digest.update(&policy.entry.id);
        digest.update("\n");
    }
    digest.update("\n");
    digest.update(document.compact());
    format!("approve-{:x}", digest.finalize())
}

/// A refusal with what is needed to approve it.
fn asking(mut refusal: Refusal, key: Option<&str>, setting: &Setting) -> Refusal {
    let has_error = |finding: &Finding| finding.code == Code::PolicyError;
    if refusal.findings.iter().any(has_error) {
        return refusal;
    }
    let asks = |finding: &&mut Finding| finding.code == Code::PolicyApproval;
    if let (Some(key), Some(finding)) = (key, refusal.findings.iter_mut().find(asks)) {
        let wrong = match &setting.approved {
            Some(_) => "the key that was given is for other content or other policies; ",
            None => "",
        };
        finding.help = Some(Text::from(format!(
            "{wrong}a person approves exactly this content with `--approve {key}`"
        )));
        refusal.approval_key = Some(key.to_owned());
    }
    refusal
}

//! `[variables]`: named expressions, and in which order they can be computed.

use super::cycles;
use super::desk::{Desk, quoted};
use super::expressions::{self, Gives, Names};
use super::keys;
use super::names;
use super::section::{Member, Said, Section, string};
use crate::check::rules::book::Variable;
use crate::check::rules::cel::Expression;
use crate::check::rules::cel::value::Kind;
use crate::refusal::text::excerpt;

/// How a variable is written.
const EXAMPLE: &str = "total = \"sum(this.lines.map(l, l.qty * l.price))\"";

/// A variable that is being read.
struct Draft<'t> {
    member: Member<'t>,
    said: Option<Said<'t>>,
    expression: Option<Expression>,
}

/// The names of the variables; what types they have is not known yet.
pub(super) fn declared(section: &Section<'_>) -> Vec<(String, Kind)> {
    let members = section.members.iter();
    members
        .map(|member| (member.name.to_owned(), Kind::Any))
        .collect()
}

/// Reads the variables, whose names in `names` get the types of their values. Those with a fault
/// are left out.
pub(super) fn read(desk: &mut Desk<'_>, section: &Section<'_>, names: &mut Names) -> Vec<Variable> {
    let mut drafts = Vec::new();
    for (at, member) in section.members.iter().enumerate() {
        let draft = draft(desk, member, names);
        learn(names, at, draft.expression.as_ref());
        drafts.push(draft);
    }
    let needs: Vec<_> = drafts.iter().map(needs).collect();
    let circles = cycles::circles(&needs);
    let late = late(&needs);
    for circle in &circles {
        tell_circle(desk, &drafts, circle);
    }
    if circles.is_empty() {
        for at in late {
            compile_again(desk, &mut drafts, at, names);
        }
    }
    drafts.into_iter().filter_map(finish).collect()
}

fn draft<'t>(desk: &mut Desk<'_>, member: &Member<'t>, names: &Names) -> Draft<'t> {
    names::check_name(desk, member, "variable");
    let said = expression(desk, member);
    let expression = said
        .as_ref()
        .and_then(|said| expressions::compile(desk, said, Gives::Value, &names.scope(false)));
    Draft {
        member: member.clone(),
        said,
        expression,
    }
}

/// The text of a variable's expression.
fn expression<'t>(desk: &mut Desk<'_>, member: &Member<'t>) -> Option<Said<'t>> {
    let name = quoted(member.name);
    match string(member.value) {
        None if keys::TOP.key(member.name).is_some() => {
            let message = format!("the variable {name} must be an expression in quotes");
            let help = format!("the key {name} belongs {}", keys::TOP.place);
            desk.fault(member.value.span(), message, help);
            None
        }
        None => member.text(desk, &example(desk, member)),
        Some(said) if said.text.trim().is_empty() => {
            let message = format!("the variable {name} is empty");
            desk.fault(
                said.span,
                message,
                format!("write something like `{EXAMPLE}`"),
            );
            None
        }
        said => said,
    }
}

/// How a variable whose value stands without quotes would be written.
fn example(desk: &Desk<'_>, member: &Member<'_>) -> String {
    let raw = desk.raw(&member.value.span());
    if raw.len() <= 20 && !raw.contains(['"', '\n', '[', '{']) {
        format!("{} = \"{raw}\"", member.name)
    } else {
        EXAMPLE.to_owned()
    }
}

fn learn(names: &mut Names, at: usize, expression: Option<&Expression>) {
    if let (Some((_, kind)), Some(expression)) = (names.variables.get_mut(at), expression) {
        *kind = expression.kind();
    }
}

fn needs<'d>(draft: &'d Draft<'_>) -> &'d [usize] {
    let expression = draft.expression.as_ref();
    expression.map_or(&[], Expression::variables)
}

/// Those that were compiled before the type of a variable that they use was known, each behind
/// what it needs.
fn late(needs: &[&[usize]]) -> Vec<usize> {
    let mut late = vec![false; needs.len()];
    let mut order = cycles::order(needs);
    order.retain(|at| {
        let needs = needs.get(*at).copied().unwrap_or_default();
        let is_late = |need: &usize| need > at || late.get(*need) == Some(&true);
        let found = needs.iter().any(is_late);
        if let Some(own) = late.get_mut(*at) {
            *own = found;
        }
        found
    });
    order
}

fn compile_again(desk: &mut Desk<'_>, drafts: &mut [Draft<'_>], at: usize, names: &mut Names) {
    let Some(draft) = drafts.get_mut(at) else {
        return;
    };
    draft.expression = draft
        .said
        .as_ref()
        .and_then(|said| expressions::compile(desk, said, Gives::Value, &names.scope(false)));
    learn(names, at, draft.expression.as_ref());
}

/// Tells a circle at the place in its first variable that leads into it.
fn tell_circle(desk: &mut Desk<'_>, drafts: &[Draft<'_>], circle: &[usize]) {
    let of = |at: &usize| drafts.get(*at);
    let all = circle.iter().chain(circle.first());
    let path: Vec<_> = all.filter_map(of).map(|draft| draft.member.name).collect();
    let Some((first, said)) = circle.first().and_then(of).and_then(|draft| {
        let said = draft.said.as_ref()?;
        Some((draft, said))
    }) else {
        return;
    };
    let next = path.get(1).copied().unwrap_or_default();
    let span = match use_of(said.text, next) {
        Some(at) => names::spot(desk, said, &at),
        None => said.span.clone(),
    };
    let name = quoted(first.member.name);
    let message = format!("the variable {name} needs its own value: {}", shown(&path));
    desk.fault(span, message, "write one of them without the others");
}

/// A circle in a few words: `a -> b -> a`.
fn shown(path: &[&str]) -> String {
    const MOST: usize = 10;
    let mut names: Vec<_> = path.iter().map(|name| excerpt(name, 40)).collect();
    if names.len() > MOST + 1 {
        let left = names.len() - MOST;
        names.splice(MOST - 1..names.len() - 1, [format!("… {left} more …")]);
    }
    format!("`{}`", names.join(" -> "))
}

/// Where an expression names a variable.
fn use_of(text: &str, name: &str) -> Option<std::ops::Range<usize>> {
    let whole = format!("variables.{name}");
    let is_whole = |at: &usize| {
        let behind = text.get(at + whole.len()..).unwrap_or_default();
        !behind.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
    };
    let mut found = text.match_indices(&whole).map(|(at, _)| at);
    let at = found.find(is_whole)?;
    Some(at..at + whole.len())
}

fn finish(draft: Draft<'_>) -> Option<Variable> {
    Some(Variable {
        name: draft.member.name.to_owned(),
        expression: draft.expression?,
        place: draft.member.at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_use_what_stands_below_them_are_late() {
        assert!(late(&[&[], &[0], &[0, 1]]).is_empty());
        assert_eq!(late(&[&[2], &[0], &[]]), [0, 1]);
    }

    #[test]
    fn a_circle_is_shown_whole_unless_it_is_long() {
        assert_eq!(shown(&["a", "b", "a"]), "`a -> b -> a`");
        let long: Vec<_> = (0..99).map(|number| number.to_string()).collect();
        let mut long: Vec<_> = long.iter().map(String::as_str).collect();
        long.push("0");
        assert_eq!(
            shown(&long),
            "`0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> … 90 more … -> 0`"
        );
    }

    #[test]
    fn the_use_of_a_variable_is_found_whole() {
        assert_eq!(use_of("variables.ab + variables.a", "a"), Some(15..26));
        assert_eq!(use_of("variables.ab", "a"), None);
    }
}

//! Calls of functions and methods, and what is said of those that cannot be made.

use std::ops::Range;

use super::super::context::Context;
use super::super::failure::Cause;
use super::super::fault::{Fault, fault};
use super::super::parse::{Parser, make};
use super::super::postfix::example;
use super::super::table::{self, Row, Style};
use super::super::tree::{Expr, Macro, What};
use super::super::value::{Kind, Value};
use super::foreign;
use crate::refusal::Text;
use crate::refusal::near::near;

/// How many steps the conversion of what is written out may take.
const STEPS: u64 = 10_000;

impl Parser<'_, '_, '_> {
    /// A call of `name`, of whose arguments the first is what a method is called on.
    pub(in super::super) fn apply(
        &mut self,
        name: &str,
        at: Range<usize>,
        arguments: Vec<Expr>,
        method: bool,
        end: usize,
    ) -> Result<Expr, Fault> {
        let start = arguments
            .first()
            .filter(|_| method)
            .map_or(at.start, |first| first.span.start);
        let span = start..end;
        let style = if method {
            Style::Method
        } else {
            Style::Function
        };
        let fits =
            |row: &&Row| row.name == name && (row.style == style || row.style == Style::Both);
        let Some(function) = table::rows().find(fits) else {
            self.no_function(name, at, method);
            return Self::nothing(span);
        };
        let (least, most) = function.takes;
        if arguments.len() < least || arguments.len() > most {
            let message = wrong_count(function, arguments.len(), method);
            self.faults
                .push(fault(message, at).help(format!("it is used as `{}`", function.usage)));
            return make(span, function.gives, What::Constant(Value::Null));
        }
        self.check_kinds(function, &arguments);
        if let Some(fault) = unconverted(function, &arguments, &span) {
            self.faults.push(fault);
            return make(span, function.gives, What::Constant(Value::Null));
        }
        if name == "matches"
            && let Some(pattern) = arguments.get(1).and_then(Expr::written)
        {
            return self.matches(span, pattern, arguments);
        }
        make(
            span,
            function.gives,
            What::Apply {
                function,
                arguments,
            },
        )
    }

    /// Says so if an argument can be seen to be of another type than the function takes.
    fn check_kinds(&mut self, function: &Row, arguments: &[Expr]) {
        let name = function.name;
        for (argument, kind) in arguments.iter().zip(function.wants) {
            let before = self.faults.len();
            self.demand(argument, *kind, &format!("what `{name}` takes here"));
            let help = self.part_of_list(name, arguments);
            if let Some(fault) = self.faults.get_mut(before) {
                fault.help = help;
            }
        }
    }

    /// What does for a list what `contains` does for a text.
    fn part_of_list(&self, name: &str, arguments: &[Expr]) -> Option<Text> {
        let [list, part] = arguments else { return None };
        if name != "contains" || list.kind != Kind::List {
            return None;
        }
        let written = |part: &Expr| self.text.get(part.span.clone()).unwrap_or_default();
        let help = Text::new().own("write `").key(written(part)).own(" in ");
        Some(help.key(written(list)).own("`"))
    }

    fn no_function(&mut self, name: &str, at: Range<usize>, method: bool) {
        let other = table::rows().find(|row| row.name == name);
        let names = table::rows().map(|row| row.name).chain(["has"]);
        let help = if let Some(row) = other {
            format!("it is used as `{}`", row.usage)
        } else if let Some(help) = foreign::function(name) {
            help.to_owned()
        } else if let Some(near) = near(name, names) {
            format!("did you mean `{near}`?")
        } else {
            "`jgate explain rules` lists them all".to_owned()
        };
        let what = match (&other, method) {
            (Some(_), true) => "is no method but a function",
            (Some(_), false) => "is no function but a method",
            (None, true) => "is no method",
            (None, false) => "is no function",
        };
        let message = Text::new().own("`").key(name).own(format!("` {what}"));
        self.faults.push(fault(message, at).help(help));
    }

    /// That a name is no macro where it was probably meant for one; what stands in its brackets
    /// would only be misunderstood.
    pub(in super::super) fn no_macro(name: &str, at: Range<usize>, method: bool) -> Option<Fault> {
        let what = if method { "method" } else { "function" };
        if table::rows().any(|row| row.name == name) {
            return None;
        }
        let known = Macro::named(name).filter(|_| !method);
        let help = match (known, foreign::each(name)) {
            (Some(Macro::Exists), _) => {
                "of a list `this.lines.exists(line, line.qty > 0)`, of a field `has(this.name)`"
                    .to_owned()
            }
            (Some(_), _) => example(name),
            (None, Some(help)) => help.to_owned(),
            (None, None) => format!(
                "did you mean `{}`?",
                near(name, Macro::ALL.iter().map(|(known, _)| *known))?
            ),
        };
        let message = Text::new()
            .own("`")
            .key(name)
            .own(format!("` is no {what}"));
        Some(fault(message, at).help(help))
    }
}

/// That what is written out cannot be converted: this is the same for every reply.
fn unconverted(function: &Row, arguments: &[Expr], span: &Range<usize>) -> Option<Fault> {
    let constant = |argument: &Expr| match &argument.what {
        What::Constant(value) => Some(value.clone()),
        _ => None,
    };
    let values: Vec<_> = arguments.iter().map(constant).collect::<Option<_>>()?;
    let failure = (function.call)(&mut Context::new(STEPS), &values).err()?;
    if failure.cause != Cause::Conversion {
        return None;
    }
    let help = match function.name {
        "duration" => "units are `h`, `m`, `s` and `ms`; a day is `24h`".to_owned(),
        "timestamp" => {
            "write `timestamp('2025-02-28T09:00:00Z')`, or `date('2025-02-28')`".to_owned()
        }
        _ => format!("`{}` gives {}", function.usage, function.says),
    };
    Some(fault(failure.message, span.clone()).help(help))
}

fn wrong_count(function: &Row, given: usize, method: bool) -> String {
    let own = usize::from(method);
    let (least, most) = (function.takes.0 - own, function.takes.1 - own);
    let wanted = if least == most {
        format!("{least}")
    } else {
        format!("{least} to {most}")
    };
    let noun = if wanted == "1" {
        "argument"
    } else {
        "arguments"
    };
    format!(
        "`{}` takes {wanted} {noun}, not {}",
        function.name,
        given - own
    )
}

//! Values, and the fields, elements, methods and macros that are asked of them.

use std::ops::Range;
use std::sync::Arc;

use super::fault::{Fault, fault};
use super::kinds::is_one_of;
use super::lex::Lexeme;
use super::parse::{Parser, comes_from_reply, make};
use super::pattern::{COMPILED, Pattern};
use super::tree::{Each, Expr, Macro, What};
use super::value::Kind;
use crate::refusal::Text;

impl Parser<'_, '_, '_> {
    /// A value and the fields, elements and methods that are asked of it.
    pub(super) fn postfix(&mut self) -> Result<Expr, Fault> {
        let mut value = self.primary()?;
        loop {
            if self.eat(".") {
                value = self.member(value)?;
            } else if self.eat("[") {
                let index = self.expression()?;
                let end = self.expect("]")?.end;
                let span = value.span.start..end;
                self.container(&value);
                let kind = match index.written() {
                    Some((key, at)) => self.of_known(&value, &key, at),
                    None => Kind::Any,
                };
                value = make(span, kind, What::Index(Box::new([value, index])))?;
            } else {
                return Ok(value);
            }
        }
    }

    /// What follows a point.
    fn member(&mut self, of: Expr) -> Result<Expr, Fault> {
        let Lexeme::Name(name) = self.peek().clone() else {
            return Err(self
                .unexpected("the name of a field")
                .help("any key can stand in brackets: `this['key']`"));
        };
        let at = self.span();
        self.at += 1;
        if !self.is("(") {
            return self.field(of, name, at);
        }
        if let Some(what) = Macro::named(&name) {
            self.each(what, of, &name, at)
        } else if let Some(fault) = Self::no_macro(&name, at.clone(), true) {
            Err(fault)
        } else {
            self.at += 1;
            let mut arguments = vec![of];
            let end = self.arguments(&mut arguments, ")")?;
            self.apply(&name, at, arguments, true, end)
        }
    }

    fn field(&mut self, of: Expr, name: Arc<str>, at: Range<usize>) -> Result<Expr, Fault> {
        let span = of.span.start..at.end;
        let kind = self.of_known(&of, &name, at);
        if !is_one_of(of.kind, &[Kind::Map]) {
            let message = format!("{} has no fields", of.kind.words());
            let mut fault = fault(message, span.clone());
            if is_one_of(of.kind, &[Kind::List, Kind::String]) && SIZES.contains(&&*name) {
                let written = self.text.get(of.span.clone()).unwrap_or_default();
                let help = Text::new().own("write `size(").key(written).own(")`");
                fault = fault.help(help);
            }
            self.faults.push(fault);
        }
        let (of, field) = (Box::new(of), name);
        make(span, kind, What::Select { of, field })
    }

    /// The type of what a known container has under a key that is written out.
    fn of_known(&mut self, of: &Expr, key: &str, at: Range<usize>) -> Kind {
        match of.what {
            What::Facts => self.fact(key, at),
            What::Call => self.of_call(key, at),
            _ => Kind::Any,
        }
    }

    /// Says so if a value can be seen to have no elements.
    fn container(&mut self, value: &Expr) {
        if !is_one_of(value.kind, &[Kind::List, Kind::Map]) {
            let message = format!("{} has no elements", value.kind.words());
            self.faults.push(fault(message, value.span.clone()));
        }
    }

    /// `range.all(name, condition)` and its like, from the opening bracket on.
    fn each(
        &mut self,
        what: Macro,
        range: Expr,
        name: &str,
        at: Range<usize>,
    ) -> Result<Expr, Fault> {
        self.at += 1;
        self.container(&range);
        let element = self.element(name)?;
        let of_reply = range.any(&comes_from_reply);
        let slot = self.names.enter(&element, of_reply);
        let mut bodies = Vec::new();
        let end = self.arguments(&mut bodies, ")")?;
        self.names.leave();
        let (condition, result) = match (what, bodies.len()) {
            (Macro::Map, 2) => {
                let result = bodies.pop();
                (bodies.pop(), result)
            }
            (Macro::Map, 1) => (None, bodies.pop()),
            (_, 1) => (bodies.pop(), None),
            (_, count) => return Err(wrong_count(name, count, at.start..end)),
        };
        if let Some(condition) = &condition {
            self.demand(condition, Kind::Bool, &format!("the condition of `{name}`"));
        }
        let kind = match what {
            Macro::Filter | Macro::Map => Kind::List,
            _ => Kind::Bool,
        };
        let span = range.span.start..end;
        let each = Each {
            what,
            range,
            slot,
            condition,
            result,
        };
        make(span, kind, What::Each(Box::new(each)))
    }

    /// The name of a macro's element and the comma behind it.
    fn element(&mut self, name: &str) -> Result<Arc<str>, Fault> {
        let Lexeme::Name(element) = self.peek().clone() else {
            return Err(self.no_element(name));
        };
        let at = self.span();
        self.at += 1;
        if !self.eat(",") {
            self.at -= 1;
            return Err(self.no_element(name));
        }
        if TAKEN.contains(&&*element) {
            let message = format!("`{element}` has a meaning of its own");
            return Err(fault(message, at).help("give the element another name"));
        }
        Ok(element)
    }

    fn no_element(&self, name: &str) -> Fault {
        let message = format!("`{name}` needs a name for the element first");
        let help = if self.is(")") {
            "whether a field is there says `has(this.name)`".to_owned()
        } else {
            example(name)
        };
        fault(message, self.span()).help(help)
    }

    /// Values up to the closing bracket; gives where that ends.
    fn arguments(
        &mut self,
        arguments: &mut Vec<Expr>,
        close: &'static str,
    ) -> Result<usize, Fault> {
        while !self.is(close) {
            arguments.push(self.expression()?);
            if !self.eat(",") && !self.is(close) {
                return Err(self.unexpected(&format!("`,` or `{close}`")));
            }
        }
        Ok(self.expect(close)?.end)
    }

    fn primary(&mut self) -> Result<Expr, Fault> {
        let span = self.span();
        match self.peek().clone() {
            Lexeme::Literal(value) => {
                self.at += 1;
                make(span, value.kind(), What::Constant(value))
            }
            Lexeme::Name(name) => {
                self.at += 1;
                self.named(&name, span)
            }
            Lexeme::Symbol("(") => {
                self.at += 1;
                let inner = self.expression()?;
                self.expect(")")?;
                Ok(inner)
            }
            Lexeme::Symbol("[") => {
                self.at += 1;
                let mut elements = Vec::new();
                let end = self.arguments(&mut elements, "]")?;
                make(span.start..end, Kind::List, What::List(elements))
            }
            Lexeme::Symbol("{") => {
                self.at += 1;
                self.entries(span.start)
            }
            Lexeme::Symbol(".") => {
                self.at += 1;
                self.primary()
            }
            _ => Err(self.unexpected("a value")),
        }
    }

    /// `key: value` up to the closing brace.
    fn entries(&mut self, start: usize) -> Result<Expr, Fault> {
        let mut entries = Vec::new();
        while !self.is("}") {
            let key = self.expression()?;
            self.expect(":")?;
            entries.push([key, self.expression()?]);
            if !self.eat(",") && !self.is("}") {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
        let end = self.expect("}")?.end;
        make(start..end, Kind::Map, What::Map(entries))
    }

    /// `name(…)` from the opening bracket on, if one stands here.
    pub(super) fn call(&mut self, name: &str, at: Range<usize>) -> Result<Option<Expr>, Fault> {
        if !self.is("(") {
            return Ok(None);
        }
        if let Some(fault) = Self::no_macro(name, at.clone(), false) {
            return Err(fault);
        }
        self.at += 1;
        let mut arguments = Vec::new();
        let end = self.arguments(&mut arguments, ")")?;
        let call = if name == "has" {
            Self::has(arguments, at.start..end)
        } else {
            self.apply(name, at, arguments, false, end)
        };
        call.map(Some)
    }

    fn has(mut arguments: Vec<Expr>, span: Range<usize>) -> Result<Expr, Fault> {
        match (arguments.pop(), arguments.is_empty()) {
            (
                Some(Expr {
                    what: What::Select { of, field },
                    ..
                }),
                true,
            ) => make(span, Kind::Bool, What::Has { of, field }),
            _ => Err(fault("`has` takes one field: `has(this.lines)`", span)
                .help("for a key in brackets: `'key' in this`")),
        }
    }

    /// A pattern that is written out is compiled here, so that a fault in it is found at once.
    pub(super) fn matches(
        &mut self,
        span: Range<usize>,
        pattern: (Arc<str>, Range<usize>),
        arguments: Vec<Expr>,
    ) -> Result<Expr, Fault> {
        let (text, at) = pattern;
        let of = arguments.into_iter().next();
        if text.contains('\u{8}') {
            let backspace = fault("the pattern holds a backspace", at);
            self.faults.push(
                backspace
                    .help("for a word boundary write r'\\b', in an expression between ''' quotes"),
            );
            return Self::nothing(span);
        }
        match (self.compiled(&text), of) {
            (Ok(pattern), Some(of)) => make(span, Kind::Bool, What::Matches(Box::new(of), pattern)),
            (Err(why), _) => {
                let help = "look-around and back references are not known; in r'...' a backslash stands as it is";
                self.faults.push(fault(why, at).help(help));
                Self::nothing(span)
            }
            (Ok(_), None) => Self::nothing(span),
        }
    }

    /// Compiles a pattern, if the file's patterns have not taken too much together. One that
    /// cannot be compiled counts as the largest: it may have cost as much.
    fn compiled(&self, text: &str) -> Result<Pattern, String> {
        if !self.names.has_room() {
            return Err("the patterns of the file are too large together".to_owned());
        }
        let compiled = Pattern::compile(text);
        let size = compiled.as_ref().map_or(COMPILED, Pattern::size);
        self.names.take(size);
        compiled
    }
}

/// Fields that hold how many elements there are in other languages.
const SIZES: [&str; 4] = ["length", "count", "size", "len"];

/// The names that no element of a macro may have.
const TAKEN: [&str; 9] = [
    "this",
    "facts",
    "variables",
    "call",
    "now",
    "true",
    "false",
    "null",
    "in",
];

fn wrong_count(name: &str, count: usize, span: Range<usize>) -> Fault {
    let message =
        format!("`{name}` takes a name and an expression, here there are {count} behind the name");
    fault(message, span).help(example(name))
}

/// How a macro is used.
pub(super) fn example(name: &str) -> String {
    match Macro::named(name) {
        Some(Macro::Map) => format!("for example `this.lines.{name}(line, line.price)`"),
        _ => format!("for example `this.lines.{name}(line, line.qty > 0)`"),
    }
}

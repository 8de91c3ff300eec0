//! The text of an expression to its tokens (CEL language definition, "Syntax").

use std::ops::Range;
use std::sync::Arc;

use super::fault::{Fault, fault};
use super::literal;
use super::number::Number;
use super::value::Value;
use crate::refusal::Text;

/// A word of the language and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) what: Lexeme,
    pub(super) span: Range<usize>,
}

/// What a token is.
#[derive(Debug, Clone)]
pub(super) enum Lexeme {
    /// A name, also a word that the language keeps for itself, such as `in` or `true`.
    Name(Arc<str>),
    /// A number, string or bytes.
    Literal(Value<'static>),
    /// An operator or a bracket.
    Symbol(&'static str),
    /// Behind the last one.
    End,
}

/// All symbols; of two that begin alike the longer comes first.
const SYMBOLS: [&str; 24] = [
    "==", "!=", "<=", ">=", "&&", "||", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", ".", ",",
    "(", ")", "[", "]", "{", "}",
];

/// What is written in other languages, and what does the same here.
const FOREIGN: [(&str, &str); 14] = [
    ("===", "did you mean `==`?"),
    ("!==", "did you mean `!=`?"),
    ("<>", "did you mean `!=`?"),
    ("=>", "did you mean `>=`?"),
    ("=<", "did you mean `<=`?"),
    ("=~", "write `this.text.matches(r'...')`"),
    ("->", ELEMENT),
    ("=", "did you mean `==`?"),
    ("&", "did you mean `&&`?"),
    ("|", "did you mean `||`?"),
    ("`", "did you mean `this['name']`?"),
    ("**", POWER),
    ("^", POWER),
    ("??", "write `has(this.a) ? this.a : 0`"),
];

const POWER: &str = "there is no power: write `x * x`";

const ELEMENT: &str = "a comma stands behind the element's name: `map(l, l.sku)`";

/// The tokens of a text, the end as the last.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Fault> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at = skip(text, at);
        let token = next(text, at)?;
        at = token.span.end;
        let is_last = matches!(token.what, Lexeme::End);
        tokens.push(token);
        if is_last {
            return Ok(tokens);
        }
    }
}

/// Past white space and comments, which begin with `//`.
fn skip(text: &str, mut at: usize) -> usize {
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let blank = rest.len()
            - rest
                .trim_start_matches([' ', '\t', '\n', '\r', '\u{c}'])
                .len();
        at += blank;
        let rest = text.get(at..).unwrap_or_default();
        if !rest.starts_with("//") {
            return at;
        }
        at += rest.find('\n').unwrap_or(rest.len());
    }
}

fn next(text: &str, at: usize) -> Result<Token, Fault> {
    let rest = text.get(at..).unwrap_or_default();
    let Some(first) = rest.chars().next() else {
        return Ok(token(Lexeme::End, at..at));
    };
    if let Some(found) = literal::quoted(text, at) {
        let (value, end) = found?;
        return Ok(token(Lexeme::Literal(value), at..end));
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let name = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        return Ok(token(Lexeme::Name(name.into()), at..at + name.len()));
    }
    let is_fraction = |rest: &str| rest.strip_prefix('.').is_some_and(starts_with_digit);
    if first.is_ascii_digit() || is_fraction(rest) {
        return number(rest, at);
    }
    let foreign = FOREIGN.iter().find(|(foreign, _)| {
        rest.starts_with(foreign)
            && !SYMBOLS
                .iter()
                .any(|own| own.len() >= foreign.len() && rest.starts_with(own))
    });
    if let Some((foreign, own)) = foreign {
        let message = format!("`{foreign}` is no operator");
        let is_arrow = *foreign == "=>" && follows_element(text.get(..at).unwrap_or_default());
        let help = if is_arrow { ELEMENT } else { own };
        return Err(fault(message, at..at + foreign.len()).help(help));
    }
    match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
        Some(symbol) => Ok(token(Lexeme::Symbol(symbol), at..at + symbol.len())),
        None => Err(stray(first, at)),
    }
}

/// Whether a text ends with a name behind a macro's opening bracket: `this.lines.map(l`.
fn follows_element(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let text = text.trim_end().trim_end_matches(')').trim_end();
    let name = text.trim_end_matches(is_word);
    let before = name.trim_end().trim_end_matches('(');
    name.len() < text.len() && before.len() < name.len() && before.ends_with(is_word)
}

fn starts_with_digit(text: &str) -> bool {
    text.bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_digit())
}

/// A character that begins no token.
fn stray(found: char, at: usize) -> Fault {
    let message = Text::new()
        .own("`")
        .key(&found.to_string())
        .own("` means nothing here");
    let stray = fault(message, at..at + found.len_utf8());
    match found {
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{2018}' | '\u{2019}' => {
            stray.help("text stands in straight quotes: 'text'")
        }
        '\u{2264}' => stray.help("did you mean `<=`?"),
        '\u{2265}' => stray.help("did you mean `>=`?"),
        '\u{2260}' => stray.help("did you mean `!=`?"),
        '\u{2212}' | '\u{2013}' => stray.help("did you mean `-`?"),
        '\u{a0}' => stray.help("this is a no-break space: use a plain one"),
        '#' => stray.help("a comment in an expression begins with `//`"),
        '$' | '@' => stray.help("the value is `this`, its fields are `this.name`"),
        c if c.is_alphabetic() => {
            stray.help("names have letters from a to z: `this['name']` takes any")
        }
        _ => stray,
    }
}

/// An integer, also in hexadecimal and with `u` behind it, or a decimal.
fn number(rest: &str, at: usize) -> Result<Token, Fault> {
    let hex = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"));
    let length = hex.map_or_else(
        || decimal(rest),
        |digits| 2 + run(digits, |byte| byte.is_ascii_hexdigit()),
    );
    let digits = rest.get(..length).unwrap_or_default();
    let is_whole = hex.is_some() || !digits.contains(['.', 'e', 'E']);
    let unsigned = is_whole
        && rest
            .get(length..)
            .is_some_and(|tail| tail.starts_with(['u', 'U']));
    let end = length + usize::from(unsigned);
    let glued = run(rest.get(end..).unwrap_or_default(), |byte| {
        byte.is_ascii_alphanumeric() || byte == b'_'
    });
    let span = at..at + end + glued;
    if glued > 0 {
        let message = format!(
            "`{}` is no number",
            rest.get(..end + glued).unwrap_or_default()
        );
        return Err(fault(message, span).help("digits stand alone: `1000`, `0.5`, `1e3`, `0xff`"));
    }
    let value = match hex {
        Some(_) => i128::from_str_radix(digits.get(2..).unwrap_or_default(), 16)
            .ok()
            .and_then(|value| Number::parse(&value.to_string())),
        None => Number::parse(digits),
    };
    match value {
        Some(value) => Ok(token(Lexeme::Literal(value.into()), span)),
        None => Err(fault("this number has too many digits", span)),
    }
}

/// How many bytes a decimal takes. A point without a digit behind it is none of it.
fn decimal(rest: &str) -> usize {
    let digits = |at: usize| {
        run(rest.get(at..).unwrap_or_default(), |byte| {
            byte.is_ascii_digit()
        })
    };
    let mut end = digits(0);
    if rest.get(end..).is_some_and(|tail| tail.starts_with('.')) && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    let tail = rest.get(end..).unwrap_or_default();
    if tail.starts_with(['e', 'E']) {
        let signed = usize::from(
            tail.get(1..)
                .is_some_and(|tail| tail.starts_with(['+', '-'])),
        );
        let exponent = digits(end + 1 + signed);
        if exponent > 0 {
            end += 1 + signed + exponent;
        }
    }
    end
}

fn run(text: &str, is_part: impl Fn(u8) -> bool) -> usize {
    text.bytes().take_while(|byte| is_part(*byte)).count()
}

fn token(what: Lexeme, span: Range<usize>) -> Token {
    Token { what, span }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let tokens = match tokens(text) {
            Ok(tokens) => tokens,
            Err(fault) => return format!("{:?} {}", fault.span, fault.message.show(false)),
        };
        let word = |token: &Token| match &token.what {
            Lexeme::Name(name) => name.to_string(),
            Lexeme::Literal(Value::Number(number)) => format!("{number}"),
            Lexeme::Literal(Value::String(text)) => format!("<{}>", &**text),
            Lexeme::Literal(value) => format!("{value:?}"),
            Lexeme::Symbol(symbol) => (*symbol).to_owned(),
            Lexeme::End => "$".to_owned(),
        };
        tokens.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_numbers_strings_and_symbols() {
        assert_eq!(
            shown("this.a<=-1.50 // why\n&& b"),
            "this . a <= - 1.5 && b $"
        );
        assert_eq!(shown("0x1F 7u 1e3 .5 1.e"), "31 7 1000 0.5 1 . e $");
        assert_eq!(
            shown(r#"'a"b' "\x41\n" r'\d' '''x'y'''"#),
            "<a\"b> <A\n> <\\d> <x'y> $"
        );
        assert_eq!(shown(""), "$");
    }

    #[test]
    fn what_is_of_another_language_is_named() {
        assert_eq!(shown("a = b"), "2..3 `=` is no operator");
        assert_eq!(shown("a === b"), "2..5 `===` is no operator");
        assert_eq!(shown("a & b"), "2..3 `&` is no operator");
        assert_eq!(shown("1_000"), "0..5 `1_000` is no number");
        assert_eq!(
            shown("\u{201c}a\u{201d}"),
            "0..3 `\u{201c}` means nothing here"
        );
        assert_eq!(shown("1e999"), "0..5 this number has too many digits");
    }
}

//! Texts with places for values: `"%s owes %.2f".format([name, amount])`.

use super::super::context::Context;
use super::super::failure::Failure;
use super::super::items::Items;
use super::super::number::{DIGITS, Number};
use super::super::value::Value;
use super::{Builder, Outcome, decimal, shown};
use crate::refusal::Text;

/// How many digits `%f` and `%e` write behind the point unless told otherwise.
const PLACES: usize = 6;

/// A place for a value: `%d`, `%.2f`.
struct Clause {
    verb: char,
    places: Option<usize>,
}

/// A text with the values of a list in its places.
pub(in super::super) fn format<'d>(
    context: &mut Context<'d>,
    arguments: &[Value<'d>],
) -> Outcome<'d> {
    let [Value::String(pattern), Value::List(values)] = arguments else {
        return Ok(None);
    };
    let (mut rest, mut values) = (&**pattern, Items::of(values));
    let mut out = Builder::default();
    while let Some((before, after)) = rest.split_once('%') {
        out.push(context, before)?;
        if let Some(behind) = after.strip_prefix('%') {
            out.push(context, "%")?;
            rest = behind;
            continue;
        }
        let (clause, behind) = Clause::read(after)?;
        let value = values.next(context)?;
        let value =
            value.ok_or_else(|| Failure::other("the format has more places than values"))?;
        clause.write(context, &value, &mut out)?;
        rest = behind;
    }
    out.push(context, rest)?;
    Ok(Some(out.value()))
}

impl Clause {
    /// Reads one behind its `%`; gives also what stands behind it.
    fn read(text: &str) -> Result<(Self, &str), Failure> {
        let (places, rest) = match text.strip_prefix('.') {
            Some(rest) => {
                let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                let digits = rest.strip_suffix(behind).unwrap_or_default();
                (Some(digits), behind)
            }
            None => (None, text),
        };
        let mut chars = rest.chars();
        let verb = chars.next().unwrap_or('%');
        let takes_places = matches!(verb, 'e' | 'f');
        let is_known = takes_places || "bdosxX".contains(verb) && places.is_none();
        if !is_known {
            let length = text.len() - chars.as_str().len();
            let clause = text.get(..length).unwrap_or_default();
            let found = Text::new()
                .own("`%")
                .seen(clause)
                .own("` is no place for a value; ");
            return Err(Failure::other(found.own(
                "there are `%s`, `%d`, `%f`, `%.2f`, `%e`, `%b`, `%o`, `%x`, `%X`, and `%%` for a `%`",
            )));
        }
        let places = places.map(precision).transpose()?;
        Ok((Self { verb, places }, chars.as_str()))
    }

    fn write<'d>(
        &self,
        context: &mut Context<'d>,
        value: &Value<'d>,
        out: &mut Builder,
    ) -> Result<(), Failure> {
        let places = self.places.unwrap_or(PLACES);
        let text = match (self.verb, value) {
            ('s', value) => return shown::write(context, value, out),
            ('d', Value::Number(number)) if number.is_whole() => number.to_string(),
            ('f', Value::Number(number)) => decimal::fixed(number, places),
            ('e', Value::Number(number)) => decimal::scientific(number, places),
            ('b', Value::Bool(truth)) => u8::from(*truth).to_string(),
            ('b' | 'o' | 'x' | 'X', Value::Number(number)) => self.digits(number)?,
            ('x' | 'X', Value::String(text)) => return self.hex(context, text.as_bytes(), out),
            ('x' | 'X', Value::Bytes(bytes)) => return self.hex(context, bytes, out),
            _ => return Err(self.unfit(value)),
        };
        out.push(context, &text)
    }

    /// A whole number to the base of the verb.
    fn digits(&self, number: &Number) -> Result<String, Failure> {
        let digits = number.to_string().parse::<i128>();
        let digits = digits.map_err(|_| self.unfit(&Value::Number(number.clone())))?;
        let (sign, digits) = (if digits < 0 { "-" } else { "" }, digits.unsigned_abs());
        Ok(match self.verb {
            'b' => format!("{sign}{digits:b}"),
            'o' => format!("{sign}{digits:o}"),
            'x' => format!("{sign}{digits:x}"),
            _ => format!("{sign}{digits:X}"),
        })
    }

    fn hex(
        &self,
        context: &mut Context<'_>,
        bytes: &[u8],
        out: &mut Builder,
    ) -> Result<(), Failure> {
        for piece in bytes.chunks(1024) {
            let halves = piece.iter().flat_map(|byte| [byte >> 4, byte & 15]);
            let digits = halves.filter_map(|half| char::from_digit(half.into(), 16));
            let mut digits: String = digits.collect();
            if self.verb == 'X' {
                digits.make_ascii_uppercase();
            }
            out.push(context, &digits)?;
        }
        Ok(())
    }

    fn unfit(&self, value: &Value<'_>) -> Failure {
        let found = match value {
            Value::Number(number) => Text::new().seen(&number.to_string()),
            other => other.kind().words().into(),
        };
        let wanted = match self.verb {
            'e' | 'f' => "a number",
            'x' | 'X' => "a whole number, a string or bytes",
            'b' => "a whole number, true or false",
            _ => "a whole number",
        };
        let text = Text::new().own(format!("`%{}` writes {wanted}, not ", self.verb));
        Failure::other(text.text(found))
    }
}

/// How many digits behind the point a clause asks for.
fn precision(digits: &str) -> Result<usize, Failure> {
    let most = DIGITS as usize;
    let places = digits.parse().ok().filter(|places| *places <= most);
    places.ok_or_else(|| {
        let found = Text::new()
            .own("a format writes 0 to ")
            .own(most.to_string());
        Failure::other(
            found
                .own(" digits behind the point, not `")
                .seen(digits)
                .own("`"),
        )
    })
}

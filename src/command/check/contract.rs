//! The contract: the schema's file, read once and before any reply.

use std::path::Path;
use std::sync::Arc;

use super::references::{Folder, broken, read};
use super::shown;
use crate::check::schema::Schema;
use crate::cli::Check;
use crate::read::document::place::position;
use crate::refusal::text::escaped;
use crate::refusal::{Finding, Refusal};
use crate::tell::{Contract, ContractFile};

/// The schema, ready to judge, and what the verdict says of it.
pub(super) fn load(args: &Check) -> (Result<Option<Schema>, Refusal>, Contract) {
    let Some(path) = &args.schema else {
        return (Ok(None), Contract { schema: None });
    };
    let bytes = match read(path) {
        Ok(bytes) => bytes,
        Err(why) => {
            let message = format!("cannot read the schema {}: {why}", shown(path));
            return (Err(broken(message)), Contract { schema: None });
        }
    };
    let file = ContractFile::new(path.to_string_lossy(), &bytes);
    let schema = compile(path, bytes, args.schema_root.as_deref());
    (schema.map(Some), Contract { schema: Some(file) })
}

/// How many doubts about a schema are told.
const MOST_DOUBTS: usize = 10;

/// What is doubtful in the schema, a line each.
pub(super) fn doubts(schema: &Schema) -> Vec<String> {
    let doubts = schema.doubts();
    let more = doubts.len().saturating_sub(MOST_DOUBTS);
    let told = doubts.iter().take(MOST_DOUBTS).map(doubt);
    told.chain((more > 0).then(|| format!("and {more} more about the schema")))
        .collect()
}

/// `FILE:LINE:COL: message`.
fn doubt(finding: &Finding) -> String {
    let message = finding.message.show(false);
    let place = &finding.place;
    match place.file.as_ref().zip(place.span.as_ref()) {
        Some((file, span)) => {
            let at = position(&file.text, span.start);
            let name = escaped(&file.name);
            format!("{name}:{}:{}: {message}", at.line, at.column)
        }
        None => message,
    }
}

fn compile(path: &Path, bytes: Vec<u8>, root: Option<&Path>) -> Result<Schema, Refusal> {
    let file = Schema::source(path.to_string_lossy().into_owned(), bytes)?;
    let Folder { place, reader } = Folder::of(path, root)?;
    Schema::compile_at(Arc::new(file), &place, reader)
}

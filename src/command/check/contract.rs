//! The contract: the schema's file, read once and before any reply.

use std::path::Path;
use std::sync::Arc;

use super::references::{Folder, broken, read};
use super::shown;
use crate::check::schema::Schema;
use crate::cli::Check;
use crate::refusal::Refusal;
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

fn compile(path: &Path, bytes: Vec<u8>, root: Option<&Path>) -> Result<Schema, Refusal> {
    let file = Schema::source(path.to_string_lossy().into_owned(), bytes)?;
    let Folder { place, reader } = Folder::of(path, root)?;
    Schema::compile_at(Arc::new(file), &place, reader)
}

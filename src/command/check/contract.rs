//! The contract: the schema's file, read once and before any reply.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::input::{up_to, why};
use super::references::Folder;
use super::shown;
use crate::check::schema::Schema;
use crate::cli::Check;
use crate::refusal::{Code, Finding, Refusal};
use crate::tell::{Contract, ContractFile};

/// The largest schema, in bytes; also of each file that a `$ref` names.
pub(super) const MAX_BYTES: usize = 64 << 20;

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

/// A schema that is missing or broken as a whole.
pub(super) fn broken(message: String) -> Refusal {
    Refusal::one(Finding::new(Code::SetupSchema, message))
}

/// The bytes of a schema file of at most [`MAX_BYTES`], or why they cannot be had. A pipe can
/// be read once only, so nothing else opens it.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = File::open(path).and_then(|file| {
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        up_to(MAX_BYTES, file, metadata.len())
    });
    match bytes {
        Ok(bytes) if bytes.len() > MAX_BYTES => Err("it is larger than 64 MiB".to_owned()),
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(why(&error)),
    }
}

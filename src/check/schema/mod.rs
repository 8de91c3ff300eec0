//! The JSON Schema layer: a document of the right shape, or findings that say what is wrong.

use crate::read::document::Document;
use crate::refusal::{Refusal, SourceFile};
use std::sync::Arc;

/// A compiled JSON Schema. What is not given is the schema `true`.
#[derive(Debug)]
pub struct Schema {}

/// A document that satisfies its schema. Only [`Schema::check`] makes one.
#[derive(Debug)]
pub struct Shaped<'a>(Document<'a>);

/// Reads what a `$ref` names, relative to the schema's root folder (`defs/address.json`):
/// the file's name as to be shown and its bytes, or why it cannot be had.
pub type Reader = Box<dyn Fn(&str) -> Result<SourceFile, String> + Send + Sync>;

impl Schema {
    /// The schema `true`.
    #[must_use]
    pub fn anything() -> Self {
        Self {}
    }

    /// Compiles a schema file. `reader` reads the files that its `$ref`s name.
    ///
    /// # Errors
    /// `setup.schema`, each fault pointed at in its file.
    pub fn compile(file: Arc<SourceFile>, reader: Option<Reader>) -> Result<Self, Refusal> {
        let _ = (file, reader);
        todo!()
    }

    /// Whether a document satisfies it. Cheaper than [`check`](Self::check).
    #[must_use]
    pub fn is_satisfied_by(&self, document: &Document<'_>) -> bool {
        let _ = document;
        todo!()
    }

    /// Judges a document; at most `max_findings` are told, in order of their place.
    ///
    /// # Errors
    /// `schema.*`, each finding at its place in the reply.
    pub fn check<'a>(
        &self,
        document: Document<'a>,
        max_findings: usize,
    ) -> Result<Shaped<'a>, Refusal> {
        let _ = max_findings;
        Ok(Shaped(document))
    }
}

impl<'a> Shaped<'a> {
    /// The document that satisfies.
    #[must_use]
    pub fn document(&self) -> &Document<'a> {
        &self.0
    }
}

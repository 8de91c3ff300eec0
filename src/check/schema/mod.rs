//! The JSON Schema layer: a document of the right shape, or findings that say what is wrong.

mod branch;

mod build;

mod calendar;

mod circle;

mod describe;

mod doubt;

mod explain;

mod formats;

mod index;

mod inexact;

mod keys;

mod library;

mod load;

mod members;

mod meta;

mod mistake;

mod node;

mod number;

mod refs;

mod regex;

mod same;

mod tell;

mod unfinished;

mod value;

mod view;

mod walk;

mod words;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, OnceLock};

use jsonschema::Validator;

use crate::read::document::Document;
use crate::refusal::{Finding, Refusal, SourceFile};
use library::Library;
use node::Reply;
use view::View;

/// A compiled JSON Schema. What is not given is the schema `true`.
pub struct Schema(Option<Judge>);

/// What judges, and what is needed to say why not.
struct Judge {
    validator: Validator<Reply>,
    library: Library,
    /// The patterns that the engine may give up on, once they are needed.
    explosive: OnceLock<Vec<(String, Validator<Reply>)>>,
}

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
        Self(None)
    }

    /// Compiles a schema file that stands in the root folder. `reader` reads the files that its
    /// `$ref`s name; without one there is no folder.
    ///
    /// # Errors
    /// `setup.schema`, each fault pointed at in its file.
    pub fn compile(file: Arc<SourceFile>, reader: Option<Reader>) -> Result<Self, Refusal> {
        let name = file.name.rsplit(['/', '\\']).next().unwrap_or_default();
        let name = if name.is_empty() { "schema" } else { name }.to_owned();
        Self::compile_at(file, &name, reader)
    }

    /// Compiles a schema file that stands at `path` below the root folder (`defs/a.json`).
    ///
    /// # Errors
    /// `setup.schema`, each fault pointed at in its file.
    #[expect(clippy::needless_pass_by_value, reason = "the schema keeps its file")]
    pub fn compile_at(
        file: Arc<SourceFile>,
        path: &str,
        reader: Option<Reader>,
    ) -> Result<Self, Refusal> {
        build::build(&file, path, reader).map(|judge| Self(Some(judge)))
    }

    /// What was probably not meant as it stands, such as a misspelt keyword: warnings, each at its
    /// place in its file, which change no verdict.
    #[must_use]
    pub fn doubts(&self) -> Vec<Finding> {
        self.0
            .as_ref()
            .map_or_else(Vec::new, |judge| doubt::doubts(&judge.library))
    }

    /// Whether a document satisfies it. Cheaper than [`check`](Self::check).
    #[must_use]
    pub fn is_satisfied_by(&self, document: &Document<'_>) -> bool {
        self.0.as_ref().is_none_or(|judge| {
            let (valid, touched) = judge.judge(document);
            valid && touched.is_empty()
        })
    }

    /// Judges a document; at most `max_findings` are told, in order of their place.
    ///
    /// # Errors
    /// `schema.*`, each finding at its place in the reply; `setup.schema` when a regular
    /// expression of the schema takes too many steps on it.
    pub fn check<'a>(
        &self,
        document: Document<'a>,
        max_findings: usize,
    ) -> Result<Shaped<'a>, Refusal> {
        if let Some(judge) = &self.0 {
            let (valid, touched) = judge.judge(&document);
            if !valid || !touched.is_empty() {
                return Err(judge.refuse(&document, valid, touched, max_findings));
            }
        }
        Ok(Shaped(document))
    }
}

impl Judge {
    /// Whether the engine finds it valid, and the marked numbers whose value that hangs on.
    fn judge(&self, document: &Document<'_>) -> (bool, Vec<u32>) {
        let view = View::new(document);
        (self.validator.is_valid(view.root()), view.touched())
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Schema").field(&self.0.is_some()).finish()
    }
}

impl<'a> Shaped<'a> {
    /// The document that satisfies.
    #[must_use]
    pub fn document(&self) -> &Document<'a> {
        &self.0
    }

    /// The same, alone.
    pub(in crate::check) fn into_document(self) -> Document<'a> {
        self.0
    }
}

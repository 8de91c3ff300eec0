//! What a reply was judged by: the files, and the digests that tell which state of them.

use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// The files that a reply is judged by. The fields are the keys of its JSON, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Contract {
    /// The JSON Schema.
    pub schema: Option<ContractFile>,
    /// The rule file.
    pub rules: Option<ContractFile>,
    /// The facts; the digest is that of all of them as JSON, from wherever they come.
    pub facts: Option<ContractFile>,
    /// The tool registry.
    pub registry: Option<ContractFile>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ContractFile {
    /// Its name as the user gave it.
    pub file: String,
    /// The SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
}

impl ContractFile {
    /// This file with these bytes.
    #[must_use]
    pub fn new(file: impl Into<String>, bytes: &[u8]) -> Self {
        Self {
            file: file.into(),
            sha256: sha256(bytes),
        }
    }
}

/// The SHA-256 of some bytes, in lower-case hex.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

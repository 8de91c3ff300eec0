//! The domain layer: what a schema cannot say, as expressions in a rule file.

pub(in crate::check) mod cel;

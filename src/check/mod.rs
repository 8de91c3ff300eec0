//! A document to a cleared value: shape, meaning, and whether it may be done.

pub mod schema;

pub mod rules;

pub mod policy;

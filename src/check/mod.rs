//! A document to a cleared value: shape, for now.

pub mod schema;

pub mod rules;

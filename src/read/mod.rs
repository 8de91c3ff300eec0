//! Bytes to a document: what the reply says, cut to one strict value.

pub mod document;

pub mod text;

pub mod reply;

pub mod record;

pub mod provider;

pub mod opening;

pub mod slice;

//! jgate judges the JSON that a language model wrote.
//!
//! The modules stand in the order in which the data meets them; each uses only those before it.

pub mod refusal;

pub mod read;

pub mod check;

pub mod gate;

pub mod batch;

pub mod tell;

pub mod cli;

pub mod command;

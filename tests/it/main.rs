//! Every test of the program as a whole, in one binary.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "tests"
)]

mod support;

mod adversarial;

mod agree;

mod bounds;

mod cases;

mod contract;

mod data;

mod differential;

mod generate;

mod layers;

mod lines;

mod provider;

mod readme;

mod rules;

mod secrets;

mod slicing;

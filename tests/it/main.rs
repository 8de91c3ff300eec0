//! All tests that run the whole program, in one binary.

mod readme;

//! Many replies: in order, in parallel, in bounded memory.
//!
//! An input is cut into blocks of whole lines. Some workers take a block each, and what they make
//! of it is handed on in the order of the input, so that it is the same for any number of workers
//! and any size of blocks.

mod lines;

mod order;

mod spare;

pub use lines::{Block, Blocks, Line};
pub use order::Steps;
pub use spare::Spare;

/// The stack of a thread that judges, in bytes: enough for any schema and value within their
/// limits, where the 2 MB or 8 MB of an ordinary thread may not be. Only what is used is ever
/// taken from the system.
pub const STACK_BYTES: usize = 64 << 20;

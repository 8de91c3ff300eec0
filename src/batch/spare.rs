//! Buffers that were used, to be used again: new ones come from the system page by page.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many are kept.
const MOST: usize = 64;

/// A buffer with more room than this is not kept, in bytes.
const MOST_ROOM: usize = 1 << 20;

/// Some buffers that nobody uses.
#[derive(Debug, Default)]
pub struct Spare(Mutex<Vec<Vec<u8>>>);

impl Spare {
    /// An empty buffer, most likely one that was used.
    #[must_use]
    pub fn take(&self) -> Vec<u8> {
        self.buffers().pop().unwrap_or_default()
    }

    /// Takes back a buffer, and throws away what it holds.
    pub fn give(&self, mut buffer: Vec<u8>) {
        buffer.clear();
        let mut buffers = self.buffers();
        if buffers.len() < MOST && buffer.capacity() <= MOST_ROOM {
            buffers.push(buffer);
        }
    }

    fn buffers(&self) -> MutexGuard<'_, Vec<Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_comes_back_empty_and_not_if_it_is_large() {
        let spare = Spare::default();
        assert_eq!(spare.take().capacity(), 0);
        spare.give(vec![1; 100]);
        let again = spare.take();
        assert!(again.is_empty() && again.capacity() >= 100);
        spare.give(vec![1; MOST_ROOM + 1]);
        assert_eq!(spare.take().capacity(), 0);
        (0..99).for_each(|_| spare.give(Vec::new()));
        assert_eq!(spare.buffers().len(), MOST);
    }
}

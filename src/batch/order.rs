//! Work on a row of things by several workers, and its outcome in the order of the row.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::STACK_BYTES;

/// How many things may be on their way for each worker: one in work, one that waits for its turn.
const AHEAD: usize = 2;

/// The three steps that each thing goes through.
pub struct Steps<N, R, W, P> {
    /// Gives the next thing; `None` ends it.
    pub next: N,
    /// Makes what a worker needs for itself.
    pub room: R,
    /// Works on a thing.
    pub work: W,
    /// Takes what came of it, in order; a break ends it all.
    pub put: P,
}

impl<T, D, M, N, R, W, P> Steps<N, R, W, P>
where
    T: Send,
    D: Send,
    N: FnMut() -> Option<T> + Send,
    R: Fn() -> M + Sync,
    W: Fn(&mut M, T) -> D + Sync,
    P: FnMut(D) -> ControlFlow<()> + Send,
{
    /// Runs the steps with so many workers. No more than twice as many things are on their way.
    pub fn run(self, jobs: NonZeroUsize) {
        match jobs.get() {
            1 => self.one_by_one(),
            jobs => self.side_by_side(jobs),
        }
    }

    fn one_by_one(mut self) {
        let mut room = (self.room)();
        while let Some(thing) = (self.next)() {
            if (self.put)((self.work)(&mut room, thing)).is_break() {
                return;
            }
        }
    }

    fn side_by_side(self, jobs: usize) {
        let row = Row {
            source: Mutex::new((self.next, 0)),
            sink: Mutex::new(Sink {
                put: self.put,
                waiting: BTreeMap::new(),
                done: 0,
                ended: false,
            }),
            moved: Condvar::new(),
            ahead: AHEAD * jobs,
        };
        let (make_room, work) = (self.room, self.work);
        let run = || {
            let end = EndOnPanic(&row);
            let mut room = make_room();
            while let Some((number, thing)) = row.take() {
                row.put(number, work(&mut room, thing));
            }
            std::mem::forget(end);
        };
        thread::scope(|scope| {
            let more = (1..jobs).map(|_| {
                let large = thread::Builder::new().stack_size(STACK_BYTES);
                large.spawn_scoped(scope, run)
            });
            // Where no more threads can be had, those that there are must do.
            let more: Vec<_> = more.map_while(Result::ok).collect();
            run();
            drop(more);
        });
    }
}

/// What the workers share.
struct Row<N, D, P> {
    /// Where things come from, and how many were taken.
    source: Mutex<(N, usize)>,
    sink: Mutex<Sink<D, P>>,
    /// Told when something was handed on, or it ended.
    moved: Condvar,
    ahead: usize,
}

/// Where what came of them goes.
struct Sink<D, P> {
    put: P,
    /// What came too early, by its number.
    waiting: BTreeMap<usize, D>,
    /// How many were handed on.
    done: usize,
    ended: bool,
}

impl<T, D, N, P> Row<N, D, P>
where
    N: FnMut() -> Option<T>,
    P: FnMut(D) -> ControlFlow<()>,
{
    /// The next thing and its number, once no more than may be are on their way.
    fn take(&self) -> Option<(usize, T)> {
        let mut source = locked(&self.source);
        let (next, taken) = &mut *source;
        let full = |sink: &mut Sink<D, P>| !sink.ended && *taken >= sink.done + self.ahead;
        let sink = self.moved.wait_while(locked(&self.sink), full);
        if sink.unwrap_or_else(PoisonError::into_inner).ended {
            return None;
        }
        let thing = next()?;
        *taken += 1;
        Some((*taken - 1, thing))
    }

    /// Hands on what came of a thing, and what waited for it.
    fn put(&self, number: usize, done: D) {
        let mut sink = locked(&self.sink);
        sink.waiting.insert(number, done);
        let turn = sink.done;
        if turn == number {
            sink.hand_on();
            self.moved.notify_all();
        }
    }
}

impl<D, P: FnMut(D) -> ControlFlow<()>> Sink<D, P> {
    fn hand_on(&mut self) {
        while let Some(done) = self.waiting.remove(&self.done) {
            self.done += 1;
            if !self.ended {
                self.ended = (self.put)(done).is_break();
            }
        }
    }
}

/// Ends the others' work when a worker panics, for they would wait for its turn for ever.
struct EndOnPanic<'r, N, D, P>(&'r Row<N, D, P>);

impl<N, D, P> Drop for EndOnPanic<'_, N, D, P> {
    fn drop(&mut self) {
        locked(&self.0.sink).ended = true;
        self.0.moved.notify_all();
    }
}

/// What a mutex holds. That another worker panicked changes nothing: it is found at the end.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::panic::{self, AssertUnwindSafe};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    fn jobs(jobs: usize) -> NonZeroUsize {
        NonZeroUsize::new(jobs).unwrap()
    }

    #[test]
    fn what_comes_of_things_comes_in_their_order() {
        for workers in 1..6 {
            let (mut things, mut out) = (0..200_u64, Vec::new());
            let steps = Steps {
                next: || things.next(),
                room: || (),
                work: |(): &mut (), thing: u64| {
                    thread::sleep(Duration::from_micros(thing * 7919 % 300));
                    thing * 2
                },
                put: |done| {
                    out.push(done);
                    ControlFlow::Continue(())
                },
            };
            steps.run(jobs(workers));
            assert!(out.iter().copied().eq((0..200).map(|thing| thing * 2)));
        }
    }

    #[test]
    fn no_more_than_twice_the_workers_are_on_their_way() {
        let (taken, put) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let steps = Steps {
            next: || {
                let taken = 1 + taken.fetch_add(1, Ordering::SeqCst);
                assert!(taken <= put.load(Ordering::SeqCst) + AHEAD * 3);
                (taken <= 300).then_some(taken)
            },
            room: || (),
            // The first of each six is slow: the others have to wait for it.
            work: |(): &mut (), thing: usize| {
                let slow = u64::from(thing % 6 == 1);
                thread::sleep(Duration::from_millis(slow));
            },
            put: |()| {
                put.fetch_add(1, Ordering::SeqCst);
                ControlFlow::Continue(())
            },
        };
        steps.run(jobs(3));
        assert_eq!(put.into_inner(), 300);
    }

    #[test]
    fn a_break_ends_it_at_once() {
        for workers in 1..4 {
            let mut out = Vec::new();
            let steps = Steps {
                next: || Some(1),
                room: || 0,
                work: |seen: &mut i32, thing: i32| {
                    *seen += thing;
                    thing
                },
                put: |done| {
                    out.push(done);
                    match out.len() {
                        5 => ControlFlow::Break(()),
                        _ => ControlFlow::Continue(()),
                    }
                },
            };
            steps.run(jobs(workers));
            assert_eq!(out.len(), 5);
        }
    }

    #[test]
    fn a_panic_ends_all_workers() {
        let steps = || Steps {
            next: {
                let mut things = 0..;
                move || things.next()
            },
            room: || (),
            work: |(): &mut (), thing: usize| assert!(thing != 20, "twenty"),
            put: |()| ControlFlow::Continue(()),
        };
        for workers in 1..4 {
            let run = || steps().run(jobs(workers));
            assert!(panic::catch_unwind(AssertUnwindSafe(run)).is_err());
        }
    }
}

//! The threads that run a recording together, and where they wait for each other.

use pliant_passes::EngineError;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{available_parallelism, yield_now};

/// How often a thread looks whether the others have arrived before it lets other work of the system run. The first looks take about 5 µs.
const SPINS: u32 = 100;

/// How often it lets other work run before it sleeps: about 100 µs on an idle core. Waking up takes about 50 µs.
const YIELDS: u32 = 200;

/// The calling thread, and a pool with the others.
#[derive(Default)]
pub(super) struct Team {
    pool: Option<ThreadPool>,
}

impl Team {
    /// A team of `threads` threads, at least 1.
    ///
    /// # Errors
    /// When the system refuses to start a thread.
    pub(super) fn new(threads: usize) -> Result<Self, EngineError> {
        let pool = (threads > 1).then(|| {
            ThreadPoolBuilder::new()
                .num_threads(threads - 1)
                .thread_name(|index| format!("pliant-{}", index + 1))
                .build()
        });
        let pool = pool.transpose().map_err(|e| {
            EngineError::Device(format!(
                "{threads} threads could not be started ({e}): choose fewer --threads"
            ))
        })?;
        Ok(Self { pool })
    }

    /// The number of threads.
    pub(super) fn threads(&self) -> usize {
        self.pool
            .as_ref()
            .map_or(1, |pool| 1 + pool.current_num_threads())
    }

    /// Calls `job` on every thread with its index, and returns when all calls have returned. The calling thread has the index 0.
    pub(super) fn run(&self, job: impl Fn(usize) + Sync) {
        match &self.pool {
            None => job(0),
            Some(pool) => pool.in_place_scope(|scope| {
                scope.spawn_broadcast(|_, thread| job(thread.index() + 1));
                job(0);
            }),
        }
    }
}

/// Where threads wait until all of them have arrived.
///
/// A dispatch often takes only some microseconds, so a waiting thread first looks again and again. It sleeps where the others take long.
pub(super) struct Barrier {
    threads: usize,
    spins: u32,
    arrived: AtomicUsize,
    /// How often all threads have arrived.
    generation: AtomicUsize,
    sleepers: AtomicUsize,
    sleep: Mutex<()>,
    wake: Condvar,
}

impl Barrier {
    pub(super) fn new(threads: usize) -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self {
            threads,
            spins: if threads > cores { 0 } else { SPINS },
            arrived: AtomicUsize::new(0),
            generation: AtomicUsize::new(0),
            sleepers: AtomicUsize::new(0),
            sleep: Mutex::new(()),
            wake: Condvar::new(),
        }
    }

    /// Returns when all threads have called it. What a thread wrote before is visible to all of them afterwards.
    pub(super) fn wait(&self) {
        let generation = self.generation.load(SeqCst);
        if self.arrived.fetch_add(1, SeqCst) + 1 < self.threads {
            self.wait_for_others(generation);
            return;
        }
        self.arrived.store(0, SeqCst);
        self.generation.store(generation.wrapping_add(1), SeqCst);
        if self.sleepers.load(SeqCst) > 0 {
            // A thread that holds the lock has counted itself as a sleeper, and waits or sees the new generation.
            drop(self.sleep.lock().unwrap_or_else(PoisonError::into_inner));
            self.wake.notify_all();
        }
    }

    fn wait_for_others(&self, generation: usize) {
        let waits = || self.generation.load(SeqCst) == generation;
        for _ in 0..self.spins {
            if !waits() {
                return;
            }
            std::hint::spin_loop();
        }
        for _ in 0..YIELDS {
            if !waits() {
                return;
            }
            yield_now();
        }
        self.sleepers.fetch_add(1, SeqCst);
        let mut lock = self.sleep.lock().unwrap_or_else(PoisonError::into_inner);
        while waits() {
            lock = self.wake.wait(lock).unwrap_or_else(PoisonError::into_inner);
        }
        drop(lock);
        self.sleepers.fetch_sub(1, SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;
    use std::time::Duration;

    /// Each thread adds its part of a round, and sees those of all others after the barrier; one of them is often late.
    #[test]
    fn nobody_passes_a_barrier_before_all_have_arrived() {
        for threads in [1, 2, 3, 8] {
            let team = Team::new(threads).expect("a few threads");
            let barrier = Barrier::new(threads);
            let sum = AtomicU32::new(0);
            team.run(|index| {
                for round in 1..=200 {
                    if index == 0 && round % 50 == 0 {
                        std::thread::sleep(Duration::from_millis(2));
                    }
                    sum.fetch_add(1, SeqCst);
                    barrier.wait();
                    assert_eq!(sum.load(SeqCst), round * threads as u32);
                    barrier.wait();
                }
            });
        }
    }
}

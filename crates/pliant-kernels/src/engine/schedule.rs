//! Runs the invocations of a dispatch: in order on one thread, or in chunks on several.

use super::checked::Checker;
use crate::memory::AccessLog;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::ops::Range;

/// Runs some invocations of a dispatch, by their indices.
pub(crate) type Invocations<'a> = dyn Fn(Range<usize>) + Sync + 'a;

/// Chunks for each thread. With more, threads that wait can help others, and each chunk costs a few microseconds.
const CHUNKS: usize = 4;

/// How the invocations of a dispatch are run. Results do not depend on it.
#[derive(Clone, Copy)]
pub(crate) enum Schedule<'a> {
    /// In order, on this thread.
    Serial,
    /// In chunks, on the threads of a pool.
    Parallel(&'a ThreadPool),
    /// In order, with a record of their accesses.
    Checked(&'a Checker),
}

impl Schedule<'_> {
    /// What records accesses.
    pub(crate) fn log(&self) -> Option<&dyn AccessLog> {
        match self {
            Schedule::Checked(checker) => Some(*checker),
            Schedule::Serial | Schedule::Parallel(_) => None,
        }
    }

    /// Runs `count` invocations to their end.
    pub(crate) fn run(self, count: usize, invocations: &Invocations<'_>) {
        match self {
            Schedule::Serial => invocations(0..count),
            Schedule::Checked(checker) => {
                for at in 0..count {
                    checker.invocation(at);
                    invocations(at..at + 1);
                }
            }
            Schedule::Parallel(pool) => {
                let chunks = (CHUNKS * pool.current_num_threads()).min(count);
                let start = |chunk: usize| chunk * count / chunks;
                pool.install(|| {
                    (0..chunks)
                        .into_par_iter()
                        .with_max_len(1)
                        .for_each(|chunk| invocations(start(chunk)..start(chunk + 1)));
                });
            }
        }
    }
}

//! Steps many simulations at once, one thread each.

use crate::errors::{defect, raised};
use crate::interrupt;
use crate::simulation::{Simulation, State};
use pliant::Error;
use pyo3::prelude::*;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// A simulation that a thread takes, and what came of it.
struct Job<'a> {
    state: &'a mut State,
    failed: Option<Error>,
}

/// Simulates frames of each simulation, by so many threads. The error is that of the first simulation that has one; the others go on.
#[pyfunction]
pub(crate) fn step_all(
    py: Python<'_>,
    simulations: Vec<Bound<'_, Simulation>>,
    frames: u64,
    threads: usize,
) -> PyResult<()> {
    let guards = simulations.iter().map(|each| each.get().lock(py));
    let mut guards = guards.collect::<PyResult<Vec<_>>>()?;
    let mut jobs = Vec::new();
    for guard in &mut guards {
        let state = guard.as_mut().ok_or_else(|| defect("no simulation"))?;
        let failed = None;
        jobs.push(Mutex::new(Job { state, failed }));
    }
    py.detach(|| run(&jobs, frames, threads));
    for (index, job) in jobs.into_iter().enumerate() {
        let job = job.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = job.failed {
            return Err(raised(py, named(index, error)));
        }
    }
    Ok(())
}

/// Runs all jobs; this thread looks for signals meanwhile.
fn run(jobs: &[Mutex<Job<'_>>], frames: u64, threads: usize) {
    let stop = Arc::new(AtomicBool::new(false));
    let next = AtomicUsize::new(0);
    let (sender, finished) = channel::<()>();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (sender, stop, next) = (sender.clone(), stop.clone(), &next);
            scope.spawn(move || {
                interrupt::obey(stop);
                while let Some(job) = jobs.get(next.fetch_add(1, Relaxed)) {
                    let mut job = job.lock().unwrap_or_else(PoisonError::into_inner);
                    job.failed = job.state.step(frames).err();
                }
                drop(sender);
            });
        }
        drop(sender);
        // The channel closes when the last thread has finished.
        while let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(interrupt::INTERVAL) {
            if interrupt::signalled() {
                stop.store(true, Relaxed);
            }
        }
    });
}

/// An error that says which simulation has it.
fn named(index: usize, error: Error) -> Error {
    match error {
        Error::Diverged {
            why,
            frame,
            body,
            pass,
        } => Error::Diverged {
            why: format!("simulation {index} of the batch: {why}"),
            frame,
            body,
            pass,
        },
        error => error,
    }
}

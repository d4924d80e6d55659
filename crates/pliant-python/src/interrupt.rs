//! Ctrl-C: while Pliant computes without Python's lock, it asks from time to time whether a signal has arrived.

use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Time between two looks at Python's signals. A look takes Python's lock.
pub(crate) const INTERVAL: Duration = Duration::from_millis(50);

thread_local! {
    static LAST: Cell<Option<Instant>> = const { Cell::new(None) };
    /// What the handler of the signal raised.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
    /// What stops a thread that works for another one.
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Lets this thread stop when another one says so, instead of looking for signals.
pub(crate) fn obey(stop: Arc<AtomicBool>) {
    STOP.set(Some(stop));
}

/// Whether the handler of a signal has raised an exception. Python handles signals on its main thread only.
pub(crate) fn asked() -> bool {
    if let Some(stop) = STOP.with_borrow(|stop| stop.as_ref().map(|stop| stop.load(Relaxed))) {
        return stop;
    }
    let now = Instant::now();
    let last = LAST.get().unwrap_or(now);
    if now.duration_since(last) < INTERVAL {
        if LAST.get().is_none() {
            LAST.set(Some(now));
        }
        return false;
    }
    LAST.set(Some(now));
    signalled()
}

/// The same at once.
pub(crate) fn signalled() -> bool {
    match Python::attach(|py| py.check_signals()) {
        Ok(()) => false,
        Err(error) => {
            RAISED.set(Some(error));
            true
        }
    }
}

/// What the handler of the signal raised on this thread.
pub(crate) fn take_error() -> Option<PyErr> {
    RAISED.take()
}

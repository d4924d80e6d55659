//! When the next picture is due.

use std::time::{Duration, Instant};

/// When the next picture is due.
pub(crate) struct Pace {
    /// The time up to which the simulation was advanced.
    pub(crate) last: Instant,
    /// Whether a picture is needed although no frame is due.
    pub(crate) dirty: bool,
}

impl Pace {
    /// A picture is needed at once.
    pub(crate) fn new() -> Self {
        Self {
            last: Instant::now(),
            dirty: true,
        }
    }

    /// Goes on from now: the time since the last picture does not count.
    pub(crate) fn restart(&mut self) {
        self.last = Instant::now();
    }

    /// The time since the last picture, which counts from now on for the next one.
    pub(crate) fn pass(&mut self) -> Duration {
        std::mem::replace(&mut self.last, Instant::now()).elapsed()
    }
}

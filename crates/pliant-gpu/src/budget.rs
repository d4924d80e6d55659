//! The budget of device memory, checked before anything is allocated.

use pliant_passes::EngineError;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many bytes may be in use, and how many are. A driver's own count is not reliable: lavapipe allocates more than its heap,
/// and other drivers page to disk.
pub(crate) struct Budget {
    limit: u64,
    used: Mutex<u64>,
}

impl Budget {
    /// A budget of `limit` bytes.
    pub(crate) fn new(limit: u64) -> Self {
        Self {
            limit,
            used: Mutex::new(0),
        }
    }

    /// Refuses a size that does not fit now, without reserving it.
    pub(crate) fn check(&self, name: &str, wanted: u64) -> Result<(), EngineError> {
        let used = *self.used();
        self.sum(name, wanted, used).map(|_| ())
    }

    /// Reserves bytes, or refuses.
    pub(crate) fn reserve(&self, name: &str, wanted: u64) -> Result<(), EngineError> {
        let mut used = self.used();
        *used = self.sum(name, wanted, *used)?;
        Ok(())
    }

    /// Returns reserved bytes.
    pub(crate) fn release(&self, bytes: u64) {
        *self.used() -= bytes;
    }

    /// The bytes in use after a reservation.
    fn sum(&self, name: &str, wanted: u64, used: u64) -> Result<u64, EngineError> {
        match used.checked_add(wanted) {
            Some(sum) if sum <= self.limit => Ok(sum),
            _ => Err(EngineError::Memory {
                name: name.to_owned(),
                wanted,
                used,
                budget: self.limit,
            }),
        }
    }

    fn used(&self) -> MutexGuard<'_, u64> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

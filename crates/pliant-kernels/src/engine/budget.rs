//! The memory that buffers of the CPU engine may use.

use crate::memory::Words;
use pliant_passes::EngineError;

/// Bytes that buffers may use: those that were free when the engine was made, where the system tells. A system that promises more
/// than it has ends the program without a word when the memory is used.
pub(super) struct Budget {
    limit: Option<u64>,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            limit: free_bytes(),
        }
    }
}

impl Budget {
    /// A buffer of zeros, beside `used` bytes of other buffers.
    ///
    /// # Errors
    /// When there is too little memory.
    pub(super) fn zeros(&self, name: &str, bytes: u64, used: u64) -> Result<Words, EngineError> {
        let error = |budget| EngineError::Memory {
            name: name.to_owned(),
            wanted: bytes,
            used,
            budget,
        };
        if let Some(limit) = self.limit
            && used.saturating_add(bytes) > limit
        {
            return Err(error(limit));
        }
        let words = usize::try_from(bytes.div_ceil(4)).map_err(|_| error(used))?;
        let zeros = bytemuck::try_zeroed_slice_box(words).map_err(|()| error(used))?;
        Ok(Words(zeros.into_vec()))
    }
}

/// Free memory and swap space, in bytes, where the system tells.
fn free_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let bytes = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(1024 * kibibytes)
    };
    Some(bytes("MemAvailable:")? + bytes("SwapFree:").unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_stay_in_the_budget() {
        let budget = Budget { limit: Some(100) };
        assert_eq!(budget.zeros("a", 60, 40).expect("it fits").0, [0; 15]);
        let error = budget.zeros("links", 64, 40).expect_err("too large");
        assert!(
            error.to_string().starts_with("links needs 64 bytes"),
            "{error}"
        );
    }

    #[test]
    fn a_buffer_that_the_system_refuses_is_an_error() {
        let budget = Budget { limit: None };
        let error = budget.zeros("links", 1 << 62, 0).expect_err("too large");
        assert!(matches!(error, EngineError::Memory { .. }), "{error}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_tells_its_free_memory() {
        assert!(free_bytes().expect("/proc/meminfo") > 1 << 20);
    }
}

//! Why a picture could not be drawn.

use pliant_passes::EngineError;

/// Why a picture could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The device failed or ran out of memory.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The picture has no pixels or too many.
    #[error(
        "a picture of {width}x{height} can't be drawn: each side has 1 to {largest} pixels, choose another --size"
    )]
    Size {
        /// Requested width, pixels.
        width: u32,
        /// Requested height, pixels.
        height: u32,
        /// Largest side that the device supports, pixels.
        largest: u32,
    },
}

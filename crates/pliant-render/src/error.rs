//! Why a picture could not be drawn.

use pliant_passes::EngineError;

/// Why a picture could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Memory or device.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The picture has no pixels, or too many.
    #[error(
        "a picture of {width}x{height} can't be drawn: each side has 1 to {largest} pixels, choose another --size"
    )]
    Size {
        /// As asked for.
        width: u32,
        /// As asked for.
        height: u32,
        /// What the device can.
        largest: u32,
    },
}

//! Why a simulation could not be made or go on.

use pliant_passes::EngineError;

/// Why a simulation could not be made or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Memory or device: exit code 4.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A value is no longer finite: exit code 5.
    #[error(
        "the simulation diverged in frame {frame}: {body} got a value that is not finite in {pass}; use more --substeps, or softer or lighter bodies"
    )]
    Diverged {
        /// The frame that was being simulated.
        frame: u64,
        /// The body.
        body: String,
        /// The first pass that saw it.
        pass: &'static str,
    },
}

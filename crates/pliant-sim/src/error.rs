//! Errors of creating or stepping a simulation.

use pliant_passes::EngineError;

/// Why a simulation could not be created or stepped.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Memory or device: exit code 4.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A checkpoint cannot be saved or loaded; the message says why and what to do: exit code 3.
    #[error("{0}")]
    State(String),
    /// A value is no longer finite: exit code 5.
    #[error(
        "the simulation diverged in frame {frame}: {body} got a value that is not finite in {pass}; use more --substeps, or softer or lighter bodies"
    )]
    Diverged {
        /// The frame that was being simulated.
        frame: u64,
        /// Name of the body.
        body: String,
        /// First pass whose output was not finite.
        pass: &'static str,
    },
}

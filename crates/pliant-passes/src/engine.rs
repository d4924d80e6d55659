//! What runs recordings: the trait that `pliant-sim` works against.

use crate::bind::BufferId;
use crate::id::PassId;
use crate::recording::Recording;

/// Where a buffer lives best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// On the device; written and read by the host rarely.
    Device,
    /// Written by the host every frame, read by the device.
    Upload,
    /// Written by the device, read by the host every frame.
    Readback,
}

/// Why an engine could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The device's memory, or the budget of it, does not suffice.
    #[error(
        "{name} needs {wanted} bytes, and {used} of the budget of {budget} bytes are in use: simulate less, or choose another --device"
    )]
    Memory {
        /// The buffer.
        name: String,
        /// Its size.
        wanted: u64,
        /// Bytes in use.
        used: u64,
        /// Bytes allowed.
        budget: u64,
    },
    /// The device was lost or refused; the message says what and what to do.
    #[error("{0}")]
    Device(String),
}

/// A recording that an engine has made ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProgramId(pub u32);

/// Time that a pass took in the last run of a program.
#[derive(Debug, Clone, PartialEq)]
pub struct PassTime {
    /// The pass.
    pub pass: PassId,
    /// Its dispatches.
    pub dispatches: u32,
    /// Their sum, ms on the device.
    pub ms: f64,
}

/// Runs recordings over buffers. Vulkan is one, the CPU implementations are another.
pub trait Engine {
    /// Makes a buffer of `bytes` (a multiple of 4) zero bytes.
    ///
    /// # Errors
    /// When memory does not suffice.
    fn create(&mut self, name: &str, bytes: u64, memory: Memory) -> Result<BufferId, EngineError>;
    /// Gives a buffer back; no prepared program may use it later.
    fn destroy(&mut self, buffer: impl Into<BufferId>);
    /// Copies bytes into a buffer, from byte `offset` (a multiple of 4) on.
    ///
    /// # Errors
    /// When the device is lost.
    fn write(
        &mut self,
        buffer: impl Into<BufferId>,
        offset: u64,
        bytes: &[u8],
    ) -> Result<(), EngineError>;
    /// Copies bytes out of a buffer.
    ///
    /// # Errors
    /// When the device is lost.
    fn read(
        &mut self,
        buffer: impl Into<BufferId>,
        offset: u64,
        bytes: u64,
    ) -> Result<Vec<u8>, EngineError>;
    /// Makes a recording ready to run many times.
    ///
    /// # Errors
    /// When the device refuses a pass or has no memory for the commands.
    fn prepare(&mut self, recording: &Recording) -> Result<ProgramId, EngineError>;
    /// Runs a program to its end.
    ///
    /// # Errors
    /// When the device is lost.
    fn run(&mut self, program: ProgramId) -> Result<(), EngineError>;
    /// Gives a program back.
    fn forget(&mut self, program: ProgramId);
    /// Device time by pass of the last run, where timing is on; empty otherwise.
    fn timings(&mut self) -> Vec<PassTime>;
    /// Bytes that buffers take now.
    fn bytes(&self) -> u64;
    /// The subgroup size passes run with (1 on the CPU).
    fn subgroup_size(&self) -> u32;
    /// How many lanes may share an item that has a list: the subgroup's size, or 1 where lanes are what one core does at once.
    fn lanes(&self) -> u32;
}

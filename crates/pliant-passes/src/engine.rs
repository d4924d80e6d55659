//! The engine trait: what runs recordings. `pliant-sim` depends on it alone, not on Vulkan.

use crate::bind::BufferId;
use crate::id::PassId;
use crate::recording::Recording;

/// The preferred memory of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// Device memory; the CPU accesses it rarely.
    Device,
    /// The CPU writes it every frame and the device reads it.
    Upload,
    /// The device writes it and the CPU reads it every frame.
    Readback,
}

/// An error of an engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The memory of the device, or its budget, is exceeded.
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
    /// The device was lost or refused a request; the message says which and what to do.
    #[error("{0}")]
    Device(String),
    /// A pass broke a rule that the checked mode of the CPU engine checks; the message says which.
    #[error("{0}")]
    Defect(String),
    /// The host asked to stop in the middle of a run; buffers are those of an unfinished frame.
    #[error("interrupted")]
    Interrupted,
}

/// A recording that an engine has prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProgramId(pub u32);

/// Device time of a pass in the last run of a program.
#[derive(Debug, Clone, PartialEq)]
pub struct PassTime {
    /// The pass.
    pub pass: PassId,
    /// Number of dispatches.
    pub dispatches: u32,
    /// Sum over the dispatches, ms.
    pub ms: f64,
}

/// Runs recordings over buffers. One engine uses Vulkan, another the CPU implementations.
pub trait Engine {
    /// Creates a buffer of `bytes` (a multiple of 4) zero bytes.
    ///
    /// # Errors
    /// When memory is exceeded.
    fn create(&mut self, name: &str, bytes: u64, memory: Memory) -> Result<BufferId, EngineError>;
    /// Frees a buffer; no prepared program may use it later.
    fn destroy(&mut self, buffer: impl Into<BufferId>);
    /// Copies bytes into a buffer, starting at byte `offset` (a multiple of 4).
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
    /// Prepares a recording to run many times.
    ///
    /// # Errors
    /// When the device refuses a pass or has no memory for the commands.
    fn prepare(&mut self, recording: &Recording) -> Result<ProgramId, EngineError>;
    /// Runs a program to its end.
    ///
    /// # Errors
    /// When the device is lost.
    fn run(&mut self, program: ProgramId) -> Result<(), EngineError>;
    /// Frees a program.
    fn forget(&mut self, program: ProgramId);
    /// Device time by pass of the last run, where timing is on; empty otherwise.
    fn timings(&mut self) -> Vec<PassTime>;
    /// Bytes of all buffers.
    fn bytes(&self) -> u64;
    /// Bytes of the largest buffer that it can make.
    fn largest_buffer(&self) -> u64;
    /// Subgroup size that passes run with; 1 on the CPU.
    fn subgroup_size(&self) -> u32;
    /// Lanes that share an item with a list: the subgroup size, or 1 on devices whose lanes are the SIMD width of a core.
    fn lanes(&self) -> u32;
}

/// Implements [`Engine`] for an enum whose variants have an engine each: `engine_of_variants!(AnyEngine { Cpu, Vulkan })`.
#[macro_export]
macro_rules! engine_of_variants {
    ($name:ident { $($variant:ident),* }) => {
        impl $crate::Engine for $name {
            fn create(
                &mut self,
                name: &str,
                bytes: u64,
                memory: $crate::Memory,
            ) -> Result<$crate::BufferId, $crate::EngineError> {
                match self { $(Self::$variant(engine) => engine.create(name, bytes, memory)),* }
            }

            fn destroy(&mut self, buffer: impl Into<$crate::BufferId>) {
                match self { $(Self::$variant(engine) => engine.destroy(buffer)),* }
            }

            fn write(
                &mut self,
                buffer: impl Into<$crate::BufferId>,
                offset: u64,
                bytes: &[u8],
            ) -> Result<(), $crate::EngineError> {
                match self { $(Self::$variant(engine) => engine.write(buffer, offset, bytes)),* }
            }

            fn read(
                &mut self,
                buffer: impl Into<$crate::BufferId>,
                offset: u64,
                bytes: u64,
            ) -> Result<Vec<u8>, $crate::EngineError> {
                match self { $(Self::$variant(engine) => engine.read(buffer, offset, bytes)),* }
            }

            fn prepare(
                &mut self,
                recording: &$crate::Recording,
            ) -> Result<$crate::ProgramId, $crate::EngineError> {
                match self { $(Self::$variant(engine) => engine.prepare(recording)),* }
            }

            fn run(&mut self, program: $crate::ProgramId) -> Result<(), $crate::EngineError> {
                match self { $(Self::$variant(engine) => engine.run(program)),* }
            }

            fn forget(&mut self, program: $crate::ProgramId) {
                match self { $(Self::$variant(engine) => engine.forget(program)),* }
            }

            fn timings(&mut self) -> Vec<$crate::PassTime> {
                match self { $(Self::$variant(engine) => engine.timings()),* }
            }

            fn bytes(&self) -> u64 {
                match self { $(Self::$variant(engine) => engine.bytes()),* }
            }

            fn largest_buffer(&self) -> u64 {
                match self { $(Self::$variant(engine) => engine.largest_buffer()),* }
            }

            fn subgroup_size(&self) -> u32 {
                match self { $(Self::$variant(engine) => engine.subgroup_size()),* }
            }

            fn lanes(&self) -> u32 {
                match self { $(Self::$variant(engine) => engine.lanes()),* }
            }
        }
    };
}

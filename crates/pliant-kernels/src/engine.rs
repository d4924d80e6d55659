//! What runs recordings: the trait that `pliant-sim` works against, and the engine made of the twins.

use crate::pass::{Call, PassId, Words};
use crate::recording::{BufferId, Command, Recording};
use std::collections::BTreeMap;

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

/// Runs recordings over buffers. Vulkan is one, the CPU twins are another.
pub trait Engine {
    /// Makes a buffer of `bytes` (a multiple of 4) zero bytes.
    ///
    /// # Errors
    /// When memory does not suffice.
    fn create(&mut self, name: &str, bytes: u64, memory: Memory) -> Result<BufferId, EngineError>;
    /// Gives a buffer back; no prepared program may use it later.
    fn destroy(&mut self, buffer: BufferId);
    /// Copies bytes into a buffer, from byte `offset` (a multiple of 4) on.
    ///
    /// # Errors
    /// When the device is lost.
    fn write(&mut self, buffer: BufferId, offset: u64, bytes: &[u8]) -> Result<(), EngineError>;
    /// Copies bytes out of a buffer.
    ///
    /// # Errors
    /// When the device is lost.
    fn read(&mut self, buffer: BufferId, offset: u64, bytes: u64) -> Result<Vec<u8>, EngineError>;
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
    /// The subgroup size passes run with (1 for the twins).
    fn subgroup_size(&self) -> u32;
    /// How many lanes may share an item that has a list: the subgroup's size, or 1 where lanes are what one core does at once.
    fn lanes(&self) -> u32;
}

/// Runs every pass by its Rust twin, in order, on one thread.
#[derive(Default)]
pub struct CpuEngine {
    buffers: BTreeMap<BufferId, Words>,
    programs: BTreeMap<ProgramId, Recording>,
    next: u32,
}

impl CpuEngine {
    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn execute(&mut self, command: &Command) {
        match command {
            Command::Dispatch(d) => {
                let mut buffers: Vec<Words> = d
                    .buffers
                    .iter()
                    .map(|b| std::mem::take(self.words(*b)))
                    .collect();
                (d.pass.row().twin)(&mut Call {
                    params: &d.params,
                    features: d.variant.features,
                    buffers: &mut buffers,
                });
                for (id, words) in d.buffers.iter().zip(buffers) {
                    *self.words(*id) = words;
                }
            }
            Command::Fill { buffer, word } => self.words(*buffer).0.fill(*word),
            Command::Copy { from, to, bytes } => {
                let words = usize::try_from(bytes / 4).expect("a buffer fits the address space");
                let source = self.words(*from).0[..words].to_vec();
                self.words(*to).0[..words].copy_from_slice(&source);
            }
        }
    }

    fn words(&mut self, buffer: BufferId) -> &mut Words {
        self.buffers
            .get_mut(&buffer)
            .expect("buffers outlive the programs that use them")
    }
}

impl Engine for CpuEngine {
    fn create(
        &mut self,
        _name: &str,
        bytes: u64,
        _memory: Memory,
    ) -> Result<BufferId, EngineError> {
        let words = usize::try_from(bytes.div_ceil(4))
            .map_err(|_| EngineError::Device("a buffer exceeds the address space".to_owned()))?;
        let id = BufferId(self.fresh());
        self.buffers.insert(id, Words(vec![0; words]));
        Ok(id)
    }

    fn destroy(&mut self, buffer: BufferId) {
        self.buffers.remove(&buffer);
    }

    fn write(&mut self, buffer: BufferId, offset: u64, bytes: &[u8]) -> Result<(), EngineError> {
        let start = usize::try_from(offset).expect("an offset lies in its buffer");
        let all: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words(buffer).0);
        all[start..start + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn read(&mut self, buffer: BufferId, offset: u64, bytes: u64) -> Result<Vec<u8>, EngineError> {
        let start = usize::try_from(offset).expect("an offset lies in its buffer");
        let end = start + usize::try_from(bytes).expect("a range lies in its buffer");
        let all: &[u8] = bytemuck::cast_slice(&self.words(buffer).0);
        Ok(all[start..end].to_vec())
    }

    fn prepare(&mut self, recording: &Recording) -> Result<ProgramId, EngineError> {
        let id = ProgramId(self.fresh());
        self.programs.insert(id, recording.clone());
        Ok(id)
    }

    fn run(&mut self, program: ProgramId) -> Result<(), EngineError> {
        let recording = self
            .programs
            .remove(&program)
            .expect("a program runs before it is forgotten");
        for command in &recording.commands {
            self.execute(command);
        }
        self.programs.insert(program, recording);
        Ok(())
    }

    fn forget(&mut self, program: ProgramId) {
        self.programs.remove(&program);
    }

    fn timings(&mut self) -> Vec<PassTime> {
        Vec::new()
    }

    fn bytes(&self) -> u64 {
        self.buffers.values().map(|w| 4 * w.0.len() as u64).sum()
    }

    fn subgroup_size(&self) -> u32 {
        1
    }

    fn lanes(&self) -> u32 {
        1
    }
}

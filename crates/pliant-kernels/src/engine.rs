//! The CPU engine, which runs passes by their CPU implementations.

use crate::cpu;
use pliant_passes::pass::{Call, Words};
use pliant_passes::{
    BufferId, Command, Engine, EngineError, Memory, PassTime, ProgramId, Recording,
};
use std::collections::BTreeMap;

/// Runs every pass by its CPU implementation, in order, on one thread.
#[derive(Default)]
pub struct CpuEngine {
    buffers: BTreeMap<BufferId, Words>,
    programs: BTreeMap<ProgramId, Recording>,
    next: u32,
}

impl CpuEngine {
    fn next_id(&mut self) -> u32 {
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
                cpu::run(
                    d.pass,
                    &mut Call {
                        params: &d.params,
                        features: d.variant.features,
                        buffers: &mut buffers,
                    },
                );
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
        let id = BufferId(self.next_id());
        self.buffers.insert(id, Words(vec![0; words]));
        Ok(id)
    }

    fn destroy(&mut self, buffer: impl Into<BufferId>) {
        self.buffers.remove(&buffer.into());
    }

    fn write(
        &mut self,
        buffer: impl Into<BufferId>,
        offset: u64,
        bytes: &[u8],
    ) -> Result<(), EngineError> {
        let start = usize::try_from(offset).expect("an offset lies in its buffer");
        let all: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words(buffer.into()).0);
        all[start..start + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn read(
        &mut self,
        buffer: impl Into<BufferId>,
        offset: u64,
        bytes: u64,
    ) -> Result<Vec<u8>, EngineError> {
        let start = usize::try_from(offset).expect("an offset lies in its buffer");
        let end = start + usize::try_from(bytes).expect("a range lies in its buffer");
        let all: &[u8] = bytemuck::cast_slice(&self.words(buffer.into()).0);
        Ok(all[start..end].to_vec())
    }

    fn prepare(&mut self, recording: &Recording) -> Result<ProgramId, EngineError> {
        let id = ProgramId(self.next_id());
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

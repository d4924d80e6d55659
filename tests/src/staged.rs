//! An engine that compares every pass it runs with the CPU implementation, whatever the program.

use crate::stages::compare_stages;
use crate::vulkan::{ValidationGuard, open_vulkan, validation_guard};
use pliant_gpu::VulkanEngine;
use pliant_passes::{
    BufferId, Engine, EngineError, Memory, PassId, PassTime, ProgramId, Recording,
};
use std::collections::{BTreeMap, BTreeSet};

/// A Vulkan engine under a [`ValidationGuard`], each run of which is a stage test.
pub struct StagedEngine {
    engine: VulkanEngine,
    recordings: BTreeMap<ProgramId, Recording>,
    covered: BTreeSet<PassId>,
    _guard: ValidationGuard,
}

impl StagedEngine {
    /// Makes one on its own device.
    ///
    /// # Panics
    /// Without a device.
    #[must_use]
    pub fn new() -> Self {
        let gpu = open_vulkan();
        let guard = validation_guard(&gpu);
        let engine = VulkanEngine::new(gpu).expect("an engine on an open device");
        Self {
            engine,
            recordings: BTreeMap::new(),
            covered: BTreeSet::new(),
            _guard: guard,
        }
    }

    /// Makes one on its own device, where lanes may share an item, as on a graphics card.
    ///
    /// # Panics
    /// Without a device.
    #[must_use]
    pub fn sharing() -> Self {
        let mut this = Self::new();
        this.engine.set_sharing(true);
        this
    }

    /// The passes that changed anything and agreed with the CPU.
    #[must_use]
    pub fn covered(&self) -> &BTreeSet<PassId> {
        &self.covered
    }
}

impl Default for StagedEngine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine for StagedEngine {
    fn create(&mut self, name: &str, bytes: u64, memory: Memory) -> Result<BufferId, EngineError> {
        self.engine.create(name, bytes, memory)
    }

    fn destroy(&mut self, buffer: impl Into<BufferId>) {
        self.engine.destroy(buffer);
    }

    fn write(
        &mut self,
        buffer: impl Into<BufferId>,
        offset: u64,
        bytes: &[u8],
    ) -> Result<(), EngineError> {
        self.engine.write(buffer, offset, bytes)
    }

    fn read(
        &mut self,
        buffer: impl Into<BufferId>,
        offset: u64,
        bytes: u64,
    ) -> Result<Vec<u8>, EngineError> {
        self.engine.read(buffer, offset, bytes)
    }

    fn prepare(&mut self, recording: &Recording) -> Result<ProgramId, EngineError> {
        let program = self.engine.prepare(recording)?;
        self.recordings.insert(program, recording.clone());
        Ok(program)
    }

    fn run(&mut self, program: ProgramId) -> Result<(), EngineError> {
        let covered = compare_stages(&mut self.engine, &self.recordings[&program])
            .map_err(EngineError::Device)?;
        self.covered.extend(covered);
        Ok(())
    }

    fn forget(&mut self, program: ProgramId) {
        self.recordings.remove(&program);
        self.engine.forget(program);
    }

    fn timings(&mut self) -> Vec<PassTime> {
        self.engine.timings()
    }

    fn bytes(&self) -> u64 {
        self.engine.bytes()
    }

    fn subgroup_size(&self) -> u32 {
        self.engine.subgroup_size()
    }

    fn largest_buffer(&self) -> u64 {
        self.engine.largest_buffer()
    }

    fn lanes(&self) -> u32 {
        self.engine.lanes()
    }
}

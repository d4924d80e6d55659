//! An engine that tests while it runs: every dispatch is compared with its twin, every barrier must be needed.

use super::compare_stages;
use crate::TestEngine;
use pliant_kernels::{
    BufferId, Engine, EngineError, Memory, PASSES, PassId, PassTime, ProgramId, Recording,
};
use std::collections::{BTreeMap, BTreeSet};

/// Give it to a simulation in place of a plain engine, then ask what it saw.
pub struct StageEngine {
    engine: TestEngine,
    recordings: BTreeMap<ProgramId, Recording>,
    covered: BTreeSet<PassId>,
    barriers: usize,
}

impl StageEngine {
    /// Wraps an engine.
    #[must_use]
    pub fn new(engine: TestEngine) -> Self {
        Self {
            engine,
            recordings: BTreeMap::new(),
            covered: BTreeSet::new(),
            barriers: 0,
        }
    }

    /// The passes compared so far.
    #[must_use]
    pub fn covered(&self) -> &BTreeSet<PassId> {
        &self.covered
    }

    /// The names of the passes of the table that were not compared yet.
    #[must_use]
    pub fn missed(&self) -> Vec<&'static str> {
        let missed = PASSES.iter().filter(|p| !self.covered.contains(&p.id));
        missed.map(|p| p.name).collect()
    }

    /// How many barriers were taken out, one at a time, and missed by the checker.
    #[must_use]
    pub fn barriers(&self) -> usize {
        self.barriers
    }
}

/// Takes each derived barrier out in turn, and gives how many there are.
///
/// # Panics
/// When the checker does not object.
pub fn need_every_barrier(recording: &Recording) -> usize {
    let barriers = recording.barriers();
    assert_eq!(recording.check_barriers(&barriers), Ok(()));
    for gone in 0..barriers.len() {
        let mut fewer = barriers.clone();
        let command = fewer.remove(gone);
        let hazard = recording.check_barriers(&fewer).err();
        let later = hazard.map(|h| h.later);
        assert_eq!(later, Some(command), "without the barrier before {command}");
    }
    barriers.len()
}

impl Engine for StageEngine {
    fn create(&mut self, name: &str, bytes: u64, memory: Memory) -> Result<BufferId, EngineError> {
        self.engine.create(name, bytes, memory)
    }

    fn destroy(&mut self, buffer: BufferId) {
        self.engine.destroy(buffer);
    }

    fn write(&mut self, buffer: BufferId, offset: u64, bytes: &[u8]) -> Result<(), EngineError> {
        self.engine.write(buffer, offset, bytes)
    }

    fn read(&mut self, buffer: BufferId, offset: u64, bytes: u64) -> Result<Vec<u8>, EngineError> {
        self.engine.read(buffer, offset, bytes)
    }

    fn prepare(&mut self, recording: &Recording) -> Result<ProgramId, EngineError> {
        self.barriers += need_every_barrier(recording);
        let program = self.engine.prepare(recording)?;
        self.recordings.insert(program, recording.clone());
        Ok(program)
    }

    /// Panics where a pass and its twin disagree.
    fn run(&mut self, program: ProgramId) -> Result<(), EngineError> {
        let recording = &self.recordings[&program];
        match compare_stages(&mut self.engine, recording) {
            Ok(passes) => self.covered.extend(passes),
            Err(what) => panic!("{what}"),
        }
        Ok(())
    }

    fn forget(&mut self, program: ProgramId) {
        self.recordings.remove(&program);
        self.engine.forget(program);
    }

    fn timings(&mut self) -> Vec<PassTime> {
        Vec::new()
    }

    fn bytes(&self) -> u64 {
        self.engine.bytes()
    }

    fn subgroup_size(&self) -> u32 {
        self.engine.subgroup_size()
    }
}

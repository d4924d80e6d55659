//! The CPU engine, which runs passes by their CPU implementations.
//!
//! The calling thread walks over the commands of a recording. It offers parts of the commands that take long enough to other threads, and
//! runs itself what they do not claim. Before a command that conflicts with earlier ones, it waits for the parts that are claimed. So it
//! never waits for a thread to which the system gives no core, unless that lost its core within a part. Results depend on none of this.

mod budget;
mod checked;
mod counted;
mod execute;
mod plan;
mod team;

use crate::memory::{Buffers, Words};
use budget::Budget;
use checked::Checker;
pub use counted::Traffic;
use execute::{Busy, Invoked, Run, execute, run_dispatch};
use plan::{LEAST_SHARED, Needs, expected_work, needs, plan, units};
use pliant_passes::{
    BufferId, Command, Dispatch, Engine, EngineError, Memory, PassId, PassTime, ProgramId,
    Recording,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use team::Team;

/// The time of an invocation that has not run yet.
const FIRST_GUESS: Duration = Duration::from_nanos(20);

/// Reading the clock takes about as long as a small command, so the time of commands is measured in one of so many runs.
const MEASURED_RUNS: u32 = 16;

/// Whether the host wants a run to stop. The thread that called [`Engine::run`] calls it several times in a frame.
pub type Interrupt = Arc<dyn Fn() -> bool + Send + Sync>;

/// Runs every pass by its CPU implementation on one or several threads. Results do not depend on their number.
#[derive(Default)]
pub struct CpuEngine {
    buffers: Vec<Words>,
    budget: Budget,
    programs: BTreeMap<ProgramId, Program>,
    programs_made: u32,
    team: Team,
    /// What records accesses, in the checked mode.
    checker: Option<Checker>,
    /// Whether each run is measured, for [`Engine::timings`].
    timed: bool,
    interrupt: Option<Interrupt>,
    last_run: Option<ProgramId>,
}

/// A recording, and how long each of its commands takes.
struct Program {
    recording: Recording,
    needs: Vec<Needs>,
    /// The time of each command when it was measured last: how long the first thread took for its part.
    measured: Vec<Duration>,
    /// The time by which each command is planned, on one thread.
    expected: Vec<Duration>,
    runs: u32,
}

impl CpuEngine {
    /// An engine that uses `threads` threads, at least 1.
    ///
    /// # Errors
    /// When the system refuses to start a thread.
    pub fn new(threads: usize) -> Result<Self, EngineError> {
        Ok(Self {
            team: Team::new(threads)?,
            ..Self::default()
        })
    }

    /// An engine in the checked mode, which is slow: it runs on one thread, records which invocation accesses which word, and ends a run
    /// with [`EngineError::Defect`] at the first access that depends on the order of invocations, that lies outside of its buffer,
    /// or that reads a word that nothing has written.
    #[must_use]
    pub fn checked() -> Self {
        Self {
            checker: Some(Checker::default()),
            ..Self::default()
        }
    }

    /// Measures every run, so that [`Engine::timings`] has the times of the last one. Otherwise they are those of one of the last 16 runs.
    pub fn set_timing(&mut self, timed: bool) {
        self.timed = timed;
    }

    /// Lets the host interrupt a run, which then ends with [`EngineError::Interrupted`], where its recording permits it.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = Some(interrupt);
    }

    /// The number of threads that run passes.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.team.threads()
    }

    /// The content of a buffer.
    #[must_use]
    pub fn content(&self, buffer: BufferId) -> &[u8] {
        bytemuck::cast_slice(&self.buffers[buffer.0 as usize].0)
    }

    /// Runs a recording once on this thread, and counts what each of its commands reads and writes. It is many times slower than a run.
    pub fn count(&mut self, recording: &Recording) -> Vec<Traffic> {
        let buffers = &mut self.buffers;
        let commands = recording.commands.iter();
        commands
            .map(|command| counted::count(command, buffers))
            .collect()
    }

    fn run_program(&mut self, program: &mut Program) -> Result<(), EngineError> {
        let steps = plan(&program.needs, &program.expected, self.team.threads());
        let measured = self.timed || program.runs < 2 || program.runs.is_multiple_of(MEASURED_RUNS);
        let busy: Vec<Busy> = if measured {
            let zeros = std::iter::repeat_with(Busy::default);
            zeros.take(steps.len()).collect()
        } else {
            Vec::new()
        };
        let run = Run {
            commands: &program.recording.commands,
            steps: &steps,
            expected: &program.expected,
            buffers: Buffers::of(&mut self.buffers),
            busy: measured.then_some(&busy),
            interrupt: (program.recording.interruptible_from)
                .zip(self.interrupt.as_deref().map(|stop| stop as &_)),
        };
        if !run.on(&mut self.team) {
            return Err(EngineError::Interrupted);
        }
        program.runs = program.runs.wrapping_add(1);
        if measured {
            let (work, own): (Vec<_>, _) = busy.into_iter().map(Busy::times).unzip();
            program.measured = own;
            program.expected = expected_work(&program.recording, &work, &program.expected);
        }
        Ok(())
    }

    /// Runs commands one by one under the checker.
    fn run_checked(&mut self, recording: &Recording, checker: &Checker) -> Result<(), EngineError> {
        for command in &recording.commands {
            let invoked = match command {
                Command::Dispatch(dispatch) => {
                    checker.begin(dispatch);
                    Invoked::Checked(checker)
                }
                Command::Fill { .. } | Command::Copy { .. } => Invoked::All,
            };
            execute(command, &Buffers::of(&mut self.buffers), invoked);
            self.note(command, checker);
            if let Some(fault) = checker.fault() {
                return Err(EngineError::Defect(fault));
            }
        }
        Ok(())
    }

    /// Tells the checker what a command wrote without a record.
    fn note(&self, command: &Command, checker: &Checker) {
        let words = |buffer: &BufferId| self.buffers[buffer.0 as usize].0.len();
        match command {
            Command::Fill { buffer, .. } => checker.write(*buffer, 0..words(buffer)),
            Command::Copy { from, to, bytes } => checker.copy(*from, *to, (bytes / 4) as usize),
            Command::Dispatch(_) => {}
        }
    }

    fn words(&mut self, buffer: BufferId) -> &mut Words {
        &mut self.buffers[buffer.0 as usize]
    }
}

/// Runs a dispatch by the CPU implementation of its pass, on this thread. `buffers` has one for each slot; `workgroups` has the
/// arguments of an indirect dispatch.
pub fn run(dispatch: &Dispatch, buffers: &mut [Words], workgroups: Option<[u32; 3]>) {
    let slots: Vec<BufferId> = (0..buffers.len() as u32).map(BufferId).collect();
    let buffers = Buffers::of(buffers);
    run_dispatch(dispatch, &slots, workgroups, &buffers, Invoked::All);
}

/// The work of a command that has not run yet. An indirect dispatch may have much.
fn first_guess(command: &Command) -> Duration {
    match command {
        Command::Dispatch(d) if d.workgroups.is_none() => FIRST_GUESS * units(d, None) as u32,
        Command::Dispatch(_) => LEAST_SHARED,
        _ => Duration::ZERO,
    }
}

impl Engine for CpuEngine {
    fn create(&mut self, name: &str, bytes: u64, _memory: Memory) -> Result<BufferId, EngineError> {
        let zeros = self.budget.zeros(name, bytes, self.bytes())?;
        let words = zeros.0.len();
        let id = u32::try_from(self.buffers.len())
            .map_err(|_| EngineError::Device("there are too many buffers".to_owned()))?;
        self.buffers.push(zeros);
        if let Some(checker) = &self.checker {
            checker.create(BufferId(id), words);
        }
        Ok(BufferId(id))
    }

    fn destroy(&mut self, buffer: impl Into<BufferId>) {
        *self.words(buffer.into()) = Words::default();
    }

    fn write(
        &mut self,
        buffer: impl Into<BufferId>,
        offset: u64,
        bytes: &[u8],
    ) -> Result<(), EngineError> {
        let start = usize::try_from(offset).expect("an offset lies in its buffer");
        let (buffer, end) = (buffer.into(), start + bytes.len());
        let all: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words(buffer).0);
        all[start..end].copy_from_slice(bytes);
        if let Some(checker) = &self.checker {
            checker.write(buffer, start / 4..end.div_ceil(4));
        }
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
        self.programs_made += 1;
        let id = ProgramId(self.programs_made);
        let guess: Vec<Duration> = recording.commands.iter().map(first_guess).collect();
        let program = Program {
            needs: needs(recording),
            measured: Vec::new(),
            expected: guess,
            recording: recording.clone(),
            runs: 0,
        };
        self.programs.insert(id, program);
        Ok(id)
    }

    fn run(&mut self, program: ProgramId) -> Result<(), EngineError> {
        let mut running = self
            .programs
            .remove(&program)
            .expect("a program runs before it is forgotten");
        let done = match self.checker.take() {
            Some(checker) => {
                let done = self.run_checked(&running.recording, &checker);
                self.checker = Some(checker);
                done
            }
            None => self.run_program(&mut running),
        };
        self.programs.insert(program, running);
        self.last_run = Some(program);
        done
    }

    fn forget(&mut self, program: ProgramId) {
        self.programs.remove(&program);
    }

    fn timings(&mut self) -> Vec<PassTime> {
        let Some(last) = self.last_run.and_then(|id| self.programs.get(&id)) else {
            return Vec::new();
        };
        let mut times: BTreeMap<PassId, PassTime> = BTreeMap::new();
        for (command, measured) in last.recording.commands.iter().zip(&last.measured) {
            if let Command::Dispatch(Dispatch { pass, .. }) = command {
                let time = times.entry(*pass).or_insert(PassTime {
                    pass: *pass,
                    dispatches: 0,
                    ms: 0.0,
                });
                time.dispatches += 1;
                time.ms += measured.as_secs_f64() * 1e3;
            }
        }
        times.into_values().collect()
    }

    fn bytes(&self) -> u64 {
        self.buffers.iter().map(|w| 4 * w.0.len() as u64).sum()
    }

    fn largest_buffer(&self) -> u64 {
        u64::MAX
    }

    fn subgroup_size(&self) -> u32 {
        1
    }

    fn lanes(&self) -> u32 {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_passes::Buffer;

    /// A buffer of an engine with these elements.
    pub(super) fn buffer<T: bytemuck::Pod>(engine: &mut CpuEngine, elements: &[T]) -> Buffer<T> {
        let bytes: &[u8] = bytemuck::cast_slice(elements);
        let id = engine.create("", bytes.len() as u64, Memory::Device);
        let id = id.expect("a small buffer");
        engine.write(id, 0, bytes).expect("it fits");
        Buffer::new(id)
    }
}

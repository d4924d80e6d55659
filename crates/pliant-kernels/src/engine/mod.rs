//! The CPU engine, which runs passes by their CPU implementations.

mod checked;
pub(crate) mod schedule;

use crate::cpu;
use crate::memory::Words;
use crate::views::Call;
use checked::Checker;
use pliant_passes::pass::Unit;
use pliant_passes::types::WORKGROUP;
use pliant_passes::{
    Access, BufferId, Command, Dispatch, Engine, EngineError, Memory, PassId, PassTime, ProgramId,
    Recording,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use schedule::Schedule;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A dispatch that takes less time than this runs on one thread, since waking another one takes about as long.
const LEAST_PARALLEL: Duration = Duration::from_micros(30);

/// The time of an invocation that has not run yet.
const FIRST_GUESS: Duration = Duration::from_nanos(20);

/// Runs every pass by its CPU implementation on one or several threads. Results do not depend on their number.
#[derive(Default)]
pub struct CpuEngine {
    buffers: Vec<Words>,
    programs: BTreeMap<ProgramId, Program>,
    programs_made: u32,
    /// The threads, where there are several.
    pool: Option<ThreadPool>,
    /// What records accesses, in the checked mode.
    checker: Option<Checker>,
    last_run: Option<ProgramId>,
}

/// A recording, and how long each of its commands took on one thread when it ran last.
struct Program {
    recording: Recording,
    work: Vec<Duration>,
    elapsed: Vec<Duration>,
}

impl CpuEngine {
    /// An engine that uses `threads` threads, at least 1.
    ///
    /// # Errors
    /// When the system refuses to start a thread.
    pub fn new(threads: usize) -> Result<Self, EngineError> {
        let pool = (threads > 1).then(|| {
            ThreadPoolBuilder::new()
                .num_threads(threads)
                .thread_name(|index| format!("pliant-{index}"))
                .build()
        });
        let pool = pool.transpose().map_err(|e| {
            EngineError::Device(format!(
                "{threads} threads could not be started ({e}): choose fewer --threads"
            ))
        })?;
        Ok(Self {
            pool,
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

    /// The number of threads that run passes.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool
            .as_ref()
            .map_or(1, ThreadPool::current_num_threads)
    }

    /// The content of a buffer.
    #[must_use]
    pub fn content(&self, buffer: BufferId) -> &[u8] {
        bytemuck::cast_slice(&self.buffers[buffer.0 as usize].0)
    }

    fn run_commands(&mut self, program: &mut Program) -> Result<(), EngineError> {
        let threads = self.threads() as u32;
        program.elapsed.clear();
        for (command, work) in program.recording.commands.iter().zip(&mut program.work) {
            let parallel = *work >= LEAST_PARALLEL;
            let start = Instant::now();
            self.execute(command, *work)?;
            let elapsed = start.elapsed();
            program.elapsed.push(elapsed);
            *work = if parallel { elapsed * threads } else { elapsed };
        }
        Ok(())
    }

    fn execute(&mut self, command: &Command, work: Duration) -> Result<(), EngineError> {
        match command {
            Command::Dispatch(dispatch) => self.dispatch(dispatch, work),
            Command::Fill { buffer, word } => {
                self.words(*buffer).0.fill(*word);
                let words = self.words(*buffer).0.len();
                self.note(|checker| checker.write(*buffer, 0..words));
            }
            Command::Copy { from, to, bytes } => {
                let words = usize::try_from(bytes / 4).expect("a buffer fits the address space");
                let source = std::mem::take(self.words(*from));
                self.words(*to).0[..words].copy_from_slice(&source.0[..words]);
                *self.words(*from) = source;
                self.note(|checker| checker.copy(*from, *to, words));
            }
        }
        let fault = self.checker.as_ref().and_then(Checker::fault);
        fault.map_or(Ok(()), |fault| Err(EngineError::Defect(fault)))
    }

    /// Tells the checker, in the checked mode.
    fn note(&self, tell: impl FnOnce(&Checker)) {
        if let Some(checker) = &self.checker {
            tell(checker);
        }
    }

    fn dispatch(&mut self, dispatch: &Dispatch, work: Duration) {
        let workgroups = dispatch.workgroups.map(|w| {
            let first = 3 * w.index as usize;
            let words = &self.words(w.buffer.id()).0[first..first + 3];
            [words[0], words[1], words[2]]
        });
        let take = |id: &BufferId| std::mem::take(&mut self.buffers[id.0 as usize]);
        let mut buffers: Vec<Words> = dispatch.buffers.iter().map(take).collect();
        let schedule = match (&self.pool, &self.checker) {
            (_, Some(checker)) => {
                checker.begin(dispatch);
                Schedule::Checked(checker)
            }
            (Some(pool), None) if work >= LEAST_PARALLEL => Schedule::Parallel(pool),
            _ => Schedule::Serial,
        };
        run_dispatch(dispatch, workgroups, &mut buffers, schedule);
        for (id, words) in dispatch.buffers.iter().zip(buffers) {
            self.buffers[id.0 as usize] = words;
        }
        self.note_whole(dispatch);
    }

    /// Notes what a pass writes whose implementation runs as a whole, without a record.
    fn note_whole(&self, dispatch: &Dispatch) {
        let row = dispatch.pass.row();
        let folder = row.name.split('/').next();
        let whole = ["contact", "intersection"].map(Some);
        if self.checker.is_none() || !whole.contains(&folder) {
            return;
        }
        for (slot, id) in row.slots.iter().zip(&dispatch.buffers) {
            if slot.access != Access::Read {
                let words = self.buffers[id.0 as usize].0.len();
                self.note(|checker| checker.write(*id, 0..words));
            }
        }
    }

    fn words(&mut self, buffer: BufferId) -> &mut Words {
        &mut self.buffers[buffer.0 as usize]
    }
}

/// Runs a dispatch by the CPU implementation of its pass, on this thread. `buffers` has one for each slot; `workgroups` has the
/// arguments of an indirect dispatch.
pub fn run(dispatch: &Dispatch, buffers: &mut [Words], workgroups: Option<[u32; 3]>) {
    run_dispatch(dispatch, workgroups, buffers, Schedule::Serial);
}

fn run_dispatch(
    dispatch: &Dispatch,
    workgroups: Option<[u32; 3]>,
    buffers: &mut [Words],
    schedule: Schedule<'_>,
) {
    let count = units(dispatch, workgroups);
    let mut call = Call {
        params: &dispatch.params,
        features: dispatch.variant.features,
        buffers,
        log: schedule.log(),
    };
    cpu::run(dispatch.pass, &mut call, &|invocations| {
        schedule.run(count, invocations);
    });
}

/// The number of calls of a dispatch's CPU implementation.
fn units(dispatch: &Dispatch, workgroups: Option<[u32; 3]>) -> usize {
    let workgroups = workgroups.map(|sizes| sizes.into_iter().map(|n| n as usize).product());
    match (dispatch.pass.row().unit, workgroups) {
        (Unit::Workgroup, None) => dispatch.invocations.div_ceil(WORKGROUP) as usize,
        (Unit::Workgroup, Some(workgroups)) => workgroups,
        (Unit::Invocation, None) => dispatch.invocations as usize,
        (Unit::Invocation, Some(workgroups)) => workgroups * WORKGROUP as usize,
    }
}

/// The work of a command that has not run yet.
fn first_guess(command: &Command) -> Duration {
    match command {
        Command::Dispatch(d) if d.workgroups.is_none() => FIRST_GUESS * units(d, None) as u32,
        _ => Duration::ZERO,
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
        let id = u32::try_from(self.buffers.len())
            .map_err(|_| EngineError::Device("there are too many buffers".to_owned()))?;
        self.buffers.push(Words(vec![0; words]));
        self.note(|checker| checker.create(BufferId(id), words));
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
        self.note(|checker| checker.write(buffer, start / 4..end.div_ceil(4)));
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
        let program = Program {
            recording: recording.clone(),
            work: recording.commands.iter().map(first_guess).collect(),
            elapsed: Vec::new(),
        };
        self.programs.insert(id, program);
        Ok(id)
    }

    fn run(&mut self, program: ProgramId) -> Result<(), EngineError> {
        let mut running = self
            .programs
            .remove(&program)
            .expect("a program runs before it is forgotten");
        let done = self.run_commands(&mut running);
        self.programs.insert(program, running);
        self.last_run = Some(program);
        done
    }

    fn forget(&mut self, program: ProgramId) {
        self.programs.remove(&program);
    }

    fn timings(&mut self) -> Vec<PassTime> {
        let last = self.last_run.and_then(|id| self.programs.get(&id));
        let mut times: BTreeMap<PassId, PassTime> = BTreeMap::new();
        for (command, elapsed) in last
            .iter()
            .flat_map(|p| p.recording.commands.iter().zip(&p.elapsed))
        {
            if let Command::Dispatch(Dispatch { pass, .. }) = command {
                let time = times.entry(*pass).or_insert(PassTime {
                    pass: *pass,
                    dispatches: 0,
                    ms: 0.0,
                });
                time.dispatches += 1;
                time.ms += elapsed.as_secs_f64() * 1e3;
            }
        }
        times.into_values().collect()
    }

    fn bytes(&self) -> u64 {
        self.buffers.iter().map(|w| 4 * w.0.len() as u64).sum()
    }

    fn subgroup_size(&self) -> u32 {
        1
    }

    fn lanes(&self) -> u32 {
        1
    }
}

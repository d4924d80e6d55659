//! Runs commands: all their invocations in order, the part that a thread claims, or one by one under the checker.

use super::checked::Checker;
use super::plan::{Step, units};
use super::team::{Barrier, Team};
use crate::cpu;
use crate::memory::{AccessLog, Buffers};
use crate::views::{Call, Invocations};
use pliant_passes::{BufferId, Command, Dispatch};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Parts of a shared command for each thread. A thread that has finished its own ones helps others with theirs.
const PARTS: u32 = 8;

/// The number of claimed parts of one thread's range. It has a cache line of its own, since the other threads change theirs all the time.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Claims(AtomicU32);

/// Which invocations of a command are run.
#[derive(Clone, Copy)]
pub(super) enum Invoked<'a> {
    /// All, in order.
    All,
    /// Those that this thread claims. The counters have the claimed parts of each thread's own range.
    Claimed { claims: &'a [Claims], thread: usize },
    /// All, in order, with a record of their accesses.
    Checked(&'a Checker),
    /// All, in order, with a count of their accesses.
    Counted(&'a dyn AccessLog),
}

impl Invoked<'_> {
    fn run(self, count: usize, invocations: &Invocations<'_>) {
        match self {
            Invoked::All | Invoked::Counted(_) => invocations(0..count),
            Invoked::Checked(checker) => {
                for at in 0..count {
                    checker.invocation(at);
                    invocations(at..at + 1);
                }
            }
            Invoked::Claimed { claims, thread } => {
                let parts = claims.len() * PARTS as usize;
                let start = |part: usize| part * count / parts;
                for turn in 0..claims.len() {
                    let owner = (thread + turn) % claims.len();
                    while let claim @ 0..PARTS = claims[owner].0.fetch_add(1, Relaxed) {
                        let part = owner * PARTS as usize + claim as usize;
                        invocations(start(part)..start(part + 1));
                    }
                }
            }
        }
    }

    fn log(&self) -> Option<&dyn AccessLog> {
        match self {
            Self::Checked(checker) => Some(*checker),
            Self::Counted(log) => Some(*log),
            Self::All | Self::Claimed { .. } => None,
        }
    }
}

/// Runs invocations of a command.
pub(super) fn execute(command: &Command, buffers: &Buffers<'_>, invoked: Invoked<'_>) {
    match command {
        Command::Dispatch(dispatch) => {
            let workgroups = workgroups(dispatch, buffers);
            run_dispatch(dispatch, &dispatch.buffers, workgroups, buffers, invoked);
        }
        Command::Fill { buffer, word } => {
            let words = buffers.shared::<u32>(*buffer, None);
            invoked.run(words.len(), &|range| {
                words.update_range(range, |words| words.fill(*word));
            });
        }
        Command::Copy { from, to, bytes } => {
            let (from, to) = (buffers.read::<u32>(*from, None), buffers.shared(*to, None));
            let words = usize::try_from(bytes / 4).expect("a buffer fits the address space");
            invoked.run(words, &|range| {
                let source = from.range(range.clone());
                to.update_range(range, |target: &mut [u32]| target.copy_from_slice(source));
            });
        }
    }
}

/// The arguments of an indirect dispatch, as an earlier pass wrote them.
pub(super) fn workgroups(dispatch: &Dispatch, buffers: &Buffers<'_>) -> Option<[u32; 3]> {
    dispatch.workgroups.map(|w| {
        let first = 3 * w.index as usize;
        let words = buffers.read::<u32>(w.buffer.id(), None);
        [0, 1, 2].map(|axis| words[first + axis])
    })
}

/// Runs invocations of a dispatch. `slots` has the buffer of each slot, `workgroups` the arguments of an indirect dispatch.
pub(super) fn run_dispatch(
    dispatch: &Dispatch,
    slots: &[BufferId],
    workgroups: Option<[u32; 3]>,
    buffers: &Buffers<'_>,
    invoked: Invoked<'_>,
) {
    let count = units(dispatch, workgroups);
    let call = Call {
        params: &dispatch.params,
        features: dispatch.variant.features,
        buffers,
        slots,
        log: invoked.log(),
    };
    cpu::run(dispatch.pass, &call, &|invocations| {
        invoked.run(count, invocations);
    });
}

/// A run of commands by the threads of a team.
pub(super) struct Run<'a> {
    pub(super) commands: &'a [Command],
    pub(super) steps: &'a [Step],
    pub(super) buffers: Buffers<'a>,
    /// Where the time that all threads worked on each command is added up, in ns, if it is measured.
    pub(super) busy: Option<&'a [AtomicU64]>,
    /// From which command on the host may interrupt the run, and what says that it does.
    pub(super) interrupt: Option<(usize, &'a (dyn Fn() -> bool + Send + Sync))>,
}

/// Commands between two questions whether to stop: a question may read the clock, which takes as long as a tiny command.
const COMMANDS_PER_QUESTION: usize = 8;

/// What threads share while they run commands.
struct Shared {
    barrier: Barrier,
    /// Counters of each shared command, one for each thread.
    claims: Vec<Claims>,
    threads: usize,
    /// Whether a command panicked, or the host interrupts the run. The threads still meet as planned, but run nothing more.
    failed: AtomicBool,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Run<'_> {
    /// Runs the commands to their end; returns false where the host interrupted them.
    ///
    /// # Panics
    /// When a command panics, on whichever thread.
    pub(super) fn on(&self, team: &Team) -> bool {
        let threads = team.threads();
        let shared = Shared {
            barrier: Barrier::new(threads),
            claims: self.claims(threads),
            threads,
            failed: AtomicBool::new(false),
            panic: Mutex::default(),
        };
        if self.steps.iter().any(|step| step.shared) {
            team.run(|thread| self.member(thread, &shared));
        } else {
            self.member(0, &shared);
        }
        let panic = shared.panic.into_inner();
        if let Some(panic) = panic.unwrap_or_else(PoisonError::into_inner) {
            resume_unwind(panic);
        }
        !shared.failed.into_inner()
    }

    /// Whether the host interrupts the run before this command.
    fn interrupted(&self, at: usize) -> bool {
        self.interrupt.is_some_and(|(first, stop)| {
            at >= first && at.is_multiple_of(COMMANDS_PER_QUESTION) && stop()
        })
    }

    fn claims(&self, threads: usize) -> Vec<Claims> {
        let shared = self.steps.iter().filter(|step| step.shared).count();
        let all = std::iter::repeat_with(Claims::default);
        all.take(shared * threads).collect()
    }

    /// What one thread of the team does.
    fn member(&self, thread: usize, shared: &Shared) {
        let mut claims = shared.claims.chunks_exact(shared.threads);
        for (at, step) in self.steps.iter().enumerate() {
            if step.meet {
                shared.barrier.wait();
            }
            let invoked = match step.shared {
                true => Invoked::Claimed {
                    claims: claims.next().expect("counters for each shared command"),
                    thread,
                },
                false if thread == 0 => Invoked::All,
                false => continue,
            };
            if thread == 0 && !shared.failed.load(Relaxed) && self.interrupted(at) {
                shared.failed.store(true, Relaxed);
            }
            if shared.failed.load(Relaxed) {
                continue;
            }
            let run = || self.timed(at, invoked);
            if let Err(panic) = catch_unwind(AssertUnwindSafe(run)) {
                shared.failed.store(true, Relaxed);
                *shared.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
            }
        }
    }

    fn timed(&self, at: usize, invoked: Invoked<'_>) {
        let start = self.busy.map(|_| Instant::now());
        execute(&self.commands[at], &self.buffers, invoked);
        if let (Some(busy), Some(start)) = (self.busy, start) {
            let elapsed: Duration = start.elapsed();
            busy[at].fetch_add(elapsed.as_nanos() as u64, Relaxed);
        }
    }
}

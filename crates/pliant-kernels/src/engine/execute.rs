//! Runs commands: all their invocations in order, the part that a thread claims, or one by one under the checker.

use super::checked::Checker;
use super::plan::{Step, units};
use super::team::Team;
use crate::cpu;
use crate::memory::{AccessLog, Buffers};
use crate::views::{Call, Invocations};
use pliant_passes::{BufferId, Command, Dispatch};
use std::any::Any;
use std::ops::Range;
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

/// How long threads worked on a command, in ns.
#[derive(Default)]
pub(super) struct Busy {
    all: AtomicU64,
    /// The first thread's part of that.
    first: AtomicU64,
}

impl Busy {
    /// The time of all threads, and of the first one.
    pub(super) fn times(self) -> (Duration, Duration) {
        let time = |ns: AtomicU64| Duration::from_nanos(ns.into_inner());
        (time(self.all), time(self.first))
    }
}

/// A run of commands by the threads of a team.
pub(super) struct Run<'a> {
    pub(super) commands: &'a [Command],
    pub(super) steps: &'a [Step],
    /// The time by which each command is planned.
    pub(super) expected: &'a [Duration],
    pub(super) buffers: Buffers<'a>,
    /// Where the time of each command is added up, if it is measured.
    pub(super) busy: Option<&'a [Busy]>,
    /// From which command on the host may interrupt the run, and what says that it does.
    pub(super) interrupt: Option<(usize, &'a (dyn Fn() -> bool + Send + Sync))>,
}

/// Commands between two questions whether to stop: a question may read the clock, which takes as long as a tiny command.
const COMMANDS_PER_QUESTION: usize = 8;

/// Commands between two points where the first thread waits for others that are at work.
struct Stretch<'a> {
    commands: Range<usize>,
    /// Counters of each shared command, one for each thread.
    claims: &'a [Claims],
}

/// Why a run ends early. The threads then run nothing more.
#[derive(Default)]
struct Failure {
    /// Whether a command panicked, or the host interrupts the run.
    failed: AtomicBool,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Run<'_> {
    /// Runs the commands to their end; returns false where the host interrupted them.
    ///
    /// # Panics
    /// When a command panics, on whichever thread.
    pub(super) fn on(&self, team: &mut Team) -> bool {
        let threads = team.threads();
        let failure = Failure::default();
        let all_claims = self.claims(threads);
        let mut unused = all_claims.as_slice();
        let mut start = 0;
        while start < self.steps.len() {
            let commands = start..self.end_of_stretch(start);
            start = commands.end;
            let shared = self.steps[commands.clone()].iter().filter(|s| s.shared);
            let (claims, rest) = unused.split_at(shared.count() * threads);
            unused = rest;
            self.run_stretch(Stretch { commands, claims }, team, &failure);
        }
        let panic = failure.panic.into_inner();
        if let Some(panic) = panic.unwrap_or_else(PoisonError::into_inner) {
            resume_unwind(panic);
        }
        !failure.failed.into_inner()
    }

    /// The end of the stretch that starts with a command: the next one before which the threads meet.
    fn end_of_stretch(&self, start: usize) -> usize {
        let later = &self.steps[start + 1..];
        let met = later.iter().position(|step| step.meet);
        start + 1 + met.unwrap_or(later.len())
    }

    fn run_stretch(&self, stretch: Stretch<'_>, team: &mut Team, failure: &Failure) {
        if stretch.claims.is_empty() || team.is_alone() {
            let alone = Stretch {
                claims: &[],
                ..stretch
            };
            return self.member(0, &alone, team.threads(), failure);
        }
        let threads = team.threads();
        // With a delay of half a command, two threads take as long as one. Parts may take unequal time, so less is no sign of a lost core.
        let longest = self.expected[stretch.commands.clone()].iter().max();
        let patience = longest.map_or(Duration::ZERO, |time| *time / 2);
        team.run(patience, &|thread| {
            self.member(thread, &stretch, threads, failure);
        });
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

    /// What one thread of the team does. Without counters, the first thread runs everything.
    fn member(&self, thread: usize, stretch: &Stretch<'_>, threads: usize, failure: &Failure) {
        let mut claims = stretch.claims.chunks_exact(threads);
        for at in stretch.commands.clone() {
            let shared = self.steps[at].shared.then(|| claims.next()).flatten();
            let invoked = match shared {
                Some(claims) => Invoked::Claimed { claims, thread },
                None if thread == 0 => Invoked::All,
                None => continue,
            };
            if thread == 0 && !failure.failed.load(Relaxed) && self.interrupted(at) {
                failure.failed.store(true, Relaxed);
            }
            if failure.failed.load(Relaxed) {
                continue;
            }
            let run = || self.timed(at, invoked, thread == 0);
            if let Err(panic) = catch_unwind(AssertUnwindSafe(run)) {
                failure.failed.store(true, Relaxed);
                *failure.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
            }
        }
    }

    fn timed(&self, at: usize, invoked: Invoked<'_>, is_first: bool) {
        let start = self.busy.map(|_| Instant::now());
        execute(&self.commands[at], &self.buffers, invoked);
        if let (Some(busy), Some(start)) = (self.busy, start) {
            let elapsed = start.elapsed().as_nanos() as u64;
            busy[at].all.fetch_add(elapsed, Relaxed);
            if is_first {
                busy[at].first.store(elapsed, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CpuEngine;
    use crate::engine::tests::buffer;
    use pliant_passes::passes::particles;
    use pliant_passes::types::{NONE, Pin, PinParams};
    use pliant_passes::{Engine, EngineError, Recording};
    use std::sync::Arc;

    /// Pins, enough for each pass over them to be shared.
    const COUNT: u32 = 20_000;

    /// Moves pins often. One of them is at the particle `last`.
    fn move_pins(engine: &mut CpuEngine, last: u32) -> Recording {
        let particle = |at| if at + 1 == COUNT { last } else { at };
        let pin = |at| Pin {
            particle: particle(at),
            vertex: NONE,
            ..Pin::default()
        };
        let pins: Vec<Pin> = (0..COUNT).map(pin).collect();
        let pass = particles::MovePins {
            pins: buffer(engine, &pins),
            matrices: buffer(engine, &[[0.0; 4]; 4]),
            vertices: buffer(engine, &[[0.0; 3]; 1]),
            position: buffer(engine, &vec![[1.0; 4]; COUNT as usize]),
            displacement: buffer(engine, &vec![[0.0; 4]; COUNT as usize]),
        };
        let params = PinParams {
            count: COUNT,
            ..PinParams::default()
        };
        let mut recording = Recording::default();
        for _ in 0..20 {
            recording.pass(pass, params, COUNT);
        }
        recording
    }

    #[test]
    fn an_engine_runs_on_after_a_panic_on_any_thread() {
        let mut engine = CpuEngine::new(3).expect("a few threads");
        let outside = move_pins(&mut engine, COUNT);
        let inside = move_pins(&mut engine, COUNT - 1);
        let inside = engine.prepare(&inside).expect("any recording");
        for _ in 0..5 {
            let program = engine.prepare(&outside).expect("any recording");
            let run = || engine.run(program);
            let panic =
                catch_unwind(AssertUnwindSafe(run)).expect_err("no particle has this index");
            let message = panic.downcast_ref::<String>().expect("a message");
            assert!(message.contains("of a buffer of 20000"), "{message}");
            engine.run(inside).expect("all particles exist");
        }
    }

    #[test]
    fn an_interrupted_run_ends_and_the_next_one_does_all() {
        let mut engine = CpuEngine::new(3).expect("a few threads");
        let mut recording = move_pins(&mut engine, COUNT - 1);
        recording.interruptible_from = Some(0);
        let program = engine.prepare(&recording).expect("any recording");
        let questions = Arc::new(AtomicU32::new(0));
        let asked = questions.clone();
        engine.set_interrupt(Arc::new(move || asked.fetch_add(1, Relaxed) == 1));
        let first = engine.run(program);
        assert!(matches!(first, Err(EngineError::Interrupted)), "{first:?}");
        assert_eq!(questions.load(Relaxed), 2, "nobody asks again");
        engine.run(program).expect("nobody interrupts it");
        // Before commands 0, 8 and 16.
        assert_eq!(questions.load(Relaxed), 2 + 3);
    }
}

//! The threads that run a recording together: the calling one, and helpers that run what it offers where the system gives them a core.
//!
//! A dispatch often takes only some microseconds, and a thread that lost its core is without one for some milliseconds. So nobody waits
//! for a helper that has not begun. A helper that lost its core in the middle of its work is waited for, and then sleeps for some time.

use crate::memory::{Entrance, Gate, Job};
use pliant_passes::EngineError;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{available_parallelism, yield_now};
use std::time::{Duration, Instant};

/// How often a thread looks for what it waits for before it reads the clock. These looks take about 5 µs.
const SPINS: u32 = 100;

/// How long a thread waits before it sleeps. Waking up takes about 50 µs.
const AWAKE: Duration = Duration::from_micros(100);

/// Nobody calls a helper late that keeps the first thread waiting for less.
const LEAST_LATE: Duration = Duration::from_micros(100);

/// For how many times its delay a late helper sleeps. So delays take at most about one eighth of the time where all cores are busy.
const REST: u32 = 8;

/// The longest sleep of a helper.
const LONGEST_REST: Duration = Duration::from_secs(1);

/// The calling thread and its helpers.
#[derive(Default)]
pub(super) struct Team {
    gate: Gate,
    helpers: usize,
    common: Arc<Common>,
}

/// What the threads of a team share.
struct Common {
    /// How often a thread looks before it reads the clock: never, where threads have to share cores.
    spins: u32,
    /// Wakes helpers when the gate opens.
    opened: Bell,
    /// Wakes the first thread when a helper leaves.
    left: Bell,
    /// The helpers that do not rest after a delay.
    ready: AtomicUsize,
    start: Instant,
    /// When a helper that has not left yet is late, in ns after `start`; 0 while the first thread does not wait.
    deadline: AtomicU64,
    ended: AtomicBool,
}

impl Default for Common {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Team {
    /// A team of `threads` threads, at least 1.
    ///
    /// # Errors
    /// When the system refuses to start a thread.
    pub(super) fn new(threads: usize) -> Result<Self, EngineError> {
        let team = Self::without_threads(threads);
        for thread in 1..threads {
            let (entrance, common) = (team.gate.entrance(), team.common.clone());
            std::thread::Builder::new()
                .name(format!("pliant-{thread}"))
                .spawn(move || common.help(thread, &entrance))
                .map_err(|e| {
                    EngineError::Device(format!(
                        "{threads} threads could not be started ({e}): choose fewer --threads"
                    ))
                })?;
        }
        Ok(team)
    }

    /// A team whose helpers have not started, as if the system gave them no core.
    fn without_threads(threads: usize) -> Self {
        let helpers = threads.saturating_sub(1);
        Self {
            gate: Gate::default(),
            helpers,
            common: Arc::new(Common::new(helpers)),
        }
    }

    /// The number of threads.
    pub(super) fn threads(&self) -> usize {
        1 + self.helpers
    }

    /// Whether no helper would come, since there is none or each of them rests.
    pub(super) fn is_alone(&self) -> bool {
        self.common.ready.load(Relaxed) == 0
    }

    /// Calls `job` on this thread with the index 0, and on each helper that comes meanwhile with its index. It returns when all calls
    /// have returned. A helper that needs much longer than `patience` after the call on this thread has returned rests for a while.
    pub(super) fn run(&mut self, patience: Duration, job: &Job<'_>) {
        let common = &self.common;
        let own = || {
            common.opened.ring();
            job(0);
        };
        self.gate.open(job, own, |occupied| {
            common.wait_for_helpers(occupied, patience);
        });
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.common.ended.store(true, SeqCst);
        self.common.opened.ring();
    }
}

impl Common {
    fn new(helpers: usize) -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self {
            spins: if helpers >= cores { 0 } else { SPINS },
            opened: Bell::default(),
            left: Bell::default(),
            ready: AtomicUsize::new(helpers),
            start: Instant::now(),
            deadline: AtomicU64::new(0),
            ended: AtomicBool::new(false),
        }
    }

    /// The time since the team was made, in ns.
    fn now(&self) -> u64 {
        self.start.elapsed().as_nanos() as u64
    }

    /// Waits on the first thread while helpers are `occupied`. It never yields its core: other programs would keep that for some
    /// milliseconds, while a thread that sleeps gets one soon after it is woken.
    fn wait_for_helpers(&self, occupied: &dyn Fn() -> bool, patience: Duration) {
        if !spin_while(self.spins, occupied) {
            return;
        }
        let start = Instant::now();
        let deadline = self.now() + (LEAST_LATE + patience).as_nanos() as u64;
        self.deadline.store(deadline, Relaxed);
        while self.spins > 0 && start.elapsed() < AWAKE {
            if !spin_while(self.spins, occupied) {
                break;
            }
        }
        self.left.sleep_while(occupied);
        self.deadline.store(0, Relaxed);
    }

    /// What a helper does until the team ends.
    fn help(&self, thread: usize, entrance: &Entrance) {
        let mut opening = 0;
        while !self.ended.load(SeqCst) {
            self.wait_for_opening(|| !entrance.is_open(opening) && !self.ended.load(SeqCst));
            let inside = |job: &Job<'_>| {
                job(thread);
                self.delay()
            };
            if let Some((joined, delay)) = entrance.join(opening, inside) {
                opening = joined;
                self.left.ring();
                self.rest_after(delay);
            }
        }
    }

    /// Waits on a helper.
    fn wait_for_opening(&self, waits: impl Fn() -> bool) {
        if !spin_while(self.spins, &waits) {
            return;
        }
        let start = Instant::now();
        while start.elapsed() < AWAKE {
            if !waits() {
                return;
            }
            yield_now();
        }
        self.opened.sleep_while(&waits);
    }

    /// For how long a helper that is about to leave has been late.
    fn delay(&self) -> Duration {
        match self.deadline.load(Relaxed) {
            0 => Duration::ZERO,
            deadline => Duration::from_nanos(self.now().saturating_sub(deadline)),
        }
    }

    /// Lets a helper sleep after a delay, since other programs need its core.
    fn rest_after(&self, delay: Duration) {
        if !delay.is_zero() {
            self.ready.fetch_sub(1, Relaxed);
            std::thread::sleep(LONGEST_REST.min((LEAST_LATE + delay) * REST));
            self.ready.fetch_add(1, Relaxed);
        }
    }
}

/// Looks some times whether the caller has to wait on; returns the last answer.
fn spin_while(spins: u32, waits: &(impl Fn() -> bool + ?Sized)) -> bool {
    for _ in 0..spins {
        if !waits() {
            return false;
        }
        std::hint::spin_loop();
    }
    waits()
}

/// Where threads sleep until another one rings.
#[derive(Default)]
struct Bell {
    sleepers: AtomicUsize,
    lock: Mutex<()>,
    rung: Condvar,
}

impl Bell {
    /// Sleeps while `waits` says so, which looks again after each ring. It has to read by SeqCst what others change by SeqCst before
    /// they ring.
    fn sleep_while(&self, waits: impl Fn() -> bool) {
        self.sleepers.fetch_add(1, SeqCst);
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while waits() {
            lock = self.rung.wait(lock).unwrap_or_else(PoisonError::into_inner);
        }
        drop(lock);
        self.sleepers.fetch_sub(1, SeqCst);
    }

    fn ring(&self) {
        if self.sleepers.load(SeqCst) > 0 {
            // A thread that holds the lock has counted itself as a sleeper, and waits or sees the change.
            drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner));
            self.rung.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicU32;
    use std::sync::mpsc::channel;

    const PATIENCE: Duration = Duration::ZERO;

    #[test]
    fn a_run_ends_without_helpers_that_have_no_core() {
        let mut team = Team::without_threads(3);
        assert!(!team.is_alone());
        let calls = Mutex::new(Vec::new());
        for _ in 0..3 {
            team.run(PATIENCE, &|thread| {
                calls.lock().expect("no panic").push(thread);
            });
        }
        assert_eq!(calls.into_inner().expect("no panic"), [0; 3]);
    }

    #[test]
    fn a_helper_joins_each_run_at_most_once_and_none_that_has_ended() {
        let mut team = Team::without_threads(2);
        let entrance = team.gate.entrance();
        let join = |last| {
            entrance
                .join(last, |job| job(1))
                .map(|(opening, ())| opening)
        };
        assert_eq!(join(0), None);
        let calls = AtomicU32::new(0);
        for run in 1..=3 {
            let joined = Mutex::new(Vec::new());
            team.run(PATIENCE, &|thread| {
                calls.fetch_add(1, SeqCst);
                if thread == 0 {
                    *joined.lock().expect("no panic") = vec![join(run - 1), join(run)];
                }
            });
            assert_eq!(joined.into_inner().expect("no panic"), [Some(run), None]);
            assert_eq!(join(0), None, "the gate is closed");
        }
        assert_eq!(calls.into_inner(), 6);
    }

    /// A helper enters, and leaves only after the first thread has done its own work.
    #[test]
    fn a_run_ends_after_the_last_helper_that_takes_part() {
        let mut team = Team::without_threads(2);
        let (entrance, common) = (team.gate.entrance(), team.common.clone());
        let (entered, has_entered) = channel();
        let (done, is_done) = channel();
        let finished = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while entrance.join(0, |job| job(1)).is_none() {
                    yield_now();
                }
                common.left.ring();
            });
            let (entered, done) = (Mutex::new(entered), Mutex::new(done));
            let (has_entered, is_done) = (Mutex::new(has_entered), Mutex::new(is_done));
            team.run(PATIENCE, &|thread| {
                if thread == 0 {
                    has_entered
                        .lock()
                        .expect("no panic")
                        .recv()
                        .expect("it comes");
                    done.lock().expect("no panic").send(()).expect("it waits");
                } else {
                    entered
                        .lock()
                        .expect("no panic")
                        .send(())
                        .expect("it waits");
                    is_done.lock().expect("no panic").recv().expect("it sends");
                    std::thread::sleep(Duration::from_millis(5));
                    finished.store(true, SeqCst);
                }
            });
            assert!(finished.load(SeqCst));
        });
    }

    #[test]
    fn all_parts_are_done_once_with_any_number_of_threads() {
        for threads in [1, 2, 3, 8] {
            let mut team = Team::new(threads).expect("a few threads");
            for round in 0..200 {
                let parts: Vec<AtomicU32> = std::iter::repeat_with(AtomicU32::default)
                    .take(20)
                    .collect();
                let next = AtomicUsize::new(0);
                if round % 50 == 0 {
                    std::thread::sleep(Duration::from_millis(2));
                }
                team.run(PATIENCE, &|_| {
                    while let Some(part) = parts.get(next.fetch_add(1, SeqCst)) {
                        part.fetch_add(1, Relaxed);
                    }
                });
                assert!(parts.into_iter().all(|part| part.into_inner() == 1));
            }
        }
    }

    #[test]
    fn a_panic_leaves_the_gate() {
        let mut team = Team::without_threads(2);
        let entrance = team.gate.entrance();
        let panic = || team.run(PATIENCE, &|_| panic!("on purpose"));
        assert!(catch_unwind(AssertUnwindSafe(panic)).is_err());
        let helper_panics = |thread| {
            let join = || entrance.join(0, |_| panic!("on purpose"));
            let joined = catch_unwind(AssertUnwindSafe(join));
            assert!(thread == 0 && joined.is_err());
        };
        team.run(PATIENCE, &helper_panics);
        assert!(!entrance.is_open(0));
    }

    #[test]
    fn a_helper_is_late_after_the_deadline_only() {
        let common = Common::new(1);
        assert_eq!(common.delay(), Duration::ZERO);
        common.deadline.store(u64::MAX, Relaxed);
        assert_eq!(common.delay(), Duration::ZERO);
        common.deadline.store(1, Relaxed);
        assert!(common.delay() > Duration::ZERO);
    }
}

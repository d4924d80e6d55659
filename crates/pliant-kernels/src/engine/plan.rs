//! Which commands of a recording the threads share, and before which ones the first thread waits for those that are at work.

use pliant_passes::pass::Unit;
use pliant_passes::types::WORKGROUP;
use pliant_passes::{Command, Dispatch, PassId, Recording};
use std::collections::BTreeMap;
use std::time::Duration;

/// Threads share a command that takes longer than this on one of them. Offering it to others takes about 1 µs.
pub(super) const LEAST_SHARED: Duration = Duration::from_micros(5);

/// How a command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    /// Whether threads share its invocations. Else the first thread runs it.
    pub(super) shared: bool,
    /// Whether the first thread waits before it until no other one runs an earlier command.
    pub(super) meet: bool,
}

/// What a plan has to know of a command, which never changes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Needs {
    /// Whether it conflicts with an earlier command since the last one with this flag.
    barrier: bool,
    /// Whether it has one invocation or workgroup, which threads cannot share.
    single: bool,
}

/// The needs of each command of a recording.
pub(super) fn needs(recording: &Recording) -> Vec<Needs> {
    let barriers = recording.barriers();
    let commands = recording.commands.iter().enumerate();
    let needs = commands.map(|(at, command)| Needs {
        barrier: barriers.binary_search(&at).is_ok(),
        single: is_single(command),
    });
    needs.collect()
}

fn is_single(command: &Command) -> bool {
    matches!(command, Command::Dispatch(d) if d.workgroups.is_none() && units(d, None) <= 1)
}

/// The number of calls of a dispatch's CPU implementation.
pub(super) fn units(dispatch: &Dispatch, workgroups: Option<[u32; 3]>) -> usize {
    let workgroups = workgroups.map(|sizes| sizes.into_iter().map(|n| n as usize).product());
    match (dispatch.pass.row().unit, workgroups) {
        (Unit::Workgroup, None) => dispatch.invocations.div_ceil(WORKGROUP) as usize,
        (Unit::Workgroup, Some(workgroups)) => workgroups,
        (Unit::Invocation | Unit::Range, None) => dispatch.invocations as usize,
        (Unit::Invocation | Unit::Range, Some(workgroups)) => workgroups * WORKGROUP as usize,
    }
}

/// The time by which each command is planned, after a run that was measured. An indirect dispatch has work in some substeps only, so it
/// counts with the most that any dispatch of its pass took, and forgets that slowly.
pub(super) fn expected_work(
    recording: &Recording,
    measured: &[Duration],
    before: &[Duration],
) -> Vec<Duration> {
    let mut most: BTreeMap<PassId, Duration> = BTreeMap::new();
    let commands = || recording.commands.iter().zip(measured.iter().zip(before));
    for (command, (measured, _)) in commands() {
        if let Command::Dispatch(dispatch) = command {
            let of_pass = most.entry(dispatch.pass).or_default();
            *of_pass = (*measured).max(*of_pass);
        }
    }
    let expected = |(command, (measured, before)): (&Command, (&Duration, &Duration))| match command
    {
        Command::Dispatch(dispatch) if dispatch.workgroups.is_some() => {
            most[&dispatch.pass].max(*before * 3 / 4)
        }
        _ => *measured,
    };
    commands().map(expected).collect()
}

/// Plans a run. `work` has the time of each command on one thread.
pub(super) fn plan(needs: &[Needs], work: &[Duration], threads: usize) -> Vec<Step> {
    // Since the first thread last waited: what ran, and whether a later command may conflict with it.
    let (mut ran_shared, mut ran_first, mut conflict) = (false, false, false);
    let step = |(needs, work): (&Needs, &Duration)| {
        let shared = threads > 1 && !needs.single && *work >= LEAST_SHARED;
        conflict |= needs.barrier;
        // The first thread runs its own commands in order, so it need not wait for itself.
        let meet = conflict && (ran_shared || (ran_first && shared));
        if meet {
            (ran_shared, ran_first, conflict) = (false, false, false);
        }
        ran_shared |= shared;
        ran_first |= !shared;
        Step { shared, meet }
    };
    needs.iter().zip(work).map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_passes::passes::build::ScanCounts;
    use pliant_passes::types::CountParams;
    use pliant_passes::{Buffer, BufferId, Variant, Workgroups};

    /// Plans commands of 1 or 100 µs, which need a barrier or not, for two threads; returns who runs each and where they meet.
    fn planned(commands: &[(u64, bool)]) -> Vec<(bool, bool)> {
        let of = |&(_, barrier): &(u64, bool)| Needs {
            barrier,
            single: false,
        };
        let needs: Vec<Needs> = commands.iter().map(of).collect();
        let work: Vec<Duration> = commands
            .iter()
            .map(|(us, _)| Duration::from_micros(*us))
            .collect();
        let steps = plan(&needs, &work, 2).into_iter();
        steps.map(|step| (step.shared, step.meet)).collect()
    }

    #[test]
    fn small_commands_run_on_the_first_thread_without_waiting() {
        let none = (false, false);
        assert_eq!(planned(&[(1, false), (1, true), (1, true)]), [none; 3]);
    }

    #[test]
    fn threads_meet_where_shared_commands_conflict() {
        assert_eq!(
            planned(&[(100, false), (100, true), (100, false), (1, true)]),
            [(true, false), (true, true), (true, false), (false, true)]
        );
    }

    #[test]
    fn a_conflict_among_small_commands_is_kept_for_the_next_shared_one() {
        assert_eq!(
            planned(&[(1, false), (1, true), (100, false)]),
            [(false, false), (false, false), (true, true)]
        );
    }

    #[test]
    fn an_indirect_dispatch_is_planned_by_the_busiest_one_of_its_pass() {
        let mut recording = Recording::default();
        for _ in 0..3 {
            let scan = ScanCounts {
                counts: Buffer::new(BufferId(0)),
                sums: Buffer::new(BufferId(3)),
                starts: Buffer::new(BufferId(1)),
            };
            let once = Workgroups {
                buffer: Buffer::new(BufferId(2)),
                index: 0,
            };
            recording.pass_indirect(scan, CountParams { count: 9 }, once, Variant::default());
        }
        let us = Duration::from_micros;
        let busy = expected_work(&recording, &[us(0), us(80), us(0)], &[us(0); 3]);
        assert_eq!(busy, [us(80); 3]);
        // A run in which nothing was to do does not make the next one slow.
        assert_eq!(expected_work(&recording, &[us(0); 3], &busy), [us(60); 3]);
    }

    #[test]
    fn one_thread_never_waits() {
        let needs = [Needs {
            barrier: true,
            single: false,
        }; 3];
        let steps = plan(&needs, &[Duration::from_secs(1); 3], 1);
        assert!(steps.iter().all(|step| !step.shared && !step.meet));
    }
}

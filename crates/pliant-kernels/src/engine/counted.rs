//! Counts the bytes that the commands of a recording read and write.

use super::execute::{Invoked, execute, workgroups};
use super::plan::units;
use crate::memory::{AccessLog, Buffers, Use, Words};
use pliant_passes::pass::Unit;
use pliant_passes::types::WORKGROUP;
use pliant_passes::{Access, BufferId, Command};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// What a command reads and writes. An atomic change is both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Workgroups of the command; fills and copies have one for each 256 words.
    pub workgroups: u64,
    /// Whether accesses were counted. Otherwise each buffer of the command counts as a whole, once, which is an upper bound of
    /// `distinct`.
    pub counted: bool,
    /// Bytes that its invocations read.
    pub read: u64,
    /// Bytes that its invocations write.
    pub written: u64,
    /// The same, where each word counts once, however many invocations read it.
    pub distinct_read: u64,
    /// The same, where each word counts once.
    pub distinct_written: u64,
}

/// Counts the accesses of a dispatch.
struct Counter(Mutex<Counts>);

struct Counts {
    traffic: Traffic,
    /// For each slot, whether each word of its buffer was read and written.
    seen: Vec<Vec<[bool; 2]>>,
}

impl Counter {
    /// A counter for slots whose buffers have these numbers of words.
    fn new(words: impl Iterator<Item = usize>) -> Self {
        Self(Mutex::new(Counts {
            traffic: Traffic::default(),
            seen: words.map(|words| vec![[false; 2]; words]).collect(),
        }))
    }

    fn traffic(self) -> Traffic {
        let counts = self.0.into_inner();
        counts.unwrap_or_else(PoisonError::into_inner).traffic
    }
}

impl AccessLog for Counter {
    fn record(&self, slot: usize, words: Range<usize>, all: usize, kind: Use) {
        assert!(
            words.start <= words.end && words.end <= all,
            "words {words:?} of a buffer of {all}"
        );
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Counts { traffic, seen } = &mut *counts;
        let bytes = 4 * words.len() as u64;
        traffic.read += if kind == Use::Write { 0 } else { bytes };
        traffic.written += if kind == Use::Read { 0 } else { bytes };
        for [read, written] in &mut seen[slot][words] {
            if kind != Use::Write && !std::mem::replace(read, true) {
                traffic.distinct_read += 4;
            }
            if kind != Use::Read && !std::mem::replace(written, true) {
                traffic.distinct_written += 4;
            }
        }
    }
}

/// Runs a command on this thread, and counts what it reads and writes.
pub(super) fn count(command: &Command, all: &mut [Words]) -> Traffic {
    let Command::Dispatch(dispatch) = command else {
        execute(command, &Buffers::of(all), Invoked::All);
        return bound(command, all);
    };
    let workgroups = workgroups(dispatch, &Buffers::of(all));
    let counter = Counter::new(dispatch.buffers.iter().map(|id| len(all, *id)));
    execute(command, &Buffers::of(all), Invoked::Counted(&counter));
    let count = units(dispatch, workgroups) as u64;
    Traffic {
        workgroups: match dispatch.pass.row().unit {
            Unit::Workgroup => count,
            Unit::Invocation | Unit::Range => count.div_ceil(WORKGROUP.into()),
        },
        counted: true,
        ..counter.traffic()
    }
}

/// The number of words of a buffer.
fn len(all: &[Words], buffer: BufferId) -> usize {
    all[buffer.0 as usize].0.len()
}

/// Each buffer of a command as a whole, once; of a copy the part that it copies.
fn bound(command: &Command, all: &[Words]) -> Traffic {
    let [mut read, mut written] = [0, 0];
    for (buffer, access) in command.accesses() {
        let words = match command {
            Command::Copy { bytes, .. } => bytes / 4,
            _ => len(all, buffer) as u64,
        };
        read += if access == Access::Write { 0 } else { words };
        written += if access == Access::Read { 0 } else { words };
    }
    whole(read, written)
}

/// A command that reads and writes some words once each.
fn whole(read: u64, written: u64) -> Traffic {
    Traffic {
        workgroups: read.max(written).div_ceil(WORKGROUP.into()),
        counted: true,
        read: 4 * read,
        written: 4 * written,
        distinct_read: 4 * read,
        distinct_written: 4 * written,
    }
}

#[cfg(test)]
mod tests {
    use crate::CpuEngine;
    use crate::engine::tests::buffer;
    use pliant_passes::Recording;
    use pliant_passes::passes::build;
    use pliant_passes::types::FillParams;

    #[test]
    fn a_word_that_two_invocations_use_is_distinct_once() {
        let mut engine = CpuEngine::default();
        let pass = build::ListHalfEdges {
            elements: buffer(&mut engine, &[[0, 1, 2], [0, 2, 3]]),
            starts: buffer(&mut engine, &[0; 5]),
            cursor: buffer(&mut engine, &[0; 4]),
            entries: buffer(&mut engine, &[[0_u32; 3]; 12]),
        };
        let cursor = pass.cursor;
        let params = FillParams {
            count: 2,
            ..FillParams::default()
        };
        let mut recording = Recording::default();
        recording.pass(pass, params, 2);
        recording.fill(cursor, 0);
        let [count, fill] = engine.count(&recording)[..] else {
            panic!("two commands");
        };
        // Each triangle counts two half-edges at each of its corners; particles 0 and 2 belong to both triangles.
        assert_eq!((count.counted, count.workgroups), (true, 1));
        assert_eq!(count.distinct_written, 4 * 4);
        assert!(count.written > count.distinct_written);
        assert_eq!(count.distinct_read, 4 * (6 + 4));
        assert_eq!((fill.read, fill.written), (0, 16));
    }
}

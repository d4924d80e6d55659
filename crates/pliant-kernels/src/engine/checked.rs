//! The checked mode: records which invocation accesses which word of a dispatch, and finds the first access that is not allowed.

use crate::memory::{AccessLog, Use};
use pliant_passes::{BufferId, Dispatch, PassId};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Records accesses. Three kinds are faults:
///
/// - two invocations of a dispatch access a word, at least one of them writes it, and not both accesses are atomic;
/// - an access lies outside of its buffer;
/// - an invocation reads a word that nothing has written since its buffer was created.
#[derive(Default)]
pub(crate) struct Checker(Mutex<Ledger>);

/// What is known of all buffers, and the current invocation.
#[derive(Default)]
struct Ledger {
    buffers: BTreeMap<BufferId, Vec<Word>>,
    /// Counts dispatches, from 1.
    dispatch: u32,
    pass: Option<PassId>,
    /// The buffer of each slot of the dispatch.
    slots: Vec<BufferId>,
    invocation: u32,
    /// The first fault, in words.
    fault: Option<String>,
}

/// The accesses to a word in the last dispatch that used it.
#[derive(Clone, Copy, Default)]
struct Word {
    dispatch: u32,
    reader: Users,
    writer: Users,
    atomic: Users,
    /// Whether anything has written it.
    written: bool,
}

/// The invocations that accessed a word in one way.
#[derive(Clone, Copy, Default, PartialEq)]
enum Users {
    #[default]
    None,
    One(u32),
    Several(u32),
}

impl Users {
    fn add(&mut self, invocation: u32) {
        *self = match *self {
            Self::None => Self::One(invocation),
            Self::One(other) if other != invocation => Self::Several(other),
            same => same,
        };
    }

    /// One that is not this invocation.
    fn other(self, invocation: u32) -> Option<u32> {
        match self {
            Self::One(other) if other != invocation => Some(other),
            // The first of several is another one, or this one was first and any other one follows it.
            Self::Several(other) => Some(other),
            Self::None | Self::One(_) => None,
        }
    }
}

impl Checker {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a buffer that nothing has written.
    pub(crate) fn create(&self, buffer: BufferId, words: usize) {
        let unwritten = vec![Word::default(); words];
        self.ledger().buffers.insert(buffer, unwritten);
    }

    /// Notes that the host or a fill wrote some words.
    pub(crate) fn write(&self, buffer: BufferId, words: Range<usize>) {
        let mut ledger = self.ledger();
        let all = ledger.buffers.get_mut(&buffer).expect("a known buffer");
        all[words].iter_mut().for_each(|word| word.written = true);
    }

    /// Notes a copy of the first words of a buffer.
    pub(crate) fn copy(&self, from: BufferId, to: BufferId, words: usize) {
        let mut ledger = self.ledger();
        let source: Vec<bool> = ledger.buffers[&from][..words]
            .iter()
            .map(|word| word.written)
            .collect();
        let target = ledger.buffers.get_mut(&to).expect("a known buffer");
        for (word, written) in target.iter_mut().zip(source) {
            word.written = written;
        }
    }

    /// Begins a dispatch.
    pub(crate) fn begin(&self, dispatch: &Dispatch) {
        let mut ledger = self.ledger();
        ledger.dispatch += 1;
        ledger.pass = Some(dispatch.pass);
        ledger.slots.clone_from(&dispatch.buffers);
    }

    /// Begins an invocation of the dispatch.
    pub(crate) fn invocation(&self, at: usize) {
        self.ledger().invocation = at as u32;
    }

    /// The first fault, if there was one.
    pub(crate) fn fault(&self) -> Option<String> {
        self.ledger().fault.take()
    }
}

impl AccessLog for Checker {
    fn record(&self, slot: usize, words: Range<usize>, all: usize, kind: Use) {
        let mut ledger = self.ledger();
        if words.start > words.end || words.end > all {
            let fault = ledger.describe(slot, words.start, kind, "outside of the buffer");
            drop(ledger);
            panic!("{fault}");
        }
        for word in words {
            ledger.record(slot, word, kind);
        }
    }
}

impl Ledger {
    fn record(&mut self, slot: usize, at: usize, kind: Use) {
        let (dispatch, own) = (self.dispatch, self.invocation);
        let words = self.buffers.get_mut(&self.slots[slot]);
        let word = &mut words.expect("a known buffer")[at];
        if word.dispatch != dispatch {
            *word = Word {
                dispatch,
                written: word.written,
                ..Word::default()
            };
        }
        let unwritten = kind != Use::Write && !word.written;
        let (users, others) = match kind {
            Use::Read => (&mut word.reader, [word.writer, word.atomic]),
            Use::Write => (&mut word.writer, [word.reader, word.atomic]),
            Use::Atomic => (&mut word.atomic, [word.reader, word.writer]),
        };
        users.add(own);
        let second_writer = (kind == Use::Write).then_some(*users);
        let mut others = others.into_iter().chain(second_writer);
        let other = others.find_map(|users| users.other(own));
        word.written |= kind != Use::Read;
        if self.fault.is_some() {
        } else if let Some(other) = other {
            let why = format!("which invocation {other} of the same dispatch uses, too");
            self.fault = Some(self.describe(slot, at, kind, &why));
        } else if unwritten {
            self.fault = Some(self.describe(slot, at, kind, "which nothing has written"));
        }
    }

    fn describe(&self, slot: usize, word: usize, kind: Use, why: &str) -> String {
        let row = self.pass.expect("a dispatch has begun").row();
        let slot = &row.slots[slot];
        let width = slot.stride / 4;
        let verb = match kind {
            Use::Read => "reads",
            Use::Write => "writes",
            Use::Atomic => "changes",
        };
        format!(
            "{}: invocation {} {verb} {}[{}], word {} of {width}, {why}",
            row.name,
            self.invocation,
            slot.name,
            word / width,
            word % width
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::CpuEngine;
    use crate::engine::tests::buffer;
    use pliant_passes::passes::{build, particles};
    use pliant_passes::types::{CountParams, FillParams, NONE, Pin, PinParams};
    use pliant_passes::{Buffer, Engine, EngineError, Memory, Recording};

    /// A buffer of an engine that nothing writes.
    fn unwritten<T>(engine: &mut CpuEngine, count: u64) -> Buffer<T> {
        let id = engine.create("", count * size_of::<T>() as u64, Memory::Device);
        Buffer::new(id.expect("a small buffer"))
    }

    /// The fault that running a recording finds.
    fn fault(mut engine: CpuEngine, recording: &Recording) -> Option<String> {
        let program = engine.prepare(recording).expect("any recording");
        match engine.run(program) {
            Ok(()) => None,
            Err(EngineError::Defect(fault)) => Some(fault),
            Err(error) => panic!("{error}"),
        }
    }

    /// Moves two pins, which are at these particles.
    fn move_pins(particles: [u32; 2]) -> Option<String> {
        let mut engine = CpuEngine::checked();
        let pins = particles.map(|particle| Pin {
            particle,
            vertex: NONE,
            ..Pin::default()
        });
        let pass = particles::MovePins {
            pins: buffer(&mut engine, &pins),
            matrices: buffer(&mut engine, &[[0.0; 4]; 4]),
            vertices: buffer(&mut engine, &[[0.0; 3]; 1]),
            position: buffer(&mut engine, &[[0.0; 4]; 2]),
            displacement: buffer(&mut engine, &[[0.0; 4]; 2]),
        };
        let params = PinParams {
            count: 2,
            ..PinParams::default()
        };
        let mut recording = Recording::default();
        recording.pass(pass, params, 2);
        fault(engine, &recording)
    }

    #[test]
    fn two_invocations_that_write_one_word_are_named() {
        assert_eq!(move_pins([0, 1]), None);
        assert_eq!(
            move_pins([1, 1]).as_deref(),
            Some(
                "particles/move_pins: invocation 1 writes displacement[1], word 0 of 4, which invocation 0 of the same dispatch uses, too"
            )
        );
    }

    #[test]
    #[should_panic(
        expected = "particles/move_pins: invocation 1 reads position[7], word 0 of 4, outside of the buffer"
    )]
    fn an_access_outside_of_its_buffer_is_named() {
        move_pins([0, 7]);
    }

    #[test]
    fn a_word_that_nothing_has_written_is_named() {
        let mut engine = CpuEngine::checked();
        let pass = build::ScanCounts {
            counts: unwritten(&mut engine, 4),
            sums: buffer(&mut engine, &[0_u32]),
            starts: unwritten(&mut engine, 5),
        };
        let mut recording = Recording::default();
        recording.pass(pass, CountParams { count: 4 }, 1);
        assert_eq!(
            fault(engine, &recording).as_deref(),
            Some(
                "build/scan_counts: invocation 0 reads counts[0], word 0 of 1, which nothing has written"
            )
        );
    }

    #[test]
    fn invocations_may_share_a_word_atomically() {
        let mut engine = CpuEngine::checked();
        let pass = build::ListHalfEdges {
            elements: buffer(&mut engine, &[[0, 1, 2], [0, 2, 3]]),
            starts: buffer(&mut engine, &[0; 5]),
            cursor: buffer(&mut engine, &[0; 4]),
            entries: unwritten(&mut engine, 12),
        };
        let params = FillParams {
            count: 2,
            ..FillParams::default()
        };
        let mut recording = Recording::default();
        recording.pass(pass, params, 2);
        assert_eq!(fault(engine, &recording), None);
    }
}

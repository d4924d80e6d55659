//! A recording is the work of a frame as data: dispatches, fills and copies, in order. Engines run it.

use crate::bind::{Bind, Buffer, BufferId};
use crate::id::PassId;
use crate::pass::Access;

/// One command of a recording.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Runs a pass.
    Dispatch(Dispatch),
    /// Sets every 4-byte word of a buffer to `word`.
    Fill {
        /// The buffer, which is filled completely.
        buffer: BufferId,
        /// The value.
        word: u32,
    },
    /// Copies the first `bytes` of one buffer to the start of another.
    Copy {
        /// The source.
        from: BufferId,
        /// The destination.
        to: BufferId,
        /// A multiple of 4.
        bytes: u64,
    },
}

/// One dispatch of a pass.
#[derive(Debug, Clone, PartialEq)]
pub struct Dispatch {
    /// Which pass.
    pub pass: PassId,
    /// A buffer for each slot of the pass, in its order.
    pub buffers: Vec<BufferId>,
    /// The pass's push constants.
    pub params: Vec<u8>,
    /// The least number of invocations (times `lanes`); the engine rounds up to workgroups.
    pub invocations: u32,
    /// Which variant of the shader.
    pub variant: Variant,
    /// The arguments of an indirect dispatch, which replace `invocations`.
    pub workgroups: Option<Workgroups>,
}

/// Indirect dispatch arguments that an earlier pass wrote: three words (x, y, z) in a buffer. A pass still checks its range,
/// since the last workgroup may extend beyond it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Workgroups {
    /// Numbers of workgroups along x, y and z, for several dispatches.
    pub buffer: Buffer<[u32; 3]>,
    /// Index of this dispatch in the buffer.
    pub index: u32,
}

/// Specialization constants, so that a shader has no branches for features that a scene does not use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variant {
    /// Constant 0: number of lanes that share one item.
    pub lanes: u32,
    /// Constant 1: `FEATURE_…` bits of [`crate::types`].
    pub features: u32,
}

impl Default for Variant {
    fn default() -> Self {
        Self {
            lanes: 1,
            features: 0,
        }
    }
}

/// An ordered list of commands. It has no barriers, since these follow from the accesses that the passes declare.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Recording {
    /// In order of execution.
    pub commands: Vec<Command>,
    /// From this command on a run may be interrupted, since earlier ones have copied the state that it starts from. `None`: it runs to
    /// its end.
    pub interruptible_from: Option<usize>,
}

impl Recording {
    /// Adds a dispatch of a pass over `invocations` with one lane per item; adds nothing for 0 invocations.
    ///
    /// # Panics
    /// When a buffer is bound twice, which is a defect of the caller.
    pub fn pass<B: Bind>(&mut self, buffers: B, params: B::Params, invocations: u32) {
        self.pass_variant(buffers, params, invocations, Variant::default());
    }

    /// Adds a dispatch of a variant of a pass, whose lanes share an item.
    ///
    /// # Panics
    /// As [`Self::pass`].
    pub fn pass_variant<B: Bind>(
        &mut self,
        buffers: B,
        params: B::Params,
        invocations: u32,
        variant: Variant,
    ) {
        if invocations > 0 {
            self.dispatch(&buffers, params, (invocations, None), variant);
        }
    }

    /// Adds an indirect dispatch of a variant of a pass.
    ///
    /// # Panics
    /// As [`Self::pass`].
    pub fn pass_indirect<B: Bind>(
        &mut self,
        buffers: B,
        params: B::Params,
        workgroups: Workgroups,
        variant: Variant,
    ) {
        self.dispatch(&buffers, params, (0, Some(workgroups)), variant);
    }

    fn dispatch<B: Bind>(
        &mut self,
        buffers: &B,
        params: B::Params,
        (invocations, workgroups): (u32, Option<Workgroups>),
        variant: Variant,
    ) {
        let row = B::PASS.row();
        let buffers = buffers.buffers();
        for (i, buffer) in buffers.iter().enumerate() {
            assert!(
                !buffers[..i].contains(buffer),
                "{}: slot {} is bound twice",
                row.name,
                row.slots[i].name
            );
        }
        self.commands.push(Command::Dispatch(Dispatch {
            pass: B::PASS,
            buffers,
            params: bytemuck::bytes_of(&params).to_vec(),
            invocations,
            variant,
            workgroups,
        }));
    }

    /// Adds a fill.
    pub fn fill(&mut self, buffer: impl Into<BufferId>, word: u32) {
        let buffer = buffer.into();
        self.commands.push(Command::Fill { buffer, word });
    }

    /// Adds a copy.
    pub fn copy(&mut self, from: impl Into<BufferId>, to: impl Into<BufferId>, bytes: u64) {
        let (from, to) = (from.into(), to.into());
        self.commands.push(Command::Copy { from, to, bytes });
    }
}

impl Command {
    /// The buffers it accesses, and how.
    pub fn accesses(&self) -> impl Iterator<Item = (BufferId, Access)> + '_ {
        let (slots, pair): (&[BufferId], Vec<(BufferId, Access)>) = match self {
            Self::Dispatch(d) => {
                let counted = d.workgroups.iter().map(|w| (w.buffer.id(), Access::Read));
                (&d.buffers, counted.collect())
            }
            Self::Fill { buffer, .. } => (&[], vec![(*buffer, Access::Write)]),
            Self::Copy { from, to, .. } => (&[], vec![(*from, Access::Read), (*to, Access::Write)]),
        };
        let row = match self {
            Self::Dispatch(d) => d.pass.row().slots,
            _ => &[],
        };
        slots
            .iter()
            .zip(row)
            .map(|(b, s)| (*b, s.access))
            .chain(pair)
    }

    /// Its name in messages.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Dispatch(d) => d.pass.row().name,
            Self::Fill { .. } => "fill",
            Self::Copy { .. } => "copy",
        }
    }
}

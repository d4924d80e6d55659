//! A recording is a frame's work as data: dispatches, fills and copies, in order. Engines run it.

use crate::pass::{Access, PassId};
use bytemuck::Pod;

/// A buffer that an engine made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BufferId(pub u32);

/// One piece of work.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// A pass over its invocations.
    Dispatch(Dispatch),
    /// Every 4-byte word of a buffer becomes `word`.
    Fill {
        /// The whole of it.
        buffer: BufferId,
        /// The value.
        word: u32,
    },
    /// The first `bytes` of one buffer go to the start of another.
    Copy {
        /// Read.
        from: BufferId,
        /// Written.
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
    /// How many invocations (times `lanes`) at least; the engine rounds up to workgroups.
    pub invocations: u32,
    /// Which variant of the shader.
    pub variant: Variant,
    /// Where the device finds how many workgroups there are to run, instead.
    pub workgroups: Option<Workgroups>,
}

/// How many workgroups a dispatch has, told by an earlier pass: three words (x, y, z) in a buffer. A pass still checks its own
/// range, as the last workgroup may reach beyond it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Workgroups {
    /// Of `[u32; 3]`.
    pub buffer: BufferId,
    /// Which of them.
    pub index: u32,
}

/// Specialization constants: what a shader is compiled for, so that it has no branch for what a scene does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variant {
    /// Constant 0: how many lanes work on one item.
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

/// An ordered list of commands. Barriers are not in it: they follow from what the passes declare.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Recording {
    /// In order of execution.
    pub commands: Vec<Command>,
}

impl Recording {
    /// Adds a dispatch of one lane an item; nothing where there is nothing to do.
    ///
    /// # Panics
    /// When buffers or params do not fit the pass's row, or a buffer is bound twice: a mistake in our own code.
    pub fn dispatch<P: Pod>(
        &mut self,
        pass: PassId,
        buffers: &[BufferId],
        params: P,
        invocations: u32,
    ) {
        self.dispatch_variant(pass, buffers, params, invocations, Variant::default());
    }

    /// Adds a dispatch of a variant; its lanes share an item.
    ///
    /// # Panics
    /// As [`Self::dispatch`].
    pub fn dispatch_variant<P: Pod>(
        &mut self,
        pass: PassId,
        buffers: &[BufferId],
        params: P,
        invocations: u32,
        variant: Variant,
    ) {
        if invocations > 0 {
            self.push(pass, buffers, params, invocations, variant, None);
        }
    }

    /// Adds a dispatch of a variant of as many workgroups as an earlier pass finds.
    ///
    /// # Panics
    /// As [`Self::dispatch`].
    pub fn dispatch_counted<P: Pod>(
        &mut self,
        pass: PassId,
        buffers: &[BufferId],
        params: P,
        workgroups: Workgroups,
        variant: Variant,
    ) {
        self.push(pass, buffers, params, 0, variant, Some(workgroups));
    }

    fn push<P: Pod>(
        &mut self,
        pass: PassId,
        buffers: &[BufferId],
        params: P,
        invocations: u32,
        variant: Variant,
        workgroups: Option<Workgroups>,
    ) {
        let row = pass.row();
        assert_eq!(
            buffers.len(),
            row.slots.len(),
            "{}: as many buffers as slots",
            row.name
        );
        assert_eq!(
            size_of::<P>(),
            row.params.size,
            "{}: params of its own type",
            row.name
        );
        for (i, buffer) in buffers.iter().enumerate() {
            assert!(
                !buffers[..i].contains(buffer),
                "{}: slot {} is bound twice",
                row.name,
                row.slots[i].name
            );
        }
        self.commands.push(Command::Dispatch(Dispatch {
            pass,
            buffers: buffers.to_vec(),
            params: bytemuck::bytes_of(&params).to_vec(),
            invocations,
            variant,
            workgroups,
        }));
    }

    /// Adds a fill.
    pub fn fill(&mut self, buffer: BufferId, word: u32) {
        self.commands.push(Command::Fill { buffer, word });
    }

    /// Adds a copy.
    pub fn copy(&mut self, from: BufferId, to: BufferId, bytes: u64) {
        self.commands.push(Command::Copy { from, to, bytes });
    }
}

impl Command {
    /// The buffers it touches, and how.
    pub fn accesses(&self) -> impl Iterator<Item = (BufferId, Access)> + '_ {
        let (slots, pair): (&[BufferId], Vec<(BufferId, Access)>) = match self {
            Self::Dispatch(d) => {
                let counted = d.workgroups.iter().map(|w| (w.buffer, Access::Read));
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

    /// What messages call it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Dispatch(d) => d.pass.row().name,
            Self::Fill { .. } => "fill",
            Self::Copy { .. } => "copy",
        }
    }
}

//! Keys by which pairs are sorted: CPU implementation of `shaders/rigid/pair_key.glsl`.

use crate::memory::Read;
use pliant_passes::types::{
    BOX, COLORS, Collider, KIND_BOXES, KIND_OTHERS, KINDS, PAIRS_BY_KIND, RigidPair,
    SortPairsParams, WORKGROUP,
};
use std::ops::Range;

/// What the passes that sort pairs bind.
pub(super) struct Keys<'a> {
    pub(super) params: SortPairsParams,
    pub(super) colliders: Read<'a, Collider>,
    pub(super) starts: Read<'a, u32>,
    pub(super) pairs: Read<'a, RigidPair>,
    pub(super) colors: Read<'a, u32>,
}

/// The [`Keys`] of a pass.
macro_rules! pair_keys {
    ($pass:ident) => {
        $crate::cpu::rigid::pair_key::Keys {
            params: $pass.params,
            colliders: $pass.colliders,
            starts: $pass.starts,
            pairs: $pass.pairs,
            colors: $pass.colors,
        }
    };
}
pub(super) use pair_keys;

impl Keys<'_> {
    /// Number of keys.
    pub(super) fn key_count(&self) -> usize {
        if self.params.key == PAIRS_BY_KIND {
            KINDS as usize
        } else {
            COLORS as usize + 1
        }
    }

    fn kind(&self, pair: usize) -> usize {
        let parts = self.pairs[pair].parts;
        let boxes = parts.map(|part| self.colliders[part as usize].shape == BOX);
        if boxes == [true; 2] {
            KIND_BOXES as usize
        } else {
            KIND_OTHERS as usize
        }
    }

    pub(super) fn key(&self, pair: usize) -> usize {
        if self.params.key == PAIRS_BY_KIND {
            self.kind(pair)
        } else {
            self.colors[pair].min(COLORS) as usize
        }
    }

    /// Number of workgroups that sort all pairs for which there is room.
    pub(super) fn workgroups(&self) -> usize {
        self.params.capacity.div_ceil(WORKGROUP) as usize
    }

    /// The pairs of a workgroup.
    pub(super) fn block(&self, workgroup: usize) -> Range<usize> {
        let all = self.starts[self.params.colliders as usize].min(self.params.capacity) as usize;
        let size = WORKGROUP as usize;
        (workgroup * size).min(all)..((workgroup + 1) * size).min(all)
    }
}

//! Keys by which pairs are sorted: CPU implementation of `shaders/rigid/pair_key.glsl`.

use crate::views::group::PairKeys;
use pliant_passes::types::{
    BOX, COLORS, KIND_BOXES, KIND_OTHERS, KINDS, PAIRS_BY_KIND, SortPairsParams, WORKGROUP,
};
use std::ops::Range;

/// The keys of pairs in a pass that sorts them.
pub(super) struct Keys<'a> {
    slots: &'a PairKeys<'a>,
    params: SortPairsParams,
}

impl<'a> Keys<'a> {
    pub(super) fn new(slots: &'a PairKeys<'a>, params: SortPairsParams) -> Self {
        Self { slots, params }
    }

    /// Number of keys.
    pub(super) fn key_count(&self) -> usize {
        if self.params.key == PAIRS_BY_KIND {
            KINDS as usize
        } else {
            COLORS as usize + 1
        }
    }

    fn kind(&self, pair: usize) -> usize {
        let parts = self.slots.pairs[pair].parts;
        let boxes = parts.map(|part| self.slots.colliders[part as usize].shape == BOX);
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
            self.slots.colors[pair].min(COLORS) as usize
        }
    }

    /// Number of workgroups that sort all pairs for which there is room.
    pub(super) fn workgroups(&self) -> usize {
        self.params.capacity.div_ceil(WORKGROUP) as usize
    }

    /// The pairs of a workgroup.
    pub(super) fn block(&self, workgroup: usize) -> Range<usize> {
        let all =
            self.slots.starts[self.params.colliders as usize].min(self.params.capacity) as usize;
        let size = WORKGROUP as usize;
        (workgroup * size).min(all)..((workgroup + 1) * size).min(all)
    }
}

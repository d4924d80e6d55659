//! CPU implementation of `shaders/rigid/sort_pairs_by_kind.comp`.

use super::order::order;
use crate::views::view::SortPairsByKind;
use pliant_passes::types::{BOX, KINDS, WORKGROUP};

pub(crate) fn sort_pairs_by_kind(pass: &SortPairsByKind<'_>, _workgroup: usize) {
    let params = pass.params;
    let count = pass.starts[params.parts as usize].min(params.capacity) as usize;
    let is_box = |part: u32| pass.colliders[part as usize].shape == BOX;
    let key = |pair: usize| usize::from(!pass.pairs[pair].parts.into_iter().all(is_box));
    order(
        (count, KINDS as usize),
        key,
        &pass.shares,
        &pass.kind_starts,
        &pass.ordered,
    );
    for kind in 0..KINDS as usize {
        let [start, end] = [kind, kind + 1].map(|k| pass.kind_starts.get(k));
        pass.calls
            .set(kind, [(end - start).div_ceil(WORKGROUP), 1, 1]);
    }
}

//! CPU implementation of `shaders/rigid/sort_pairs_by_kind.comp`.

use super::order::order;
use pliant_passes::passes::view::SortPairsByKind;
use pliant_passes::types::{BOX, WORKGROUP};

pub(crate) fn sort_pairs_by_kind(pass: SortPairsByKind<'_>) {
    let params = pass.params;
    let count = pass.starts[params.parts as usize].min(params.capacity) as usize;
    let is_box = |part: u32| pass.colliders[part as usize].shape == BOX;
    let key = |pair: usize| usize::from(!pass.pairs[pair].parts.into_iter().all(is_box));
    let starts = &mut pass.kind_starts[..3];
    order(count, key, pass.shares, starts, pass.ordered);
    for (range, call) in starts.windows(2).zip(pass.calls) {
        *call = [(range[1] - range[0]).div_ceil(WORKGROUP), 1, 1];
    }
}

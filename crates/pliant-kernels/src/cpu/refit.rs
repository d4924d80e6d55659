//! CPU implementation of `shaders/include/refit.glsl`.

use crate::memory::Shared;
use crate::tree::levels;
use pliant_passes::types::Bounds;

/// Computes the boxes above the leaves of the tree over `count` leaves whose first node is `first`.
pub(crate) fn refit(nodes: &Shared<'_, Bounds>, first: u32, count: u32) {
    for pair in levels(count).windows(2) {
        let ([below, size], [above, parents]) = (pair[0], pair[1]);
        for parent in 0..parents {
            let children = 8 * parent..size.min(8 * parent + 8);
            let boxes = children.map(|child| nodes.get((first + below + child) as usize));
            let all = boxes.fold(Bounds::NOTHING, Bounds::join);
            nodes.set((first + above + parent) as usize, all);
        }
    }
}

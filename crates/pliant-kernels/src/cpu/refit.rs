//! CPU implementation of `shaders/include/refit.glsl`.

use crate::memory::Shared;
use crate::tree::levels;
use pliant_passes::types::Bounds;

/// Computes the boxes above the leaves of the tree over `count` leaves whose first node is `first`.
pub(crate) fn refit(nodes: &Shared<'_, Bounds>, first: u32, count: u32) {
    for pair in levels(count).windows(2) {
        let ([below, size], [above, parents]) = (pair[0], pair[1]);
        for parent in 0..parents {
            join(nodes, [first + below, first + above], size, parent);
        }
    }
}

/// Computes the box of a node around its children: `below` and `above` are the first nodes of both levels, and the lower one has
/// `size` nodes.
pub(crate) fn join(nodes: &Shared<'_, Bounds>, [below, above]: [u32; 2], size: u32, parent: u32) {
    let children = 8 * parent..size.min(8 * parent + 8);
    let boxes = children.map(|child| nodes.get((below + child) as usize));
    let all = boxes.fold(Bounds::NOTHING, Bounds::join);
    nodes.set((above + parent) as usize, all);
}

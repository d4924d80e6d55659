//! CPU implementation of `shaders/rigid/refit_collider_tree.comp`.

use crate::tree::levels;
use crate::views::view::RefitColliderTree;
use pliant_passes::types::Bounds;

pub(crate) fn refit_collider_tree(pass: &RefitColliderTree<'_>, _workgroup: usize) {
    for [first, size] in levels(pass.params.parts) {
        let above = if size > 1 { size.div_ceil(8) } else { 0 };
        for node in 0..above {
            let children = 8 * node..size.min(8 * node + 8);
            let boxes = children.map(|child| pass.nodes.get((first + child) as usize));
            let join = boxes.fold(Bounds::NOTHING, Bounds::join);
            pass.nodes.set((first + size + node) as usize, join);
        }
    }
}

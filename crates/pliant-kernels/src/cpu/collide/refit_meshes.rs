//! CPU implementation of `shaders/collide/refit_meshes.comp`.

use crate::tree::levels;
use crate::views::view::RefitMeshes;
use pliant_passes::types::Bounds;

pub(crate) fn refit_meshes(pass: &RefitMeshes<'_>, workgroup: usize) {
    if workgroup >= pass.params.count as usize {
        return;
    }
    let [start, count] = pass.trees[workgroup];
    for [first, size] in levels(count) {
        let above = if size > 1 { size.div_ceil(8) } else { 0 };
        for node in 0..above {
            let children = 8 * node..size.min(8 * node + 8);
            let boxes = children.map(|child| pass.nodes.get((start + first + child) as usize));
            let join = boxes.fold(Bounds::NOTHING, Bounds::join);
            pass.nodes.set((start + first + size + node) as usize, join);
        }
    }
}

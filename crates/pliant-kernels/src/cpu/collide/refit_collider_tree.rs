//! CPU implementation of `shaders/collide/refit_collider_tree.comp`.

use crate::cpu::refit::join;
use crate::views::view::RefitColliderTree;

pub(crate) fn refit_collider_tree(pass: &RefitColliderTree<'_>, node: usize) {
    let params = pass.params;
    if node < params.count as usize {
        let levels = [params.below, params.below + params.children];
        join(&pass.nodes, levels, params.children, node as u32);
    }
}

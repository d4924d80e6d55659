//! CPU implementation of `shaders/rigid/refit_collider_tree.comp`.

use crate::cpu::refit::refit;
use crate::views::view::RefitColliderTree;

pub(crate) fn refit_collider_tree(pass: &RefitColliderTree<'_>, _workgroup: usize) {
    refit(&pass.nodes, 0, pass.params.parts);
}

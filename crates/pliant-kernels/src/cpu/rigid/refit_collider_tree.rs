//! CPU implementation of `shaders/rigid/refit_collider_tree.comp`.

use crate::tree::boxes;
use pliant_passes::passes::view::RefitColliderTree;

pub(crate) fn refit_collider_tree(pass: RefitColliderTree<'_>) {
    let leaves = pass.nodes[..pass.params.parts as usize].to_vec();
    let tree = boxes(leaves);
    pass.nodes[..tree.len()].copy_from_slice(&tree);
}

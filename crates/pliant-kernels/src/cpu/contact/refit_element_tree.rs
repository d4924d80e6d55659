//! CPU implementation of `shaders/contact/refit_element_tree.comp`.

use crate::tree::boxes;
use pliant_passes::passes::view::RefitElementTree;

pub(crate) fn refit_element_tree(pass: RefitElementTree<'_>) {
    if pass.stale[0] != 0 {
        let leaves = pass.nodes[..pass.params.count as usize].to_vec();
        let tree = boxes(leaves);
        pass.nodes[..tree.len()].copy_from_slice(&tree);
    }
}

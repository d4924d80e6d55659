//! Twin of `shaders/rigid/refit.comp`.

use crate::passes::view::RigidRefit;
use crate::tree::boxes;

pub(crate) fn refit(pass: RigidRefit<'_>) {
    let leaves = pass.nodes[..pass.params.parts as usize].to_vec();
    let tree = boxes(leaves);
    pass.nodes[..tree.len()].copy_from_slice(&tree);
}

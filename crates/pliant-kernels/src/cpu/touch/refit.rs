//! Twin of `shaders/touch/refit.comp`.

use crate::passes::view::TouchRefit;
use crate::tree::boxes;

pub(crate) fn refit(pass: TouchRefit<'_>) {
    if pass.stale[0] != 0 {
        let leaves = pass.nodes[..pass.params.count as usize].to_vec();
        let tree = boxes(leaves);
        pass.nodes[..tree.len()].copy_from_slice(&tree);
    }
}

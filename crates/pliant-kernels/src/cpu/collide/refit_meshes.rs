//! CPU implementation of `shaders/collide/refit_meshes.comp`.

use crate::cpu::refit::refit;
use crate::views::view::RefitMeshes;

pub(crate) fn refit_meshes(pass: &RefitMeshes<'_>, workgroup: usize) {
    if workgroup < pass.params.count as usize {
        let [first, count] = pass.trees[workgroup];
        refit(&pass.nodes, first, count);
    }
}

//! CPU implementation of `shaders/rigid/collide_boxes.comp`.

use crate::cpu::rigid::collision::boxes::Cuboid;
use crate::cpu::rigid::collision::manifold::{PairContext, pair_context};
use crate::views::view::CollideBoxes;

pub(crate) fn collide_boxes(pass: &CollideBoxes<'_>, k: usize) {
    if k >= pass.kind_starts[1] as usize {
        return;
    }
    let i = pass.ordered[k] as usize;
    let context = pair_context!(pass);
    context.collide(i, |pair, origin, size, candidates| {
        let [a, b] = pair.parts.map(|part| {
            let collider = &pass.colliders[part as usize];
            Cuboid::new(collider, context.pose_of(part, origin))
        });
        candidates.collide_cuboids(&a, &b, 1e-5 * size);
    });
}

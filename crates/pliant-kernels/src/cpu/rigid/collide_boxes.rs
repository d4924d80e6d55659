//! CPU implementation of `shaders/rigid/collide_boxes.comp`.

use crate::cpu::rigid::collision::boxes::Cuboid;
use crate::cpu::rigid::collision::manifold::PairContext;
use crate::views::view::CollideBoxes;

pub(crate) fn collide_boxes(pass: &CollideBoxes<'_>, k: usize) {
    if k >= pass.narrow.kind_starts[1] as usize {
        return;
    }
    let i = pass.narrow.ordered[k] as usize;
    let context = PairContext::new(&pass.narrow, pass.params.detects_all != 0);
    context.collide(i, |pair, origin, size, candidates| {
        let [a, b] = pair.parts.map(|part| {
            let collider = &pass.narrow.colliders[part as usize];
            Cuboid::new(collider, context.pose_of(part, origin))
        });
        candidates.collide_cuboids(&a, &b, 1e-5 * size);
    });
}

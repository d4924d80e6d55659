//! CPU implementation of `shaders/rigid/collide_shapes.comp`.

use super::candidates::Candidates;
use super::manifold::{PairContext, pair_context};
use super::overlap::collide;
use crate::cpu::mesh::CollisionMeshes;
use crate::views::view::CollideShapes;
use glam::Vec3;
use pliant_passes::types::Pose;

pub(crate) fn collide_shapes(pass: &CollideShapes<'_>, own: usize) {
    let k = pass.kind_starts[1] as usize + own;
    if k >= pass.kind_starts[2] as usize {
        return;
    }
    let i = pass.ordered[k] as usize;
    let context = pair_context!(pass);
    context.collide(i, |pair, origin, size, candidates| {
        context.load_axis(i, candidates);
        find(pass, &context, i, pair.parts, (origin, size), candidates);
    });
}

fn find(
    pass: &CollideShapes<'_>,
    context: &PairContext<'_>,
    i: usize,
    parts: [u32; 2],
    (origin, size): (Vec3, f32),
    candidates: &mut Candidates,
) {
    let [first, second] = parts.map(|part| {
        let (turn, place) = context.pose_of(part, origin);
        let pose = Pose {
            rotation: turn.to_array(),
            translation: place.to_array(),
            scale: pass.poses[(pass.params.first_pose + part) as usize].scale,
        };
        (pass.colliders[part as usize].posed(&pose), pose)
    });
    candidates.motion = context.relative_motion(i);
    let radius = |part: u32| Vec3::from(pass.parts[part as usize].half_size).length();
    let collision_meshes = CollisionMeshes {
        boxes: pass.mesh_boxes,
        faces: pass.mesh_faces,
    };
    collide(
        collision_meshes,
        [first, second],
        parts.map(radius),
        size,
        candidates,
    );
}

//! CPU implementation of `shaders/rigid/collide_shapes.comp`.

use crate::cpu::rigid::collision::candidates::Candidates;
use crate::cpu::rigid::collision::fit_surface::DeformingSurface;
use crate::cpu::rigid::collision::manifold::PairContext;
use crate::cpu::rigid::collision::overlap::collide;
use crate::views::view::CollideShapes;
use glam::Vec3;
use pliant_passes::types::{Collider, FEATURE_DEFORMING, Pose, RigidPair};

pub(crate) fn collide_shapes(pass: &CollideShapes<'_>, own: usize) {
    let k = pass.narrow.kind_starts[1] as usize + own;
    if k >= pass.narrow.kind_starts[2] as usize {
        return;
    }
    let i = pass.narrow.ordered[k] as usize;
    let context = PairContext::new(&pass.narrow, pass.params.detects_all != 0);
    let find = |pair: RigidPair, origin, size, candidates: &mut Candidates| {
        context.load_axis(i, candidates);
        find(pass, &context, i, pair.parts, (origin, size), candidates);
    };
    let collider = pass.narrow.colliders[pass.narrow.pairs[i].parts[1] as usize];
    if pass.features & FEATURE_DEFORMING == 0 || collider.first_motion == 0 {
        context.collide(i, find);
        return;
    }
    context.collide_deforming(i, find, |found, [first, second]| {
        let (collider, pose) = placed(pass, &context, pass.narrow.pairs[i].parts[1], first);
        let surface = DeformingSurface {
            collision_meshes: pass.meshes.view(),
            face_motions: pass.face_motions,
            collider,
            pose,
        };
        let motion = surface.fit_surface(found, second - first);
        pass.surface_motions.set(i, motion);
        motion
    });
}

/// A collider and its pose relative to `origin`.
fn placed(
    pass: &CollideShapes<'_>,
    context: &PairContext<'_>,
    part: u32,
    origin: Vec3,
) -> (Collider, Pose) {
    let (turn, place) = context.pose_of(part, origin);
    let pose = Pose {
        rotation: turn.to_array(),
        translation: place.to_array(),
        scale: pass.poses[(pass.params.first_pose + part) as usize].scale,
    };
    (pass.narrow.colliders[part as usize].posed(&pose), pose)
}

fn find(
    pass: &CollideShapes<'_>,
    context: &PairContext<'_>,
    i: usize,
    parts: [u32; 2],
    (origin, size): (Vec3, f32),
    candidates: &mut Candidates,
) {
    let placed = parts.map(|part| placed(pass, context, part, origin));
    candidates.motion = context.relative_motion(i);
    let radius = |part: u32| Vec3::from(pass.narrow.parts[part as usize].half_size).length();
    collide(
        pass.meshes.view(),
        placed,
        parts.map(radius),
        size,
        candidates,
    );
}

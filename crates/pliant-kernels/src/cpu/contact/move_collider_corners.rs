//! CPU implementation of `shaders/contact/move_collider_corners.comp`.

use crate::cpu::math::with_w;
use crate::views::view::MoveColliderCorners;
use glam::{Quat, Vec3};
use pliant_passes::types::{ColliderCorner, FEATURE_DEFORMING, FEATURE_JACOBI, NONE};

pub(crate) fn move_collider_corners(pass: &MoveColliderCorners<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let own = pass.collider_corners[i];
    let [now, before, outward] = match own.face {
        face if face != NONE && pass.features & FEATURE_DEFORMING != 0 => deformed(pass, own),
        _ => [own.local, own.local, own.outward].map(Vec3::from),
    };
    let pose = |first: u32| {
        let pose = pass.poses[(first + own.collider) as usize];
        let rotation = Quat::from_array(pose.rotation);
        (
            rotation,
            Vec3::from(pose.translation),
            Vec3::from(pose.scale),
        )
    };
    let (start_rotation, start, start_scale) = pose(pass.params.first_pose - pass.params.colliders);
    let (end_rotation, end, end_scale) = pose(pass.params.first_pose);
    let arm = start_rotation * (before * start_scale);
    let moves = end - start + (end_rotation * (now * end_scale) - arm);
    let particle = pass.params.first_corner as usize + i;
    pass.position.set(particle, with_w(start + arm, 0.0));
    pass.displacement.set(particle, with_w(moves, 0.0));
    if pass.features & FEATURE_JACOBI != 0 {
        pass.displacement_before.set(particle, with_w(moves, 0.0));
    }
    let velocity = moves / pass.params.h;
    pass.velocity.set(particle, with_w(velocity, 0.0));
    pass.outwards
        .set(i, with_w(end_rotation * (outward / end_scale), 0.0));
}

/// A corner of a deforming mesh at the substep's end and at its start, and the outward direction there.
fn deformed(pass: &MoveColliderCorners<'_>, own: ColliderCorner) -> [Vec3; 3] {
    let collider = pass.colliders[own.collider as usize];
    let face = pass.mesh_faces[(collider.first_face + own.face) as usize];
    let motion = pass.face_motions[(collider.first_motion - 1 + own.face) as usize];
    let k = own.corner as usize;
    let now = Vec3::from([face.a, face.b, face.c][k]);
    let moved = Vec3::from([motion.a, motion.b, motion.c][k]);
    let normal = Vec3::from([face.normal_a, face.normal_b, face.normal_c][k]);
    let outward = if collider.double_sided == 0 {
        normal
    } else {
        Vec3::ZERO
    };
    [now, now - moved, outward]
}

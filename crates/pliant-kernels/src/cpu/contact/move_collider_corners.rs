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
        NONE => [own.local, own.local, own.outward].map(Vec3::from),
        _ if pass.features & FEATURE_DEFORMING == 0 => return,
        _ => deformed(pass, own),
    };
    let end = pass.poses[(pass.params.first_pose + own.collider) as usize];
    let start =
        pass.poses[(pass.params.first_pose - pass.params.colliders + own.collider) as usize];
    let rotations = [start, end].map(|pose| Quat::from_array(pose.rotation));
    let [from, to] = [start, end].map(|pose| Vec3::from(pose.translation));
    let [then, scale] = [start, end].map(|pose| Vec3::from(pose.scale));
    let arm = rotations[0] * (before * then);
    // Differences of positions far from the origin have too few digits.
    let moves = to - from + (rotations[1] * (now * scale) - arm);
    let particle = pass.params.first_corner as usize + i;
    pass.position.set(particle, with_w(from + arm, 0.0));
    pass.displacement.set(particle, with_w(moves, 0.0));
    if pass.features & FEATURE_JACOBI != 0 {
        pass.displacement_before.set(particle, with_w(moves, 0.0));
    }
    let velocity = moves / pass.params.h;
    pass.velocity.set(particle, with_w(velocity, 0.0));
    pass.outwards
        .set(i, with_w(rotations[1] * (outward / scale), 0.0));
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

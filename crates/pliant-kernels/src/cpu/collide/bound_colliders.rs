//! CPU implementation of `shaders/collide/bound_colliders.comp`.

use crate::cpu::motion_bound::farthest;
use crate::views::view::BoundColliders;
use glam::{Quat, Vec3};
use pliant_passes::types::{Bounds, RigidCollider};

pub(crate) fn bound_colliders(pass: &BoundColliders<'_>, leaf: usize) {
    if leaf >= pass.params.count as usize {
        return;
    }
    let collider = pass.order[leaf] as usize;
    let part = &pass.parts[collider];
    let bounds = if pass.colliders[collider].first_motion != 0 {
        pass.deforming_boxes[collider]
    } else if part.carried == 0 {
        posed_box(pass, collider, part.half_size)
    } else {
        carried_box(pass, part)
    };
    pass.nodes.set(leaf, bounds);
}

/// The box of a collider that a rigid body carries.
fn carried_box(pass: &BoundColliders<'_>, part: &RigidCollider) -> Bounds {
    let state = &pass.states[part.body as usize];
    let rotation = Quat::from_array(state.rotation);
    let center = Vec3::from(state.position) + rotation * Vec3::from(part.offset);
    let size = half_box(part.half_size, rotation * Quat::from_array(part.rotation));
    around(
        center,
        size + farthest(&pass.motion_bounds[part.body as usize]),
    )
}

/// The box around all poses of a collider in the frame.
fn posed_box(pass: &BoundColliders<'_>, collider: usize, half_size: [f32; 3]) -> Bounds {
    let sets = (0..pass.params.sets as usize).map(|set| {
        let pose = &pass.poses[set * pass.params.count as usize + collider];
        let size = half_box(half_size, Quat::from_array(pose.rotation));
        around(pose.translation.into(), size)
    });
    sets.fold(Bounds::NOTHING, Bounds::join)
}

/// Half of the box around a collider that is turned like this, along the world's axes.
fn half_box(half: [f32; 3], turn: Quat) -> Vec3 {
    let sides = [Vec3::X * half[0], Vec3::Y * half[1], Vec3::Z * half[2]];
    sides.into_iter().map(|side| (turn * side).abs()).sum()
}

fn around(center: Vec3, size: Vec3) -> Bounds {
    Bounds {
        low: (center - size).to_array(),
        high: (center + size).to_array(),
    }
}

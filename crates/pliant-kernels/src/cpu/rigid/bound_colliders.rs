//! CPU implementation of `shaders/rigid/bound_colliders.comp`.

use crate::views::view::BoundColliders;
use glam::{Quat, Vec3};
use pliant_passes::types::Bounds;

pub(crate) fn bound_colliders(pass: &BoundColliders<'_>, leaf: usize) {
    if leaf >= pass.params.parts as usize {
        return;
    }
    let part = &pass.parts[pass.order[leaf] as usize];
    let state = &pass.states[part.body as usize];
    let rotation = Quat::from_array(state.rotation);
    let turn = rotation * Quat::from_array(part.rotation);
    let center = Vec3::from(state.position) + rotation * Vec3::from(part.offset);
    let half = part.half_size;
    let sides = [Vec3::X * half[0], Vec3::Y * half[1], Vec3::Z * half[2]];
    let size: Vec3 = sides.into_iter().map(|side| (turn * side).abs()).sum();
    let size = size + pass.motion_bounds[part.body as usize].margin;
    let bounds = Bounds {
        low: (center - size).to_array(),
        high: (center + size).to_array(),
    };
    pass.nodes.set(leaf, bounds);
}

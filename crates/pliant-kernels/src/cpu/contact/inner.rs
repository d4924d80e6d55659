//! The inside of colliders: CPU implementation of `shaders/contact/inner.glsl`.

use crate::cpu::contact::deformable_contact::Nearest;
use crate::cpu::math::xyz;
use crate::memory::Read;

/// Whether a feature of a deformable body is on the inner side of a collider's edge or corner that it is paired with.
pub(super) fn is_inner(
    (outwards, first_corner): (Read<'_, [f32; 4]>, u32),
    of: [u32; 4],
    near: &Nearest,
) -> bool {
    let mut outside = 0.0;
    for (corner, weight) in of.into_iter().zip(near.weights) {
        if corner >= first_corner {
            let outward = xyz(outwards[(corner - first_corner) as usize]);
            outside -= weight * outward.dot(near.separation);
        }
    }
    outside < 0.0
}

/// Whether the nearest point of the other edge to that of a collider is an end.
pub(super) fn ends_at_collider(first_corner: u32, of: [u32; 4], near: &Nearest) -> bool {
    let on = near.weights.map(|weight| weight != 0.0);
    if of[0] >= first_corner {
        return !(on[2] && on[3]);
    }
    of[2] >= first_corner && !(on[0] && on[1])
}

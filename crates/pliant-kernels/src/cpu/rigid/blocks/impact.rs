//! Pairs that will collide in the substep: CPU implementation of `shaders/rigid/blocks/impact.glsl`.

use crate::cpu::lanes::{LANES, Lanes, lanes};
use crate::cpu::rigid::blocks::block::Manifolds;
use crate::cpu::rigid::colors::Packet;
use pliant_passes::types::{Frame, Manifold, POINTS, RigidContact};

/// The manifolds of a packet that will collide, as a mask. The separation of each point, its normal velocity, becomes the change of
/// normal velocity that it needs.
pub(in crate::cpu::rigid) fn load_impact(
    block: &mut Manifolds,
    packet: &Packet,
    manifolds: &[Manifold; LANES],
    contact: impl Fn(usize) -> RigidContact,
    frame: &Frame,
) -> Lanes {
    let zero = Lanes::ZERO;
    let restitution = lanes(|k| manifolds[k].coefficients.restitution);
    let h = Lanes::splat(frame.h);
    let mut hits = zero;
    for (i, point) in block.points_mut().iter_mut().enumerate() {
        let has_point = |k: usize| i < manifolds[k].points as usize;
        let exists = lanes(|k| if has_point(k) { 1.0 } else { 0.0 }).simd_gt(zero);
        let separation = lanes(|k| {
            if has_point(k) {
                contact(POINTS as usize * packet.pairs[k] + i).separation
            } else {
                0.0
            }
        });
        let speed = point.separation;
        let is_fast = speed.simd_lt(Lanes::splat(-frame.rest_speed));
        let here = exists & is_fast & (separation + h * speed).simd_lt(zero);
        hits |= here;
        point.separation += here.select(restitution * speed, separation.fast_max(zero) / h);
        point.lambda = zero;
    }
    hits & restitution.simd_gt(zero)
}

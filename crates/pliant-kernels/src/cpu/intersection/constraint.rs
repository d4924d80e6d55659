//! CPU implementation of `shaders/intersection/constraint.glsl`.

use crate::cpu::math::xyz;
use crate::memory::Read;
use glam::Vec3;
use pliant_passes::types::{Intersection, Pull};

/// The particles of an intersection and their weights.
pub(super) fn weighted(intersection: &Intersection, pull: &Pull) -> [(usize, f32); 5] {
    let [p, q] = intersection.edge.map(|p| p as usize);
    let [a, b, c] = intersection.triangle.map(|p| p as usize);
    let [u, v, w] = pull.inside;
    let along = pull.along;
    [(p, 1.0 - along), (q, along), (a, -u), (b, -v), (c, -w)]
}

/// Σ weight² w, w as often as there are crossings that share the particle.
pub(super) fn yielding(
    intersection: &Intersection,
    pull: &Pull,
    starts: Read<'_, u32>,
    velocity: Read<'_, [f32; 4]>,
) -> f32 {
    let of = |(p, weight): (usize, f32)| {
        weight * weight * velocity[p][3] * (starts[p + 1] - starts[p]) as f32
    };
    weighted(intersection, pull).map(of).iter().sum()
}

/// Σ weight x.
pub(super) fn mean(intersection: &Intersection, pull: &Pull, x: Read<'_, [f32; 4]>) -> Vec3 {
    let all = weighted(intersection, pull);
    all.iter().map(|(p, weight)| *weight * xyz(x[*p])).sum()
}

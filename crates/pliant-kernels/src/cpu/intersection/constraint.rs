//! CPU implementation of `shaders/intersection/constraint.glsl`.

use crate::cpu::math::xyz;
use crate::memory::Read;
use glam::Vec3;
use pliant_passes::types::{Intersection, Pull};

/// The particles of an intersection.
fn particle_of(intersection: &Intersection, corner: usize) -> usize {
    let ([p, q], [a, b, c]) = (intersection.edge, intersection.triangle);
    [p, q, a, b, c][corner] as usize
}

pub(super) fn weight_of(pull: &Pull, corner: usize) -> f32 {
    let (along, [u, v, w]) = (pull.along, pull.inside);
    [1.0 - along, along, -u, -v, -w][corner]
}

/// The particles of an intersection and their weights.
pub(super) fn weighted(intersection: &Intersection, pull: &Pull) -> [(usize, f32); 5] {
    [0, 1, 2, 3, 4].map(|k| (particle_of(intersection, k), weight_of(pull, k)))
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

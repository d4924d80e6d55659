//! CPU implementation of `shaders/particles/compute_wind.comp`.

use crate::cpu::math::{outer, xyz};
use crate::views::view::ComputeWind;
use glam::{Mat3, Vec3};

/// The force on a corner and its gradient ½ρA|u|(C_N n nᵀ + C_T (1 − n nᵀ)) [Hoe65], linearly implicit.
pub(crate) fn compute_wind(pass: &ComputeWind<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let frame = pass.frame[0];
    let body = pass.bodies[pass.body_of[i] as usize];
    let at = |j: u32| xyz(pass.position[j as usize]) - xyz(pass.position[i]);
    let velocity = |j: u32| xyz(pass.velocity[j as usize]);
    let (mut force, mut gradient) = (Vec3::ZERO, Mat3::ZERO);
    let one_ring = pass.one_ring_starts[i] as usize..pass.one_ring_starts[i + 1] as usize;
    for &[a, b] in pass.one_ring.range(one_ring) {
        let area = 0.5 * at(a).cross(at(b));
        let size = area.length();
        if size == 0.0 {
            continue;
        }
        let n = area / size;
        let mean = (xyz(pass.velocity[i]) + velocity(a) + velocity(b)) / 3.0;
        let u = Vec3::from(frame.wind) - mean;
        let drag = (size * u.length() / 3.0)
            * (body.air_tangent * Mat3::IDENTITY
                + (body.air_normal - body.air_tangent) * outer(n, n));
        force += drag * u;
        gradient += drag;
    }
    let hw = frame.h * pass.velocity[i][3];
    let wind_change = (Mat3::IDENTITY + hw * gradient).inverse() * (hw * force);
    pass.wind_change.set(i, wind_change.to_array());
}

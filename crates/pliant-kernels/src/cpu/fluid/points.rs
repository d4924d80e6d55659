//! Twin of `shaders/fluid/points.comp`.

use crate::cpu::math::{with_w, xyz};
use crate::passes::view::FluidPoints;
use glam::Vec3;

pub(crate) fn points(pass: FluidPoints<'_>) {
    let origin = Vec3::from(pass.params.origin);
    for i in 0..pass.params.count as usize {
        let p = pass.particles[i] as usize;
        pass.points[i] = with_w(xyz(pass.position[p]) - origin + xyz(pass.moved[p]), 0.0);
    }
}

//! CPU implementation of `shaders/intersection/damp_intersections.comp`.

use super::{mean, yielding};
use glam::Vec3;
use pliant_passes::passes::view::DampIntersections;

pub(crate) fn damp_intersections(pass: DampIntersections<'_>) {
    for i in 0..pass.passing[0] as usize {
        let (intersection, pull) = (&pass.intersections[i], &pass.pulls[i]);
        pass.pushes[i] = [0.0; 3];
        if pull.lambda == 0.0 {
            continue;
        }
        let normal = Vec3::from(pull.normal);
        let leaving = normal.dot(mean(intersection, pull, pass.velocity));
        let w = yielding(intersection, pull, pass.starts, pass.velocity);
        pass.pushes[i] = (-(leaving / w) * normal).to_array();
    }
}

//! CPU implementation of `shaders/intersection/solve_intersections.comp`.

use super::{mean, yielding};
use glam::Vec3;
use pliant_passes::passes::view::SolveIntersections;

pub(crate) fn solve_intersections(pass: SolveIntersections<'_>) {
    for i in 0..pass.passing[0] as usize {
        let (intersection, pull) = (&pass.intersections[i], &mut pass.pulls[i]);
        let w = yielding(intersection, pull, pass.starts, pass.velocity);
        pass.pushes[i] = [0.0; 3];
        if pull.wanted == 0.0 || w == 0.0 {
            continue;
        }
        let normal = Vec3::from(pull.normal);
        let gone = normal.dot(mean(intersection, pull, pass.displacement));
        let lambda = (pull.lambda + (pull.wanted - gone) / w).max(0.0);
        pass.pushes[i] = ((lambda - pull.lambda) * normal).to_array();
        pull.lambda = lambda;
    }
}

//! Twin of `shaders/tangle/bounce.comp`.

use super::{mean, yielding};
use crate::passes::view::TangleBounce;
use glam::Vec3;

pub(crate) fn bounce(pass: TangleBounce<'_>) {
    for i in 0..pass.passing[0] as usize {
        let (crossing, pull) = (&pass.crossings[i], &pass.pulls[i]);
        pass.pushes[i] = [0.0; 3];
        if pull.lambda == 0.0 {
            continue;
        }
        let normal = Vec3::from(pull.normal);
        let leaving = normal.dot(mean(crossing, pull, pass.velocity));
        let w = yielding(crossing, pull, pass.starts, pass.velocity);
        pass.pushes[i] = (-(leaving / w) * normal).to_array();
    }
}

//! CPU implementation of `shaders/fluid/predict_points.comp`.

use crate::cpu::fluid::kernel::{Kernel, kernel_volume};
use crate::cpu::math::{with_w, xyz};
use crate::views::view::PredictPoints;
use glam::Vec3;

pub(crate) fn predict_points(pass: &PredictPoints<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let origin = Vec3::from(pass.params.origin);
    let p = pass.particles[i] as usize;
    let point = if kernel_volume(pass.volumes[i], pass.position[p]) == 0.0 {
        pass.params.parked_position(i)
    } else {
        xyz(pass.position[p]) - origin + xyz(pass.displacement[p])
    };
    pass.points.set(i, with_w(point, 0.0));
}

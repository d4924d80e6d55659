//! CPU implementation of `shaders/fluid/predict_points.comp`.

use super::kernel_volume;
use crate::cpu::fluid::Kernel;
use crate::cpu::math::{with_w, xyz};
use glam::Vec3;
use pliant_passes::passes::view::PredictPoints;

pub(crate) fn predict_points(pass: PredictPoints<'_>) {
    let origin = Vec3::from(pass.params.origin);
    for i in 0..pass.params.count as usize {
        let p = pass.particles[i] as usize;
        let point = if kernel_volume(pass.volumes[i], pass.position[p]) == 0.0 {
            pass.params.parked_position(i)
        } else {
            xyz(pass.position[p]) - origin + xyz(pass.displacement[p])
        };
        pass.points[i] = with_w(point, 0.0);
    }
}

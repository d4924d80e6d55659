//! Twin of `shaders/particles/predict.comp`.

use crate::cpu::math::{set_xyz, with_w, xyz};
use crate::passes::view::Predict;
use crate::types::FEATURE_WIND;
use glam::Vec3;

pub(crate) fn predict(pass: Predict<'_>) {
    let frame = pass.frame[0];
    for i in 0..pass.params.count as usize {
        let w = pass.velocity[i][3];
        let mut v = if w > 0.0 {
            xyz(pass.velocity[i]) + frame.h * Vec3::from(frame.gravity)
        } else {
            Vec3::ZERO
        };
        if pass.features & FEATURE_WIND != 0 {
            v += Vec3::from(pass.gust[i]);
        }
        set_xyz(&mut pass.velocity[i], v);
        pass.moved[i] = with_w(Vec3::from(pass.remainder[i]) + frame.h * v, w);
    }
}

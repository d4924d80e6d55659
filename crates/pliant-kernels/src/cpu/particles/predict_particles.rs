//! CPU implementation of `shaders/particles/predict_particles.comp`.

use crate::cpu::fields::fields_of;
use crate::cpu::math::{set_xyz, with_w, xyz};
use glam::Vec3;
use pliant_passes::passes::view::PredictParticles;
use pliant_passes::types::{FEATURE_WIND, NONE};

pub(crate) fn predict_particles(pass: PredictParticles<'_>) {
    let frame = pass.frame[0];
    let fields = fields_of!(pass);
    for i in 0..pass.params.count as usize {
        let w = pass.velocity[i][3];
        let mut v = if w > 0.0 {
            let gravity = fields.gravity(&frame, NONE, xyz(pass.position[i]));
            xyz(pass.velocity[i]) + frame.h * gravity
        } else {
            Vec3::ZERO
        };
        if pass.features & FEATURE_WIND != 0 {
            v += Vec3::from(pass.wind_change[i]);
        }
        set_xyz(&mut pass.velocity[i], v);
        pass.displacement[i] = with_w(Vec3::from(pass.compensation[i]) + frame.h * v, w);
    }
}

//! CPU implementation of `shaders/particles/predict_particles.comp`.

use crate::cpu::math::{with_w, xyz};
use crate::views::view::PredictParticles;
use glam::Vec3;
use pliant_passes::types::{FEATURE_WIND, NONE};

pub(crate) fn predict_particles(pass: &PredictParticles<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let frame = pass.frame[0];
    let fields = (pass.gravity).view(pass.params.fields, pass.params.first_zone);
    let w = pass.velocity.get(i)[3];
    let mut v = if w > 0.0 {
        let gravity = fields.gravity_at(&frame, NONE, xyz(pass.position[i]));
        pass.velocity.xyz(i) + frame.h * gravity
    } else {
        Vec3::ZERO
    };
    if pass.features & FEATURE_WIND != 0 {
        v += Vec3::from(pass.wind_change[i]);
    }
    pass.velocity.set_xyz(i, v);
    pass.displacement
        .set(i, with_w(Vec3::from(pass.compensation[i]) + frame.h * v, w));
}

//! CPU implementation of `shaders/solve/drag_particle.comp`.

use crate::cpu::math::xyz;
use crate::views::view::DragParticle;
use glam::Vec3;
use pliant_passes::types::{FEATURE_JACOBI, NONE};

pub(crate) fn drag_particle(pass: &DragParticle<'_>, own: usize) {
    let frame = pass.frame[0];
    let i = frame.grabbed as usize;
    if own > 0 || frame.grabbed == NONE || pass.velocity[i][3] == 0.0 {
        return;
    }
    let w = pass.velocity[i][3];
    let (x, d) = (xyz(pass.position[i]), pass.displacement.xyz(i));
    let old_lambda = pass.params.keep_lambda * pass.lambda.xyz(0);
    let change = (Vec3::from(frame.target) - x - d - frame.grab_compliance * old_lambda)
        / (w + frame.grab_compliance);
    pass.displacement.set_xyz(i, d + w * change);
    if pass.features & FEATURE_JACOBI != 0 {
        let x = pass.current_position.xyz(i);
        pass.current_position.set_xyz(i, x + w * change);
    }
    pass.lambda.set_xyz(0, old_lambda + change);
}

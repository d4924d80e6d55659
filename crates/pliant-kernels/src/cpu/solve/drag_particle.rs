//! CPU implementation of `shaders/solve/drag_particle.comp`.

use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::DragParticle;
use pliant_passes::types::{FEATURE_JACOBI, NONE};

pub(crate) fn drag_particle(pass: DragParticle<'_>) {
    let frame = pass.frame[0];
    let i = frame.grabbed as usize;
    if frame.grabbed == NONE || pass.velocity[i][3] == 0.0 {
        return;
    }
    let w = pass.velocity[i][3];
    let (x, d) = (xyz(pass.position[i]), xyz(pass.displacement[i]));
    let old_lambda = pass.params.keep_lambda * xyz(pass.lambda[0]);
    let change = (Vec3::from(frame.target) - x - d - frame.grab_compliance * old_lambda)
        / (w + frame.grab_compliance);
    set_xyz(&mut pass.displacement[i], d + w * change);
    if pass.features & FEATURE_JACOBI != 0 {
        let x = xyz(pass.current_position[i]);
        set_xyz(&mut pass.current_position[i], x + w * change);
    }
    set_xyz(&mut pass.lambda[0], old_lambda + change);
}

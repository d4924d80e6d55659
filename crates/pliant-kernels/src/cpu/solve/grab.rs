//! Twin of `shaders/solve/grab.comp`.

use crate::cpu::math::{set_xyz, xyz};
use crate::passes::view::Grab;
use crate::types::NONE;
use glam::Vec3;

pub(crate) fn grab(pass: Grab<'_>) {
    let frame = pass.frame[0];
    let i = frame.grabbed as usize;
    if frame.grabbed == NONE || pass.velocity[i][3] == 0.0 {
        return;
    }
    let (w, x) = (pass.velocity[i][3], xyz(pass.position[i]));
    let held = pass.params.keep * xyz(pass.lambda[0]);
    let change =
        (Vec3::from(frame.target) - x - frame.grab_compliance * held) / (w + frame.grab_compliance);
    set_xyz(&mut pass.position[i], x + w * change);
    set_xyz(&mut pass.lambda[0], held + change);
}

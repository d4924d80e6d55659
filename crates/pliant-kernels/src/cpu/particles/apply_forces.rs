//! CPU implementation of `shaders/particles/apply_forces.comp`.

use crate::views::view::ApplyForces;
use glam::Vec3;

pub(crate) fn apply_forces(pass: &ApplyForces<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let w = pass.velocity.get(i)[3];
    if w > 0.0 {
        let change = pass.frame[0].h * w * Vec3::from(pass.forces[i]);
        pass.velocity.set_xyz(i, pass.velocity.xyz(i) + change);
    }
}

//! CPU implementation of `shaders/fluid/emit_particles.comp`.

use crate::cpu::math::with_w;
use pliant_passes::passes::view::EmitParticles;

pub(crate) fn emit_particles(pass: EmitParticles<'_>) {
    let births = pass.births.iter().take(pass.params.count as usize);
    for birth in births.filter(|birth| birth.substep == pass.params.substep) {
        let p = birth.particle as usize;
        let mass = pass.position[p][3].abs();
        pass.position[p] = with_w(birth.position.into(), mass);
        pass.velocity[p] = with_w(birth.velocity.into(), 1.0 / mass);
        pass.compensation[p] = [0.0; 3];
    }
}

//! CPU implementation of `shaders/fluid/emit_particles.comp`.

use crate::cpu::math::with_w;
use crate::views::view::EmitParticles;

pub(crate) fn emit_particles(pass: &EmitParticles<'_>, at: usize) {
    if at >= pass.params.count as usize || pass.births[at].substep != pass.params.substep {
        return;
    }
    let birth = pass.births[at];
    let p = birth.particle as usize;
    let mass = pass.position.w(p).abs();
    pass.position.set(p, with_w(birth.position.into(), mass));
    pass.velocity
        .set(p, with_w(birth.velocity.into(), 1.0 / mass));
    pass.compensation.set(p, [0.0; 3]);
}

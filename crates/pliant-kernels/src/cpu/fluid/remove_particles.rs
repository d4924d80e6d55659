//! CPU implementation of `shaders/fluid/remove_particles.comp`.

use crate::views::view::RemoveParticles;

pub(crate) fn remove_particles(pass: &RemoveParticles<'_>, point: usize) {
    if point >= pass.params.count as usize {
        return;
    }
    let p = pass.particles[point] as usize;
    let [_, y, _, mass] = pass.position.get(p);
    if pass.volumes[point] > 0.0 && mass >= 0.0 && y < pass.params.level {
        pass.position.set_w(p, -mass);
        pass.velocity.set(p, [0.0; 4]);
        pass.compensation.set(p, [0.0; 3]);
    }
}

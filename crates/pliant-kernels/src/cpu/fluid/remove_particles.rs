//! CPU implementation of `shaders/fluid/remove_particles.comp`.

use pliant_passes::passes::view::RemoveParticles;

pub(crate) fn remove_particles(pass: RemoveParticles<'_>) {
    let points = pass.particles.iter().zip(pass.volumes);
    for (p, volume) in points.take(pass.params.count as usize) {
        let p = *p as usize;
        let [_, y, _, mass] = pass.position[p];
        if *volume > 0.0 && mass >= 0.0 && y < pass.params.level {
            pass.position[p][3] = -mass;
            pass.velocity[p] = [0.0; 4];
            pass.compensation[p] = [0.0; 3];
        }
    }
}

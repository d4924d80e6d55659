//! CPU implementation of `shaders/contact/list_particle_pairs.comp`.

use pliant_passes::passes::view::ListParticlePairs;

pub(crate) fn list_particle_pairs(pass: ListParticlePairs<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    for i in 0..pass.state[0].pairs {
        for (k, particle) in (0..).zip(pass.corners[i as usize]) {
            let particle = particle as usize;
            let at = pass.starts[particle] + pass.cursor[particle];
            pass.entries[at as usize] = 4 * i + k;
            pass.cursor[particle] += 1;
        }
    }
}

//! CPU implementation of `shaders/contact/list_dirty_particles.comp`.

use pliant_passes::passes::view::ListDirtyParticles;

pub(crate) fn list_dirty_particles(pass: ListDirtyParticles<'_>) {
    let state = &mut pass.state[0];
    if state.anew != 0 {
        return;
    }
    for i in (0..pass.params.count).filter(|i| pass.renewed[*i as usize] != 0) {
        pass.found[state.renewed as usize] = i;
        state.renewed += 1;
    }
}

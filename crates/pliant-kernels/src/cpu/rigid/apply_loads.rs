//! CPU implementation of `shaders/rigid/apply_loads.comp`.

use crate::views::view::ApplyLoads;
use glam::Vec3;

pub(crate) fn apply_loads(pass: &ApplyLoads<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let (mut state, load) = (pass.states.get(i), &pass.loads[i]);
    let velocity = Vec3::from(state.velocity) + Vec3::from(load.velocity_change);
    let momentum = Vec3::from(state.momentum) + Vec3::from(load.momentum_change);
    (state.velocity, state.momentum) = (velocity.to_array(), momentum.to_array());
    pass.states.set(i, state);
}

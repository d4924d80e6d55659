//! CPU implementation of `shaders/rigid/store_velocities.comp`.

use crate::views::view::StoreVelocities;
use glam::Vec3;

pub(crate) fn store_velocities(pass: &StoreVelocities<'_>, i: usize) {
    if i >= pass.params.count as usize || !pass.rigids[i].is_free() {
        return;
    }
    let velocity = &pass.velocities[i];
    pass.states.update(i, |state| {
        state.velocity = velocity.linear;
        if pass.rigids[i].turns() {
            let momentum = Vec3::from(state.momentum) + Vec3::from(velocity.angular_impulse);
            state.momentum = momentum.to_array();
        }
    });
}

//! CPU implementation of `shaders/fluid/compute_boundary_weights.comp`.

use crate::cpu::coupled::Copy;
use crate::cpu::fluid::kernel::Kernel;
use crate::views::view::ComputeBoundaryWeights;
use glam::Vec3;
use pliant_passes::types::{NONE, RigidImpulse};

pub(crate) fn compute_boundary_weights(pass: &ComputeBoundaryWeights<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let params = pass.params;
    let p = pass.particles[pass.order[s] as usize] as usize;
    for slot in 0..params.slots as usize {
        let at = slot * params.count as usize + s;
        let collider = pass.contacts[slot * params.particles as usize + p].collider;
        let mut push = RigidImpulse {
            body: NONE,
            ..RigidImpulse::default()
        };
        let mut part = Vec3::ZERO;
        if pass.sorted_position[s][3] > 0.0 && collider != NONE {
            part = Vec3::from(pass.boundary_gradient[at]);
        }
        if part != Vec3::ZERO {
            push.body = pass.colliders[collider as usize].rigid;
        }
        if push.body != NONE {
            let body = push.body as usize;
            let step = &pass.steps[body];
            let arm = params.arm(pass.sorted_position[s], &pass.states[body], step);
            let copy = Copy::whole(step);
            let weight = params.boundary_force_scale
                * part.length()
                * copy.inverse_mass_along(arm, part.normalize());
            let most = params.max_boundary_weight(&pass.rigids[body]);
            push.weight = if most > 0.0 {
                (weight / most).min(1.0)
            } else {
                1.0
            };
        }
        pass.impulses.set(at, push);
    }
}

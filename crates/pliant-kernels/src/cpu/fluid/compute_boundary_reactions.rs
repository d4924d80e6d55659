//! CPU implementation of `shaders/fluid/compute_boundary_reactions.comp`.

use crate::cpu::fluid::kernel::Kernel;
use crate::views::view::ComputeBoundaryReactions;
use glam::Vec3;
use pliant_passes::types::{NONE, RigidImpulse};

pub(crate) fn compute_boundary_reactions(pass: &ComputeBoundaryReactions<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let params = pass.params;
    let size = pass.sorted_position[s][3].abs()
        * params.pressure_unit
        * params.boundary_force_scale
        * pass.pressure_change[s];
    for slot in 0..params.slots as usize {
        let at = slot * params.count as usize + s;
        let body = pass.impulses.get(at).body;
        if body != NONE {
            let (state, step) = (&pass.states[body as usize], &pass.steps[body as usize]);
            let push = -size * Vec3::from(pass.boundary_gradient[at]);
            let arm = params.arm(pass.sorted_position[s], state, step);
            pass.impulses.set(
                at,
                RigidImpulse {
                    body,
                    weight: 0.0,
                    impulse: push.to_array(),
                    angular_impulse: arm.cross(push).to_array(),
                },
            );
        }
    }
}

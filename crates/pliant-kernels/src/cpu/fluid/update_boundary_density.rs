//! CPU implementation of `shaders/fluid/update_boundary_density.comp`.

use crate::cpu::fluid::kernel::Kernel;
use crate::views::view::UpdateBoundaryDensity;
use glam::Vec3;
use pliant_passes::types::NONE;

pub(crate) fn update_boundary_density(pass: &UpdateBoundaryDensity<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let params = pass.params;
    let mut change = 0.0;
    for slot in 0..params.slots as usize {
        let at = slot * params.count as usize + s;
        if pass.impulses[at].body != NONE {
            let body = pass.impulses[at].body as usize;
            let (step, seen) = (&pass.steps[body], &pass.integrated_steps[body]);
            let arm = params.arm(pass.sorted_position[s], &pass.states[body], step);
            let rotation = Vec3::from(step.rotation) - Vec3::from(seen.rotation);
            let motion =
                Vec3::from(step.displacement) - Vec3::from(seen.displacement) + rotation.cross(arm);
            change += Vec3::from(pass.boundary_gradient[at]).dot(motion);
        }
    }
    pass.sorted_boundary
        .set_w(s, pass.sorted_boundary.w(s) + change);
}

//! CPU implementation of `shaders/fluid/update_boundary_density.comp`.

use crate::cpu::fluid::Kernel;
use glam::Vec3;
use pliant_passes::passes::view::UpdateBoundaryDensity;
use pliant_passes::types::NONE;

pub(crate) fn update_boundary_density(pass: UpdateBoundaryDensity<'_>) {
    let params = pass.params;
    for s in 0..params.count as usize {
        let mut change = 0.0;
        for slot in 0..params.slots as usize {
            let at = slot * params.count as usize + s;
            if pass.pushes[at].body != NONE {
                let body = pass.pushes[at].body as usize;
                let (step, seen) = (&pass.steps[body], &pass.seen[body]);
                let arm = params.arm(pass.sorted_position[s], &pass.states[body], step);
                let rotation = Vec3::from(step.turned) - Vec3::from(seen.turned);
                let motion = Vec3::from(step.displacement) - Vec3::from(seen.displacement)
                    + rotation.cross(arm);
                change += Vec3::from(pass.parts[at]).dot(motion);
            }
        }
        pass.walls[s][3] += change;
    }
}

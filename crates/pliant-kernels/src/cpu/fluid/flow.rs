//! Twin of `shaders/fluid/flow.comp`.

use super::size_of;
use crate::cpu::math::{with_w, xyz};
use crate::passes::view::FluidFlow;
use crate::types::{FEATURE_COHESION, FEATURE_SWIRL};
use glam::Vec3;

pub(crate) fn flow(pass: FluidFlow<'_>) {
    let origin = Vec3::from(pass.params.origin);
    for s in 0..pass.params.count as usize {
        let point = pass.order[s] as usize;
        let p = pass.particles[point] as usize;
        let fluid = pass.fluids[pass.body_of[p] as usize];
        let size = size_of(pass.volumes[point], pass.position[p]);
        pass.places[s] = with_w(xyz(pass.position[p]) - origin, size);
        pass.flows[s] = with_w(xyz(pass.velocity[p]), fluid.viscosity);
        pass.weights[s] = pass.velocity[p][3];
        if pass.features & (FEATURE_COHESION | FEATURE_SWIRL) != 0 {
            pass.livings[s] = [fluid.cohesion, fluid.vorticity];
        }
    }
}

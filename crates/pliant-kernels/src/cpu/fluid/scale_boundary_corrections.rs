//! CPU implementation of `shaders/fluid/scale_boundary_corrections.comp`.

use crate::cpu::fluid::kernel::Kernel;
use crate::views::view::ScaleBoundaryCorrections;
use glam::Vec3;
use pliant_passes::types::{NONE, WEIGHT_ONE};

pub(crate) fn scale_boundary_corrections(pass: &ScaleBoundaryCorrections<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let params = pass.params;
    let slots = (0..params.slots as usize).map(|slot| slot * params.count as usize + s);
    let scale = |at: usize| {
        let body = pass.impulses[at].body as usize;
        let weight_sum = pass.sums[body].weight as f32 / WEIGHT_ONE as f32
            * params.max_boundary_weight(&pass.rigids[body]);
        params.boundary_force_scale * Vec3::from(pass.boundary_gradient[at]).length() * weight_sum
    };
    let occupied = slots.filter(|at| pass.impulses[*at].body != NONE);
    pass.boundary_scale.set(s, occupied.map(scale).sum());
}

//! CPU implementation of `shaders/fluid/scale_boundary_corrections.comp`.

use crate::cpu::fluid::Kernel;
use glam::Vec3;
use pliant_passes::passes::view::ScaleBoundaryCorrections;
use pliant_passes::types::{NONE, WHOLE_SHARE};

pub(crate) fn scale_boundary_corrections(pass: ScaleBoundaryCorrections<'_>) {
    let params = pass.params;
    for s in 0..params.count as usize {
        let slots = (0..params.slots as usize).map(|slot| slot * params.count as usize + s);
        let scale = |at: usize| {
            let body = pass.pushes[at].body as usize;
            let weight_sum = pass.sums[body].share as f32 / WHOLE_SHARE as f32
                * params.max_boundary_weight(&pass.rigids[body]);
            params.steep * Vec3::from(pass.parts[at]).length() * weight_sum
        };
        let occupied = slots.filter(|at| pass.pushes[*at].body != NONE);
        pass.back[s] = occupied.map(scale).sum();
    }
}

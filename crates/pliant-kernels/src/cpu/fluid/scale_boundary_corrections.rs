//! Twin of `shaders/fluid/scale_boundary_corrections.comp`.

use crate::cpu::fluid::Kernel;
use glam::Vec3;
use pliant_passes::passes::view::ScaleBoundaryCorrections;
use pliant_passes::types::{NONE, WHOLE_SHARE};

pub(crate) fn scale_boundary_corrections(pass: ScaleBoundaryCorrections<'_>) {
    let params = pass.params;
    for s in 0..params.count as usize {
        let places = (0..params.slots as usize).map(|slot| slot * params.count as usize + s);
        let back = |at: usize| {
            let body = pass.pushes[at].body as usize;
            let asked = pass.sums[body].share as f32 / WHOLE_SHARE as f32
                * params.most_share(&pass.rigids[body]);
            params.steep * Vec3::from(pass.parts[at]).length() * asked
        };
        let there = places.filter(|at| pass.pushes[*at].body != NONE);
        pass.back[s] = there.map(back).sum();
    }
}

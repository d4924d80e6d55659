//! Twin of `shaders/fluid/lean.comp`.

use crate::passes::view::FluidLean;
use crate::types::{NONE, WHOLE_SHARE};
use glam::Vec3;

pub(crate) fn lean(pass: FluidLean<'_>) {
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

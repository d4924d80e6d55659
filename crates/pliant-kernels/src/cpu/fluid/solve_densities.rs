//! Twin of `shaders/fluid/solve_densities.comp`.

use super::{Lists, lists};
use crate::cpu::fluid::Kernel;
use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::passes::view::SolveDensities;
use pliant_passes::types::{FEATURE_COUPLED, TINY};

pub(crate) fn solve_densities(mut pass: SolveDensities<'_>) {
    for s in 0..pass.params.count as usize {
        let before = pass.params.keep * pass.pressure[s];
        let after = if pass.sorted_position[s][3] > 0.0 {
            (before + rise(&mut pass, s)).max(0.0)
        } else {
            0.0
        };
        pass.pressure[s] = after;
        pass.change[s] = after - before;
    }
}

/// What its density asks its pressure to change by.
fn rise(pass: &mut SolveDensities<'_>, s: usize) -> f32 {
    let params = pass.params;
    let volume = pass.sorted_position[s][3];
    let (mut filled, mut held, mut own) = (volume, 0.0, Vec3::ZERO);
    for beside in lists!(pass).around(s) {
        let size = beside.volume.abs() * beside.u * beside.u;
        filled += size * beside.u;
        held += pass.hold[beside.place] * size;
        own -= size * beside.along;
    }
    let wall = pass.walls[s];
    own = params.push * own - params.steep * xyz(wall);
    held = params.push * held + pass.hold[s] * own.length();
    if pass.features & FEATURE_COUPLED != 0 {
        held += pass.back[s];
    }
    let open = params.density_at(xyz(pass.sorted_position[s]), filled, wall) - 1.0;
    let steep = (held + params.give * pass.hold[s]) * volume * params.unit;
    params.relaxation * open / (steep + TINY)
}

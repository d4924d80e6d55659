//! CPU implementation of `shaders/contact/check_bounds.comp`.

use super::stray::{beyond, stray};
use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::CheckBounds;
use pliant_passes::types::{BOUND_AHEAD, BOUND_LEAST, BOUND_MOST, BOUND_MOVING, NO_PAIR};

pub(crate) fn check_bounds(pass: CheckBounds<'_>) {
    for i in 0..pass.params.count as usize {
        if strays(&pass, i) {
            stray(&mut pass.sought[i], pass.stale, &mut pass.state[0]);
        }
        if stirs(&pass, i) {
            let still = still(&pass, i);
            set_xyz(&mut pass.detected[i], still);
            pass.renewed[i] = 1;
            let state = &mut pass.state[0];
            pass.found[state.stirring as usize] = i as u32;
            state.stirring += 1;
        }
    }
}

fn strays(pass: &CheckBounds<'_>, i: usize) -> bool {
    let state = pass.state[0];
    let gone = xyz(pass.position[i]) - xyz(pass.sought[i]);
    let substeps = state.substeps + 1.0;
    let astray = |gone, substeps| beyond(&state, pass.ways[i], gone, substeps).length();
    let after = astray(gone + xyz(pass.displacement[i]), substeps + 1.0);
    let within = astray(gone, substeps).max(after) <= pass.sought[i][3];
    !within
}

/// Where a particle is, without the way that all go.
fn still(pass: &CheckBounds<'_>, i: usize) -> Vec3 {
    let state = pass.state[0];
    xyz(pass.position[i]) - (state.substeps + 1.0) * Vec3::from(state.drift)
}

fn stirs(pass: &CheckBounds<'_>, i: usize) -> bool {
    let gone = still(pass, i) - xyz(pass.detected[i]);
    let way = xyz(pass.displacement[i]) - Vec3::from(pass.state[0].drift);
    let thick = pass.bodies[pass.body_of[i] as usize].half_thickness;
    let least = pass.detected[i][3];
    let far = (BOUND_LEAST * thick)
        .max(BOUND_MOVING * way.length())
        .min(least);
    let after = (gone + way).length();
    let stays = gone.length() <= far && after <= (BOUND_AHEAD * far).min(BOUND_MOST * thick);
    !stays && least < NO_PAIR
}

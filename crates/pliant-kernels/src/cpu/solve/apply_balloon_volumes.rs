//! CPU implementation of `shaders/solve/apply_balloon_volumes.comp`.

use crate::memory::Shared;
use crate::views::view::ApplyBalloonVolumes;
use glam::Vec3;
use pliant_passes::types::{FEATURE_FORCES, FEATURE_JACOBI};

pub(crate) fn apply_balloon_volumes(pass: &ApplyBalloonVolumes<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let [i, balloon] = pass.members[at].map(|index| index as usize);
    let [lambda, change] = pass.volume_lambda[balloon];
    let g = Vec3::from(pass.gradient[at]);
    if pass.features & FEATURE_FORCES != 0 {
        pass.correction.set(
            pass.params.first_correction as usize + at,
            (lambda * g).to_array(),
        );
        return;
    }
    let d = pass.velocity[i][3] * change * g;
    let add = |to: &Shared<'_, [f32; 4]>| to.set_xyz(i, to.xyz(i) + d);
    add(&pass.displacement);
    if pass.features & FEATURE_JACOBI != 0 {
        add(&pass.displacement_before);
        add(&pass.current_position);
    }
}

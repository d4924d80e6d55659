//! CPU implementation of `shaders/solve/apply_balloon_volumes.comp`.

use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::ApplyBalloonVolumes;
use pliant_passes::types::{FEATURE_FORCES, FEATURE_JACOBI};

pub(crate) fn apply_balloon_volumes(pass: ApplyBalloonVolumes<'_>) {
    for at in 0..pass.params.count as usize {
        let [i, balloon] = pass.members[at].map(|index| index as usize);
        let [lambda, change] = pass.volume_lambda[balloon];
        let g = Vec3::from(pass.gradient[at]);
        if pass.features & FEATURE_FORCES != 0 {
            pass.correction[pass.params.first_correction as usize + at] = (lambda * g).to_array();
            continue;
        }
        let d = pass.velocity[i][3] * change * g;
        let add = |to: &mut [f32; 4]| set_xyz(to, xyz(*to) + d);
        add(&mut pass.displacement[i]);
        if pass.features & FEATURE_JACOBI != 0 {
            add(&mut pass.displacement_before[i]);
            add(&mut pass.current_position[i]);
        }
    }
}

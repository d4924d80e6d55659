//! CPU implementation of `shaders/solve/solve_balloon_volumes.comp`.

use crate::cpu::math::xyz;
use crate::views::view::SolveBalloonVolumes;
use glam::Vec3;
use pliant_passes::types::Balloon;

pub(crate) fn solve_balloon_volumes(pass: &SolveBalloonVolumes<'_>, workgroup: usize) {
    let balloon = pass.balloons[workgroup];
    let old_lambda = pass.params.keep_lambda * pass.volume_lambda.get(workgroup)[0];
    let change = lambda_change(pass, &balloon, old_lambda);
    pass.volume_lambda
        .set(workgroup, [old_lambda + change, change]);
}

/// Δλ of C = V − target with V = (1/3) Σ x·g [MHHR07, §4.4; MMC16, eqs 18, 26].
fn lambda_change(pass: &SolveBalloonVolumes<'_>, balloon: &Balloon, old_lambda: f32) -> f32 {
    let (first, count) = (balloon.first as usize, balloon.count as usize);
    let center = pass.members[first][0] as usize;
    let (mut volume, mut weight, mut rate) = (0.0, 0.0, 0.0);
    for k in first..first + count {
        let i = pass.members[k][0] as usize;
        let g = Vec3::from(pass.gradient[k]);
        let d = xyz(pass.displacement[i]);
        let x = (xyz(pass.position[i]) - xyz(pass.position[center]))
            + (d - xyz(pass.displacement[center]));
        volume += x.dot(g) / 3.0;
        weight += pass.velocity[i][3] * g.length_squared();
        rate += g.dot(d);
    }
    let material = pass.materials[balloon.material as usize];
    let r = balloon.volume - volume - material.compliance * old_lambda - material.damping * rate;
    let denominator = (1.0 + material.damping) * weight + material.compliance;
    if denominator > 0.0 {
        r / denominator
    } else {
        0.0
    }
}

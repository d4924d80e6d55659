//! Twin of `shaders/solve/solve_balloon_volumes.comp`.

use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::passes::view::SolveBalloonVolumes;
use pliant_passes::types::Balloon;

pub(crate) fn solve_balloon_volumes(pass: SolveBalloonVolumes<'_>) {
    for at in 0..pass.params.count as usize {
        let balloon = pass.balloons[at];
        let held = pass.params.keep * pass.inflation[at][0];
        let change = change(&pass, &balloon, held);
        pass.inflation[at] = [held + change, change];
    }
}

/// Δλ of C = V − target with V = (1/3) Σ x·g [MHHR07, §4.4; MMC16, eqs 18, 26].
fn change(pass: &SolveBalloonVolumes<'_>, balloon: &Balloon, held: f32) -> f32 {
    let (first, count) = (balloon.first as usize, balloon.count as usize);
    let center = pass.members[first][0] as usize;
    let (mut volume, mut weight, mut damped) = (0.0, 0.0, 0.0);
    for k in first..first + count {
        let i = pass.members[k][0] as usize;
        let g = Vec3::from(pass.gradient[k]);
        let d = xyz(pass.displacement[i]);
        let x = (xyz(pass.position[i]) - xyz(pass.position[center]))
            + (d - xyz(pass.displacement[center]));
        volume += x.dot(g) / 3.0;
        weight += pass.velocity[i][3] * g.length_squared();
        damped += g.dot(d);
    }
    let material = pass.materials[balloon.material as usize];
    let r = balloon.volume - volume - material.compliance * held - material.damping * damped;
    let row = (1.0 + material.damping) * weight + material.compliance;
    if row > 0.0 { r / row } else { 0.0 }
}

//! CPU implementation of `shaders/contact/average_displacement.comp`.

use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::passes::view::AverageDisplacement;

pub(crate) fn average_displacement(pass: AverageDisplacement<'_>) {
    if pass.stale[0] == 0 || pass.state[0].whole == 0 {
        return;
    }
    let displacement = &pass.displacement[..pass.params.count as usize];
    let mean = displacement.iter().map(|d| xyz(*d)).sum::<Vec3>() / displacement.len() as f32;
    let together = displacement.iter().all(|d| d[3] > 0.0);
    let drift = if together && mean.length() > pass.params.together {
        mean
    } else {
        Vec3::ZERO
    };
    pass.state[0].drift = drift.to_array();
}

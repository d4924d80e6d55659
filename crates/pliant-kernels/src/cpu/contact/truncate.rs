//! CPU implementation of `shaders/contact/truncate.comp`.

use super::list;
use crate::cpu::advance::advance;
use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::Truncate;
use pliant_passes::types::GUARDS;

pub(crate) fn truncate(pass: Truncate<'_>) {
    let drift = Vec3::from(pass.state[0].drift);
    let all = f32::from_bits(pass.least[pass.params.round as usize]);
    if all == 1.0 {
        return;
    }
    for i in 0..pass.params.count as usize {
        let limits = list(pass.starts, &pass.starts[1..], pass.entries, i).iter();
        let own = if pass.params.round + 1 < GUARDS {
            limits
                .map(|entry| pass.limit[*entry as usize / 4])
                .fold(1.0, f32::min)
        } else {
            all
        };
        if own < 1.0 {
            let way = drift.lerp(xyz(pass.displacement[i]), own);
            let velocity = (drift / pass.frame[0].h).lerp(xyz(pass.velocity[i]), own);
            set_xyz(&mut pass.displacement[i], way);
            set_xyz(&mut pass.velocity[i], velocity);
            let from = xyz(pass.start_position[i]);
            let [next, dropped] = advance(from, way);
            set_xyz(&mut pass.position[i], next);
            pass.compensation[i] = dropped.to_array();
        }
    }
}

//! Twin of `shaders/touch/hold.comp`.

use super::list;
use crate::cpu::math::{set_xyz, xyz};
use crate::passes::view::TouchHold;
use crate::types::GUARDS;
use glam::Vec3;

pub(crate) fn hold(pass: TouchHold<'_>) {
    let state = pass.state[0];
    let all = f32::from_bits(pass.least[pass.params.fill as usize]);
    if all == 1.0 {
        return;
    }
    for i in 0..pass.params.count as usize {
        let limits = list(pass.starts, &pass.starts[1..], pass.entries, i).iter();
        let own = if pass.params.fill + 1 < GUARDS {
            limits
                .map(|entry| pass.limit[*entry as usize / 4])
                .fold(1.0, f32::min)
        } else {
            all
        };
        if own < 1.0 {
            let d = Vec3::from(state.drift).lerp(xyz(pass.moved[i]), own);
            set_xyz(&mut pass.moved[i], d);
        }
    }
}

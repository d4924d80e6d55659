//! Twin of `shaders/fluid/confine_vorticity.comp`.

use super::{Lists, lists};
use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::passes::view::ConfineVorticity;
use pliant_passes::types::TINY;

pub(crate) fn confine_vorticity(pass: ConfineVorticity<'_>) {
    let params = pass.params;
    for s in 0..params.count as usize {
        let own = pass.curls[s];
        let mut rise = Vec3::ZERO;
        if pass.sorted_position[s][3] > 0.0 {
            for beside in lists!(pass).around(s).filter(|b| b.volume > 0.0) {
                let more = pass.curls[beside.place][3] - own[3];
                rise -= beside.volume * beside.u.powi(2) * more * beside.along;
            }
        }
        rise *= params.push;
        let least = 1e-3 * own[3] / params.radius;
        let way = rise / rise.length().max(least).max(TINY);
        pass.swirls[s] = (pass.livings[s][1] * way.cross(xyz(own))).to_array();
    }
}

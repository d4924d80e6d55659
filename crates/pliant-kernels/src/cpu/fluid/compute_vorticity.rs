//! Twin of `shaders/fluid/compute_vorticity.comp`.

use super::{Lists, lists};
use crate::cpu::math::{with_w, xyz};
use glam::Vec3;
use pliant_passes::passes::view::ComputeVorticity;

pub(crate) fn compute_vorticity(pass: ComputeVorticity<'_>) {
    for s in 0..pass.params.count as usize {
        let mut curl = Vec3::ZERO;
        if pass.sorted_position[s][3] > 0.0 {
            for beside in lists!(pass).around(s).filter(|b| b.volume > 0.0) {
                let faster = xyz(pass.flows[beside.place]) - xyz(pass.flows[s]);
                curl += beside.volume * beside.u.powi(2) * faster.cross(beside.along);
            }
        }
        curl *= pass.params.push;
        pass.curls[s] = with_w(curl, curl.length());
    }
}

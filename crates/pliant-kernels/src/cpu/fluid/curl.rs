//! Twin of `shaders/fluid/curl.comp`.

use super::{Lists, lists};
use crate::cpu::math::{with_w, xyz};
use crate::passes::view::FluidCurl;
use glam::Vec3;

pub(crate) fn curl(pass: FluidCurl<'_>) {
    for s in 0..pass.params.count as usize {
        let mut curl = Vec3::ZERO;
        if pass.places[s][3] > 0.0 {
            for beside in lists!(pass).around(s).filter(|b| b.volume > 0.0) {
                let faster = xyz(pass.flows[beside.place]) - xyz(pass.flows[s]);
                curl += beside.volume * beside.u.powi(2) * faster.cross(beside.along);
            }
        }
        curl *= pass.params.push;
        pass.curls[s] = with_w(curl, curl.length());
    }
}

//! Twin of `shaders/touch/share.comp`.

use super::list;
use crate::passes::view::TouchShare;

pub(crate) fn share(pass: TouchShare<'_>) {
    for i in 0..pass.params.count as usize {
        let presses = |entry: &u32| pass.touches[*entry as usize / 4].presses;
        let pressing: u32 = list(pass.starts, pass.entries, i).iter().map(presses).sum();
        pass.share[i] = pass.velocity[i][3] * pressing as f32;
    }
}

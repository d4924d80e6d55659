//! Twin of `shaders/touch/share.comp`.

use super::list;
use crate::passes::view::TouchShare;
use crate::types::STALE_ROUNDS;

pub(crate) fn share(pass: TouchShare<'_>) {
    if pass.stale[STALE_ROUNDS as usize] < pass.params.fill {
        return;
    }
    for i in 0..pass.params.count as usize {
        let own = list(pass.starts, pass.ends, pass.entries, i).iter();
        let pressing: f32 = own.map(|entry| pass.presses[*entry as usize / 4]).sum();
        pass.share[i] = pass.velocity[i][3] * pressing;
    }
}

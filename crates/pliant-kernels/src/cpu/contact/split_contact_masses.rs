//! CPU implementation of `shaders/contact/split_contact_masses.comp`.

use super::list;
use pliant_passes::passes::view::SplitContactMasses;
use pliant_passes::types::STALE_ROUNDS;

pub(crate) fn split_contact_masses(pass: SplitContactMasses<'_>) {
    if pass.state[0].paired == 0 || pass.stale[STALE_ROUNDS as usize] < pass.params.round {
        return;
    }
    for i in 0..pass.params.count as usize {
        if pass.changed[i] != 0 {
            let own = list(pass.starts, pass.ends, pass.entries, i).iter();
            pass.pressing[i] = own.map(|entry| pass.presses[*entry as usize / 4]).sum();
            pass.changed[i] = 0;
        }
        pass.share[i] = pass.velocity[i][3] * pass.pressing[i];
    }
}

//! Twin of `shaders/touch/renew.comp`.

use crate::passes::view::TouchRenew;

pub(crate) fn renew(pass: TouchRenew<'_>) {
    let state = &mut pass.state[0];
    if state.anew != 0 {
        return;
    }
    for i in (0..pass.params.count).filter(|i| pass.renewed[*i as usize] != 0) {
        pass.found[state.renewed as usize] = i;
        state.renewed += 1;
    }
}

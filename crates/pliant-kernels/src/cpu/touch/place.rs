//! Twin of `shaders/touch/place.comp`.

use crate::passes::view::TouchPlace;

pub(crate) fn place(pass: TouchPlace<'_>) {
    let found = pass.state[0].found;
    if pass.stale[0] == 0 || found > pass.params.capacity {
        return;
    }
    for one in &pass.found[..found as usize] {
        pass.pairs[(pass.starts[one.element as usize] + one.rank) as usize] = one.pair;
    }
}

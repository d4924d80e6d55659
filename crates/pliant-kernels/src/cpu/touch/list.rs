//! Twin of `shaders/touch/list.comp`.

use crate::passes::view::TouchList;

pub(crate) fn list_keys(pass: TouchList<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    for one in &pass.found[..pass.state[0].pairs as usize] {
        let rank = &mut pass.cursor[one.element as usize];
        pass.keys[(pass.starts[one.element as usize] + *rank) as usize] = one.key;
        *rank += 1;
    }
}

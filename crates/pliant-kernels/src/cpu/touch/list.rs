//! Twin of `shaders/touch/list.comp`.

use crate::passes::view::TouchList;

pub(crate) fn list_keys(pass: TouchList<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    for one in &pass.found[..pass.state[0].pairs as usize] {
        let left = &mut pass.cursor[one.element as usize];
        *left -= 1;
        pass.keys[(pass.starts[one.element as usize] + *left) as usize] = one.key;
    }
}

//! CPU implementation of `shaders/contact/list_pair_keys.comp`.

use pliant_passes::passes::view::ListPairKeys;

pub(crate) fn list_pair_keys(pass: ListPairKeys<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    for one in &pass.found[..pass.state[0].pairs as usize] {
        let rank = &mut pass.cursor[one.element as usize];
        pass.keys[(pass.starts[one.element as usize] + *rank) as usize] = one.key;
        *rank += 1;
    }
}

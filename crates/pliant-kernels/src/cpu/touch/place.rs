//! Twin of `shaders/touch/place.comp`.

use crate::passes::view::TouchPlace;

pub(crate) fn place(pass: TouchPlace<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    for one in &pass.found[..pass.state[0].pairs as usize] {
        let [first, last] = [0, 1].map(|k| pass.starts[one.element as usize + k] as usize);
        let lower = pass.keys[first..last].iter().filter(|key| **key < one.key);
        let (at, pair) = (first + lower.count(), one.pair);
        pass.corners[at] = pair.corners;
        pass.around[at] = pair.around;
        pass.manners[at] = [
            pair.kind,
            pair.gap.to_bits(),
            pair.reach.to_bits(),
            pair.owns,
        ];
    }
}

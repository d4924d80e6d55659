//! CPU implementation of `shaders/contact/sort_pairs.comp`.

use super::find_feature_pairs::parts_of;
use pliant_passes::passes::view::SortPairs;

pub(crate) fn sort_pairs(pass: SortPairs<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    for one in &pass.found[..pass.state[0].pairs as usize] {
        let [first, last] = [0, 1].map(|k| pass.starts[one.element as usize + k] as usize);
        let lower = pass.keys[first..last].iter().filter(|key| **key < one.key);
        let at = first + lower.count();
        let of = [one.element % pass.params.count, one.key / 16];
        let all = (pass.elements, pass.beside, pass.groups);
        let (corners, kind, around, owns) = parts_of(all, of, one.key % 16);
        pass.known[at] = *one;
        pass.corners[at] = corners;
        corners.iter().for_each(|c| pass.counts[*c as usize] += 1);
        pass.around[at] = around;
        pass.manners[at] = [kind, one.gap.to_bits(), one.reach.to_bits(), owns];
    }
}

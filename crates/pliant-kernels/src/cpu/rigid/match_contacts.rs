//! CPU implementation of `shaders/rigid/match_contacts.comp`.

use crate::memory::Read;
use crate::views::view::MatchContacts;
use pliant_passes::types::{COLORING_ROUNDS, NONE, RigidPair};
use std::ops::Range;

pub(crate) fn match_contacts(pass: &MatchContacts<'_>, i: usize) {
    let params = pass.params;
    if i < COLORING_ROUNDS as usize {
        pass.dispatch_arguments.set(i, [0, 1, 1]);
    }
    if i >= pass.starts[params.colliders as usize].min(params.capacity) as usize {
        return;
    }
    pass.colors.set(i, NONE);
    let pair = pass.found[i];
    let [first, second] = pair.parts;
    let list = |starts: &Read<'_, u32>| -> Range<usize> {
        let end = starts[first as usize + 1].min(params.capacity);
        starts[first as usize] as usize..end as usize
    };
    let own = list(&pass.starts);
    let before = |other: &&RigidPair| other.parts[1] < second;
    let at = own.start + pass.found.range(own).iter().filter(before).count();
    let mut known = list(&pass.old_starts);
    let old = known.find(|k| pass.old_pairs[*k].parts == pair.parts);
    pass.pairs.set(at, pair);
    pass.slips
        .set(at, old.map_or([0.0; 4], |k| pass.old_slips[k]));
}

//! CPU implementation of `shaders/rigid/match_contacts.comp`.

use pliant_passes::passes::view::MatchContacts;

pub(crate) fn match_contacts(pass: MatchContacts<'_>) {
    let params = pass.params;
    for first in 0..params.parts as usize {
        let [start, end] =
            [first, first + 1].map(|part| pass.starts[part].min(params.capacity) as usize);
        let own = &mut pass.pairs[start..end];
        own.copy_from_slice(&pass.found[start..end]);
        own.sort_unstable_by_key(|pair| pair.parts);
        let last = pass.old_starts[first + 1].min(params.capacity) as usize;
        for (pair, slip) in own.iter().zip(&mut pass.slips[start..end]) {
            let mut known = pass.old_starts[first] as usize..last;
            let old = known.find(|k| pass.old_pairs[*k].parts == pair.parts);
            *slip = old.map_or([0.0; 4], |k| pass.old_slips[k]);
        }
    }
}

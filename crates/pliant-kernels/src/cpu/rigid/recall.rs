//! Twin of `shaders/rigid/recall.comp`.

use crate::passes::view::RigidRecall;

pub(crate) fn recall(pass: RigidRecall<'_>) {
    let params = pass.params;
    let count = pass.starts[params.parts as usize].min(params.capacity);
    for i in 0..count as usize {
        let parts = pass.pairs[i].parts;
        let first = parts[0] as usize;
        let last = pass.old_starts[first + 1].min(params.capacity);
        let mut known = pass.old_starts[first] as usize..last as usize;
        let old = known.find(|k| pass.old_pairs[*k].parts == parts);
        pass.slips[i] = old.map_or([0.0; 4], |k| pass.old_slips[k]);
    }
}

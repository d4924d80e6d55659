//! CPU implementation of `shaders/build/fill_slots.comp`.

use super::list;
use pliant_passes::passes::view::FillSlots;
use pliant_passes::types::{LinkEnd, MATERIALS, SLICE};

pub(crate) fn fill_slots(pass: FillSlots<'_>) {
    for i in 0..pass.params.count {
        let slice = (i / SLICE) as usize;
        let ends = &pass.entries[list(pass.starts, i as usize)];
        let slots =
            (pass.slices[slice] + i % SLICE..pass.slices[slice + 1]).step_by(SLICE as usize);
        for (k, at) in slots.enumerate() {
            let [other, rest] = ends.get(k).map_or([i, 0], |&[link, end, _]| {
                let link = pass.links[link as usize];
                let other = if end == 0 { link.b } else { link.a };
                [
                    other | (link.material % MATERIALS) << 30,
                    link.rest.to_bits(),
                ]
            });
            pass.slots[at as usize] = LinkEnd {
                other,
                rest: f32::from_bits(rest),
            };
        }
    }
}

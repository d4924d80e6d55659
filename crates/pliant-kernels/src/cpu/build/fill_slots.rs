//! CPU implementation of `shaders/build/fill_slots.comp`.

use super::list;
use crate::views::view::FillSlots;
use pliant_passes::types::{LinkEnd, MATERIALS, SLICE};

pub(crate) fn fill_slots(pass: &FillSlots<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let i = at as u32;
    let slice = (i / SLICE) as usize;
    let ends = pass.entries.range(list(pass.starts, i as usize));
    let slots = (pass.slices[slice] + i % SLICE..pass.slices[slice + 1]).step_by(SLICE as usize);
    for (k, at) in slots.enumerate() {
        let [other, rest] = ends.get(k).map_or([i, 0], |&[link, end, _]| {
            let link = pass.links[link as usize];
            let other = if end == 0 { link.b } else { link.a };
            [
                other | (link.material % MATERIALS) << 30,
                link.rest.to_bits(),
            ]
        });
        pass.slots.set(
            at as usize,
            LinkEnd {
                other,
                rest: f32::from_bits(rest),
            },
        );
    }
}

//! CPU implementation of `shaders/build/lump_areas.comp`.

use super::list;
use crate::cpu::math::xyz;
use pliant_passes::passes::view::LumpAreas;
use pliant_passes::types::NONE;

pub(crate) fn lump_areas(pass: LumpAreas<'_>) {
    for i in 0..pass.params.count as usize {
        let here = xyz(pass.rest[i]);
        let lumped = |&[other, opposite, _]: &[u32; 3]| {
            let edge = xyz(pass.rest[other as usize]) - here;
            if opposite == NONE {
                0.5 * edge.length()
            } else {
                edge.cross(xyz(pass.rest[opposite as usize]) - here)
                    .length()
                    / 12.0
            }
        };
        pass.measure[i] = pass.entries[list(pass.starts, i)].iter().map(lumped).sum();
    }
}

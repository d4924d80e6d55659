//! CPU implementation of `shaders/build/lump_areas.comp`.

use super::list;
use crate::cpu::math::xyz;
use crate::views::view::LumpAreas;
use pliant_passes::types::NONE;

pub(crate) fn lump_areas(pass: &LumpAreas<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
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
    pass.measure.set(
        i,
        pass.entries
            .range(list(pass.starts, i))
            .iter()
            .map(lumped)
            .sum(),
    );
}

//! CPU implementation of `shaders/grid/list_points.comp`.

use crate::cpu::grid::Cells;
use crate::cpu::math::xyz;
use pliant_passes::passes::view::ListPoints;

pub(crate) fn list_points(pass: ListPoints<'_>) {
    for i in 0..pass.params.count {
        let bucket = pass
            .params
            .bucket_of(pass.params.cell_of(xyz(pass.position[i as usize])));
        if pass.params.fill == 0 {
            pass.cursor[bucket] += 1;
        } else {
            pass.cursor[bucket] -= 1;
            pass.entries[(pass.starts[bucket] + pass.cursor[bucket]) as usize] = i;
        }
    }
}

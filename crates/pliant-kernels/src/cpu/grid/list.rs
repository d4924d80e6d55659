//! Twin of `shaders/grid/list.comp`.

use crate::cpu::math::xyz;
use crate::passes::view::GridList;

pub(crate) fn list(pass: GridList<'_>) {
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

//! CPU implementation of `shaders/grid/list_points.comp`.

use crate::cpu::grid::cells::Cells;
use crate::cpu::math::xyz;
use crate::views::view::ListPoints;
use pliant_passes::types::LIST_COUNT;

pub(crate) fn list_points(pass: &ListPoints<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let cell = pass.params.cell_of(xyz(pass.position[at]));
    let bucket = pass.params.bucket_of(cell);
    if pass.params.stage == LIST_COUNT {
        pass.cursor.add(bucket, 1);
    } else {
        let rank = pass.cursor.atomic(bucket, 0).subtract(1) - 1;
        let entry = pass.starts[bucket] + rank;
        pass.entries.set(entry as usize, at as u32);
    }
}

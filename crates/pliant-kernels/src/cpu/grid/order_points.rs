//! CPU implementation of `shaders/grid/order_points.comp`.

use crate::cpu::grid::cells::Cells;
use crate::cpu::math::{with_w, xyz};
use crate::views::view::OrderPoints;

pub(crate) fn order_points(pass: &OrderPoints<'_>, entry: usize) {
    if entry >= pass.params.count as usize {
        return;
    }
    let i = pass.entries[entry];
    let x = xyz(pass.position[i as usize]);
    let bucket = pass.params.bucket_of(pass.params.cell_of(x));
    let first = pass.starts[bucket] as usize;
    let bucket = pass.entries.range(first..pass.starts[bucket + 1] as usize);
    let index = first + bucket.iter().filter(|other| **other < i).count();
    pass.order.set(index, i);
    let body = pass.body_of[i as usize] as usize;
    let point = with_w(x, pass.half_radius[body]);
    pass.sorted_position.set(index, point);
}

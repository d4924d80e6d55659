//! CPU implementation of `shaders/grid/order_points.comp`.

use crate::cpu::grid::Cells;
use crate::cpu::math::{with_w, xyz};
use pliant_passes::passes::view::OrderPoints;

pub(crate) fn order_points(pass: OrderPoints<'_>) {
    for &i in &pass.entries[..pass.params.count as usize] {
        let x = xyz(pass.position[i as usize]);
        let bucket = pass.params.bucket_of(pass.params.cell_of(x));
        let first = pass.starts[bucket] as usize;
        let bucket = &pass.entries[first..pass.starts[bucket + 1] as usize];
        let index = first + bucket.iter().filter(|other| **other < i).count();
        pass.order[index] = i;
        let body = pass.body_of[i as usize] as usize;
        pass.sorted_position[index] = with_w(x, pass.half_radius[body]);
    }
}

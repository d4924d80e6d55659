//! CPU implementation of `shaders/fluid/order_positions.comp`.

use super::kernel_volume;
use crate::cpu::math::{with_w, xyz};
use glam::Vec3;
use pliant_passes::passes::view::OrderPositions;

pub(crate) fn order_positions(pass: OrderPositions<'_>) {
    let origin = Vec3::from(pass.params.origin);
    for s in 0..pass.params.count as usize {
        let point = pass.order[s] as usize;
        let p = pass.particles[point] as usize;
        let x = xyz(pass.position[p]) - origin + xyz(pass.displacement[p]);
        pass.sorted_position[s] = with_w(x, kernel_volume(pass.volumes[point], pass.position[p]));
    }
}

//! CPU implementation of `shaders/fluid/order_positions.comp`.

use crate::cpu::fluid::kernel::kernel_volume;
use crate::cpu::math::{with_w, xyz};
use crate::views::view::OrderPositions;
use glam::Vec3;

pub(crate) fn order_positions(pass: &OrderPositions<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let origin = Vec3::from(pass.params.origin);
    let point = pass.order[s] as usize;
    let p = pass.particles[point] as usize;
    let x = xyz(pass.position[p]) - origin + xyz(pass.displacement[p]);
    pass.sorted_position.set(
        s,
        with_w(x, kernel_volume(pass.volumes[point], pass.position[p])),
    );
}

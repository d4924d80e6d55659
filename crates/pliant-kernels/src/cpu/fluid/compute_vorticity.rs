//! CPU implementation of `shaders/fluid/compute_vorticity.comp`.

use crate::cpu::fluid::neighbours::Neighbours;
use crate::cpu::math::{with_w, xyz};
use crate::views::view::ComputeVorticity;
use glam::Vec3;

pub(crate) fn compute_vorticity(pass: &ComputeVorticity<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let mut vorticity = Vec3::ZERO;
    if pass.lists.sorted_position[s][3] > 0.0 {
        for other in Neighbours::new(&pass.lists, pass.params)
            .of(s)
            .filter(|other| other.volume > 0.0)
        {
            let difference = xyz(pass.sorted_velocity[other.index]) - xyz(pass.sorted_velocity[s]);
            vorticity += other.volume * other.u * other.u * difference.cross(other.direction);
        }
    }
    vorticity *= pass.params.gradient_scale;
    pass.sorted_vorticity
        .set(s, with_w(vorticity, vorticity.length()));
}

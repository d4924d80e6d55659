//! CPU implementation of `shaders/fluid/confine_vorticity.comp`.

use crate::cpu::fluid::neighbours::Neighbours;
use crate::cpu::math::xyz;
use crate::views::view::ConfineVorticity;
use glam::Vec3;
use pliant_passes::types::TINY;

pub(crate) fn confine_vorticity(pass: &ConfineVorticity<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let params = pass.params;
    let own_vorticity = pass.sorted_vorticity[s];
    let mut gradient = Vec3::ZERO;
    if pass.lists.sorted_position[s][3] > 0.0 {
        for other in Neighbours::new(&pass.lists, pass.params)
            .of(s)
            .filter(|other| other.volume > 0.0)
        {
            let difference = pass.sorted_vorticity[other.index][3] - own_vorticity[3];
            gradient -= other.volume * other.u * other.u * difference * other.direction;
        }
    }
    gradient *= params.gradient_scale;
    let threshold = 1e-3 * own_vorticity[3] / params.radius;
    let n = gradient / gradient.length().max(threshold).max(TINY);
    pass.sorted_confinement.set(
        s,
        (pass.sorted_material[s][1] * n.cross(xyz(own_vorticity))).to_array(),
    );
}

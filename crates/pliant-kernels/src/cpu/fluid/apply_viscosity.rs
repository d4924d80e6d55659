//! CPU implementation of `shaders/fluid/apply_viscosity.comp`.

use super::{Neighbours, neighbours};
use crate::cpu::fluid::Kernel;
use crate::cpu::math::xyz;
use crate::views::view::ApplyViscosity;
use glam::Vec3;
use pliant_passes::types::{FEATURE_COHESION, FEATURE_VORTICITY};

pub(crate) fn apply_viscosity(pass: &ApplyViscosity<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    let params = pass.params;
    let volume = pass.sorted_position[s][3];
    if volume <= 0.0 {
        return;
    }
    let (own_velocity, inverse_mass) = (pass.sorted_velocity[s], pass.sorted_inverse_mass[s]);
    let (mut kernel_sum, mut change, mut cohesion_sum) = (volume, Vec3::ZERO, Vec3::ZERO);
    for other in neighbours!(pass).of(s) {
        let kernel = pliant_math::powi(other.u, 3);
        kernel_sum += other.volume.abs() * kernel;
        if other.volume > 0.0 {
            let other_velocity = pass.sorted_velocity[other.index];
            let viscosity = 0.5 * (own_velocity[3] + other_velocity[3]);
            let pair_weight =
                (volume + other.volume) / (inverse_mass + pass.sorted_inverse_mass[other.index]);
            change += viscosity * pair_weight * kernel * (xyz(other_velocity) - xyz(own_velocity));
            if pass.features & FEATURE_VORTICITY != 0 {
                let [own, its] = [s, other.index].map(|s| Vec3::from(pass.sorted_confinement[s]));
                change += pair_weight * kernel * (own - its);
            }
            if pass.features & FEATURE_COHESION != 0 {
                let cohesion = pass.sorted_material[s][0].min(pass.sorted_material[other.index][0]);
                cohesion_sum -=
                    cohesion * other.volume * params.cohesion_kernel(other.u) * other.direction;
            }
        }
    }
    let p = pass.particles[pass.order[s] as usize] as usize;
    let v = pass.velocity.xyz(p)
        + inverse_mass * (params.kernel_scale * change + 2.0 * volume * cohesion_sum);
    pass.velocity.set_xyz(p, v);
    pass.density.set(
        s,
        params.density_at(
            xyz(pass.sorted_position[s]),
            kernel_sum,
            pass.sorted_boundary[s],
        ),
    );
}

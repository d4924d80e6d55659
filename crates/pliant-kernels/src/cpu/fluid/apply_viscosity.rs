//! CPU implementation of `shaders/fluid/apply_viscosity.comp`.

use super::{Neighbours, neighbours};
use crate::cpu::fluid::Kernel;
use crate::cpu::lanes::{Lanes, Vec3s, components, lanes, sum};
use crate::cpu::math::xyz;
use crate::views::view::ApplyViscosity;
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
    let (mut kernel_sums, mut changes, mut cohesion_sums) = (Lanes::ZERO, Vec3s::ZERO, Vec3s::ZERO);
    let half = Lanes::splat(0.5);
    let [x, y, z, own_viscosity] = own_velocity.map(Lanes::splat);
    let list = neighbours!(pass).fours(s);
    for group in list.groups() {
        let others = list.group(group);
        let kernel = others.u * others.u * others.u;
        kernel_sums += others.volume.abs() * kernel;
        let inverse_masses =
            Lanes::splat(inverse_mass) + lanes(|k| pass.sorted_inverse_mass[others.index[k]]);
        // Other bodies are not fluid; they have no viscosity and no cohesion.
        let fluid = others.volume.simd_gt(Lanes::ZERO);
        let pair_kernel =
            fluid & (kernel * (Lanes::splat(volume) + others.volume) / inverse_masses);
        let velocity = components(others.index.map(|i| Lanes::new(pass.sorted_velocity[i])));
        let viscosity = half * (own_viscosity + velocity[3]);
        changes += (Vec3s::of(velocity) - Vec3s { x, y, z }) * (viscosity * pair_kernel);
        if pass.features & FEATURE_VORTICITY != 0 {
            let [x, y, z] = [0, 1, 2].map(|axis| {
                let own = pass.sorted_confinement[s][axis];
                lanes(|k| own - pass.sorted_confinement[others.index[k]][axis])
            });
            changes += Vec3s { x, y, z } * pair_kernel;
        }
        if pass.features & FEATURE_COHESION != 0 {
            let own = pass.sorted_material[s][0];
            let cohesion = lanes(|k| {
                let u = others.u.to_array()[k];
                own.min(pass.sorted_material[others.index[k]][0]) * params.cohesion_kernel(u)
            });
            cohesion_sums += others.direction * (fluid & (cohesion * others.volume));
        }
    }
    let (kernel_sum, change) = (volume + sum(kernel_sums), changes.sum());
    let cohesion_sum = -cohesion_sums.sum();
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

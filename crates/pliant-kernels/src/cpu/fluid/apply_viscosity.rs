//! CPU implementation of `shaders/fluid/apply_viscosity.comp`.

use super::by_blocks;
use crate::cpu::fluid::kernel::Kernel;
use crate::cpu::fluid::neighbours::Neighbours;
use crate::cpu::lanes::{Eight, Numbers, Vec3s, components_of_eight, eight};
use crate::cpu::math::xyz;
use crate::views::view::ApplyViscosity;
use glam::Vec3;
use pliant_passes::types::{FEATURE_COHESION, FEATURE_VORTICITY};
use std::ops::Range;

pub(crate) fn apply_viscosity(pass: &ApplyViscosity<'_>, points: Range<usize>) {
    let read = |s: usize| {
        let p = pass.particles[pass.order[s] as usize] as usize;
        (p, pass.velocity.xyz(p))
    };
    by_blocks(points, pass.params.count, read, |s, particle| {
        apply_to(pass, s, particle);
    });
}

/// Applies forces around point s to its particle, which has this index and velocity.
#[inline(always)]
fn apply_to(pass: &ApplyViscosity<'_>, s: usize, (p, before): (usize, Vec3)) {
    let params = pass.params;
    let volume = pass.lists.sorted_position[s][3];
    if volume <= 0.0 {
        return;
    }
    let (own_velocity, inverse_mass) = (pass.sorted_velocity[s], pass.sorted_inverse_mass[s]);
    let (mut kernel_sums, mut changes, mut cohesion_sums) = (Eight::ZERO, Vec3s::ZERO, Vec3s::ZERO);
    let half = eight(0.5);
    let [x, y, z, own_viscosity] = own_velocity.map(eight);
    let list = Neighbours::new(&pass.lists, pass.params).eights(s);
    for first in list.firsts() {
        let others = list.group(first);
        let kernel = others.u * others.u * others.u;
        kernel_sums += others.volume.abs() * kernel;
        let inverse_masses =
            eight(inverse_mass) + Eight::new(pass.sorted_inverse_mass.gather(others.index));
        // Other bodies are not fluid; they have no viscosity and no cohesion.
        let fluid = others.volume.simd_gt(Eight::ZERO);
        let pair_kernel = fluid & (kernel * (eight(volume) + others.volume) / inverse_masses);
        let velocity = components_of_eight(pass.sorted_velocity.gather(others.index));
        let viscosity = half * (own_viscosity + velocity[3]);
        changes += (Vec3s::of(velocity) - Vec3s { x, y, z }) * (viscosity * pair_kernel);
        if pass.features & FEATURE_VORTICITY != 0 {
            let own = pass.sorted_confinement[s];
            let confinement = pass.sorted_confinement.gather(others.index);
            let [x, y, z] =
                [0, 1, 2].map(|axis| Eight::new(confinement.map(|other| own[axis] - other[axis])));
            changes += Vec3s { x, y, z } * pair_kernel;
        }
        if pass.features & FEATURE_COHESION != 0 {
            let own = pass.sorted_material[s][0];
            let (u, material) = (
                others.u.to_array(),
                pass.sorted_material.gather(others.index),
            );
            let cohesion = |k: usize| own.min(material[k][0]) * params.cohesion_kernel(u[k]);
            let cohesion = Eight::new([0, 1, 2, 3, 4, 5, 6, 7].map(cohesion));
            cohesion_sums += others.direction * (fluid & (cohesion * others.volume));
        }
    }
    let (kernel_sum, change) = (volume + kernel_sums.sum(), changes.sum());
    let cohesion_sum = -cohesion_sums.sum();
    let v = before + inverse_mass * (params.kernel_scale * change + 2.0 * volume * cohesion_sum);
    pass.velocity.set_xyz(p, v);
    pass.density.set(
        s,
        params.density_at(
            xyz(pass.lists.sorted_position[s]),
            kernel_sum,
            pass.sorted_boundary[s],
        ),
    );
}

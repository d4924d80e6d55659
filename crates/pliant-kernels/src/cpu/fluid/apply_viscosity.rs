//! Twin of `shaders/fluid/apply_viscosity.comp`.

use super::{Lists, lists};
use crate::cpu::fluid::Kernel;
use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::ApplyViscosity;
use pliant_passes::types::{FEATURE_COHESION, FEATURE_SWIRL};

pub(crate) fn apply_viscosity(pass: ApplyViscosity<'_>) {
    let params = pass.params;
    for s in 0..params.count as usize {
        let volume = pass.sorted_position[s][3];
        if volume <= 0.0 {
            continue;
        }
        let (flow, weight) = (pass.flows[s], pass.weights[s]);
        let (mut filled, mut change, mut pull) = (volume, Vec3::ZERO, Vec3::ZERO);
        for beside in lists!(pass).around(s) {
            let share = beside.u.powi(3);
            filled += beside.volume.abs() * share;
            if beside.volume > 0.0 {
                let other = pass.flows[beside.place];
                let viscosity = 0.5 * (flow[3] + other[3]);
                let both = (volume + beside.volume) / (weight + pass.weights[beside.place]);
                change += viscosity * both * share * (xyz(other) - xyz(flow));
                if pass.features & FEATURE_SWIRL != 0 {
                    let [own, other] = [s, beside.place].map(|s| Vec3::from(pass.swirls[s]));
                    change += both * share * (own - other);
                }
                if pass.features & FEATURE_COHESION != 0 {
                    let both = pass.livings[s][0].min(pass.livings[beside.place][0]);
                    pull -= both * beside.volume * params.draw(beside.u) * beside.along;
                }
            }
        }
        let p = pass.particles[pass.order[s] as usize] as usize;
        let v = xyz(pass.velocity[p]) + weight * (params.density * change + 2.0 * volume * pull);
        set_xyz(&mut pass.velocity[p], v);
        pass.density[s] = params.density_at(xyz(pass.sorted_position[s]), filled, pass.walls[s]);
    }
}

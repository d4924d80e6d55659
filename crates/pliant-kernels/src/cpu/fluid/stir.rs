//! Twin of `shaders/fluid/stir.comp`.

use super::{Lists, lists};
use crate::cpu::math::{set_xyz, xyz};
use crate::passes::view::FluidStir;
use glam::Vec3;

pub(crate) fn stir(pass: FluidStir<'_>) {
    let params = pass.params;
    for s in 0..params.count as usize {
        let volume = pass.places[s][3];
        if volume <= 0.0 {
            continue;
        }
        let (flow, weight) = (pass.flows[s], pass.weights[s]);
        let (mut filled, mut change) = (volume, Vec3::ZERO);
        for beside in lists!(pass).around(s) {
            let share = beside.u.powi(3);
            filled += beside.volume.abs() * share;
            if beside.volume > 0.0 {
                let other = pass.flows[beside.place];
                let viscosity = 0.5 * (flow[3] + other[3]);
                let both = (volume + beside.volume) / (weight + pass.weights[beside.place]);
                change += viscosity * both * share * (xyz(other) - xyz(flow));
            }
        }
        let p = pass.particles[pass.order[s] as usize] as usize;
        let v = xyz(pass.velocity[p]) + params.density * weight * change;
        set_xyz(&mut pass.velocity[p], v);
        pass.density[s] = params.density_at(xyz(pass.places[s]), filled, pass.walls[s]);
    }
}

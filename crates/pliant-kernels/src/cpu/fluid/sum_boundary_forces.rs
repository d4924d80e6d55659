//! Twin of `shaders/fluid/sum_boundary_forces.comp`.

use super::{Lists, lists};
use crate::cpu::accumulate;
use glam::Vec3;
use pliant_passes::passes::view::SumBoundaryForces;
use pliant_passes::types::NONE;

pub(crate) fn sum_boundary_forces(mut pass: SumBoundaryForces<'_>) {
    for s in 0..pass.params.count as usize {
        if pass.sorted_position[s][3] > 0.0 {
            meet_walls(&mut pass, s);
        }
        meet_others(&mut pass, s);
    }
}

/// Of a change of pressure around a place, kg m/s.
fn given(pass: &SumBoundaryForces<'_>, s: usize) -> f32 {
    pass.sorted_position[s][3].abs() * pass.params.unit / pass.params.h
}

fn particle(pass: &SumBoundaryForces<'_>, s: usize) -> usize {
    pass.particles[pass.order[s] as usize] as usize
}

fn meet_walls(pass: &mut SumBoundaryForces<'_>, s: usize) {
    let (params, p) = (pass.params, particle(pass, s));
    let push = given(pass, s) * params.steep * pass.change[s];
    for slot in 0..params.slots as usize {
        let c = pass.contacts[slot * params.particles as usize + p].collider;
        if c == NONE {
            break;
        }
        let part = Vec3::from(pass.parts[slot * params.count as usize + s]);
        if push != 0.0 && part != Vec3::ZERO {
            tell(pass, p, 1 + c, push * part);
        }
    }
}

fn meet_others(pass: &mut SumBoundaryForces<'_>, s: usize) {
    let (params, p) = (pass.params, particle(pass, s));
    let body_at = |s: usize| pass.body_of[pass.order[s] as usize];
    let pushed = lists!(pass).around(s).filter_map(|beside| {
        let other = body_at(beside.place);
        let both = pass.change[s] + pass.change[beside.place];
        if other == body_at(s) || both == 0.0 || beside.u == 0.0 {
            return None;
        }
        let push = params.push * beside.volume.abs() * both * beside.u * beside.u * beside.along;
        Some((other, given(pass, s) * push))
    });
    for (other, push) in pushed.collect::<Vec<_>>() {
        tell(pass, p, 1 + params.colliders + other, push);
    }
}

fn tell(pass: &mut SumBoundaryForces<'_>, p: usize, other: u32, impulse: Vec3) {
    let told = (&mut *pass.accumulators, &mut *pass.status);
    let place = [p, pass.params.particles as usize];
    accumulate::accumulate(told, place, other, impulse);
}

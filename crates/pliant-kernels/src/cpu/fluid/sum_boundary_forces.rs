//! CPU implementation of `shaders/fluid/sum_boundary_forces.comp`.

use crate::cpu::accumulate;
use crate::cpu::fluid::neighbours::Neighbours;
use crate::views::view::SumBoundaryForces;
use glam::Vec3;
use pliant_passes::types::NONE;

pub(crate) fn sum_boundary_forces(pass: &SumBoundaryForces<'_>, s: usize) {
    if s >= pass.params.count as usize {
        return;
    }
    if pass.lists.sorted_position[s][3] > 0.0 {
        accumulate_boundary(pass, s);
    }
    accumulate_neighbours(pass, s);
}

/// Impulse per pressure change around a point, kg m/s.
fn impulse_scale(pass: &SumBoundaryForces<'_>, s: usize) -> f32 {
    pass.lists.sorted_position[s][3].abs() * pass.params.pressure_unit / pass.params.h
}

fn particle(pass: &SumBoundaryForces<'_>, s: usize) -> usize {
    pass.particles[pass.order[s] as usize] as usize
}

fn accumulate_boundary(pass: &SumBoundaryForces<'_>, s: usize) {
    let (params, p) = (pass.params, particle(pass, s));
    let push = impulse_scale(pass, s) * params.boundary_force_scale * pass.pressure_change[s];
    for slot in 0..params.slots as usize {
        let c = pass.contacts[slot * params.particles as usize + p].collider;
        if c == NONE {
            break;
        }
        let part = Vec3::from(pass.boundary_gradient[slot * params.count as usize + s]);
        if push != 0.0 && part != Vec3::ZERO {
            add_impulse(pass, p, 1 + c, push * part);
        }
    }
}

fn accumulate_neighbours(pass: &SumBoundaryForces<'_>, s: usize) {
    let (params, p) = (pass.params, particle(pass, s));
    let body_at = |s: usize| pass.body_of[pass.order[s] as usize];
    for neighbour in Neighbours::new(&pass.lists, pass.params).of(s) {
        let other = body_at(neighbour.index);
        let pair_change = pass.pressure_change[s] + pass.pressure_change[neighbour.index];
        if other == body_at(s) || pair_change == 0.0 || neighbour.u == 0.0 {
            continue;
        }
        let push = params.gradient_scale
            * neighbour.volume.abs()
            * pair_change
            * neighbour.u
            * neighbour.u
            * neighbour.direction;
        let other = 1 + params.colliders + other;
        add_impulse(pass, p, other, impulse_scale(pass, s) * push);
    }
}

fn add_impulse(pass: &SumBoundaryForces<'_>, p: usize, other: u32, impulse: Vec3) {
    let buffers = (&pass.accumulators, &pass.status);
    let item = [p, pass.params.particles as usize];
    accumulate::accumulate(buffers, item, other, impulse);
}

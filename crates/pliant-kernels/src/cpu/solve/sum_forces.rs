//! CPU implementation of `shaders/solve/sum_forces.comp`.

use crate::cpu::contact::{Rows, entries};
use crate::cpu::math::{with_w, xyz};
use crate::views::view::SumForces;
use glam::Vec3;
use pliant_passes::types::NONE;

pub(crate) fn sum_forces(pass: &SumForces<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let watch = pass.watches[i];
    let (x, slots) = match watch.particle {
        NONE => (Vec3::ZERO, 0),
        particle => (current_position(pass, particle), pass.params.slots),
    };
    let first = watch.first as usize;
    let ends = first..first + (watch.links + watch.corners) as usize;
    let (links, corners) = pass.ends.range(ends).split_at(watch.links as usize);
    let mut sum = if pass.params.restart != 0 {
        Vec3::ZERO
    } else {
        pass.sums.xyz(i)
    };
    for end in links {
        sum += link_force(pass, x, *end);
    }
    for &[corner, _] in corners {
        sum += Vec3::from(pass.correction[corner as usize]);
    }
    for slot in 0..slots {
        let contact = pass.contacts[(slot * pass.params.particles + watch.particle) as usize];
        sum += contact.lambda * Vec3::from(contact.normal) + Vec3::from(contact.tangent);
    }
    if watch.particle != NONE && pass.params.deformable_contacts != 0 {
        sum = add_contact_forces(pass, watch.particle as usize, sum);
    }
    pass.sums.set(i, with_w(sum, 0.0));
}

fn current_position(pass: &SumForces<'_>, i: u32) -> Vec3 {
    xyz(pass.position[i as usize]) + xyz(pass.displacement[i as usize])
}

/// ∇C λ of a link, by its other particle and the index of its λ, on a particle at x.
fn link_force(pass: &SumForces<'_>, x: Vec3, [other, lambda]: [u32; 2]) -> Vec3 {
    let d = x - current_position(pass, other);
    let length = d.length();
    if length > 0.0 {
        pass.lambda[lambda as usize] / length * d
    } else {
        Vec3::ZERO
    }
}

/// Adds the forces of a particle's deformable contacts to a sum.
fn add_contact_forces(pass: &SumForces<'_>, particle: usize, mut sum: Vec3) -> Vec3 {
    let rows = Rows(pass.rows);
    for entry in entries(pass.starts, pass.entries, particle) {
        let (row, weight) = rows.weight_of(*entry);
        let (normal, _) = rows.plane_of(row);
        let lambda = pass.lambdas[row];
        sum += weight * (lambda[3] * normal + xyz(lambda));
    }
    sum
}

//! CPU implementation of `shaders/solve/iterate_jacobi.comp`.

use super::other;
use crate::cpu::lanes::{LANES, Lanes, Vec3s, components, lanes};
use crate::cpu::math::{with_w, xyz};
use crate::views::view::IterateJacobi;
use glam::Vec3;
use pliant_passes::types::{
    FEATURE_CORNERS, FEATURE_DAMPED, FEATURE_ONE_MATERIAL, LinkEnd, MATERIALS, Material, SLICE,
};
use std::array::from_fn;
use std::ops::Range;

/// Particles whose indices differ only in the last two bits are computed together, since their slots are adjacent.
pub(crate) fn iterate_jacobi(pass: &IterateJacobi<'_>, invocations: Range<usize>) {
    let end = invocations.end.min(pass.params.count as usize);
    let mut start = invocations.start;
    while start < end {
        let next = end.min((start / LANES + 1) * LANES);
        solve(pass, start..next);
        start = next;
    }
}

/// Moves up to [`LANES`] particles. Missing lanes repeat the last particle, and write nothing.
fn solve(pass: &IterateJacobi<'_>, particles: Range<usize>) {
    let own = Own::load(
        pass,
        from_fn(|k| (particles.start + k).min(particles.end - 1)),
    );
    let slice = particles.start / SLICE as usize;
    let [first, last] = [slice, slice + 1].map(|slice| pass.slices[slice] as usize);
    let mut sums = Vec3s::ZERO;
    for layer in (first..last).step_by(SLICE as usize) {
        let at = own.particle.map(|i| layer + i % SLICE as usize);
        sums += link_corrections(pass, &own, at, particles.len());
    }
    for (i, sum) in particles.zip(sums.rows()) {
        move_particle(pass, i, xyz(sum.to_array()));
    }
}

/// Moves a particle by the sum of its links' corrections and those of other constraints.
fn move_particle(pass: &IterateJacobi<'_>, i: usize, mut sum: Vec3) {
    let params = &pass.params;
    if pass.features & FEATURE_CORNERS != 0 {
        let corners = pass.corner_starts[i] as usize..pass.corner_starts[i + 1] as usize;
        sum += pass
            .corners
            .range(corners)
            .iter()
            .map(|&corner| Vec3::from(pass.correction[corner as usize]))
            .sum::<Vec3>();
    }
    let (d, w) = (xyz(pass.displacement[i]), pass.current_position[i][3]);
    let momentum = d - pass.displacement_before.xyz(i);
    let next = d + params.omega * pass.velocity[i][3] * sum + (params.omega - 1.0) * momentum;
    pass.displacement_before.set(i, with_w(next, w));
    pass.next_position
        .set(i, with_w(xyz(pass.position[i]) + next, w));
}

/// The particles whose links are solved, a lane each.
struct Own {
    particle: [usize; LANES],
    position: Vec3s,
    /// w·s of mass splitting, and w.
    split_w: Lanes,
    w: Lanes,
}

impl Own {
    #[inline]
    fn load(pass: &IterateJacobi<'_>, particle: [usize; LANES]) -> Self {
        let position = components(particle.map(|i| Lanes::new(pass.current_position[i])));
        Self {
            particle,
            position: Vec3s::of(position),
            split_w: position[3],
            w: lanes(|k| pass.velocity[particle[k]][3]),
        }
    }
}

/// The correction of each particle by the link in its slot `at`, for w = 1 (docs/method.md §8). Stores λ of the first `count`.
#[inline]
fn link_corrections(
    pass: &IterateJacobi<'_>,
    own: &Own,
    at: [usize; LANES],
    count: usize,
) -> Vec3s {
    let params = &pass.params;
    let slots = at.map(|at| pass.slots[at]);
    let far = slots.map(|slot| other(slot.other));
    let [x, y, z, far_split_w] = components(far.map(|i| Lanes::new(pass.current_position[i])));
    let d = own.position - Vec3s { x, y, z };
    let length = d.length();
    let one = Lanes::splat(1.0);
    let n = d * length.simd_gt(Lanes::ZERO).select(one / length, one);

    let old_lambda = kept(params.keep_lambda, |k| pass.lambda[at[k]]);
    let older_lambda = kept(params.keep_lambda_before, |k| pass.lambda_before.get(at[k]));

    let [mut compliance, damping, stiffness, _] = materials(pass, own, &slots);
    let mut r = lanes(|k| slots[k].rest) - length - compliance * old_lambda;
    let w = own.split_w + far_split_w;
    let mut denominator = w + compliance;
    if pass.features & FEATURE_DAMPED != 0 {
        let displacement = |i: usize| Lanes::new(pass.displacement[i]);
        let relative = from_fn(|k| displacement(own.particle[k]) - displacement(far[k]));
        r -= damping * n.dot(Vec3s::of(components(relative)));
        denominator = (one + damping) * w + compliance;
        compliance /= one + damping;
    }
    let unsplit_w = own.w + lanes(|k| pass.velocity[far[k]][3]);
    let two = Lanes::splat(2.0);
    let alone = Lanes::splat(params.lone_relaxation) * (two * w + compliance)
        / (two * unsplit_w + compliance);
    let relaxation = Lanes::splat(params.relaxation).fast_min(alone);
    let change = w.simd_gt(Lanes::ZERO) & (relaxation * stiffness * r / denominator);

    let omega = Lanes::splat(params.omega);
    let next = old_lambda + omega * change + (omega - one) * (old_lambda - older_lambda);
    for (at, next) in at.into_iter().zip(next.to_array()).take(count) {
        pass.lambda_before.set(at, next);
    }
    n * change
}

/// λ of an earlier iteration, or 0 where there was none and the buffer still has that of the last substep.
#[inline]
fn kept(keep: f32, lambda: impl FnMut(usize) -> f32) -> Lanes {
    if keep == 0.0 {
        Lanes::ZERO
    } else {
        lanes(lambda)
    }
}

/// Compliance, damping, stiffness and Poisson's ratio of each link.
#[inline]
fn materials(pass: &IterateJacobi<'_>, own: &Own, slots: &[LinkEnd; LANES]) -> [Lanes; 4] {
    let row = |m: Material| [m.compliance, m.damping, m.stiffness, m.poisson];
    if pass.features & FEATURE_ONE_MATERIAL != 0 {
        return row(pass.materials[0]).map(Lanes::splat);
    }
    let index = |k: usize| MATERIALS * pass.body_of[own.particle[k]] + (slots[k].other >> 30);
    components(from_fn(|k| {
        Lanes::new(row(pass.materials[index(k) as usize]))
    }))
}

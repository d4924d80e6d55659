//! CPU implementation of `shaders/intersection/solve_intersections.comp`.

use crate::cpu::intersection::constraint::{mean, yielding};
use crate::cpu::intersection::direction;
use crate::views::view::SolveIntersections;
use glam::Vec3;
use pliant_passes::types::{FEATURE_FIRST_ROUND, Intersection, Pull};

pub(crate) fn solve_intersections(pass: &SolveIntersections<'_>, i: usize) {
    // 1 + their number; 0 without a plan.
    if i + 1 >= pass.passing[0] as usize {
        return;
    }
    let intersection = &pass.intersections[i];
    let push = if pass.params.velocities != 0 {
        damp(pass, intersection, &pass.pulls.get(i))
    } else {
        let mut pull = if pass.features & FEATURE_FIRST_ROUND != 0 {
            direction::pull_of(pass, intersection).unwrap_or_default()
        } else {
            pass.pulls.get(i)
        };
        let push = solve(pass, intersection, &mut pull);
        pass.pulls.set(i, pull);
        push
    };
    pass.pushes.set(i, push.to_array());
}

/// Moves both at least as far apart as wanted; returns the impulse of this iteration.
fn solve(pass: &SolveIntersections<'_>, intersection: &Intersection, pull: &mut Pull) -> Vec3 {
    let w = yielding(intersection, pull, pass.starts, pass.velocity);
    if pull.wanted == 0.0 || w == 0.0 {
        return Vec3::ZERO;
    }
    let normal = Vec3::from(pull.normal);
    let moved = normal.dot(mean(intersection, pull, pass.displacement));
    let lambda = (pull.lambda + (pull.wanted - moved) / w).max(0.0);
    let change = lambda - pull.lambda;
    pull.lambda = lambda;
    change * normal
}

/// Removes the relative velocity along the direction.
fn damp(pass: &SolveIntersections<'_>, intersection: &Intersection, pull: &Pull) -> Vec3 {
    if pull.lambda == 0.0 {
        return Vec3::ZERO;
    }
    let normal = Vec3::from(pull.normal);
    let leaving = normal.dot(mean(intersection, pull, pass.velocity));
    let w = yielding(intersection, pull, pass.starts, pass.velocity);
    -(leaving / w) * normal
}

//! CPU implementation of `shaders/contact/bound_elements.comp`.

use crate::cpu::math::{with_w, xyz};
use crate::views::view::BoundElements;
use glam::Vec3;
use pliant_passes::types::{
    ALLOWANCE_MOST, ALLOWANCE_MOVING, CONTACT_MARGIN, MovingBounds, NONE, SUBSTEPS_AHEAD,
};

pub(crate) fn bound_elements(pass: &BoundElements<'_>, e: usize) {
    if e >= pass.params.count as usize {
        return;
    }
    let [a, b, c, owns] = pass.elements[e];
    let corners = [a, b, if c == NONE { b } else { c }];
    let body = &pass.bodies[pass.body_of[a as usize] as usize];
    let thick = (1.0 + CONTACT_MARGIN) * body.half_thickness;
    let expected = corners.map(|p| Expected::of(pass, p as usize, body.allowance));
    let ways = expected.map(|particle| SUBSTEPS_AHEAD * particle.trajectory);
    let mean = if c == NONE {
        (ways[0] + ways[1]) / 2.0
    } else {
        (ways[0] + ways[1] + ways[2]) / 3.0
    };
    let mut bounds = MovingBounds {
        low: [f32::INFINITY; 3],
        high: [f32::NEG_INFINITY; 3],
        slow: [f32::INFINITY; 3],
        fast: [f32::NEG_INFINITY; 3],
    };
    let mut most = 0.0_f32;
    for k in 0..3 {
        let Expected {
            reference,
            trajectory,
            deviation,
            allowance,
        } = expected[k];
        let around = Vec3::splat(allowance + thick);
        bounds = join(
            bounds,
            [reference - around, reference + around, ways[k], ways[k]],
        );
        most = most.max((ways[k] - mean).length() + allowance);
        if owns & (1 << k) != 0 {
            let p = corners[k] as usize;
            pass.references.set(p, with_w(reference, allowance));
            pass.motions.set(p, deviation);
            if pass.params.round == 0 {
                pass.trajectories.set(p, with_w(trajectory, 0.0));
            }
        }
    }
    pass.nodes.set(e, bounds);
    pass.spreads.set(e, with_w(mean, most));
    store_slips(pass, e);
}

/// How a particle is expected to move until the next search.
#[derive(Clone, Copy)]
struct Expected {
    /// Where it is, or where it would have been at the first search of this trajectory.
    reference: Vec3,
    /// Displacement in a substep.
    trajectory: Vec3,
    /// How far it deviates from that in this substep.
    deviation: f32,
    /// How far it may.
    allowance: f32,
}

impl Expected {
    /// After the solve the trajectory stays as it was, since truncation may undo what the solver did.
    fn of(pass: &BoundElements<'_>, p: usize, at_rest: f32) -> Self {
        let (x, moved) = (xyz(pass.position[p]), xyz(pass.displacement[p]));
        if pass.params.round == 0 {
            let first = pass.state[0].known == 0;
            let trajectory = if first { moved } else { xyz(pass.means[p]) };
            let deviation = (moved - trajectory).length();
            return Self {
                reference: x,
                trajectory,
                deviation,
                allowance: allowance(at_rest, moved.length().max(deviation)),
            };
        }
        let trajectory = xyz(pass.trajectories.get(p));
        let substeps = pass.state[0].substeps;
        let since = substeps.min(SUBSTEPS_AHEAD);
        let now = ((substeps + 1.0).min(SUBSTEPS_AHEAD) - since) * trajectory;
        let deviation = (moved - now).length();
        Self {
            reference: x - since * trajectory,
            trajectory,
            deviation,
            allowance: allowance(at_rest, moved.length().max(deviation)),
        }
    }
}

/// How far a particle may deviate from its trajectory until the next search. Fast ones soon do.
fn allowance(at_rest: f32, displacement: f32) -> f32 {
    let moving = (ALLOWANCE_MOVING * displacement).min(ALLOWANCE_MOST * at_rest);
    at_rest + moving.max(2.0 * displacement)
}

fn join(bounds: MovingBounds, [low, high, slow, fast]: [Vec3; 4]) -> MovingBounds {
    MovingBounds {
        low: low.min(Vec3::from(bounds.low)).to_array(),
        high: high.max(Vec3::from(bounds.high)).to_array(),
        slow: slow.min(Vec3::from(bounds.slow)).to_array(),
        fast: fast.max(Vec3::from(bounds.fast)).to_array(),
    }
}

/// Stores the slips of the candidates that the element had, for those that it finds again.
fn store_slips(pass: &BoundElements<'_>, e: usize) {
    let range = if pass.state[0].known == 0 {
        [0, 0]
    } else {
        [pass.starts[e], pass.starts[e + 1]]
    };
    pass.old_starts.set(e, range);
    for k in range[0] as usize..range[1] as usize {
        let [x, y, z, _] = pass.slips[k].map(f32::to_bits);
        pass.old_slips.set(k, [x, y, z, pass.keys[k][1]]);
    }
}

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
    let displacements = corners.map(|p| xyz(pass.displacement[p as usize]));
    let ways = displacements.map(|d| SUBSTEPS_AHEAD * d);
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
        let x = xyz(pass.position[corners[k] as usize]);
        let allowance = allowance(body.allowance, displacements[k].length());
        let around = Vec3::splat(allowance + thick);
        bounds = join(bounds, [x - around, x + around, ways[k], ways[k]]);
        most = most.max((ways[k] - mean).length() + allowance);
        if owns & (1 << k) != 0 {
            let p = corners[k] as usize;
            pass.references.set(p, with_w(x, allowance));
            pass.trajectories.set(p, with_w(displacements[k], 0.0));
            pass.motions.set(p, 0.0);
        }
    }
    pass.nodes.set(e, bounds);
    pass.spreads.set(e, with_w(mean, most));
    store_slips(pass, e);
}

/// How far a particle may deviate from its expected trajectory until the next search. Fast ones soon do.
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
        let slip = xyz(pass.slips[k]);
        let key = f32::from_bits(pass.keys[k][1]);
        pass.old_slips.set(k, with_w(slip, key));
    }
}

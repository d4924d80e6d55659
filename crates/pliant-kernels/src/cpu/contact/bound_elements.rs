//! CPU implementation of `shaders/contact/bound_elements.comp`.

use crate::cpu::contact::deviation::deviation;
use crate::cpu::math::{with_w, xyz};
use crate::views::view::BoundElements;
use glam::Vec3;
use pliant_passes::types::{ALLOWANCE_MOVING, Bounds, CONTACT_MARGIN, NONE, SUBSTEPS_AHEAD};

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
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    let mut most = 0.0_f32;
    for k in 0..3 {
        let Expected {
            reference,
            trajectory,
            deviation,
            allowance,
        } = expected[k];
        let around = Vec3::splat(allowance + thick);
        low = low.min(reference + ways[k].min(Vec3::ZERO) - around);
        high = high.max(reference + ways[k].max(Vec3::ZERO) + around);
        most = most.max((ways[k] - mean).length() + allowance);
        if owns & (1 << k) != 0 {
            let p = corners[k] as usize;
            pass.references.set(p, with_w(reference, allowance));
            pass.motions.set(p, deviation);
            pass.trajectories.set(p, with_w(trajectory, 0.0));
        }
    }
    let (low, high) = (low.to_array(), high.to_array());
    pass.nodes.set(e, Bounds { low, high });
    pass.spreads.set(e, with_w(mean, most));
    store_slips(pass, e);
}

/// How a particle is expected to move until the next search.
#[derive(Clone, Copy)]
struct Expected {
    /// Where it is.
    reference: Vec3,
    /// Displacement in a substep.
    trajectory: Vec3,
    /// How far it deviates from its way in this substep.
    deviation: f32,
    /// How far it may.
    allowance: f32,
}

impl Expected {
    fn of(pass: &BoundElements<'_>, p: usize, at_rest: f32) -> Self {
        let moves = xyz(pass.displacement[p]);
        let first = pass.state[0].known == 0;
        let trajectory = if first { moves } else { xyz(pass.means[p]) };
        let deviation = deviation(moves, SUBSTEPS_AHEAD * trajectory);
        Self {
            reference: xyz(pass.position[p]),
            trajectory,
            deviation,
            allowance: at_rest + ALLOWANCE_MOVING * deviation,
        }
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

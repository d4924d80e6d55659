//! Where a segment leaves a face of the other shape on which it lies: CPU implementation of `shaders/rigid/collision/leaving.glsl`.

use crate::cpu::mesh::Surface;
use crate::cpu::rigid::collision::candidates::Candidates;
use crate::cpu::rigid::collision::probe::Probe;
use crate::cpu::rigid::collision::segments::Segment;
use glam::Vec3;
use pliant_passes::types::{LEAVING_PRECISION, LEAVING_STEPS, LYING_BEND, LYING_SLOPE};

/// The distance of a point of a segment to the other shape.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    /// 0 at the segment's beginning, 1 at its end.
    pub(super) fraction: f32,
    /// m.
    pub(super) distance: f32,
    /// Derivative of the distance by the fraction, m.
    pub(super) slope: f32,
}

impl Sample {
    pub(super) fn new(fraction: f32, met: &Surface, edge: Vec3, [from, to]: [f32; 2]) -> Self {
        Self {
            fraction,
            distance: met.distance - (from * (1.0 - fraction) + to * fraction),
            slope: met.normal.dot(edge) - (to - from),
        }
    }
}

impl Probe<'_> {
    /// Adds the point where a segment that lies on a face leaves it, between a fraction on the face and an end beyond it.
    pub(super) fn leave(
        &self,
        candidates: &mut Candidates,
        s: &Segment,
        [from, edge]: [Vec3; 2],
        [begin, mut beyond]: [f32; 2],
        at: impl Fn(Vec3) -> Surface,
    ) {
        let l = edge.length();
        let outwards = (beyond - begin).signum();
        let sampled = |fraction: f32| {
            let met = at(from + fraction * edge);
            (met, Sample::new(fraction, &met, edge, s.radii))
        };
        let (mut met, first) = sampled(begin);
        let slope = outwards * first.slope;
        if slope > LYING_SLOPE * l || first.distance >= candidates.margin {
            return;
        }
        let mut on = begin;
        for _ in 0..LEAVING_STEPS {
            if (beyond - on).abs() * l < LEAVING_PRECISION * self.merge_distance {
                break;
            }
            let fraction = 0.5 * (on + beyond);
            let (there, found) = sampled(fraction);
            if outwards * found.slope - slope <= LYING_BEND * l {
                (on, met) = (fraction, there);
            } else {
                beyond = fraction;
            }
        }
        let radius = s.radii[0] * (1.0 - on) + s.radii[1] * on;
        let falls = || met.distance > radius && self.falls_into_face(s, &met);
        if on != begin && !falls() {
            let local = from + on * edge;
            self.add_contact(candidates, (local, radius), &met, |by| at(local + by));
        }
    }
}

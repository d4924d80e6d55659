//! Contact points of one segment with another shape: CPU implementation of `shaders/rigid/collision/try_segment.glsl`.

use crate::cpu::mesh::Surface;
use crate::cpu::rigid::collision::candidates::Candidates;
use crate::cpu::rigid::collision::leaving::Sample;
use crate::cpu::rigid::collision::probe::Probe;
use crate::cpu::rigid::collision::segments::Segment;
use crate::cpu::shapes::surface;
use glam::Vec3;
use pliant_passes::types::{
    EDGE_BISECTIONS, EDGE_NORMAL_STEPS, EDGE_TANGENTS, FLAT_SLOPE, LYING_DISTANCE, LYING_SLOPE,
    MESH, MOST_CORNER_FACES, SEGMENT_PRECISION, SIDEWAYS,
};

/// Whether an end of a segment is apart from the other shape, and other points of the segment are nearer: `fall` is how much the distance
/// falls from it along the segment, m.
fn is_sideways(end: &Sample, fall: f32, edge: Vec3) -> bool {
    end.distance > 0.0 && fall > SIDEWAYS * edge.length()
}

/// Where the tangents at two samples intersect, and their distance there.
fn intersect_tangents(low: &Sample, high: &Sample) -> (f32, f32) {
    let width = high.fraction - low.fraction;
    let bend = (high.slope - low.slope).max(f32::MIN_POSITIVE);
    let along = (low.distance - high.distance + high.slope * width) / bend;
    (low.fraction + along, low.distance + low.slope * along)
}

impl Probe<'_> {
    /// Normal of two edges that touch: it is ill-defined there, so it is iterated farther out.
    fn between_edges(&self, mut met: Surface, at: impl Fn(Vec3) -> Surface, edge: Vec3) -> Surface {
        let near = 10.0 * self.merge_distance;
        if met.distance > near || met.distance < -10.0 * near {
            return met;
        }
        let out_by = near + 4.0 * (-met.distance).max(0.0);
        let mut normal = met.normal;
        for _ in 0..EDGE_NORMAL_STEPS {
            let across = normal - normal.dot(edge) / edge.length_squared() * edge;
            let l = across.length();
            if l < 1e-3 {
                break;
            }
            met.normal = across / l;
            let farther = at(out_by * met.normal);
            met.distance = farther.distance * farther.normal.dot(met.normal) - out_by;
            normal = farther.normal;
        }
        met
    }

    /// Adds the minimum of the distance along a segment, and returns its fraction.
    fn between(
        &self,
        candidates: &mut Candidates,
        s: &Segment,
        [from, edge]: [Vec3; 2],
        [mut low, mut high]: [Sample; 2],
        at: impl Fn(Vec3) -> Surface,
    ) -> Option<f32> {
        let [from_radius, to_radius] = s.radii;
        let is_convex = self.other.0.convex != 0;
        let level = FLAT_SLOPE * edge.length();
        for step in 0..EDGE_TANGENTS + EDGE_BISECTIONS {
            let (fraction, least) = intersect_tangents(&low, &high);
            if is_convex && least > candidates.margin {
                return None;
            }
            let by_tangents = is_convex
                && step < EDGE_TANGENTS
                && fraction > low.fraction
                && fraction < high.fraction;
            let fraction = if by_tangents {
                fraction
            } else {
                0.5 * (low.fraction + high.fraction)
            };
            let found = Sample::new(fraction, &at(from + fraction * edge), edge, s.radii);
            let is_below = found.slope < -level;
            *(if is_below { &mut low } else { &mut high }) = found;
            let bend = found.slope - low.slope;
            let above = found.distance - least;
            let reached = by_tangents && !is_below && above <= SEGMENT_PRECISION * bend;
            if reached || high.fraction - low.fraction < SEGMENT_PRECISION {
                break;
            }
        }
        let local = from + high.fraction * edge;
        let mut met = at(local);
        let radius = from_radius * (1.0 - high.fraction) + to_radius * high.fraction;
        if met.distance > radius && self.falls_into_face(s, &met) {
            return None;
        }
        if from_radius.max(to_radius) == 0.0 {
            met = self.between_edges(met, |out| at(local + out), edge);
        }
        self.add_contact(candidates, (local, radius), &met, |by| at(local + by));
        Some(high.fraction)
    }

    /// Tries what is between the ends of a segment, given by the samples there: the minimum of the distance, or where the segment
    /// leaves a face on which its beginning or its end lies. A face on which the minimum lies is left on both sides.
    fn try_between(
        &self,
        candidates: &mut Candidates,
        s: &Segment,
        line: [Vec3; 2],
        [low, high]: [Sample; 2],
        at: impl Fn(Vec3) -> Surface,
    ) {
        let l = line[1].length();
        let (level, steep) = (FLAT_SLOPE * l, LYING_SLOPE * l);
        let (mut first, mut last) = (1.0, 0.0);
        if low.slope < -level && high.slope > level {
            let Some(fraction) = self.between(candidates, s, line, [low, high], &at) else {
                return;
            };
            let apart = LYING_DISTANCE * self.merge_distance / l;
            (first, last) = (fraction - apart, fraction + apart);
        }
        if self.one.0.convex != 0 {
            return;
        }
        if high.slope > steep && low.slope <= steep && last < 1.0 {
            self.leave(candidates, s, line, [last, 1.0], &at);
        }
        if low.slope < -steep && high.slope >= -steep && first > 0.0 {
            self.leave(candidates, s, line, [first, 0.0], &at);
        }
    }

    /// Whether a segment, given by its ends in the other one's frame, is farther than `by` from the plane of a face of the other one,
    /// a convex mesh.
    fn is_out_of_mesh(&self, [from, to]: [Vec3; 2], by: f32) -> bool {
        let c = &self.other.0;
        if c.shape != MESH || c.convex == 0 || c.faces > MOST_CORNER_FACES {
            return false;
        }
        let size = Vec3::from(c.size);
        (c.first_face..c.first_face + c.faces).any(|face| {
            let face = &self.collision_meshes.faces[face as usize];
            let normal = Vec3::from(face.normal) / size;
            let corner = Vec3::from(face.a) * size;
            let height = normal.dot(from - corner).min(normal.dot(to - corner));
            height > by * normal.length()
        })
    }

    /// Tries both ends of a segment, then its interior.
    pub(super) fn try_segment(&self, candidates: &mut Candidates, s: &Segment, middle: Vec3) {
        let ends = [s.from, s.to].map(|end| self.to_other(end));
        let reach = candidates.margin + self.merge_distance + s.radii[0].max(s.radii[1]);
        if self.is_out_of_mesh(ends, reach) {
            return;
        }
        let edge = ends[1] - ends[0];
        let widest = s.radii[0].max(s.radii[1]);
        let margin = candidates.margin;
        let range = 2.0 * (margin + 10.0 * self.merge_distance) + widest + edge.length();
        let at = |local: Vec3| surface(self.collision_meshes, &self.other.0, local, middle, range);
        let start = at(ends[0]);
        let low = Sample::new(0.0, &start, edge, s.radii);
        if s.ends && !is_sideways(&low, -low.slope, edge) {
            let ball = (ends[0], s.radii[0]);
            self.add_contact(candidates, ball, &start, |by| at(ends[0] + by));
        }
        if edge == Vec3::ZERO {
            return;
        }
        let falls = low.slope <= LYING_SLOPE * edge.length();
        let between = s.between && falls && !self.edges_tried_elsewhere();
        if !between && self.one.0.shape == MESH {
            return;
        }
        let end = at(ends[1]);
        let high = Sample::new(1.0, &end, edge, s.radii);
        let sideways = is_sideways(&high, high.slope, edge);
        if s.ends && !sideways && self.one.0.shape != MESH {
            let ball = (ends[1], s.radii[1]);
            self.add_contact(candidates, ball, &end, |by| at(ends[1] + by));
        }
        let least = 0.5 * (start.distance + end.distance - edge.length());
        if between && least <= margin + widest {
            self.try_between(candidates, s, [ends[0], edge], [low, high], at);
        }
    }
}

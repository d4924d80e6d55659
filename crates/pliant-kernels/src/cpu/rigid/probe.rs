//! CPU implementation of `shaders/include/{segments,probe,try_segment}.glsl`.

use super::candidates::{Candidate, Candidates, RelativeMotion};
use crate::cpu::crossing::first_crossing;
use crate::cpu::mesh::{CollisionMeshes, scaled_box};
use crate::cpu::shapes::surface;
use crate::cpu::surface::Surface;
use crate::tree::Walk;
use glam::{Quat, Vec3};
use pliant_passes::types::{
    BOX, Bounds, CAPSULE, CROSSING_AHEAD, CYLINDER, Collider, EDGE_BISECTIONS, EDGE_NORMAL_STEPS,
    EDGE_TANGENTS, FLAT_SLOPE, GRAZING, LEAVING_PRECISION, LEAVING_STEPS, LYING_BEND,
    LYING_DISTANCE, LYING_SLOPE, MESH, MOST_CORNER_FACES, NO_SURFACE, PASSING_AHEAD, PASSING_STEPS,
    PLANE, Pose, SEGMENT_PRECISION, SIDEWAYS, SLOPING, SPHERE,
};
use std::f32::consts::FRAC_PI_4;

/// An edge in its collider's frame, with the radius of a ball at each end.
struct Segment {
    from: Vec3,
    to: Vec3,
    radii: [f32; 2],
    /// Whether its ends are tried with this edge, and not with another one.
    ends: bool,
    /// Whether what is between its ends is tried.
    between: bool,
    /// Of an edge of a mesh: a face, and which of its edges.
    side: Option<(u32, usize)>,
}

impl Segment {
    fn edge(from: Vec3, to: Vec3) -> Self {
        Self {
            from,
            to,
            radii: [0.0; 2],
            ends: true,
            between: true,
            side: None,
        }
    }
}

fn segment_count(c: &Collider) -> u32 {
    match c.shape {
        BOX => 12,
        CYLINDER => 8,
        _ => 1,
    }
}

/// Segments of the one shape against the signed distance of the other.
pub(super) struct Probe<'a> {
    pub(super) collision_meshes: CollisionMeshes<'a>,
    /// Posed colliders.
    pub(super) one: (Collider, Pose),
    pub(super) other: (Collider, Pose),
    /// Radius around the other one's position.
    pub(super) other_radius: f32,
    pub(super) back: f32,
    /// Radius around the smaller collider, m.
    pub(super) least_radius: f32,
    pub(super) merge_distance: f32,
    /// A direction in the one's frame; features farther along it than `beyond` are out of the margin.
    pub(super) axis: Vec3,
    pub(super) beyond: f32,
}

/// Whether an end of a segment is apart from the other shape, and other points of the segment are nearer: `fall` is how much the distance
/// falls from it along the segment, m.
fn is_sideways(end: &Sample, fall: f32, edge: Vec3) -> bool {
    end.distance > 0.0 && fall > SIDEWAYS * edge.length()
}

/// The distance of a point of a segment to the other shape.
#[derive(Clone, Copy)]
struct Sample {
    /// 0 at the segment's beginning, 1 at its end.
    place: f32,
    /// m.
    distance: f32,
    /// Derivative of the distance by the place, m.
    slope: f32,
}

impl Sample {
    fn new(place: f32, met: &Surface, edge: Vec3, [from, to]: [f32; 2]) -> Self {
        Self {
            place,
            distance: met.distance - (from * (1.0 - place) + to * place),
            slope: met.normal.dot(edge) - (to - from),
        }
    }

    /// Where the tangents at this and a later sample meet, and their distance there.
    fn meets(&self, later: &Self) -> (f32, f32) {
        let width = later.place - self.place;
        let bend = (later.slope - self.slope).max(f32::MIN_POSITIVE);
        let along = (self.distance - later.distance + later.slope * width) / bend;
        (self.place + along, self.distance + self.slope * along)
    }
}

fn world(pose: &Pose, local: Vec3) -> Vec3 {
    Vec3::from(pose.translation) + pose.turn(local)
}

impl Probe<'_> {
    fn segment(&self, k: u32, toward: Vec3) -> Segment {
        let c = &self.one.0;
        let [height, low, high] = c.size;
        let half_height = Vec3::new(0.0, 0.5 * height, 0.0);
        match c.shape {
            SPHERE => Segment {
                radii: [c.size[0]; 2],
                ..Segment::edge(Vec3::ZERO, Vec3::ZERO)
            },
            CAPSULE => Segment {
                radii: [low, high],
                ..Segment::edge(-half_height, half_height)
            },
            CYLINDER => {
                let across = Vec3::new(toward.x, 0.0, toward.z);
                let l = across.length();
                let first = if l > 1e-3 * toward.length() {
                    across / l
                } else {
                    Vec3::X
                };
                let (sin, cos) = pliant_math::sin_cos(FRAC_PI_4 * k as f32);
                let rim = Vec3::new(
                    cos * first.x - sin * first.z,
                    0.0,
                    sin * first.x + cos * first.z,
                );
                Segment::edge(low * rim - half_height, high * rim + half_height)
            }
            _ => {
                let axis = (k / 4) as usize;
                let mut from = Vec3::from(c.size);
                if k % 2 == 1 {
                    from[(axis + 1) % 3] *= -1.0;
                }
                if k % 4 >= 2 {
                    from[(axis + 2) % 3] *= -1.0;
                }
                let mut to = from;
                to[axis] *= -1.0;
                Segment {
                    ends: axis == 0,
                    ..Segment::edge(from, to)
                }
            }
        }
    }

    /// An edge of a face of a mesh, with its first end.
    fn side(&self, index: u32, k: usize) -> Segment {
        let c = &self.one.0;
        let face = &self.collision_meshes.faces[(c.first_face + index) as usize];
        let corners = [face.a, face.b, face.c].map(Vec3::from);
        let at = |k: usize| corners[k % 3] * Vec3::from(c.size);
        let is_tested = |bit: usize| face.tested >> bit & 1 != 0;
        Segment {
            ends: is_tested(3 + k),
            between: is_tested(k),
            side: Some((index, k)),
            ..Segment::edge(at(k), at(k + 1))
        }
    }

    /// Whether the distance falls from a point of an edge of a mesh into one of its two faces: other points of that face are nearer.
    fn falls_into_face(&self, s: &Segment, met: &Surface) -> bool {
        let Some((face, k)) = s.side else {
            return false;
        };
        let c = &self.one.0;
        let face = &self.collision_meshes.faces[(c.first_face + face) as usize];
        let along = (s.to - s.from).normalize();
        let unscaled = |normal: [f32; 3]| Vec3::from(normal) / Vec3::from(c.size);
        let normal = unscaled(face.normal).normalize();
        // The mean normal of the edge reflects the face's normal into its neighbour's.
        let mean = unscaled([face.normal_ab, face.normal_bc, face.normal_ca][k]);
        let size = mean.length_squared();
        let into_neighbour = match size > 0.0 {
            true => along.cross(2.0 * normal.dot(mean) / size * mean - normal),
            false => Vec3::ZERO,
        };
        let back = Quat::from_array(self.one.1.rotation).conjugate();
        let direction = back * self.other.1.turn(met.normal);
        let slope = direction.dot(normal.cross(along));
        slope.min(direction.dot(into_neighbour)) < -SIDEWAYS
    }

    /// The surface that a ball, a part of the one at `local` in the other one's frame, has to stay above in this substep. The plane at
    /// its nearest point would stop it before an edge that it passes: then the plane where it passes is returned.
    fn surface_below(
        &self,
        motion: &RelativeMotion,
        (local, radius): (Vec3, f32),
        met: &Surface,
        at: impl Fn(Vec3) -> Surface,
    ) -> Surface {
        let gap = met.distance - radius;
        if gap <= 0.0 {
            return *met;
        }
        let pose = &self.other.1;
        let motion = motion.displacement(world(pose, local));
        let displacement = PASSING_AHEAD * pose.turn_back(self.back * motion);
        let least = gap.max(SLOPING * displacement.length());
        if met.normal.dot(displacement) >= -least {
            return *met;
        }
        let mut passed = at(displacement);
        let [mut low, mut high] = [0.0, 1.0];
        let falls = |there: &Surface| there.normal.dot(displacement) < 0.0;
        if !falls(&passed) {
            for _ in 0..PASSING_STEPS {
                let place = 0.5 * (low + high);
                let there = at(place * displacement);
                if falls(&there) {
                    low = place;
                } else {
                    (high, passed) = (place, there);
                }
            }
        }
        if passed.distance < radius - GRAZING * self.least_radius {
            return *met;
        }
        Surface {
            distance: radius.max(passed.distance - high * passed.normal.dot(displacement)),
            ..passed
        }
    }

    /// The surface of the other one. If that is a mesh with holes, the side of the one's middle is outside. A point on the other side of the
    /// nearest face's plane is behind the mesh if the line from the middle to it crosses the mesh. If the line passes its boundary, the
    /// point is outside, too, and the other side of the face is its surface.
    fn on_own_side(&self, local: Vec3, met: &Surface) -> Surface {
        let c = &self.other.0;
        if c.shape != MESH || c.double_sided == 0 || met.distance >= 0.0 {
            return *met;
        }
        let middle = self.middle();
        let path = CROSSING_AHEAD * (local - middle);
        if first_crossing(self.collision_meshes, c, middle, path).time <= 1.0 {
            return *met;
        }
        Surface {
            distance: -met.distance,
            normal: -met.normal,
        }
    }

    /// The middle of the one in the other one's frame.
    fn middle(&self) -> Vec3 {
        self.other.1.to_local(self.one.1.translation.into())
    }

    /// Adds a candidate at a point of the other one's frame; `at` gives the surface at a displacement from there.
    fn add_contact(
        &self,
        candidates: &mut Candidates,
        (local, radius): (Vec3, f32),
        nearest: &Surface,
        at: impl Fn(Vec3) -> Surface,
    ) {
        let nearest = self.on_own_side(local, nearest);
        let met = self.surface_below(&candidates.motion, (local, radius), &nearest, at);
        let gap = met.distance - radius;
        let pose = &self.other.1;
        let normal = pose.turn(met.normal);
        let candidate = Candidate {
            position: world(pose, local) - (radius + 0.5 * gap) * normal,
            normal: self.back * normal,
            gap,
        };
        candidates.add_or_merge(candidate, self.merge_distance);
    }

    /// Normal of two edges that touch: it is ill-defined there, so it is iterated farther out. Across one edge and across the
    /// other in turn converges to across both.
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

    /// Adds the minimum of the distance along a segment, and returns its place; on a flat stretch its beginning, where normals of that
    /// side are valid and those of the other are not. The distance to a convex shape is convex, so it is nowhere below its tangents: these meet
    /// at the minimum where one face is on each side. Bisections follow where the distance is smooth.
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
            let (place, least) = low.meets(&high);
            if is_convex && least > candidates.margin {
                return None;
            }
            let by_tangents =
                is_convex && step < EDGE_TANGENTS && place > low.place && place < high.place;
            let place = if by_tangents {
                place
            } else {
                0.5 * (low.place + high.place)
            };
            let found = Sample::new(place, &at(from + place * edge), edge, s.radii);
            let is_below = found.slope < -level;
            *(if is_below { &mut low } else { &mut high }) = found;
            // Above the meeting of the tangents by less than the bend times the precision: only where one face is on each side.
            let bend = found.slope - low.slope;
            let above = found.distance - least;
            let reached = by_tangents && !is_below && above <= SEGMENT_PRECISION * bend;
            if reached || high.place - low.place < SEGMENT_PRECISION {
                break;
            }
        }
        let local = from + high.place * edge;
        let mut met = at(local);
        let radius = from_radius * (1.0 - high.place) + to_radius * high.place;
        if met.distance > radius && self.falls_into_face(s, &met) {
            return None;
        }
        if from_radius.max(to_radius) == 0.0 {
            met = self.between_edges(met, |out| at(local + out), edge);
        }
        self.add_contact(candidates, (local, radius), &met, |by| at(local + by));
        Some(high.place)
    }

    /// Adds the point where a segment that lies on a face leaves it, between a place on the face and an end beyond it. The slope of the
    /// distance is constant on the face and rises beyond it, so bisection finds the place.
    fn leave(
        &self,
        candidates: &mut Candidates,
        s: &Segment,
        [from, edge]: [Vec3; 2],
        [begin, mut beyond]: [f32; 2],
        at: impl Fn(Vec3) -> Surface,
    ) {
        let l = edge.length();
        let outwards = (beyond - begin).signum();
        let sampled = |place: f32| {
            let met = at(from + place * edge);
            (met, Sample::new(place, &met, edge, s.radii))
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
            let place = 0.5 * (on + beyond);
            let (there, found) = sampled(place);
            if outwards * found.slope - slope <= LYING_BEND * l {
                (on, met) = (place, there);
            } else {
                beyond = place;
            }
        }
        let radius = s.radii[0] * (1.0 - on) + s.radii[1] * on;
        let falls = || met.distance > radius && self.falls_into_face(s, &met);
        if on != begin && !falls() {
            let local = from + on * edge;
            self.add_contact(candidates, (local, radius), &met, |by| at(local + by));
        }
    }

    /// Tries what is between the ends of a segment, given by the samples there: the minimum of the distance, or where the segment leaves
    /// a face on which its beginning or its end lies. A face on which the minimum lies is left on both sides. Of two convex shapes the
    /// edges of both are tested, which cross where one leaves a face of the other.
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
            let Some(place) = self.between(candidates, s, line, [low, high], &at) else {
                return;
            };
            let apart = LYING_DISTANCE * self.merge_distance / l;
            (first, last) = (place - apart, place + apart);
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

    /// Whether edge–edge contacts are found from the other one's segments, or not at all.
    fn edges_tried_elsewhere(&self) -> bool {
        match (self.other.0.shape, self.one.0.shape) {
            (MESH, MESH) if self.other.0.convex != self.one.0.convex => self.other.0.convex == 0,
            (MESH, MESH) => self.back < 0.0,
            (MESH, one) => one != CAPSULE,
            (other, _) => other == PLANE,
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
    fn try_segment(&self, candidates: &mut Candidates, s: &Segment, middle: Vec3) {
        let ends = [s.from, s.to].map(|end| self.other.1.to_local(world(&self.one.1, end)));
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
            let place = (ends[0], s.radii[0]);
            self.add_contact(candidates, place, &start, |by| at(ends[0] + by));
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
            let place = (ends[1], s.radii[1]);
            self.add_contact(candidates, place, &end, |by| at(ends[1] + by));
        }
        let least = 0.5 * (start.distance + end.distance - edge.length());
        if between && least <= margin + widest {
            self.try_between(candidates, s, [ends[0], edge], [low, high], at);
        }
    }

    fn is_beyond(&self, s: &Segment) -> bool {
        let [from, to] = [s.from, s.to].map(|end| self.axis.dot(end));
        (from - s.radii[0]).min(to - s.radii[1]) > self.beyond
    }

    fn is_box_beyond(&self, node: &Bounds) -> bool {
        let backwards = self.axis.cmplt(Vec3::ZERO);
        let nearest = Vec3::select(backwards, node.high.into(), node.low.into());
        self.axis.dot(nearest) > self.beyond
    }

    /// Tries the faces of a mesh that are near the other shape.
    fn try_faces(&self, candidates: &mut Candidates, middle: Vec3) {
        let (c, pose) = &self.one;
        let center = pose.to_local(self.other.1.translation.into());
        let far = self.other_radius + candidates.margin;
        let mut walk = Walk::from_top(c.first_box, c.faces);
        while !walk.over(c.faces) {
            let node = scaled_box(&self.collision_meshes.boxes[walk.place()], c.size.into());
            let near = node.distance_squared(center) < far * far && !self.is_box_beyond(&node);
            if near && walk.level > 0 {
                walk.into_children(c.faces);
                continue;
            }
            if near {
                for k in 0..3 {
                    let side = self.side(walk.node, k);
                    if (side.ends || side.between) && !self.is_beyond(&side) {
                        self.try_segment(candidates, &side, middle);
                    }
                }
            }
            walk.past(c.faces);
        }
    }

    pub(super) fn run(&self, candidates: &mut Candidates) {
        let (one, pose) = (&self.one.0, &self.one.1);
        let other = &self.other.1;
        let middle = self.middle();
        if one.shape == MESH {
            self.try_faces(candidates, middle);
            return;
        }
        let out_of = surface(
            self.collision_meshes,
            &self.other.0,
            middle,
            middle,
            NO_SURFACE,
        )
        .normal;
        let toward = Quat::from_array(pose.rotation).conjugate() * other.turn(-out_of);
        for k in 0..segment_count(one) {
            let segment = self.segment(k, toward);
            if !self.is_beyond(&segment) {
                self.try_segment(candidates, &segment, middle);
            }
        }
    }
}

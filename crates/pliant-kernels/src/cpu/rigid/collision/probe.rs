//! CPU implementation of `shaders/rigid/collision/probe.glsl`.

use crate::cpu::crossing::first_crossing;
use crate::cpu::mesh::{CollisionMeshes, Surface, scaled_box};
use crate::cpu::rigid::collision::candidates::{Candidate, Candidates, RelativeMotion};
use crate::cpu::rigid::collision::segments::{Segment, segment, segment_count, side};
use crate::cpu::shapes::surface;
use crate::tree::Walk;
use glam::{Quat, Vec3};
use pliant_passes::types::{
    Bounds, CAPSULE, CROSSING_AHEAD, Collider, GRAZING, MESH, NO_SURFACE, PASSING_AHEAD,
    PASSING_STEPS, PLANE, Pose, SIDEWAYS, SLOPING,
};

/// Segments of the one shape against the signed distance of the other.
pub(in crate::cpu::rigid) struct Probe<'a> {
    pub(in crate::cpu::rigid) collision_meshes: CollisionMeshes<'a>,
    /// Posed colliders.
    pub(in crate::cpu::rigid) one: (Collider, Pose),
    pub(in crate::cpu::rigid) other: (Collider, Pose),
    /// Radius around the other one's position.
    pub(in crate::cpu::rigid) other_radius: f32,
    pub(in crate::cpu::rigid) back: f32,
    /// Radius around the smaller collider, m.
    pub(in crate::cpu::rigid) least_radius: f32,
    pub(in crate::cpu::rigid) merge_distance: f32,
    /// A direction in the one's frame; features farther along it than `beyond` are out of the margin.
    pub(in crate::cpu::rigid) axis: Vec3,
    pub(in crate::cpu::rigid) beyond: f32,
}

fn world(pose: &Pose, local: Vec3) -> Vec3 {
    Vec3::from(pose.translation) + pose.turn(local)
}

impl Probe<'_> {
    /// Whether the distance falls from a point of an edge of a mesh into one of its two faces.
    pub(super) fn falls_into_face(&self, s: &Segment, met: &Surface) -> bool {
        let Some((face, k)) = s.side else {
            return false;
        };
        let c = &self.one.0;
        let face = &self.collision_meshes.faces[(c.first_face + face) as usize];
        let along = (s.to - s.from).normalize();
        let unscaled = |normal: [f32; 3]| Vec3::from(normal) / Vec3::from(c.size);
        let normal = unscaled(face.normal).normalize();
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

    /// The surface that a ball, a part of the one at `local` in the other one's frame, has to stay above in this substep.
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
        let motion = motion.relative_displacement(world(pose, local));
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
                let fraction = 0.5 * (low + high);
                let there = at(fraction * displacement);
                if falls(&there) {
                    low = fraction;
                } else {
                    (high, passed) = (fraction, there);
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

    /// The surface of the other one.
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

    /// A point in the one's frame in the other one's.
    pub(super) fn to_other(&self, local: Vec3) -> Vec3 {
        self.other.1.to_local(world(&self.one.1, local))
    }

    /// The middle of the one in the other one's frame.
    fn middle(&self) -> Vec3 {
        self.other.1.to_local(self.one.1.translation.into())
    }

    /// Adds a candidate at a point of the other one's frame; `at` gives the surface at a displacement from there.
    pub(super) fn add_contact(
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

    /// Whether edge–edge contacts are found from the other one's segments, or not at all.
    pub(super) fn edges_tried_elsewhere(&self) -> bool {
        match (self.other.0.shape, self.one.0.shape) {
            (MESH, MESH) if self.other.0.convex != self.one.0.convex => self.other.0.convex == 0,
            (MESH, MESH) => self.back < 0.0,
            (MESH, one) => one != CAPSULE,
            (other, _) => other == PLANE,
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
            let node = scaled_box(&self.collision_meshes.boxes[walk.index()], c.size.into());
            let near = node.distance_squared(center) < far * far && !self.is_box_beyond(&node);
            if near && walk.level > 0 {
                walk.into_children(c.faces);
                continue;
            }
            if near {
                for k in 0..3 {
                    let side = side(self.collision_meshes, c, walk.node, k);
                    if (side.ends || side.between) && !self.is_beyond(&side) {
                        self.try_segment(candidates, &side, middle);
                    }
                }
            }
            walk.past(c.faces);
        }
    }

    pub(in crate::cpu::rigid) fn try_segments(&self, candidates: &mut Candidates) {
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
            let segment = segment(one, k, toward);
            if !self.is_beyond(&segment) {
                self.try_segment(candidates, &segment, middle);
            }
        }
    }
}

//! Twin of `shaders/include/probe.glsl`.

use super::meetings::{Meeting, Meetings};
use crate::cpu::mesh::Shells;
use crate::cpu::shapes::{FAR, Surface, surface};
use crate::types::{BOX, CAPSULE, CYLINDER, Collider, MESH, PLANE, Pose, SPHERE};
use glam::{Quat, Vec3};
use std::f32::consts::FRAC_PI_4;

/// An edge in its collider's frame, with the radius of a ball at each end.
struct Segment {
    from: Vec3,
    to: Vec3,
    radii: [f32; 2],
    ends: bool,
}

impl Segment {
    fn edge(from: Vec3, to: Vec3) -> Self {
        Self {
            from,
            to,
            radii: [0.0; 2],
            ends: true,
        }
    }
}

fn segment_count(c: &Collider) -> u32 {
    match c.shape {
        BOX => 12,
        CYLINDER => 8,
        MESH => 3 * c.faces,
        _ => 1,
    }
}

/// The segments of one shape against the signed distance to the other.
pub(super) struct Probe<'a> {
    pub(super) shells: Shells<'a>,
    /// A posed collider each.
    pub(super) one: (Collider, Pose),
    pub(super) other: (Collider, Pose),
    pub(super) back: f32,
    pub(super) same: f32,
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
                let (sin, cos) = (FRAC_PI_4 * k as f32).sin_cos();
                let rim = Vec3::new(
                    cos * first.x - sin * first.z,
                    0.0,
                    sin * first.x + cos * first.z,
                );
                Segment::edge(low * rim - half_height, high * rim + half_height)
            }
            MESH => {
                let face = &self.shells.faces[(c.first_face + k / 3) as usize];
                let corners = [face.a, face.b, face.c].map(Vec3::from);
                let at = |k: u32| corners[(k % 3) as usize] * Vec3::from(c.size);
                Segment::edge(at(k), at(k + 1))
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

    fn at_other(&self, local: Vec3, middle: Vec3, reach: f32) -> Surface {
        surface(self.shells, &self.other.0, local, middle, reach)
    }

    /// A ball around a point of the other one's frame.
    fn try_ball(&self, meetings: &mut Meetings, local: Vec3, radius: f32, middle: Vec3) {
        let met = self.at_other(local, middle, 2.0 * meetings.reach);
        let gap = met.distance - radius;
        let pose = &self.other.1;
        let normal = pose.turn(met.normal);
        let meeting = Meeting {
            place: world(pose, local) - (radius + 0.5 * gap) * normal,
            normal: self.back * normal,
            gap,
        };
        meetings.meet_at(meeting, self.same);
    }

    pub(super) fn run(&self, meetings: &mut Meetings) {
        let (one, pose) = (&self.one.0, &self.one.1);
        let other = &self.other.1;
        let middle = other.to_local(pose.translation.into());
        let toward = self.at_other(middle, middle, FAR).normal;
        let direction = Quat::from_array(pose.rotation).conjugate() * other.turn(-toward);
        for k in 0..segment_count(one) {
            let s = self.segment(k, direction);
            let [from, to] = [s.from, s.to].map(|end| other.to_local(world(pose, end)));
            if s.ends {
                self.try_ball(meetings, from, s.radii[0], middle);
            }
            if from == to {
                continue;
            }
            if s.ends && one.shape != MESH {
                self.try_ball(meetings, to, s.radii[1], middle);
            }
            if !matches!(self.other.0.shape, PLANE | MESH) {
                self.between(meetings, [from, to], s.radii, middle);
            }
        }
    }

    /// What is nearest between the ends of a segment.
    fn between(
        &self,
        meetings: &mut Meetings,
        [from, to]: [Vec3; 2],
        radii: [f32; 2],
        middle: Vec3,
    ) {
        let way = to - from;
        let widening = radii[1] - radii[0];
        let reach = 2.0 * meetings.reach;
        let slope = |local: Vec3| self.at_other(local, middle, reach).normal.dot(way);
        if slope(from) >= widening || slope(to) <= widening {
            return;
        }
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..20 {
            let half_way = 0.5 * (low + high);
            if slope(from + half_way * way) < widening {
                low = half_way;
            } else {
                high = half_way;
            }
        }
        let radius = radii[0] * (1.0 - low) + radii[1] * low;
        self.try_ball(meetings, from + low * way, radius, middle);
    }
}

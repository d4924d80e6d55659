//! CPU implementation of `shaders/rigid/collision/manifold.glsl`.

use crate::cpu::friction::combine;
use crate::cpu::list::List;
use crate::cpu::rigid::collision::candidates::{Candidate, Candidates, RelativeMotion};
use crate::views::group::NarrowPhase;
use glam::{Mat3, Quat, Vec3};
use pliant_passes::types::{
    CAPSULE, CYLINDER, ContactAnchor, Detection, Frame, KEPT_ANGLE, KEPT_DISTANCE, KEPT_IF_CURVED,
    MOST_CORRECTION, Manifold, POINTS, Rigid, RigidContact, RigidPair, RigidState, RigidVelocity,
    SPHERE, STATUS_DETECTIONS, SurfaceMotion,
};
use std::ops::Range;

/// The narrow phase of every kind of pair, in a pass.
#[derive(Clone, Copy)]
pub(in crate::cpu::rigid) struct PairContext<'a> {
    slots: &'a NarrowPhase<'a>,
    frame: &'a Frame,
    /// Whether contact points of all pairs are detected.
    detects_all: bool,
}

/// The indices of a pair's first contacts.
fn contacts_of(pair: usize, points: u32) -> Range<usize> {
    let first = POINTS as usize * pair;
    first..first + points as usize
}

/// A pair and the motion of its bodies.
struct Moving<'a> {
    pair: RigidPair,
    /// Size of the smaller collider, m.
    size: f32,
    rigids: [&'a Rigid; 2],
    states: [&'a RigidState; 2],
    rotations: [Quat; 2],
    velocities: [&'a RigidVelocity; 2],
    /// Pose of the first body in the second one's frame.
    position: Vec3,
    rotation: Quat,
    /// Distance up to which a contact point counts in this substep, m.
    margin: f32,
    /// Fraction of the motion without a new detection that is allowed to this pair.
    kept: f32,
    /// Motion of the second collider's surface relative to its body in the substep. Contact points are those of the surface at its end.
    surface: SurfaceMotion,
    /// Length of the substep, s.
    h: f32,
}

/// Motion of the first body since detection, in the second one's frame: of a point at p by `travel` + `turn` p.
struct Since {
    travel: Vec3,
    turn: Mat3,
    /// Of both bodies, now.
    rotations: [Mat3; 2],
}

impl<'a> PairContext<'a> {
    #[inline]
    pub(in crate::cpu::rigid) fn new(slots: &'a NarrowPhase<'a>, detects_all: bool) -> Self {
        Self {
            slots,
            frame: &slots.frame[0],
            detects_all,
        }
    }

    pub(in crate::cpu::rigid) fn size_of(&self, part: u32) -> f32 {
        Vec3::from(self.slots.parts[part as usize].half_size).min_element()
    }

    /// Rotation and position of a collider relative to `origin`.
    pub(in crate::cpu::rigid) fn pose_of(&self, part: u32, origin: Vec3) -> (Quat, Vec3) {
        let own = &self.slots.parts[part as usize];
        let state = &self.slots.states[own.body as usize];
        let turn = Quat::from_array(state.rotation);
        let center = (Vec3::from(state.position) - origin) + turn * Vec3::from(own.offset);
        (turn * Quat::from_array(own.rotation), center)
    }

    /// Motion of the first body of pair `i` against the second in this substep.
    pub(in crate::cpu::rigid) fn relative_motion(&self, i: usize) -> RelativeMotion {
        let bodies = self.slots.pairs[i].bodies.map(|body| body as usize);
        let [one, other] = bodies.map(|body| &self.slots.velocities[body]);
        let [from, to] = bodies.map(|body| Vec3::from(self.slots.states[body].position));
        let h = self.frame.h;
        RelativeMotion {
            linear: h * (Vec3::from(one.linear) - Vec3::from(other.linear)),
            angular: [one, other].map(|own| h * Vec3::from(own.angular)),
            offset: to - from,
        }
    }

    fn is_curved(&self, part: u32) -> bool {
        matches!(
            self.slots.colliders[part as usize].shape,
            SPHERE | CAPSULE | CYLINDER
        )
    }

    fn contact_margin(
        &self,
        rigids: [&Rigid; 2],
        velocities: [&RigidVelocity; 2],
        size: f32,
    ) -> f32 {
        let speed = |k: usize| {
            let [linear, angular] = [velocities[k].linear, velocities[k].angular].map(Vec3::from);
            linear.length() + rigids[k].extent * angular.length()
        };
        let speeds = speed(0) + speed(1);
        self.frame.h * (speeds + 2.0 * self.frame.rest_speed) + 1e-3 * size
    }

    fn kept_fraction(&self, parts: [u32; 2]) -> f32 {
        if parts.into_iter().any(|part| self.is_curved(part)) {
            KEPT_IF_CURVED
        } else {
            1.0
        }
    }

    fn load_manifold(&self, i: usize) -> Moving<'_> {
        let pair = self.slots.pairs[i];
        let rigids = pair.bodies.map(|body| &self.slots.rigids[body as usize]);
        let states = pair.bodies.map(|body| &self.slots.states[body as usize]);
        let rotations = states.map(|state| Quat::from_array(state.rotation));
        let size = self.size_of(pair.parts[0]).min(self.size_of(pair.parts[1]));
        let velocities = pair
            .bodies
            .map(|body| &self.slots.velocities[body as usize]);
        let back = rotations[1].conjugate();
        Moving {
            pair,
            size,
            rigids,
            states,
            rotations,
            velocities,
            position: back * (Vec3::from(states[0].position) - Vec3::from(states[1].position)),
            rotation: back * rotations[0],
            margin: self.contact_margin(rigids, velocities, size),
            kept: self.kept_fraction(pair.parts),
            surface: SurfaceMotion::default(),
            h: self.frame.h,
        }
    }

    /// Computes the manifold of pair `i`. Where the bodies moved against each other, `find` finds the candidates; it gets the
    /// pair, the first body's position, and the size of the smaller collider.
    pub(in crate::cpu::rigid) fn collide<const FOUND: usize>(
        &self,
        i: usize,
        find: impl FnOnce(RigidPair, Vec3, f32, &mut Candidates<FOUND>),
    ) {
        let moving = self.load_manifold(i);
        if self.detects_all || moving.must_detect(&self.slots.detections.get(i)) {
            self.detect(i, &moving, find);
        }
        self.store_manifold(i, &moving);
    }

    /// The same where the second collider deforms: contact points are always detected anew. `surface` fits the motion of the surface at
    /// them, given the positions of both bodies.
    pub(in crate::cpu::rigid) fn collide_deforming<const FOUND: usize>(
        &self,
        i: usize,
        find: impl FnOnce(RigidPair, Vec3, f32, &mut Candidates<FOUND>),
        surface: impl FnOnce(&[Candidate], [Vec3; 2]) -> SurfaceMotion,
    ) {
        let mut moving = self.load_manifold(i);
        let found = self.detect(i, &moving, find);
        let positions = moving.states.map(|state| Vec3::from(state.position));
        moving.surface = surface(&found, positions);
        self.store_manifold(i, &moving);
    }

    /// Detects contact points and returns them.
    fn detect<const FOUND: usize>(
        &self,
        i: usize,
        moving: &Moving<'_>,
        find: impl FnOnce(RigidPair, Vec3, f32, &mut Candidates<FOUND>),
    ) -> List<Candidate, FOUND> {
        let mut candidates = Candidates::new(moving.detection_margin());
        let origin = Vec3::from(moving.states[0].position);
        find(moving.pair, origin, moving.size, &mut candidates);
        self.store_detection(i, moving, candidates)
    }

    /// Loads the axis of the last detection of pair `i`.
    pub(in crate::cpu::rigid) fn load_axis<const FOUND: usize>(
        &self,
        i: usize,
        candidates: &mut Candidates<FOUND>,
    ) {
        if !self.detects_all {
            let second = self.slots.states[self.slots.pairs[i].bodies[1] as usize].rotation;
            let known = self.slots.anchors.get(POINTS as usize * i).normal;
            candidates.axis = Quat::from_array(second) * Vec3::from(known);
            candidates.touched = self.slots.detections.get(i).points > 0;
        }
    }

    /// Stores candidates in the bodies' frames and returns those that are kept.
    fn store_detection<const FOUND: usize>(
        &self,
        i: usize,
        moving: &Moving<'_>,
        mut candidates: Candidates<FOUND>,
    ) -> List<Candidate, FOUND> {
        candidates.choose(1e-5 * moving.size);
        let points = candidates.found.len() as u32;
        let detection = Detection {
            position: moving.position.to_array(),
            points,
            rotation: moving.rotation.to_array(),
            gap: candidates.separated_by,
        };
        self.slots.detections.set(i, detection);
        let back = moving.rotations.map(|rotation| rotation.conjugate());
        for (at, found) in contacts_of(i, points).zip(candidates.found.iter()) {
            let anchor = ContactAnchor {
                normal: (back[1] * found.normal).to_array(),
                gap: found.gap,
                position: (back[0] * found.position).to_array(),
            };
            self.slots.anchors.set(at, anchor);
        }
        if points == 0 && candidates.axis != Vec3::ZERO {
            let anchor = ContactAnchor {
                normal: (back[1] * candidates.axis).to_array(),
                ..ContactAnchor::default()
            };
            self.slots.anchors.set(POINTS as usize * i, anchor);
        }
        self.slots.status.add(STATUS_DETECTIONS as usize, 1);
        candidates.found
    }

    fn store_manifold(&self, i: usize, moving: &Moving<'_>) {
        let known = self.slots.detections.get(i);
        let mut points = 0;
        if known.points > 0 {
            let turned = moving.since(&known);
            for at in contacts_of(i, known.points) {
                if let Some(contact) = moving.contact(&turned, &self.slots.anchors.get(at)) {
                    self.slots
                        .contacts
                        .set(POINTS as usize * i + points, contact);
                    points += 1;
                }
            }
        }
        let coefficients = |part: u32| self.slots.colliders[part as usize].coefficients;
        let [one, other] = moving.pair.parts.map(coefficients);
        let manifold = Manifold {
            points: points as u32,
            coefficients: combine(one, other),
            tangent: [0.0; 3],
            twist: 0.0,
        };
        self.slots.manifolds.set(i, manifold);
    }
}

impl Moving<'_> {
    fn must_detect(&self, known: &Detection) -> bool {
        let travel = self.position.distance(known.position.into());
        let turn = Quat::from_array(known.rotation).conjugate() * self.rotation;
        let angle = 2.0 * turn.xyz().length();
        let motion = travel + self.rigids[0].extent * angle;
        if known.points == 0 && motion + self.margin < known.gap {
            return false;
        }
        travel > self.kept * KEPT_DISTANCE * self.size || angle > self.kept * KEPT_ANGLE
    }

    /// Points up to this distance are detected, m.
    fn detection_margin(&self) -> f32 {
        let motion = KEPT_DISTANCE * self.size + KEPT_ANGLE * self.rigids[0].extent;
        self.margin + self.kept * motion
    }

    /// The motion since a detection.
    fn since(&self, known: &Detection) -> Since {
        let then = Mat3::from_quat(Quat::from_array(known.rotation));
        let first = Mat3::from_quat(self.rotations[0]);
        let second = Mat3::from_quat(self.rotations[1]);
        Since {
            travel: self.position - Vec3::from(known.position),
            turn: Mat3::from_quat(self.rotation) - then,
            rotations: [first, second],
        }
    }

    /// A contact point of this substep; `None` where it is farther than the margin.
    fn contact(&self, since: &Since, anchor: &ContactAnchor) -> Option<RigidContact> {
        let position = Vec3::from(anchor.position);
        let normal = Vec3::from(anchor.normal);
        let motion = since.travel + since.turn * position;
        let separation = anchor.gap + normal.dot(motion);
        if separation >= self.margin {
            return None;
        }
        let [first, second] = self.states;
        let offset = Vec3::from(second.position) - Vec3::from(first.position);
        let normal = since.rotations[1] * normal;
        let arm = since.rotations[0] * position;
        let arms = [arm, arm - offset - since.rotations[1] * motion];
        let at = |k: usize| {
            let own = self.velocities[k];
            Vec3::from(own.linear) + Vec3::from(own.angular).cross(arms[k])
        };
        let [linear, angular] = [self.surface.linear, self.surface.angular].map(Vec3::from);
        let moved = linear + angular.cross(arms[1]);
        let velocity = at(0) - at(1) - moved / self.h;
        let separation = separation + normal.dot(moved);
        Some(RigidContact {
            normal: normal.to_array(),
            separation: separation.max(-MOST_CORRECTION * self.size),
            arm_a: arms[0].to_array(),
            arm_b: arms[1].to_array(),
            lambda: 0.0,
            normal_velocity: velocity.dot(normal),
        })
    }
}

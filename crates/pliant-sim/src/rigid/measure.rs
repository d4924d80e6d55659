//! Metrics of rigid bodies, in double precision on the host.

use super::rigids::Rigids;
use crate::metrics::{BodyMetrics, BodySummary};
use glam::{DMat3, DVec3, Quat, Vec3};
use pliant_kernels::{CollisionMeshes, filters_allow, surface};
use pliant_passes::types::{
    BOX, CAPSULE, CYLINDER, Collider, MESH, Pose, RigidCollider, RigidState, SPHERE,
};
use pliant_scene::Scene;
use std::collections::BTreeMap;

/// Data from which metrics of rigid bodies are computed.
pub(crate) struct RigidMeasure<'a> {
    pub(crate) scene: &'a [pliant_scene::Rigid],
    pub(crate) names: &'a [String],
    pub(crate) rigids: &'a Rigids,
    pub(crate) states: &'a [RigidState],
    pub(crate) colliders: &'a [Collider],
    pub(crate) poses: &'a [Pose],
    pub(crate) collision_meshes: CollisionMeshes<'a>,
    pub(crate) gravity: DVec3,
}

fn to_dvec3(v: [f32; 3]) -> DVec3 {
    Vec3::from(v).as_dvec3()
}

/// The value, or 0 if it is infinite, as in the metrics.
fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

/// Summary of each rigid body, for the header line.
pub(crate) fn summaries(scene: &Scene) -> impl Iterator<Item = BodySummary> + '_ {
    scene.rigids.iter().map(|rigid| BodySummary {
        name: scene.nodes[rigid.node].name.clone(),
        kind: "rigid",
        particles: 0,
        pinned: 0,
        mass: finite(rigid.mass),
        constraints: BTreeMap::new(),
    })
}

impl RigidMeasure<'_> {
    /// Metrics of every body of the scene; `nodes` has the world rotations of their nodes.
    pub(crate) fn bodies(&self, nodes: &[Quat]) -> Vec<BodyMetrics> {
        let all = self.scene.iter().zip(self.states).zip(nodes).enumerate();
        all.map(|(i, ((rigid, state), node))| BodyMetrics {
            rotation: Some(node.to_array().map(f64::from)),
            aabb: self.aabb(i),
            max_penetration: self.penetration(i),
            ..self.motion(&self.names[i], rigid, state)
        })
        .collect()
    }

    fn motion(&self, name: &str, rigid: &pliant_scene::Rigid, state: &RigidState) -> BodyMetrics {
        let x = to_dvec3(state.position) + to_dvec3(state.compensation);
        let v = to_dvec3(state.velocity);
        let axes = DMat3::from_quat(Quat::from_array(state.rotation).as_dquat());
        let angular_momentum = to_dvec3(state.momentum);
        let inverse = axes * DMat3::from_diagonal(1.0 / rigid.inertia) * axes.transpose();
        let can_rotate = rigid.inertia.min_element().is_finite();
        let (spin, own) = if can_rotate {
            (inverse * angular_momentum, angular_momentum)
        } else {
            (angular_momentum, DVec3::ZERO)
        };
        let mass = finite(rigid.mass);
        BodyMetrics {
            velocity: v.to_array(),
            momentum: (mass * v).to_array(),
            angular_momentum: (x.cross(mass * v) + own).to_array(),
            kinetic_energy: 0.5 * (mass * v.length_squared() + own.dot(spin)),
            potential_energy: -f64::from(rigid.gravity) * mass * self.gravity.dot(x),
            angular_velocity: Some(spin.to_array()),
            ..BodyMetrics::still(name, (x).to_array())
        }
    }

    fn parts(&self, body: usize) -> impl Iterator<Item = (usize, &RigidCollider)> + '_ {
        let all = self.rigids.parts.iter().enumerate();
        all.filter(move |(_, part)| part.body as usize == body)
    }

    /// World box around the body's colliders, or its centre if it has none, m.
    fn aabb(&self, body: usize) -> [[f64; 3]; 2] {
        let center = to_dvec3(self.states[body].position);
        let mut found = None;
        for (index, _) in self.parts(body) {
            for (point, radius) in self.support_points(index) {
                let [low, high] = found.unwrap_or([DVec3::MAX, DVec3::MIN]);
                let (p, r) = (point.as_dvec3(), DVec3::splat(radius.into()));
                found = Some([low.min(p - r), high.max(p + r)]);
            }
        }
        found.unwrap_or([center; 2]).map(|corner| corner.to_array())
    }

    /// Points of a collider and the radii of balls around them, whose hull is its shape; a rim is 16 points.
    fn support_points(&self, index: usize) -> Vec<(Vec3, f32)> {
        let (collider, pose) = (&self.colliders[index], &self.poses[index]);
        let rotation = Quat::from_array(pose.rotation);
        let at = |local: Vec3| Vec3::from(pose.translation) + rotation * local;
        let [x, y, z] = collider.size;
        let half = Vec3::new(0.0, 0.5 * x, 0.0);
        match collider.shape {
            SPHERE => vec![(at(Vec3::ZERO), x)],
            CAPSULE => vec![(at(-half), y), (at(half), z)],
            CYLINDER => (0..16)
                .flat_map(|k| {
                    let (sin, cos) = pliant_math::sin_cos(std::f32::consts::TAU / 16.0 * k as f32);
                    let rim = Vec3::new(cos, 0.0, sin);
                    [(at(y * rim - half), 0.0), (at(z * rim + half), 0.0)]
                })
                .collect(),
            BOX => (0..8)
                .map(|k| {
                    let side = |bit: u32| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
                    let corner = Vec3::new(side(0), side(1), side(2)) * Vec3::new(x, y, z);
                    (at(corner), 0.0)
                })
                .collect(),
            MESH => {
                let first = collider.first_face as usize;
                let faces = first..first + collider.faces as usize;
                let faces = self.collision_meshes.faces.range(faces);
                let scale = Vec3::from(pose.scale);
                let corners = faces.iter().flat_map(|face| [face.a, face.b, face.c]);
                corners
                    .map(|corner| (at(Vec3::from(corner) * scale), 0.0))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Deepest overlap of its corners with another body's colliders, m.
    fn penetration(&self, body: usize) -> Option<f64> {
        let mut deepest = None;
        for (index, part) in self.parts(body).filter(|(_, part)| part.cut == 0) {
            let filter = self.colliders[index].filters;
            let center = Vec3::from(self.poses[index].translation);
            let radius = Vec3::from(part.half_size).length();
            for (other, _) in self
                .rigids
                .parts
                .iter()
                .enumerate()
                .filter(|(_, p)| p.body != part.body && p.cut == 0)
            {
                let joined = self.rigids.joints.excluded[index].contains(&(other as u32));
                if joined || !filters_allow(filter, self.colliders[other].filters) {
                    continue;
                }
                let depth = self.depth_in(index, other, (center, radius));
                deepest = Some(deepest.unwrap_or(0.0_f64).max(depth));
            }
        }
        deepest
    }

    /// Depth of a collider's corners, which all lie in a ball, in another collider, m.
    fn depth_in(&self, index: usize, other: usize, (center, ball_radius): (Vec3, f32)) -> f64 {
        let (collider, pose) = (&self.colliders[other], &self.poses[other]);
        let both = ball_radius + Vec3::from(self.rigids.parts[other].half_size).length();
        if center.distance_squared(Vec3::from(pose.translation)) > both * both {
            return 0.0;
        }
        let back = Quat::from_array(pose.rotation).conjugate();
        let posed = collider.posed(pose);
        let distance = |x: Vec3, limit: f32| {
            let local = back * (x - Vec3::from(pose.translation));
            surface(self.collision_meshes, &posed, local, local, limit).distance
        };
        if distance(center, ball_radius) > ball_radius {
            return 0.0;
        }
        let depth = |(point, radius): &(Vec3, f32)| f64::from(radius - distance(*point, f32::MAX));
        self.support_points(index)
            .iter()
            .map(depth)
            .fold(0.0, f64::max)
    }
}

//! Metrics of rigid bodies, in double precision on the host.

use super::rigids::Rigids;
use crate::metrics::{BodyMetrics, BodySummary};
use glam::{DMat3, DVec3, Quat, Vec3};
use pliant_kernels::tree::{boxes, for_each_overlapping, order};
use pliant_kernels::{CollisionMeshes, filters_allow, surface};
use pliant_passes::types::{
    BOX, Bounds, CAPSULE, CYLINDER, Collider, MESH, Pose, RigidState, SPHERE,
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
        let parts = Parts::new(self);
        let all = self.scene.iter().zip(self.states).zip(nodes).enumerate();
        all.map(|(i, ((rigid, state), node))| BodyMetrics {
            rotation: Some(node.to_array().map(f64::from)),
            aabb: self.aabb(i, parts.of(i)),
            max_penetration: self.penetration(&parts, i),
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

    /// Center and radius of a ball around a collider.
    fn ball(&self, index: usize) -> (Vec3, f32) {
        let radius = Vec3::from(self.rigids.parts[index].half_size).length();
        (self.poses[index].translation.into(), radius)
    }

    /// World box around the body's colliders, or its centre if it has none, m.
    fn aabb(&self, body: usize, parts: &[u32]) -> [[f64; 3]; 2] {
        let center = to_dvec3(self.states[body].position);
        let mut found = None;
        for index in parts {
            for (point, radius) in self.support_points(*index as usize) {
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
                let corners = faces.iter().flat_map(|face| {
                    let all = [face.a, face.b, face.c].into_iter().enumerate();
                    // Each corner that stands out, from one of its faces.
                    all.filter(|(k, _)| face.tested >> (3 + k) & 1 != 0)
                });
                corners
                    .map(|(_, corner)| corner)
                    .map(|corner| (at(Vec3::from(corner) * scale), 0.0))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Deepest overlap of its corners with another body's colliders, m; `None` where it collides with none.
    fn penetration(&self, parts: &Parts, body: usize) -> Option<f64> {
        let all = self.rigids.parts.len();
        let own = parts.of(body).iter().map(|index| *index as usize);
        let own = own.filter(|index| self.rigids.parts[*index].cut == 0);
        let mut deepest = None;
        for index in own {
            if (0..all).any(|other| self.may_collide(index, other)) {
                deepest = deepest.or(Some(0.0));
            }
            let (center, radius) = self.ball(index);
            parts.near(center, radius, |other| {
                if self.may_collide(index, other) {
                    let depth = self.depth_in(index, other, (center, radius));
                    deepest = Some(deepest.unwrap_or(0.0_f64).max(depth));
                }
            });
        }
        deepest
    }

    fn may_collide(&self, index: usize, other: usize) -> bool {
        let parts = &self.rigids.parts;
        let filters = [index, other].map(|part| self.colliders[part].filters);
        parts[other].body != parts[index].body
            && parts[other].cut == 0
            && !self.rigids.joints.excluded[index].contains(&(other as u32))
            && filters_allow(filters[0], filters[1])
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

/// The colliders of each body, and a BVH over balls around all of them.
struct Parts {
    /// Sorted by body.
    sorted: Vec<u32>,
    /// First of each body in `sorted`, and the end.
    starts: Vec<usize>,
    /// Colliders in the order of the leaves.
    order: Vec<u32>,
    nodes: Vec<Bounds>,
}

impl Parts {
    fn new(measure: &RigidMeasure<'_>) -> Self {
        let parts = &measure.rigids.parts;
        let mut sorted: Vec<u32> = (0..parts.len() as u32).collect();
        sorted.sort_by_key(|index| parts[*index as usize].body);
        let before = |body: u32| sorted.partition_point(|i| parts[*i as usize].body < body);
        let starts = (0..=measure.scene.len() as u32).map(before).collect();
        let balls: Vec<_> = (0..parts.len()).map(|index| measure.ball(index)).collect();
        let centers: Vec<Vec3> = balls.iter().map(|(center, _)| *center).collect();
        let order = order(&centers);
        let leaf = |index: &u32| around(balls[*index as usize]);
        let nodes = boxes(order.iter().map(leaf).collect());
        Self {
            sorted,
            starts,
            order,
            nodes,
        }
    }

    fn of(&self, body: usize) -> &[u32] {
        &self.sorted[self.starts[body]..self.starts[body + 1]]
    }

    /// Calls `each` for every collider whose ball may overlap this one.
    fn near(&self, center: Vec3, radius: f32, mut each: impl FnMut(usize)) {
        let own = around((center, radius));
        let overlaps = |node: usize| self.nodes[node].overlaps(own);
        for_each_overlapping(self.order.len() as u32, overlaps, |leaf| {
            each(self.order[leaf as usize] as usize);
        });
    }
}

fn around((center, radius): (Vec3, f32)) -> Bounds {
    Bounds::around([center - radius, center + radius])
}

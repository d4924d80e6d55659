//! How the mesh of a node deforms: morph targets first, then its skin.

use crate::error::{Error, Result};
use crate::graph::animations::{Animation, Track};
use crate::graph::meshes::{Mesh, Primitive};
use crate::graph::skins::SkinJoint;
use crate::report::Report;
use crate::scene::Scene;
use glam::{Mat4, Vec3};
use pliant_gltf::text::quote;
use std::collections::HashMap;

/// Most influences of joints on vertices, and most displacements of vertices by morph targets, of all nodes together.
const MOST_INFLUENCES: u64 = 1 << 24;
const MOST_DELTAS: u64 = 1 << 24;

/// Below this sum, the weights of a vertex have no direction left to normalize.
const LEAST_WEIGHT: f32 = 1e-6;

/// How a node's mesh deforms. Each vertex moves by its morph targets, then matrices of joints blend its position.
///
/// A mesh without a skin has one joint, the node itself, so that all deforming meshes are one case.
#[derive(Debug, Clone, Default)]
pub struct Deformation {
    /// In `Scene::nodes`.
    pub node: usize,
    /// What moves its vertices to the world: the joints of its skin, then the node itself.
    pub joints: Vec<SkinJoint>,
    /// Weight of each of its morph targets at rest.
    pub weights: Vec<f32>,
    /// Position of each mesh-wide vertex before it deforms, m.
    pub positions: Vec<Vec3>,
    /// First influence of each vertex, then their number.
    pub influence_starts: Vec<u32>,
    /// Joints of each vertex, as indices of `joints`, and their weights, whose sum is 1.
    pub influences: Vec<(u32, f32)>,
    /// First displacement of each vertex, then their number.
    pub delta_starts: Vec<u32>,
    /// Morph targets of each vertex, and its displacement by each where that is not 0, m.
    pub deltas: Vec<(u32, Vec3)>,
}

impl Deformation {
    /// Matrices of the joints for given world matrices of all nodes.
    pub fn matrices<'a>(&'a self, world: &'a [Mat4]) -> impl Iterator<Item = Mat4> + 'a {
        let matrix = |joint: &SkinJoint| world[joint.node] * joint.inverse_bind;
        self.joints.iter().map(matrix)
    }

    /// World position of each vertex for given world matrices of all nodes and weights of the morph targets, m.
    #[must_use]
    pub fn deformed(&self, world: &[Mat4], weights: &[f32]) -> Vec<Vec3> {
        let matrices: Vec<Mat4> = self.matrices(world).collect();
        let at = |v: usize| {
            let deltas = &self.deltas[entries(&self.delta_starts, v)];
            let moved = deltas.iter().fold(self.positions[v], |x, (target, delta)| {
                x + weights[*target as usize] * *delta
            });
            let influences = &self.influences[entries(&self.influence_starts, v)];
            influences.iter().fold(Vec3::ZERO, |x, (joint, weight)| {
                x + *weight * matrices[*joint as usize].transform_point3(moved)
            })
        };
        (0..self.positions.len()).map(at).collect()
    }

    /// Weights of its morph targets at `time` s; `repeat` wraps each animation at its end.
    #[must_use]
    pub fn weights_at(&self, animations: &[Animation], time: f64, repeat: bool) -> Vec<f32> {
        let mut weights = self.weights.clone();
        for animation in animations {
            for channel in &animation.channels {
                if let (Track::Weights(values), true) = (&channel.track, channel.node == self.node)
                {
                    let time = animation.local_time(time, repeat);
                    channel.interpolate_weights(values, time, &mut weights);
                }
            }
        }
        weights
    }

    /// For each vertex the first one that deforms as it does, and so is always at the same position.
    #[must_use]
    pub fn coincident(&self) -> Vec<u32> {
        let mut seen = HashMap::new();
        let first = |v: usize| {
            let bits = |x: Vec3| x.to_array().map(f32::to_bits);
            let influences = &self.influences[entries(&self.influence_starts, v)];
            let deltas = &self.deltas[entries(&self.delta_starts, v)];
            let influences = influences.iter().map(|(j, w)| [*j, w.to_bits(), 0, 0]);
            let deltas = deltas.iter().map(|(t, delta)| {
                let [x, y, z] = bits(*delta);
                [*t, x, y, z]
            });
            let moved: Vec<[u32; 4]> = influences.chain(deltas).collect();
            // Adding zero turns −0 into 0.
            let key = (bits(self.positions[v] + Vec3::ZERO), moved);
            *seen.entry(key).or_insert(v as u32)
        };
        (0..self.positions.len()).map(first).collect()
    }

    /// Whether its joints mirror the mesh at t = 0, for given world matrices of all nodes.
    #[must_use]
    pub fn mirrors(&self, world: &[Mat4]) -> bool {
        let first = self.matrices(world).next();
        first.is_some_and(|matrix| matrix.determinant() < 0.0)
    }

    /// Frees what it knows of each vertex.
    pub fn forget_vertices(&mut self) {
        self.positions = Vec::new();
        self.influence_starts = Vec::new();
        self.influences = Vec::new();
        self.delta_starts = Vec::new();
        self.deltas = Vec::new();
    }

    fn add(&mut self, scene: &Scene, primitive: &Primitive, skinned: bool) {
        let pool = &scene.accessors;
        let own = self.joints.len() as u32 - 1;
        let position = primitive.bind_position.unwrap_or(primitive.position);
        for v in 0..primitive.vertex_count as usize {
            self.positions.push(pool.vec3(position, v));
            for (target, accessor) in (0..).zip(&primitive.targets) {
                let delta = accessor.map_or(Vec3::ZERO, |accessor| pool.vec3(accessor, v));
                if delta != Vec3::ZERO {
                    self.deltas.push((target, delta));
                }
            }
            self.delta_starts.push(self.deltas.len() as u32);
            match influences(scene, primitive, v).filter(|_| skinned) {
                None => self.influences.push((own, 1.0)),
                Some(influences) => self.influences.extend(influences),
            }
            self.influence_starts.push(self.influences.len() as u32);
        }
    }
}

/// Entries of vertex `v` in a list whose parts start at `starts`.
fn entries(starts: &[u32], v: usize) -> std::ops::Range<usize> {
    starts[v] as usize..starts[v + 1] as usize
}

/// Joints of a vertex and their normalized weights; its first joint where all weights are 0. `None` without joints.
fn influences(scene: &Scene, primitive: &Primitive, vertex: usize) -> Option<Vec<(u32, f32)>> {
    let all = weighted(scene, primitive, vertex);
    let sum: f32 = all.iter().map(|(_, weight)| weight).sum();
    if sum < LEAST_WEIGHT {
        return all.first().map(|(joint, _)| vec![(*joint, 1.0)]);
    }
    let present = all.into_iter().filter(|(_, weight)| *weight > 0.0);
    Some(
        present
            .map(|(joint, weight)| (joint, weight / sum))
            .collect(),
    )
}

/// Joints of a vertex and their weights as the file gives them.
fn weighted(scene: &Scene, primitive: &Primitive, vertex: usize) -> Vec<(u32, f32)> {
    let pool = &scene.accessors;
    let sets = primitive.joint_sets.iter();
    let of_set = |set: &crate::graph::skins::JointSet| {
        let joints = pool.vec4(set.joints, vertex).map(|joint| joint as u32);
        joints.into_iter().zip(pool.vec4(set.weights, vertex))
    };
    sets.flat_map(of_set).collect()
}

impl Mesh {
    /// Whether its vertices have joints.
    fn has_joints(&self) -> bool {
        let mut primitives = self.primitives.iter();
        primitives.any(|primitive| !primitive.joint_sets.is_empty())
    }
}

impl Scene {
    /// Whether the mesh of a node deforms, by a skin or by morph targets.
    #[must_use]
    pub fn deforms(&self, node: usize) -> bool {
        let node = &self.nodes[node];
        let mesh = node.mesh.map(|mesh| &self.meshes[mesh]);
        mesh.is_some_and(|mesh| {
            !mesh.weights.is_empty() || node.skin.is_some() && mesh.has_joints()
        })
    }

    /// The rigid bodies that move joints of the skin of a node's mesh, or the node itself; one may occur several times.
    pub fn rigids_below_skin(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let skin = self.nodes[node].skin.map(|skin| &self.skins[skin]);
        let joints = skin.into_iter().flat_map(|skin| &skin.joints);
        let nodes = joints.map(|joint| joint.node).chain([node]);
        nodes.filter_map(|node| self.rigid_above(node))
    }

    /// Whether rigid bodies move joints of the skin of a node's mesh, or the node itself.
    #[must_use]
    pub fn follows_rigids(&self, node: usize) -> bool {
        self.rigids_below_skin(node).next().is_some()
    }

    /// How the mesh of a node deforms; `None` where it does not.
    #[must_use]
    pub fn deformation(&self, node: usize) -> Option<Deformation> {
        if !self.deforms(node) {
            return None;
        }
        let mesh = &self.meshes[self.nodes[node].mesh?];
        let skin = self.nodes[node].skin.map(|skin| &self.skins[skin]);
        let own = SkinJoint {
            node,
            inverse_bind: Mat4::IDENTITY,
        };
        let joints = skin
            .into_iter()
            .flat_map(|skin| skin.joints.iter().copied());
        let mut deformation = Deformation {
            node,
            joints: joints.chain([own]).collect(),
            weights: self.weights_at_rest(node),
            influence_starts: vec![0],
            delta_starts: vec![0],
            ..Deformation::default()
        };
        for primitive in &mesh.primitives {
            deformation.add(self, primitive, skin.is_some());
        }
        Some(deformation)
    }

    /// Weights of the morph targets of a node at `time` s; `repeat` wraps each animation at its end.
    #[must_use]
    pub fn morph_weights(&self, node: usize, time: f64, repeat: bool) -> Vec<f32> {
        let deformation = Deformation {
            node,
            weights: self.weights_at_rest(node),
            ..Deformation::default()
        };
        deformation.weights_at(&self.animations, time, repeat)
    }

    /// A node's own weights, else those of its mesh.
    fn weights_at_rest(&self, node: usize) -> Vec<f32> {
        let node = &self.nodes[node];
        let of_mesh = || node.mesh.map(|mesh| self.meshes[mesh].weights.clone());
        let own = node.weights.as_ref().map(|weights| weights.to_vec());
        own.or_else(of_mesh).unwrap_or_default()
    }

    /// World positions of the vertices of a deforming node at t = 0, m; `None` where its mesh does not deform.
    pub(crate) fn deformed_at_start(&self, node: usize, world: &[Mat4]) -> Option<Vec<Vec3>> {
        let deformation = self.deformation(node)?;
        Some(deformation.deformed(world, &self.morph_weights(node, 0.0, false)))
    }
}

/// Checks the skins and morph targets of all shown nodes.
pub(crate) fn check(scene: &Scene, report: &mut Report) -> Result<()> {
    let (mut influences, mut deltas) = (0, 0);
    for &node in scene.order.iter().filter(|&&node| scene.deforms(node)) {
        let owner = format!("node {}", quote(&scene.nodes[node].name));
        let Some(mesh) = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh]) else {
            continue;
        };
        for primitive in &mesh.primitives {
            let vertices = u64::from(primitive.vertex_count);
            influences += vertices * (4 * primitive.joint_sets.len() as u64).max(1);
            deltas += vertices * primitive.targets.len() as u64;
        }
        if influences > MOST_INFLUENCES {
            return Error::scene(format!(
                "{owner}: all skins together have more than {MOST_INFLUENCES} influences of joints on vertices; split the scene"
            ));
        }
        if deltas > MOST_DELTAS {
            return Error::scene(format!(
                "{owner}: all morph targets together have more than {MOST_DELTAS} vertices; split the scene"
            ));
        }
        if let Some(skin) = scene.nodes[node].skin {
            check_joints(scene, (mesh, skin), &owner, report)?;
        }
    }
    Ok(())
}

fn check_joints(
    scene: &Scene,
    (mesh, skin): (&Mesh, usize),
    owner: &str,
    report: &mut Report,
) -> Result<()> {
    let joints = scene.skins[skin].joints.len();
    let mut weightless = 0;
    for primitive in &mesh.primitives {
        if primitive.joint_sets.is_empty() {
            report.warn(format!(
                "{owner}: a part of its mesh has no JOINTS_0, so that part follows the node"
            ));
            continue;
        }
        for v in 0..primitive.vertex_count as usize {
            let weighted = weighted(scene, primitive, v);
            let sum: f32 = weighted.iter().map(|(_, weight)| weight).sum();
            weightless += usize::from(sum < LEAST_WEIGHT);
            let mut used = weighted.iter().enumerate();
            let wrong = used.find(|(i, (joint, weight))| {
                *joint as usize >= joints && (*weight > 0.0 || *i == 0 && sum < LEAST_WEIGHT)
            });
            if let Some((_, (joint, _))) = wrong {
                let vertex = primitive.first_vertex as usize + v;
                return Error::scene(format!(
                    "{owner}: vertex {vertex} names joint {joint}, but skin {} has {joints} joints",
                    quote(&scene.skins[skin].name)
                ));
            }
        }
    }
    if weightless > 0 {
        let vertices = if weightless == 1 {
            "vertex"
        } else {
            "vertices"
        };
        report.warn(format!(
            "{owner}: the weights of {weightless} {vertices} are all 0, so these follow their first joint"
        ));
    }
    Ok(())
}

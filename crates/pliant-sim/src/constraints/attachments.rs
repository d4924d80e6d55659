//! Attachments: points of bodies that are attached to points of other bodies or to nodes.

use crate::build::pools::Pools;
use crate::collide::deforming::DeformingMeshes;
use crate::collide::kinematic::Kinematics;
use glam::{DMat3, DVec3};
use pliant_passes::types::{ATTACH, Attachment, MATERIALS, NONE};
use pliant_scene::{Anchor, Embedded, Lattice, Scene};
use std::collections::BTreeMap;

/// A point as a weighted mean of particles; NONE where fewer than four count.
pub(crate) type Mean = ([u32; 4], [f32; 4]);

/// Attachments of `pliant_attach`, except those to free rigid bodies (`couple/rigid_attachments.rs`). `positions` are those of particles
/// at t = 0, m. The nodes of attachments are added to `kinematics`.
pub(crate) fn attachments(
    scene: &Scene,
    pools: &Pools,
    positions: &[[f32; 4]],
    kinematics: &mut Kinematics,
    deforming: &DeformingMeshes,
) -> Vec<Attachment> {
    let world = scene.pose(0.0, false);
    let at = |particle: &u32| DVec3::from_slice(&positions[*particle as usize].map(f64::from));
    let mut all = Vec::new();
    for (index, body) in scene.bodies.iter().enumerate() {
        for attachment in &body.attachments {
            if carrier(scene, attachment.to).is_some() {
                continue;
            }
            let (own, own_weights) = point(scene, pools, index, &[(attachment.vertex, 1.0)]);
            let of_body = |body, corners: &[(u32, f32)]| {
                let (particles, weights) = point(scene, pools, body, corners);
                (NONE, [0.0; 3], particles, weights.map(|weight| -weight))
            };
            let mut row = Attachment::default();
            let (node, local, other, other_weights) = match attachment.to {
                Anchor::Node(node) => {
                    let position: DVec3 = means(&own, &own_weights).map(|(p, w)| w * at(p)).sum();
                    let local = world[node].as_dmat4().inverse().transform_point3(position);
                    let local = local.as_vec3().to_array();
                    (kinematics.row(node), local, [NONE; 4], [0.0; 4])
                }
                Anchor::Deforming {
                    node,
                    vertices,
                    weights,
                } => {
                    let first = deforming.first_vertex_of(node).unwrap_or(0);
                    row.on_surface = 1;
                    row.vertices = vertices.map(|vertex| first + vertex);
                    row.vertex_weights = weights;
                    (NONE, [0.0; 3], [NONE; 4], [0.0; 4])
                }
                Anchor::Vertex { body, vertex } => of_body(body, &[(vertex, 1.0)]),
                Anchor::Surface {
                    body,
                    vertices,
                    weights,
                } => of_body(body, &[0, 1, 2].map(|k| (vertices[k], weights[k]))),
            };
            all.push(Attachment {
                own,
                other,
                own_weights,
                other_weights,
                node,
                local,
                extra_compliance: 1.0 / attachment.pull - 1.0,
                material: MATERIALS * index as u32 + ATTACH,
                ..row
            });
        }
    }
    all
}

/// The free rigid body of an attachment's node, or of the nearest of its ancestors that has one.
pub(crate) fn carrier(scene: &Scene, to: Anchor) -> Option<usize> {
    let Anchor::Node(node) = to else {
        return None;
    };
    let body = scene.rigid_above(node);
    body.filter(|body| scene.rigids[*body].is_free())
}

/// Particles of a mean and their weights, without NONE.
pub(crate) fn means<'a>(
    particles: &'a [u32; 4],
    weights: &'a [f32; 4],
) -> impl Iterator<Item = (&'a u32, f64)> {
    let present = particles.iter().zip(weights).filter(|(p, _)| **p != NONE);
    present.map(|(p, w)| (p, f64::from(*w)))
}

/// A weighted mean of at most three vertices of a body as one of particles, in which no particle occurs twice.
pub(crate) fn point(scene: &Scene, pools: &Pools, index: usize, corners: &[(u32, f32)]) -> Mean {
    let body = &scene.bodies[index];
    let mut sums: BTreeMap<u32, f32> = BTreeMap::new();
    let mut add = |particle: u32, weight: f32| *sums.entry(particle).or_default() += weight;
    if let Some(lattice) = &body.lattice {
        let Embedded { nodes, weights } = embedded(lattice, corners);
        nodes.into_iter().zip(weights).for_each(|(n, w)| add(n, w));
    } else {
        for (vertex, weight) in corners {
            add(body.particle_of_vertex[*vertex as usize], *weight);
        }
    }
    let (mut particles, mut weights) = ([NONE; 4], [0.0; 4]);
    let present = sums.into_iter().filter(|(_, weight)| *weight != 0.0);
    for (k, (particle, weight)) in present.enumerate() {
        particles[k] = pools.first_particle[index] + particle;
        weights[k] = weight;
    }
    (particles, weights)
}

/// A mean of vertices in a lattice: the embedding of a single vertex, else a point in the tetrahedron of the heaviest vertex.
fn embedded(lattice: &Lattice, corners: &[(u32, f32)]) -> Embedded {
    let embedding_of = |vertex: u32| lattice.embedding[vertex as usize];
    let heaviest = corners.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let nearest = embedding_of(heaviest.expect("at least one vertex").0);
    if corners.len() == 1 {
        return nearest;
    }
    let rest = |node: u32| lattice.rests[node as usize].as_dvec3();
    let position =
        |e: Embedded| -> DVec3 { means(&e.nodes, &e.weights).map(|(n, w)| w * rest(*n)).sum() };
    let corner =
        |(vertex, weight): &(u32, f32)| f64::from(*weight) * position(embedding_of(*vertex));
    let at: DVec3 = corners.iter().map(corner).sum();
    let [a, b, c, d] = nearest.nodes.map(rest);
    let inner = DMat3::from_cols(b - a, c - a, d - a).inverse() * (at - a);
    let weights = [1.0 - inner.element_sum(), inner.x, inner.y, inner.z];
    Embedded {
        nodes: nearest.nodes,
        weights: weights.map(|weight| weight as f32),
    }
}

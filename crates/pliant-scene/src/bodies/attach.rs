//! `pliant_attach`: which vertices are attached to which nodes and bodies. Needs all bodies.

use crate::bodies::body::{Anchor, Attachment, Body};
use crate::bodies::particles::Particles;
use crate::bodies::selectors::Shape;
use crate::error::Result;
use crate::graph::topology::Topology;
use crate::keys::extras::Keys;
use crate::keys::key::Parsed;
use crate::scene::Scene;
use glam::{DVec3, Mat4, Vec3};
use pliant_gltf::text::quote;
use std::collections::HashSet;

/// A body that asks for attachments.
#[derive(Debug)]
pub(crate) struct Request {
    body: usize,
    /// The mesh whose vertices its selectors name.
    mesh: usize,
    keys: Keys,
}

impl Request {
    /// The request of a body with `pliant_attach`.
    pub(crate) fn new(body: usize, mesh: Option<usize>, keys: Keys) -> Option<Self> {
        keys.get("attach")?;
        Some(Self {
            body,
            mesh: mesh?,
            keys,
        })
    }
}

/// Fills in `Body::attachments`; `world` has the nodes' matrices at t = 0.
pub(crate) fn resolve(scene: &mut Scene, requests: &[Request], world: &[Mat4]) -> Result<()> {
    for request in requests {
        let name = scene.body_name(&scene.bodies[request.body]).to_owned();
        let resolver = Resolver {
            scene,
            world,
            request,
        };
        let attachments = resolver.all().map_err(|why| {
            let message = format!("node {}: pliant_attach: {why}", quote(&name));
            request.keys.error("attach", message)
        })?;
        scene.bodies[request.body].attachments.extend(attachments);
    }
    Ok(())
}

struct Resolver<'a> {
    scene: &'a Scene,
    world: &'a [Mat4],
    request: &'a Request,
}

/// The target that an entry names.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Target {
    node: usize,
    index: Option<u32>,
}

type Why<T> = std::result::Result<T, String>;

impl Resolver<'_> {
    /// All entries.
    fn all(&self) -> Why<Vec<Attachment>> {
        let Some(Parsed::Strings(entries)) = self.request.keys.get("attach") else {
            return Ok(Vec::new());
        };
        let body = &self.scene.bodies[self.request.body];
        let mesh = &self.scene.meshes[self.request.mesh];
        let positions = self.scene.mesh_positions(mesh, self.world[body.node]);
        let shape = Shape::new(&positions);
        let particles = Particles::merge(mesh, &self.scene.accessors);
        let (mut seen, mut attachments) = (HashSet::new(), Vec::new());
        for entry in entries.iter().filter(|entry| !entry.trim().is_empty()) {
            let (selector, target) = entry.rsplit_once('=').ok_or_else(|| {
                format!(
                    "{} must be SELECTOR=NODE or SELECTOR=NODE:INDEX",
                    quote(entry)
                )
            })?;
            let mut vertices = shape.select(selector)?;
            if vertices.is_empty() {
                return Err(format!("{} selects no vertex", quote(entry)));
            }
            let target = self.target(target.trim())?;
            vertices.retain(|&vertex| seen.insert((target, particles.of_vertex[vertex])));
            let anchors = self.anchors(target, &vertices, &positions)?;
            attachments.extend(
                vertices
                    .iter()
                    .zip(anchors)
                    .map(|(&vertex, to)| Attachment {
                        vertex: own_vertex(body, vertex),
                        to,
                        pull: 1.0,
                    }),
            );
        }
        Ok(attachments)
    }

    /// The node that the whole text names, or else the part before its last colon.
    fn target(&self, text: &str) -> Why<Target> {
        if let Some(node) = self.scene.node(text) {
            return Ok(Target { node, index: None });
        }
        let split = text.rsplit_once(':').and_then(|(name, index)| {
            let digits = !index.is_empty() && index.bytes().all(|b| b.is_ascii_digit());
            digits.then_some((name.trim_end(), index))
        });
        let (name, index) = split.map_or((text, None), |(name, index)| (name, Some(index)));
        let node = self
            .scene
            .node(name)
            .ok_or_else(|| format!("no node is called {}", quote(name)))?;
        // No mesh has a vertex beyond 32 bits.
        let index = index.map(|index| index.parse().unwrap_or(u32::MAX));
        Ok(Target { node, index })
    }

    /// The anchor of each of the vertices.
    fn anchors(&self, target: Target, vertices: &[usize], positions: &[Vec3]) -> Why<Vec<Anchor>> {
        let name = quote(&self.scene.nodes[target.node].name);
        let Some(other) = self.scene.nodes[target.node].body else {
            if self.scene.deforms(target.node) {
                return self.deforming(target, vertices, positions);
            }
            if self.world[target.node].determinant() == 0.0 {
                return Err(format!(
                    "node {name} has scale zero at the start; attach to another node"
                ));
            }
            return match target.index {
                None => Ok(vec![Anchor::Node(target.node); vertices.len()]),
                Some(index) => Err(format!(
                    "node {name} is not a deformable body; attach to the node without :{index}"
                )),
            };
        };
        if other == self.request.body {
            return Err("a body can't be attached to itself".to_owned());
        }
        let body = &self.scene.bodies[other];
        if let Some(index) = target.index {
            let vertex = body.vertex(index).ok_or_else(|| {
                format!(
                    "vertex {index} of node {name} does not exist; it has {}, counted from 0",
                    body.vertices()
                )
            })?;
            return Ok(vec![
                Anchor::Vertex {
                    body: other,
                    vertex
                };
                vertices.len()
            ]);
        }
        let surface = Surface::new(self.scene, other, self.world[target.node]);
        let closest = |&vertex: &usize| surface.closest(positions[vertex].as_dvec3());
        Ok(vertices.iter().map(closest).collect())
    }
}

impl Resolver<'_> {
    /// Anchors on a mesh that deforms: its vertex, or its points nearest to the vertices at t = 0.
    fn deforming(
        &self,
        target: Target,
        vertices: &[usize],
        positions: &[Vec3],
    ) -> Why<Vec<Anchor>> {
        let node = target.node;
        let at_start = self.scene.deformed_at_start(node, self.world);
        let at_start = at_start.unwrap_or_default();
        if let Some(index) = target.index {
            if index as usize >= at_start.len() {
                return Err(format!(
                    "vertex {index} of node {} does not exist; it has {}, counted from 0",
                    quote(&self.scene.nodes[node].name),
                    at_start.len()
                ));
            }
            let anchor = Anchor::Deforming {
                node,
                vertices: [index; 3],
                weights: [1.0, 0.0, 0.0],
            };
            return Ok(vec![anchor; vertices.len()]);
        }
        let mesh = self.scene.nodes[node]
            .mesh
            .map(|mesh| &self.scene.meshes[mesh]);
        let primitives = mesh.into_iter().flat_map(|mesh| &mesh.primitives);
        let triangles = primitives.filter(|p| p.topology == Topology::Triangles);
        let elements = triangles.flat_map(|primitive| {
            let corners = primitive.indices.as_chunks::<3>().0.iter();
            corners.map(|t| t.map(|v| primitive.first_vertex + v))
        });
        let surface = Surface {
            body: 0,
            elements: elements.collect(),
            positions: at_start,
        };
        if surface.elements.is_empty() {
            return Err(format!(
                "node {} has no triangles to attach to",
                quote(&self.scene.nodes[node].name)
            ));
        }
        let closest = |&vertex: &usize| {
            let (vertices, weights) = surface.nearest(positions[vertex].as_dvec3());
            Anchor::Deforming {
                node,
                vertices,
                weights,
            }
        };
        Ok(vertices.iter().map(closest).collect())
    }
}

/// The mesh-wide vertex of the file's vertex `vertex`, which must exist.
fn own_vertex(body: &Body, vertex: usize) -> u32 {
    let index = u32::try_from(vertex).expect("a mesh's vertices are counted in 32 bits");
    body.vertex(index).expect("the selector saw the vertex")
}

/// Triangles and segments of a body at t = 0.
struct Surface {
    body: usize,
    positions: Vec<Vec3>,
    elements: Vec<[u32; 3]>,
}

impl Surface {
    fn new(scene: &Scene, index: usize, world: Mat4) -> Self {
        let body = &scene.bodies[index];
        let mesh = scene.nodes[body.node].mesh.expect("a body has a mesh");
        let segments = body.strand.iter().map(|&[a, b]| [a, b, b]);
        Self {
            body: index,
            positions: scene.mesh_positions(&scene.meshes[mesh], world),
            elements: body.surface.iter().copied().chain(segments).collect(),
        }
    }

    /// The point closest to `from`, on a body.
    fn closest(&self, from: DVec3) -> Anchor {
        let (vertices, weights) = self.nearest(from);
        Anchor::Surface {
            body: self.body,
            vertices,
            weights,
        }
    }

    /// The point closest to `from`: three vertices and their weights.
    fn nearest(&self, from: DVec3) -> ([u32; 3], [f32; 3]) {
        let (mut best, mut least) = (([0; 3], [1.0, 0.0, 0.0]), f64::INFINITY);
        for &vertices in &self.elements {
            let corners = vertices.map(|vertex| self.positions[vertex as usize].as_dvec3());
            let (low, high) = (
                corners[0].min(corners[1]).min(corners[2]),
                corners[0].max(corners[1]).max(corners[2]),
            );
            if from.distance_squared(from.clamp(low, high)) >= least {
                continue;
            }
            let weights = closest_on_triangle(corners, from);
            let point: DVec3 = corners.iter().zip(weights).map(|(&x, w)| x * w).sum();
            let distance = from.distance_squared(point);
            if distance < least {
                (best, least) = ((vertices, weights), distance);
            }
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "weights are between 0 and 1"
        )]
        let weights = best.1.map(|weight| weight as f32);
        (best.0, weights)
    }
}

/// Barycentric weights of a triangle's point closest to `from`; the triangle may be a segment.
fn closest_on_triangle([a, b, c]: [DVec3; 3], from: DVec3) -> [f64; 3] {
    let normal = (b - a).cross(c - a);
    let area = normal.length_squared();
    if area > 0.0 {
        let weight = |u: DVec3, v: DVec3| (u - from).cross(v - from).dot(normal) / area;
        let inner = [weight(b, c), weight(c, a), weight(a, b)];
        if inner.iter().all(|&weight| weight >= 0.0) {
            return inner;
        }
    }
    let edge = |from_end: DVec3, to_end: DVec3| {
        let d = to_end - from_end;
        let t = (from - from_end).dot(d) / d.length_squared();
        // An edge without length gives NaN, which clamps to no number.
        let t = if t.is_finite() {
            t.clamp(0.0, 1.0)
        } else {
            0.0
        };
        (t, from.distance_squared(from_end + t * d))
    };
    let [ab, bc, ca] = [edge(a, b), edge(b, c), edge(c, a)];
    if ab.1 <= bc.1 && ab.1 <= ca.1 {
        [1.0 - ab.0, ab.0, 0.0]
    } else if bc.1 <= ca.1 {
        [0.0, 1.0 - bc.0, bc.0]
    } else {
        [ca.0, 0.0, 1.0 - ca.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_point_is_inside_on_an_edge_or_a_corner() {
        let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let cases = [
            (DVec3::new(0.25, 0.25, 3.0), [0.5, 0.25, 0.25]),
            (DVec3::new(0.25, -1.0, 1.0), [0.75, 0.25, 0.0]),
            (DVec3::new(1.0, 1.0, 0.0), [0.0, 0.5, 0.5]),
            (DVec3::new(-1.0, 0.5, 0.0), [0.5, 0.0, 0.5]),
            (DVec3::new(3.0, -1.0, 0.0), [0.0, 1.0, 0.0]),
        ];
        for (from, weights) in cases {
            assert_eq!(closest_on_triangle(triangle, from), weights, "{from}");
        }
        let segment = [DVec3::ZERO, DVec3::X, DVec3::X];
        let weights = closest_on_triangle(segment, DVec3::new(0.25, 2.0, 0.0));
        assert_eq!(weights, [0.75, 0.25, 0.0]);
    }
}

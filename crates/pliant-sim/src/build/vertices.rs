//! What is drawn of bodies and deforming meshes: vertices, and the one-ring of triangles around each.

use super::pools::{Pools, body_primitives};
use crate::collide::deforming::DeformingMeshes;
use crate::error::Error;
use crate::memory::Maker;
use glam::{Mat4, Vec3};
use pliant_passes::types::EmbeddedVertex;
use pliant_passes::{Buffer, Engine};
use pliant_scene::{Body, Lattice, Primitive, Scene, Topology};
use std::borrow::Cow;
use std::collections::HashMap;

/// Vertices, triangles and one-rings of all bodies and then of all deforming meshes, concatenated.
#[derive(Default)]
pub(crate) struct Vertices {
    /// Particle of each vertex.
    pub(crate) particle_of: Vec<u32>,
    /// Embedding of the vertices of soft bodies in their lattices.
    pub(crate) embedded_vertices: Vec<EmbeddedVertex>,
    /// Triangles as vertices.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// First and last entry of each vertex in `one_ring`; vertices that shade alike share them. Empty if there are no triangles.
    pub(crate) ranges: Vec<[u32; 2]>,
    /// Triangles around vertices.
    pub(crate) one_ring: Vec<u32>,
    /// Texture coordinates of normal maps; empty where no body has one.
    pub(crate) texcoords: Vec<[f32; 2]>,
    /// Number of vertices: those of bodies, then those of deforming meshes.
    pub(crate) count: u32,
}

impl Vertices {
    pub(crate) fn new(scene: &Scene, pools: &Pools, deforming: &DeformingMeshes) -> Self {
        let mut all = Self {
            count: pools.vertices() + deforming.count(),
            ..Self::default()
        };
        let world = scene.pose(0.0, false);
        let of_bodies = (0..scene.bodies.len()).flat_map(|b| body_primitives(scene, b));
        let of_nodes = deforming
            .nodes()
            .flat_map(|(node, _)| primitives(scene, node));
        let mapped = of_bodies
            .chain(of_nodes)
            .any(|p| normal_map(scene, p).is_some());
        for (index, body) in scene.bodies.iter().enumerate() {
            let mirrored = world[body.node].determinant() < 0.0;
            let first = pools.first_vertex[index];
            all.particle_of.extend(
                body.particle_of_vertex
                    .iter()
                    .map(|p| pools.first_particle[index] + p),
            );
            if let Some(lattice) = &body.lattice {
                all.add_riders(lattice, first, pools.first_particle[index]);
            }
            let first_triangle = all.triangles.len();
            for primitive in body_primitives(scene, index) {
                all.add_triangles(primitive, first, mirrored);
                if mapped {
                    all.add_texcoords(scene, primitive);
                }
            }
            let groups = shading_groups(scene, body_primitives(scene, index), &position_keys(body));
            all.add_one_rings(&groups, first_triangle, first);
        }
        for (node, first) in deforming.nodes() {
            all.add_deforming(scene, (node, first), (&world, mapped));
        }
        if all.triangles.is_empty() {
            all.ranges.clear();
            all.texcoords.clear();
        }
        all
    }

    /// Adds the mesh of a node that deforms.
    fn add_deforming(
        &mut self,
        scene: &Scene,
        (node, first): (usize, u32),
        (world, mapped): (&[Mat4], bool),
    ) {
        let Some(deformation) = scene.deformation(node) else {
            return;
        };
        let (mirrored, first_triangle) = (deformation.mirrors(world), self.triangles.len());
        let is_body = scene.nodes[node].body.is_some();
        for primitive in primitives(scene, node) {
            // The skin of a body is not drawn.
            if !is_body {
                self.add_triangles(primitive, first, mirrored);
            }
            if mapped {
                self.add_texcoords(scene, primitive);
            }
        }
        let keys = deformation.coincident();
        let groups = shading_groups(scene, primitives(scene, node), &keys);
        self.add_one_rings(&groups, first_triangle, first);
    }

    /// Whether some body has a normal map, which needs tangents.
    pub(crate) fn has_tangents(&self) -> bool {
        !self.texcoords.is_empty()
    }

    fn add_riders(&mut self, lattice: &Lattice, first_vertex: u32, first_particle: u32) {
        let embedded_vertices = lattice.embedding.iter().zip(first_vertex..);
        self.embedded_vertices
            .extend(embedded_vertices.map(|(at, vertex)| EmbeddedVertex {
                vertex,
                nodes: at.nodes.map(|node| first_particle + node),
                weights: at.weights,
            }));
    }

    fn add_triangles(&mut self, primitive: &Primitive, first: u32, mirrored: bool) {
        if primitive.topology != Topology::Triangles {
            return;
        }
        let vertex = |v: u32| first + primitive.first_vertex + v;
        let triangle = |t: &[u32]| {
            if mirrored {
                [vertex(t[0]), vertex(t[2]), vertex(t[1])]
            } else {
                [vertex(t[0]), vertex(t[1]), vertex(t[2])]
            }
        };
        self.triangles
            .extend(primitive.indices.chunks_exact(3).map(triangle));
    }

    fn add_texcoords(&mut self, scene: &Scene, primitive: &Primitive) {
        let set = normal_map(scene, primitive).unwrap_or(0);
        self.texcoords
            .extend((0..primitive.vertex_count as usize).map(|v| {
                primitive.texcoords[set].map_or([0.0; 2], |accessor| {
                    let t = scene.accessors.vec4(accessor, v);
                    [t[0], t[1]]
                })
            }));
    }

    /// A one-ring holds the triangles of all vertices with the same position and normal: texture seams stay invisible, and hard
    /// edges stay hard.
    fn add_one_rings(&mut self, shading_groups: &[u32], first_triangle: usize, first: u32) {
        let count = shading_groups.iter().max().map_or(0, |g| *g as usize + 1);
        let mut one_rings = vec![Vec::new(); count];
        for (t, corners) in self.triangles.iter().enumerate().skip(first_triangle) {
            for v in corners {
                let one_ring: &mut Vec<u32> =
                    &mut one_rings[shading_groups[(v - first) as usize] as usize];
                if one_ring.last() != Some(&(t as u32)) {
                    one_ring.push(t as u32);
                }
            }
        }
        let mut ranges = Vec::with_capacity(count);
        for one_ring in one_rings {
            let start = self.one_ring.len() as u32;
            self.one_ring.extend(one_ring);
            ranges.push([start, self.one_ring.len() as u32]);
        }
        self.ranges
            .extend(shading_groups.iter().map(|g| ranges[*g as usize]));
    }
}

/// The primitives of a node's mesh.
fn primitives(scene: &Scene, node: usize) -> &[Primitive] {
    let mesh = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh]);
    mesh.map_or(&[], |mesh| &mesh.primitives)
}

/// Group of each vertex of a mesh; vertices with the same position and normal share a group and shade alike.
fn shading_groups(scene: &Scene, primitives: &[Primitive], position_keys: &[u32]) -> Vec<u32> {
    let mut shading_groups = HashMap::new();
    let mut of_vertex = Vec::new();
    for primitive in primitives {
        for v in 0..primitive.vertex_count {
            let position = position_keys[(primitive.first_vertex + v) as usize];
            let normal = primitive
                .normal
                .map_or(Vec3::ZERO, |n| scene.accessors.vec3(n, v as usize));
            // Exporters round the normals at seams differently, by about 1e-6.
            let key = (position, (normal * 1000.0).round().as_ivec3());
            let next = shading_groups.len() as u32;
            of_vertex.push(*shading_groups.entry(key).or_insert(next));
        }
    }
    of_vertex
}

/// Key of each vertex's position: its particle, or the first vertex with the same embedding in a lattice.
fn position_keys(body: &Body) -> Cow<'_, [u32]> {
    let Some(lattice) = &body.lattice else {
        return Cow::Borrowed(&body.particle_of_vertex);
    };
    let mut first = HashMap::new();
    let embeddings = lattice.embedding.iter().zip(0..);
    embeddings
        .map(|(at, vertex)| {
            *first
                .entry((at.nodes, at.weights.map(f32::to_bits)))
                .or_insert(vertex)
        })
        .collect()
}

/// The set of texture coordinates that a primitive's normal map uses.
fn normal_map(scene: &Scene, primitive: &Primitive) -> Option<usize> {
    scene.materials[primitive.material]
        .normal_texture
        .map(|t| t.texcoord.min(1))
}

/// Buffers of what is drawn.
pub(crate) struct VertexBuffers {
    pub(crate) particle_of: Buffer<u32>,
    pub(crate) embedded_vertices: Buffer<EmbeddedVertex>,
    pub(crate) triangles: Buffer<[u32; 3]>,
    pub(crate) ranges: Buffer<[u32; 2]>,
    pub(crate) one_ring: Buffer<u32>,
    pub(crate) texcoords: Buffer<[f32; 2]>,
    pub(crate) positions: Buffer<[f32; 3]>,
    pub(crate) normals: Buffer<[f32; 3]>,
    pub(crate) tangents: Buffer<[f32; 4]>,
}

impl VertexBuffers {
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        vertices: &Vertices,
    ) -> Result<Self, Error> {
        Ok(Self {
            particle_of: make.filled("particles of vertices", &vertices.particle_of)?,
            embedded_vertices: make.filled("embedded vertices", &vertices.embedded_vertices)?,
            triangles: make.filled("triangles", &vertices.triangles)?,
            ranges: make.filled("one-ring ranges", &vertices.ranges)?,
            one_ring: make.filled("one-rings of vertices", &vertices.one_ring)?,
            texcoords: make.filled("texture coordinates", &vertices.texcoords)?,
            positions: make.empty("vertices", vertices.count as usize)?,
            normals: make.empty("normals", vertices.ranges.len())?,
            tangents: make.empty("tangents", vertices.texcoords.len())?,
        })
    }
}

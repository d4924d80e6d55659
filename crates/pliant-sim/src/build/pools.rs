//! All bodies of a scene concatenated, in the layout of the device's pools.

use glam::{Mat4, Vec3};
use pliant_passes::types::{
    Accessor, BEND_DIHEDRAL, BEND_DISTANCE, BEND_NONE, BuildBody, Mesh, NONE, Source,
};
use pliant_scene::{BendModel, Component, Lattice, Links, Primitive, Scene};

/// Pools that depend only on the scene's geometry.
pub(crate) struct Pools {
    /// Each body's first particle, and the total at the end.
    pub(crate) first_particle: Vec<u32>,
    /// Each body's first vertex, and the total at the end.
    pub(crate) first_vertex: Vec<u32>,
    /// Body of each particle.
    pub(crate) body_of: Vec<u32>,
    /// Triangles and segments (third corner NONE) as particles.
    pub(crate) elements: Vec<[u32; 3]>,
    /// Mesh and vertex of each particle.
    pub(crate) sources: Vec<Source>,
    /// A row for each primitive of each body.
    pub(crate) meshes: Vec<Mesh>,
    /// World matrix of each body's node at t = 0, one column per row.
    pub(crate) matrices: Vec<[f32; 4]>,
    /// Words of all accessors.
    pub(crate) pool: Vec<u32>,
    /// Offset, stride and format of each accessor.
    pub(crate) accessors: Vec<Accessor>,
    /// Properties of each body for building its constraints.
    pub(crate) build_bodies: Vec<BuildBody>,
}

impl Pools {
    pub(crate) fn new(scene: &Scene) -> Self {
        let mut pools = Self {
            first_particle: vec![0],
            first_vertex: vec![0],
            body_of: Vec::new(),
            elements: Vec::new(),
            sources: Vec::new(),
            meshes: Vec::new(),
            matrices: Vec::new(),
            pool: scene.accessors.bytes.chunks(4).map(word).collect(),
            accessors: scene.accessors.accessors.iter().map(accessor).collect(),
            build_bodies: Vec::new(),
        };
        let world = scene.pose(0.0, false);
        for (index, body) in scene.bodies.iter().enumerate() {
            // Lattice nodes are in world space already.
            let matrix = match body.lattice {
                Some(_) => Mat4::IDENTITY,
                None => world[body.node],
            };
            pools.matrices.extend(matrix.to_cols_array_2d());
            pools.add(scene, index);
        }
        pools
    }

    pub(crate) fn particles(&self) -> u32 {
        self.body_of.len() as u32
    }

    /// The particles of a body.
    pub(crate) fn range(&self, body: usize) -> std::ops::Range<usize> {
        self.first_particle[body] as usize..self.first_particle[body + 1] as usize
    }

    pub(crate) fn vertices(&self) -> u32 {
        *self.first_vertex.last().expect("starts with 0")
    }

    fn add(&mut self, scene: &Scene, index: usize) {
        let body = &scene.bodies[index];
        let first = self.particles();
        match &body.lattice {
            Some(lattice) => self.add_nodes(index, lattice),
            None => self.add_vertices(scene, index),
        }
        self.elements
            .extend(body.triangles.iter().map(|t| t.map(|p| p + first)));
        self.elements.extend(
            body.segments
                .iter()
                .map(|s| [s[0] + first, s[1] + first, NONE]),
        );
        self.body_of
            .extend(std::iter::repeat_n(index as u32, body.particles()));
        self.first_particle.push(self.body_of.len() as u32);
        self.first_vertex
            .push(self.vertices() + body.particle_of_vertex.len() as u32);
        self.build_bodies.push(BuildBody {
            grid: u32::from(body.keys.links == Links::Grid),
            bend: match body.keys.bend_model {
                BendModel::None => BEND_NONE,
                BendModel::Dihedral => BEND_DIHEDRAL,
                BendModel::Distance => BEND_DISTANCE,
            },
        });
    }
    /// Adds particles that are vertices of a mesh.
    fn add_vertices(&mut self, scene: &Scene, index: usize) {
        let primitives = body_primitives(scene, index);
        let first_mesh = self.meshes.len() as u32;
        let row = |p: &Primitive| Mesh {
            position: p.position as u32,
            rest: p.rest_position.map_or(NONE, |rest| rest as u32),
            matrix: index as u32,
        };
        self.meshes.extend(primitives.iter().map(row));
        let source = |&vertex: &u32| {
            let mesh = primitives.partition_point(|p| p.first_vertex <= vertex) - 1;
            Source {
                mesh: first_mesh + mesh as u32,
                vertex: vertex - primitives[mesh].first_vertex,
            }
        };
        let vertices = &scene.bodies[index].vertex_of_particle;
        self.sources.extend(vertices.iter().map(source));
    }

    /// Adds particles that are nodes of a lattice, as a mesh of its own.
    fn add_nodes(&mut self, index: usize, lattice: &Lattice) {
        let mesh = self.meshes.len() as u32;
        let position = self.add_accessor(&lattice.positions);
        let rest = self.add_accessor(&lattice.rests);
        self.meshes.push(Mesh {
            position,
            rest,
            matrix: index as u32,
        });
        let nodes = 0..lattice.positions.len() as u32;
        self.sources
            .extend(nodes.map(|vertex| Source { mesh, vertex }));
    }

    /// Adds an accessor that holds `positions`; returns its index.
    fn add_accessor(&mut self, positions: &[Vec3]) -> u32 {
        self.accessors.push(Accessor {
            offset: 4 * self.pool.len() as u32,
            stride: 12,
            component: Component::F32 as u32,
            normalized: 0,
        });
        let words = positions
            .iter()
            .flat_map(|p| p.to_array().map(f32::to_bits));
        self.pool.extend(words);
        self.accessors.len() as u32 - 1
    }
}

/// The primitives of a body's mesh.
pub(crate) fn body_primitives(scene: &Scene, body: usize) -> &[Primitive] {
    let mesh = scene.nodes[scene.bodies[body].node]
        .mesh
        .expect("a body has a mesh");
    &scene.meshes[mesh].primitives
}

fn word(bytes: &[u8]) -> u32 {
    let mut word = [0; 4];
    word[..bytes.len()].copy_from_slice(bytes);
    u32::from_le_bytes(word)
}

fn accessor(a: &pliant_scene::Accessor) -> Accessor {
    Accessor {
        offset: a.offset as u32,
        stride: a.stride,
        component: a.component as u32,
        normalized: u32::from(a.normalized),
    }
}

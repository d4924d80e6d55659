//! Vertices become particles: vertices at one position, such as those at UV seams, become one particle.

use crate::graph::meshes::Mesh;
use crate::graph::topology::Topology;
use pliant_gltf::pool::AccessorPool;
use std::collections::HashMap;

/// The map between a mesh's vertices and its particles.
#[derive(Debug)]
pub(crate) struct Particles {
    pub(crate) of_vertex: Vec<u32>,
    pub(crate) vertex: Vec<u32>,
}

impl Particles {
    /// Merges vertices whose POSITION and `_REST_POSITION` agree bit for bit; points are never merged.
    pub(crate) fn merge(mesh: &Mesh, pool: &AccessorPool) -> Self {
        let mut merged = Self {
            of_vertex: Vec::new(),
            vertex: Vec::new(),
        };
        let mut seen = HashMap::new();
        for primitive in &mesh.primitives {
            for v in 0..primitive.vertex_count {
                let bits = |accessor| pool.vec3(accessor, v as usize).to_array().map(f32::to_bits);
                let key = (
                    bits(primitive.position),
                    bits(primitive.rest_position.unwrap_or(primitive.position)),
                );
                let vertex = primitive.first_vertex + v;
                let particle = match primitive.topology {
                    Topology::Points => merged.push(vertex),
                    _ => *seen.entry(key).or_insert_with(|| merged.push(vertex)),
                };
                merged.of_vertex.push(particle);
            }
        }
        merged
    }

    /// The map of vertices to `count` particles, each of which has one.
    pub(crate) fn new(of_vertex: Vec<u32>, count: usize) -> Self {
        let mut lowest = vec![u32::MAX; count];
        for (&particle, vertex) in of_vertex.iter().zip(0..) {
            let lowest = &mut lowest[particle as usize];
            *lowest = vertex.min(*lowest);
        }
        Self {
            of_vertex,
            vertex: lowest,
        }
    }

    fn push(&mut self, vertex: u32) -> u32 {
        self.vertex.push(vertex);
        u32::try_from(self.vertex.len() - 1).expect("a mesh's vertices are counted in 32 bits")
    }

    /// The elements of one topology, and how many became degenerate by merging.
    pub(crate) fn elements<const N: usize>(
        &self,
        mesh: &Mesh,
        topology: Topology,
    ) -> (Elements<N>, usize) {
        let (mut elements, mut degenerate) = (Elements::default(), 0);
        for primitive in mesh
            .primitives
            .iter()
            .filter(|primitive| primitive.topology == topology)
        {
            for element in primitive.indices.as_chunks::<N>().0 {
                let vertices = element.map(|v| primitive.first_vertex + v);
                let particles = vertices.map(|v| self.of_vertex[v as usize]);
                let whole = (1..N).all(|i| !particles[..i].contains(&particles[i]));
                if whole {
                    elements.particles.push(particles);
                    elements.vertices.push(vertices);
                } else {
                    degenerate += 1;
                }
            }
        }
        (elements, degenerate)
    }
}

/// Elements of N corners each, as particles and as vertices in the same order.
#[derive(Debug)]
pub(crate) struct Elements<const N: usize> {
    pub(crate) particles: Vec<[u32; N]>,
    /// Mesh-wide.
    pub(crate) vertices: Vec<[u32; N]>,
}

impl<const N: usize> Default for Elements<N> {
    fn default() -> Self {
        Self {
            particles: Vec::new(),
            vertices: Vec::new(),
        }
    }
}

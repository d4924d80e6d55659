//! What a body looks like in a frame.

use glam::Vec3;
use pliant_scene::{Embedded, Scene};
use pliant_sim::{DrawnVertices, Particles};

/// A body in a frame.
pub(super) struct Shape<'a> {
    pub(super) scene: &'a Scene,
    pub(super) body: usize,
    pub(super) drawn: &'a DrawnVertices,
    pub(super) particles: &'a Particles,
}

impl Shape<'_> {
    /// Positions of all vertices, m, and their normals, which are empty where nothing has triangles.
    pub(super) fn vertices(&self) -> (&[[f32; 3]], &[[f32; 3]]) {
        let vertices =
            self.drawn.first[self.body] as usize..self.drawn.first[self.body + 1] as usize;
        let normals = self.drawn.normals.get(vertices.clone()).unwrap_or_default();
        (&self.drawn.positions[vertices], normals)
    }

    /// Velocities of all vertices, m/s: those of their particles, or of the point in the lattice of a soft body.
    pub(super) fn velocities(&self) -> Vec<[f32; 3]> {
        let body = &self.scene.bodies[self.body];
        let first = self.particles.first[self.body];
        let of = |particle: u32| Vec3::from(self.particles.velocities[(first + particle) as usize]);
        match &body.lattice {
            None => body
                .particle_of_vertex
                .iter()
                .map(|p| of(*p).to_array())
                .collect(),
            Some(lattice) => {
                let velocity = |at: &Embedded| {
                    let parts = at
                        .nodes
                        .iter()
                        .zip(at.weights)
                        .map(|(node, weight)| weight * of(*node));
                    parts.sum::<Vec3>().to_array()
                };
                lattice.embedding.iter().map(velocity).collect()
            }
        }
    }
}

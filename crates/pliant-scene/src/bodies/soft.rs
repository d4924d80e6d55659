//! Soft bodies: a closed mesh filled with tetrahedra, in which its vertices are embedded.

use crate::bodies::body::Body;
use crate::bodies::closed;
use crate::bodies::particles::Particles;
use crate::lattice;
use glam::{Quat, Vec3};

/// The vertices of a mesh and the lattice that fills it.
pub(crate) struct Solid<'a> {
    /// World positions of its vertices at the start and at rest, m.
    pub(crate) positions: &'a [Vec3],
    pub(crate) rests: &'a [Vec3],
    pub(crate) particles: &'a Particles,
    /// m.
    pub(crate) spacing: f32,
    /// The axes of the lattice.
    pub(crate) frame: Quat,
}

impl Solid<'_> {
    /// World position of each particle at rest, m.
    pub(crate) fn particle_rests(&self) -> Vec<Vec3> {
        self.of_particles(self.rests)
    }

    fn of_particles(&self, positions: &[Vec3]) -> Vec<Vec3> {
        let vertices = self.particles.vertex.iter();
        vertices.map(|&vertex| positions[vertex as usize]).collect()
    }
}

/// Makes the nodes of a lattice the body's particles. `body.pinned` holds merged vertices before and nodes after it.
///
/// Returns the defects of its surface, a phrase each.
///
/// # Errors
/// Why it can't be filled.
pub(crate) fn fill(body: &mut Body, solid: &Solid) -> Result<Vec<String>, String> {
    let (rests, starts) = (solid.particle_rests(), solid.of_particles(solid.positions));
    let skin = body.triangles.clone();
    let (mut lattice, defects) = lattice::fill(&rests, &skin, solid.spacing, solid.frame)?;
    if starts != rests {
        lattice.positions = lattice::deform(&lattice.rests, &rests, &starts, &skin);
    }
    if !body.pinned.is_empty() {
        let pinned = &body.pinned;
        body.pinned = lattice::held(&lattice.rests, &rests, &skin, pinned, lattice.spacing);
    }
    // `lattice::fill` has reported the defects already.
    closed::orient(body, &rests);
    body.triangles.clear();
    let of_vertex = &solid.particles.of_vertex;
    let ride = |&particle: &u32| lattice.embedding[particle as usize];
    lattice.embedding = of_vertex.iter().map(ride).collect();
    body.particle_of_vertex = lattice.embedding.iter().map(|at| at.heaviest()).collect();
    body.lattice = Some(lattice);
    Ok(defects)
}

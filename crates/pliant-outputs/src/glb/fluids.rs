//! The surface of a fluid: a mesh for each key. Its topology differs from key to key, so morph targets cannot express it.

use super::data::Data;
use crate::error::Error;
use crate::surface::Surface;
use glam::Vec3;
use pliant_scene::Scene;
use pliant_sim::Particles;
use serde::Serialize;

/// The surface with its keys. Memory is one copy of the particles, and a few numbers for each key.
pub(super) struct Fluid {
    pub(super) body: usize,
    /// Number of the document's material.
    material: Option<usize>,
    /// Distance of particles, m.
    spacing: f32,
    /// Displacement of a particle from which the surface is written again, m.
    tolerance: f32,
    /// The first frame that was added.
    first: Option<u64>,
    pub(super) keys: Vec<Key>,
    /// The present particles at the last key.
    last: Vec<Particle>,
}

/// Number and position of a particle.
type Particle = (usize, [f32; 3]);

/// A mesh and the frames in which it is shown.
pub(super) struct Key {
    /// The frame of the mesh.
    pub(super) frame: u64,
    /// Where it is not shown from the start: the frame from which it is.
    pub(super) start: Option<u64>,
    /// Where it is not shown to the end: the first frame without it.
    pub(super) end: Option<u64>,
    /// Accessors of positions, normals and indices.
    accessors: [usize; 3],
}

impl Fluid {
    /// A fluid without frames, given the distance of particles and the error that is allowed, m.
    pub(super) fn new(scene: &Scene, body: usize, spacing: f32, tolerance: f32) -> Self {
        let mesh = scene.nodes[scene.bodies[body].node].mesh;
        let first = mesh.and_then(|mesh| scene.meshes[mesh].primitives.first());
        Self {
            body,
            material: first.and_then(|primitive| primitive.material.checked_sub(1)),
            spacing,
            tolerance,
            first: None,
            keys: Vec::new(),
            last: Vec::new(),
        }
    }

    /// Adds a frame.
    pub(super) fn add(
        &mut self,
        frame: u64,
        particles: &Particles,
        data: &mut Data,
    ) -> Result<(), Error> {
        let own = particles.first[self.body] as usize..particles.first[self.body + 1] as usize;
        let present = own.filter(|p| particles.present[*p]);
        let present: Vec<Particle> = present.map(|p| (p, particles.positions[p])).collect();
        let first = *self.first.get_or_insert(frame);
        if self.rests(&present) {
            return Ok(());
        }
        if let Some(key) = self.keys.last_mut() {
            key.end.get_or_insert(frame);
        }
        let surface = Surface::new(particles, self.body, self.spacing)?;
        if !surface.triangles.is_empty() {
            let indices = surface.triangles.as_flattened();
            self.keys.push(Key {
                frame,
                start: (frame > first).then_some(frame),
                end: None,
                accessors: [
                    data.vectors(&surface.positions)?,
                    data.vectors(&surface.normals)?,
                    data.indices(indices, surface.positions.len())?,
                ],
            });
        }
        self.last = present;
        Ok(())
    }

    /// Whether the present particles are those of the last key, and at the same positions within the tolerance.
    fn rests(&self, present: &[Particle]) -> bool {
        let same = |((a, p), (b, q)): (&Particle, &Particle)| {
            a == b && Vec3::from(*p).distance(Vec3::from(*q)) <= self.tolerance
        };
        present.len() == self.last.len() && present.iter().zip(&self.last).all(same)
    }

    /// The glTF mesh of a key.
    pub(super) fn mesh(&self, key: &Key, name: String) -> KeyMesh {
        let [position, normal, indices] = key.accessors;
        let primitive = KeyPrimitive {
            attributes: Attributes { position, normal },
            indices,
            material: self.material,
        };
        KeyMesh {
            name,
            primitives: [primitive],
        }
    }
}

/// The glTF mesh of a key. As there is one for each key, it is a small struct and no JSON value.
#[derive(Serialize)]
pub(super) struct KeyMesh {
    name: String,
    primitives: [KeyPrimitive; 1],
}

#[derive(Serialize)]
struct KeyPrimitive {
    attributes: Attributes,
    indices: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    material: Option<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "UPPERCASE")]
struct Attributes {
    position: usize,
    normal: usize,
}

/// The glTF node of a key.
#[derive(Serialize)]
pub(super) struct KeyNode {
    pub(super) name: String,
    pub(super) mesh: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scale: Option<[f32; 3]>,
}

//! The conformance cases of KHR_physics_rigid_bodies, each in its own cell with an expectation under its name. They are 36 pairs of
//! shapes, 11 joints, 8 motions, 4 filters and 3 materials; triggers are added. They follow the text of the specification, not
//! its sample files.

mod colliders;
mod filters;
mod joints;
mod materials;
mod motions;
mod triggers;

pub(super) use colliders::scene as colliders;
pub(super) use filters::scene as filters;
pub(super) use joints::scene as joints;
pub(super) use materials::scene as materials;
pub(super) use motions::scene as motions;
pub(super) use triggers::scene as triggers;

use crate::{Document, Material, Shape, shapes};
use glam::Vec3;

/// The mesh and the collider shape of a cube.
struct Cube {
    mesh: usize,
    shape: usize,
}

impl Cube {
    /// Adds a cube of this full size, m.
    fn new(scene: &mut Document, size: Vec3, color: [f32; 3]) -> Self {
        let [r, g, b] = color;
        let paint = scene.material(&Material::new("Paint", r, g, b).roughness(0.5));
        Self {
            mesh: scene.mesh("Cube", [shapes::cuboid(size).material(paint)]),
            shape: scene.shape(Shape::Box { size }),
        }
    }
}

const STONE: [f32; 3] = [0.45, 0.46, 0.45];
const RED: [f32; 3] = [0.7, 0.15, 0.1];

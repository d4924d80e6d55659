//! The cases by which KHR_physics_rigid_bodies is tested, each a cell of its own with an expectation under its name: 36 pairs of
//! shapes, 11 joints, 8 motions, 4 filters and 3 materials; and triggers. They are made from the specification's text, not from its files.

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

/// A cube that is seen and one that is met, of this full size, m.
struct Cube {
    mesh: usize,
    form: usize,
}

impl Cube {
    fn new(scene: &mut Document, size: Vec3, color: [f32; 3]) -> Self {
        let [r, g, b] = color;
        let paint = scene.material(&Material::new("Paint", r, g, b).rough(0.5));
        Self {
            mesh: scene.mesh("Cube", [shapes::cuboid(size).material(paint)]),
            form: scene.shape(Shape::Box { size }),
        }
    }
}

const STONE: [f32; 3] = [0.45, 0.46, 0.45];
const RED: [f32; 3] = [0.7, 0.15, 0.1];

//! The ground: plane colliders, or a grid in scenes without a floor.

use crate::bounds::Bounds;
use crate::geometry::{DrawPrimitive, unscaled};
use glam::{Mat4, Vec3};
use pliant_passes::types::draw::GroundDraw;
use pliant_scene::{Collider, Scene, Shape};

/// A rectangle that is drawn as ground.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ground {
    /// A horizontal grid at a height, m.
    Grid(f32),
    /// A plane collider, by its index in `Scene::colliders`.
    Plane(usize),
}

impl Ground {
    /// Lists the plane colliders without a mesh. Without any, and without a floor, it is a grid under the scene.
    pub(crate) fn of(
        scene: &Scene,
        primitives: &[DrawPrimitive],
        poses: &[Mat4],
        bounds: Bounds,
    ) -> Vec<Self> {
        let has_no_mesh = |c: &Collider| scene.nodes[c.node].mesh.is_none();
        let planes: Vec<Self> = scene
            .colliders
            .iter()
            .enumerate()
            .filter(|(_, c)| matches!(c.shape, Shape::Plane { .. }) && has_no_mesh(c))
            .map(|(i, _)| Self::Plane(i))
            .collect();
        if !planes.is_empty() || primitives.iter().any(|p| is_floor(p, poses, bounds)) {
            return planes;
        }
        // The ground of a scene whose lowest point is at or slightly above y = 0 is at y = 0.
        let low = bounds.min.y;
        let level = if (0.0..=bounds.radius()).contains(&low) {
            0.0
        } else {
            low
        };
        vec![Self::Grid(level)]
    }

    /// The height of a grid, m.
    pub(crate) fn level(&self) -> Option<f32> {
        match *self {
            Self::Grid(level) => Some(level),
            Self::Plane(_) => None,
        }
    }

    /// Push constants of the ground at the current poses.
    pub(crate) fn draw(&self, scene: &Scene, poses: &[Mat4], bounds: Bounds) -> GroundDraw {
        let size = bounds.radius().max(1e-3);
        let wide = 24.0 * size;
        let cell = 10.0_f32.powf(size.log10().floor());
        let (model, x, z) = match *self {
            Self::Grid(level) => {
                // The centre is on a grid line, so that the lines do not move when the bounds do.
                let center = (bounds.center() / cell).round() * cell;
                let position = Vec3::new(center.x, level, center.z);
                (Mat4::from_translation(position), None, None)
            }
            Self::Plane(index) => {
                let collider = &scene.colliders[index];
                let (x, z) = match collider.shape {
                    Shape::Plane { size_x, size_z, .. } => (size_x, size_z),
                    _ => (None, None),
                };
                let offset = Mat4::from_rotation_translation(collider.rotation, collider.offset);
                (unscaled(poses[collider.node]) * offset, x, z)
            }
        };
        GroundDraw {
            model: model.to_cols_array_2d(),
            extent: [x.map_or(wide, |x| x / 2.0), z.map_or(wide, |z| z / 2.0)],
            cell,
            fade: if x.is_none() || z.is_none() {
                wide
            } else {
                0.0
            },
        }
    }
}

/// Whether a primitive is a floor: it belongs to no body and extends under everything else.
pub(crate) fn is_floor(primitive: &DrawPrimitive, poses: &[Mat4], bounds: Bounds) -> bool {
    if primitive.body.is_some() {
        return false;
    }
    let own = primitive.bounds.transformed(primitive.model(poses));
    let tolerance = 0.02 * bounds.size();
    let wide = (own.min - tolerance).cmple(bounds.min) & (own.max + tolerance).cmpge(bounds.max);
    wide.x && wide.z && own.max.y - bounds.min.y < 0.5 * bounds.size().y.max(tolerance.length())
}

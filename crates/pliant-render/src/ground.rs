//! The ground: a grid where the scene has no floor, and planes that bodies fall on.

use crate::bounds::Bounds;
use crate::geometry::{Part, unscaled};
use glam::{Mat4, Vec3};
use pliant_passes::types::draw::GroundDraw;
use pliant_scene::{Collider, Scene, Shape};

/// What is drawn as ground.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ground {
    /// A grid at a height, m.
    Grid(f32),
    /// A collider's plane, in `Scene::colliders`.
    Plane(usize),
}

impl Ground {
    /// The planes that no mesh shows, or a grid where nothing lies under the scene.
    pub(crate) fn of(scene: &Scene, parts: &[Part], poses: &[Mat4], bounds: Bounds) -> Vec<Self> {
        let bare = |c: &Collider| scene.nodes[c.node].mesh.is_none();
        let planes: Vec<Self> = scene
            .colliders
            .iter()
            .enumerate()
            .filter(|(_, c)| matches!(c.shape, Shape::Plane { .. }) && bare(c))
            .map(|(i, _)| Self::Plane(i))
            .collect();
        if !planes.is_empty() || parts.iter().any(|p| is_floor(p, poses, bounds)) {
            return planes;
        }
        // A scene that stands on y = 0, or just above, has its ground there.
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

    /// How it is drawn now.
    pub(crate) fn draw(&self, scene: &Scene, poses: &[Mat4], bounds: Bounds) -> GroundDraw {
        let size = bounds.radius().max(1e-3);
        let wide = 24.0 * size;
        let cell = 10.0_f32.powf(size.log10().floor());
        let (model, x, z) = match *self {
            Self::Grid(level) => {
                // On a line of the grid, so that it stands still under whatever is looked at.
                let center = (bounds.center() / cell).round() * cell;
                let place = Vec3::new(center.x, level, center.z);
                (Mat4::from_translation(place), None, None)
            }
            Self::Plane(index) => {
                let collider = &scene.colliders[index];
                let (x, z) = match collider.shape {
                    Shape::Plane { size_x, size_z, .. } => (size_x, size_z),
                    _ => (None, None),
                };
                let place = Mat4::from_rotation_translation(collider.turn, collider.offset);
                (unscaled(poses[collider.node]) * place, x, z)
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

/// Whether a part that is no body reaches under everything else.
pub(crate) fn is_floor(part: &Part, poses: &[Mat4], bounds: Bounds) -> bool {
    if part.body.is_some() {
        return false;
    }
    let own = part.bounds.transformed(part.model(poses));
    let slack = 0.02 * bounds.size();
    let wide = (own.min - slack).cmple(bounds.min) & (own.max + slack).cmpge(bounds.max);
    wide.x && wide.z && own.max.y - bounds.min.y < 0.5 * bounds.size().y.max(slack.length())
}

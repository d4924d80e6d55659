//! The scene as the renderer draws it, on the host.

use crate::bounds::Bounds;
use crate::geometry::{DrawPrimitive, Geometry};
use crate::ground::{Ground, is_floor};
use crate::materials::MaterialStyle;
use glam::{Mat4, Vec3};
use pliant_passes::types::draw::Surface;
use pliant_scene::{Scene, Topology};
use std::sync::Arc;

/// Linear colours of colliders without a mesh, and of particles. These materials follow the scene's.
pub(crate) const BUILT_IN_MATERIALS: [[f32; 3]; 2] = [[0.46, 0.47, 0.50], [0.05, 0.22, 0.55]];

/// A scene as the renderer draws it.
pub(crate) struct World {
    pub(crate) scene: Arc<Scene>,
    pub(crate) primitives: Vec<DrawPrimitive>,
    /// Indexed by material.
    pub(crate) styles: Vec<MaterialStyle>,
    pub(crate) grounds: Vec<Ground>,
    /// Bounding box of everything at t = 0.
    pub(crate) bounds: Bounds,
    /// Bounding box for the default camera: everything except floors, extended down to the ground.
    pub(crate) framed: Bounds,
    pub(crate) particle_material: usize,
    pub(crate) links: u32,
    /// Largest particle spacing of the fluids, m; 0 without fluids.
    pub(crate) spacing: f32,
}

impl World {
    /// Collects what to draw. The caller sets `styles` after it has uploaded the materials.
    pub(crate) fn new(scene: Arc<Scene>) -> (Self, Geometry) {
        let shape_material = scene.materials.len();
        let mut geometry = Geometry::pack(&scene, shape_material);
        let primitives = std::mem::take(&mut geometry.primitives);
        let poses = scene.pose(0.0, false);
        let mut bounds = bounds_of(&primitives, &poses);
        if bounds.is_empty() {
            bounds = Bounds::new(Vec3::NEG_ONE, Vec3::ONE);
        }
        let grounds = Ground::of(&scene, &primitives, &poses, bounds);
        let world = Self {
            styles: Vec::new(),
            framed: framed(&primitives, &poses, bounds, &grounds),
            spacing: primitives
                .iter()
                .filter_map(|p| p.fluid)
                .fold(0.0, f32::max),
            grounds,
            primitives,
            bounds,
            particle_material: shape_material + 1,
            links: 0,
            scene,
        };
        (world, geometry)
    }
}

pub(crate) fn built_in_material([r, g, b]: [f32; 3]) -> Surface {
    Surface {
        base_color: [r, g, b, 1.0],
        roughness: 0.6,
        ..Surface::default()
    }
}

/// Bounding box of everything but floors, extended down to floors and grids. Without anything else it is `bounds`.
fn framed(
    primitives: &[DrawPrimitive],
    poses: &[Mat4],
    bounds: Bounds,
    grounds: &[Ground],
) -> Bounds {
    let (floors, others): (Vec<&DrawPrimitive>, Vec<&DrawPrimitive>) = primitives
        .iter()
        .partition(|primitive| is_floor(primitive, poses, bounds));
    let mut framed = bounds_of(others, poses);
    if framed.is_empty() {
        return bounds;
    }
    let tops = floors.into_iter().map(|f| bounds_of([f], poses).max.y);
    let levels = grounds.iter().filter_map(Ground::level);
    framed.min.y = tops.chain(levels).fold(framed.min.y, f32::min);
    framed
}

/// Bounding box of primitives. Bodies get room to fall: half the difference between their longest extent and their height.
fn bounds_of<'a>(
    primitives: impl IntoIterator<Item = &'a DrawPrimitive>,
    poses: &[Mat4],
) -> Bounds {
    let bounds = primitives.into_iter().map(|primitive| {
        let mut own = primitive.bounds.transformed(primitive.model(poses));
        if primitive.body.is_some() && primitive.topology != Topology::Points {
            own.min.y -= 0.5 * (own.size().max_element() - own.size().y);
        }
        own
    });
    bounds.fold(Bounds::EMPTY, Bounds::join)
}

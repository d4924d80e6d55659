//! What there is to draw, on the host.

use crate::bounds::Bounds;
use crate::geometry::{Geometry, Part};
use crate::ground::{Ground, is_floor};
use crate::materials::Look;
use glam::{Mat4, Vec3};
use pliant_passes::types::draw::Surface;
use pliant_scene::{Scene, Topology};
use std::sync::Arc;

/// Linear colours of colliders without a mesh, and of particles: the materials after the scene's.
pub(crate) const OWN_MATERIALS: [[f32; 3]; 2] = [[0.46, 0.47, 0.50], [0.05, 0.22, 0.55]];

/// A scene as the renderer sees it.
pub(crate) struct World {
    pub(crate) scene: Arc<Scene>,
    pub(crate) parts: Vec<Part>,
    /// By material.
    pub(crate) looks: Vec<Look>,
    pub(crate) grounds: Vec<Ground>,
    /// Around everything at t = 0.
    pub(crate) bounds: Bounds,
    /// Around what is worth looking at: all but floors, and the ground under it.
    pub(crate) framed: Bounds,
    pub(crate) particle_material: usize,
    pub(crate) links: u32,
    /// The largest distance of particles of its fluids, m; 0 without any.
    pub(crate) spacing: f32,
}

impl World {
    /// Takes a scene apart; the looks of its materials come with their upload.
    pub(crate) fn new(scene: Arc<Scene>) -> (Self, Geometry) {
        let shape_material = scene.materials.len();
        let mut geometry = Geometry::pack(&scene, shape_material);
        let parts = std::mem::take(&mut geometry.parts);
        let poses = scene.pose(0.0, false);
        let mut bounds = around(&parts, &poses);
        if bounds.is_empty() {
            bounds = Bounds::new(Vec3::NEG_ONE, Vec3::ONE);
        }
        let grounds = Ground::of(&scene, &parts, &poses, bounds);
        let world = Self {
            looks: Vec::new(),
            framed: framed(&parts, &poses, bounds, &grounds),
            spacing: parts.iter().filter_map(|p| p.fluid).fold(0.0, f32::max),
            grounds,
            parts,
            bounds,
            particle_material: shape_material + 1,
            links: 0,
            scene,
        };
        (world, geometry)
    }
}

pub(crate) fn own_material([r, g, b]: [f32; 3]) -> Surface {
    Surface {
        base_color: [r, g, b, 1.0],
        roughness: 0.6,
        ..Surface::default()
    }
}

/// Around what stands on floors and grids, down to them; around everything where there is nothing else.
fn framed(parts: &[Part], poses: &[Mat4], bounds: Bounds, grounds: &[Ground]) -> Bounds {
    let (floors, others): (Vec<&Part>, Vec<&Part>) =
        parts.iter().partition(|part| is_floor(part, poses, bounds));
    let mut framed = around(others, poses);
    if framed.is_empty() {
        return bounds;
    }
    let tops = floors.into_iter().map(|f| around([f], poses).max.y);
    let levels = grounds.iter().filter_map(Ground::level);
    framed.min.y = tops.chain(levels).fold(framed.min.y, f32::min);
    framed
}

/// Around parts; a body that hangs falls at most as far as it is long.
fn around<'a>(parts: impl IntoIterator<Item = &'a Part>, poses: &[Mat4]) -> Bounds {
    let bounds = parts.into_iter().map(|part| {
        let mut own = part.bounds.transformed(part.model(poses));
        if part.body.is_some() && part.topology != Topology::Points {
            own.min.y -= 0.5 * (own.size().max_element() - own.size().y);
        }
        own
    });
    bounds.fold(Bounds::EMPTY, Bounds::join)
}

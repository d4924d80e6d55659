//! Convex pieces of meshes that move freely. Two surfaces that are not convex may pass into each other with no corner of one inside
//! of the other, so rigid bodies meet by what fills their meshes instead.

use crate::closed::volume;
use crate::collider::{Collider, Shape};
use crate::scene::Scene;
use crate::shell::{Shell, farthest};
use glam::Vec3;
use parry3d::math::Vector;
use parry3d::transformation::vhacd::{VHACD, VHACDParameters};
use std::collections::HashMap;

/// What a mesh lacks of the volume of its hull, at most, to be met as that.
const HOLLOW: f64 = 0.01;

/// How a mesh is cut: by voxels, this many along its longest side, until a piece lacks this share of the whole's volume of that of
/// its own hull [Mam16].
const VOXELS: u32 = 64;
const CONCAVITY: f32 = 0.02;
const MOST_PIECES: u32 = 32;

/// Directions in which the farthest points of a piece are its corners: each edge costs time at each contact.
const DIRECTIONS: u32 = 24;

/// Fills in the pieces of colliders of free bodies that are closed meshes; all else of the scene is there already.
pub(crate) fn cut(scene: &mut Scene) {
    let mut made = HashMap::<usize, Vec<usize>>::new();
    for collider in &scene.colliders {
        let free = |rigid: usize| scene.rigids[rigid].is_free();
        let Shape::Mesh { shell, ratio } = collider.shape else {
            continue;
        };
        let whole = &scene.shells[shell];
        if whole.hull || !whole.closed || !collider.rigid.is_some_and(free) {
            continue;
        }
        let shells = made.entry(shell).or_insert_with(|| {
            let first = scene.shells.len();
            scene.shells.extend(pieces(&scene.shells[shell]));
            (first..scene.shells.len()).collect()
        });
        scene.pieces.extend(shells.iter().map(|&shell| Collider {
            shape: Shape::Mesh { shell, ratio },
            offset: scene.shells[shell].center,
            ..collider.clone()
        }));
    }
}

/// Hulls that together are about what a closed shell encloses.
fn pieces(shell: &Shell) -> Vec<Shell> {
    let solid = |hull: &Shell| volume(&hull.triangles, &hull.positions);
    let enclosed = volume(&shell.triangles, &shell.positions);
    let around = shell.hull_of(&shell.positions);
    if let Some(hull) = around.filter(|hull| enclosed >= (1.0 - HOLLOW) * solid(hull)) {
        return vec![hull];
    }
    let points: Vec<Vector> = shell
        .positions
        .iter()
        .map(|p| p.to_array().into())
        .collect();
    let parameters = VHACDParameters {
        resolution: VOXELS,
        concavity: CONCAVITY,
        max_convex_hulls: MOST_PIECES,
        ..VHACDParameters::default()
    };
    let parts = VHACD::decompose(&parameters, &points, &shell.triangles, true)
        .compute_primitive_intersections(&points, &shell.triangles);
    let corners = |part: Vec<Vector>| -> Vec<Vec3> {
        let points: Vec<Vec3> = part.iter().map(|p| p.to_array().into()).collect();
        farthest(&points, DIRECTIONS)
    };
    // A part whose voxels no triangle crosses has no points, so it becomes no hull.
    parts
        .into_iter()
        .filter_map(|part| shell.hull_of(&corners(part)))
        .collect()
}

//! Convex decomposition of meshes that move freely.
//!
//! Two non-convex surfaces can intersect without a corner of one inside the other. Rigid bodies therefore collide by convex
//! pieces that fill their meshes.

use crate::bodies::closed::volume;
use crate::colliders::collider::{Collider, Shape};
use crate::colliders::collision_mesh::{CollisionMesh, farthest};
use crate::scene::Scene;
use glam::Vec3;
use parry3d::math::Vector;
use parry3d::transformation::vhacd::{VHACD, VHACDParameters};
use std::collections::HashMap;

/// A mesh that lacks at most this fraction of the volume of its hull counts as convex.
const HOLLOW: f64 = 0.01;

/// Decomposition [Mam16]: voxels along the longest side; a piece is convex enough if its hull adds less than `CONCAVITY` of
/// the whole volume.
const VOXELS: u32 = 64;
const CONCAVITY: f32 = 0.02;
const MOST_PIECES: u32 = 32;

/// Directions whose farthest points become the corners of a piece: few, since each edge costs time at each contact.
const DIRECTIONS: u32 = 24;

/// Adds the convex pieces of closed mesh colliders of free bodies; the rest of the scene must be complete.
pub(crate) fn cut(scene: &mut Scene) {
    let mut made = HashMap::<usize, Vec<usize>>::new();
    for collider in &scene.colliders {
        let free = |rigid: usize| scene.rigids[rigid].is_free();
        let Shape::Mesh {
            collision_mesh,
            ratio,
        } = collider.shape
        else {
            continue;
        };
        let whole = &scene.collision_meshes[collision_mesh];
        if whole.hull || !whole.closed || !collider.rigid.is_some_and(free) {
            continue;
        }
        let collision_meshes = made.entry(collision_mesh).or_insert_with(|| {
            let first = scene.collision_meshes.len();
            scene
                .collision_meshes
                .extend(pieces(&scene.collision_meshes[collision_mesh]));
            (first..scene.collision_meshes.len()).collect()
        });
        scene
            .pieces
            .extend(collision_meshes.iter().map(|&collision_mesh| Collider {
                shape: Shape::Mesh {
                    collision_mesh,
                    ratio,
                },
                offset: scene.collision_meshes[collision_mesh].center,
                ..collider.clone()
            }));
    }
}

/// Hulls whose union is about the volume of a closed collision mesh.
fn pieces(collision_mesh: &CollisionMesh) -> Vec<CollisionMesh> {
    let solid = |hull: &CollisionMesh| volume(&hull.triangles, &hull.positions);
    let enclosed = volume(&collision_mesh.triangles, &collision_mesh.positions);
    let around = collision_mesh.hull_of(&collision_mesh.positions);
    if let Some(hull) = around.filter(|hull| enclosed >= (1.0 - HOLLOW) * solid(hull)) {
        return vec![hull];
    }
    let points: Vec<Vector> = collision_mesh
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
    let parts = VHACD::decompose(&parameters, &points, &collision_mesh.triangles, true)
        .compute_primitive_intersections(&points, &collision_mesh.triangles);
    let corners = |part: Vec<Vector>| -> Vec<Vec3> {
        let points: Vec<Vec3> = part.iter().map(|p| p.to_array().into()).collect();
        farthest(&points, DIRECTIONS)
    };
    // A part whose voxels no triangle crosses has no points, so it becomes no hull.
    parts
        .into_iter()
        .filter_map(|part| collision_mesh.hull_of(&corners(part)))
        .collect()
}

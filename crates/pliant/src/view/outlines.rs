//! Outlines of colliders and boxes as lines.

use glam::{Mat4, Vec3};
use pliant_scene::{Collider, Scene, Shape};
use std::f32::consts::TAU;

/// Segments of a circle.
const SIDES: usize = 32;
/// At most so many triangles of a mesh are outlined.
const MOST_TRIANGLES: usize = 3000;

/// The outline of a collider in the world, m. An infinite plane is shown within `extent`.
pub(crate) fn of(
    scene: &Scene,
    collider: &Collider,
    poses: &[Mat4],
    extent: f32,
) -> Vec<[Vec3; 2]> {
    let world = poses[collider.node];
    let (position, rotation) = collider.placement(world);
    let scale = collider.scale(world);
    let local = match collider.shape {
        Shape::Mesh { collision_mesh, .. } => mesh(&scene.collision_meshes[collision_mesh]),
        ref shape => implicit(shape, extent),
    };
    let to_world = |point: Vec3| position + rotation * (scale * point);
    local.into_iter().map(|ends| ends.map(to_world)).collect()
}

/// The edges of a box whose corner's bit k chooses the high side along axis k.
pub(crate) fn edges_of_box(corners: [Vec3; 8]) -> [[Vec3; 2]; 12] {
    const ENDS: [[usize; 2]; 12] = [
        [0, 1],
        [2, 3],
        [4, 5],
        [6, 7],
        [0, 2],
        [1, 3],
        [4, 6],
        [5, 7],
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
    ];
    ENDS.map(|ends| ends.map(|corner| corners[corner]))
}

/// Edges of a collision mesh; of a large one, those of every so many triangles.
fn mesh(mesh: &pliant_scene::CollisionMesh) -> Vec<[Vec3; 2]> {
    let step = mesh.triangles.len().div_ceil(MOST_TRIANGLES).max(1);
    let corner = |v: u32| mesh.positions[v as usize];
    let triangles = mesh.triangles.iter().step_by(step);
    triangles
        .flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]])
        .map(|ends| ends.map(corner))
        .collect()
}

fn implicit(shape: &Shape, extent: f32) -> Vec<[Vec3; 2]> {
    match *shape {
        Shape::Plane { size_x, size_z, .. } => {
            let half = [size_x, size_z].map(|size| size.map_or(extent, |size| 0.5 * size));
            plane(half)
        }
        Shape::Sphere { radius } => {
            let circles = (0..3).flat_map(|axis| circle(Vec3::ZERO, axis, radius));
            circles.collect()
        }
        Shape::Box { half } => {
            let side = |i: usize, k: usize| if (i >> k) & 1 == 1 { half[k] } else { -half[k] };
            let corner = |i: usize| Vec3::from_array(std::array::from_fn(|k| side(i, k)));
            edges_of_box(std::array::from_fn(corner)).to_vec()
        }
        Shape::Capsule {
            height,
            bottom,
            top,
        } => {
            let mut lines = frustum(height, bottom, top);
            for (end, radius) in [(-0.5 * height, bottom), (0.5 * height, top)] {
                let centre = end * Vec3::Y;
                lines.extend(circle(centre, 0, radius).chain(circle(centre, 2, radius)));
            }
            lines
        }
        Shape::Cylinder {
            height,
            bottom,
            top,
        } => frustum(height, bottom, top),
        Shape::Mesh { .. } => Vec::new(),
    }
}

/// A rectangle with a grid in XZ.
fn plane([x, z]: [f32; 2]) -> Vec<[Vec3; 2]> {
    const CELLS: i32 = 8;
    let at = |i: i32| 2.0 * i as f32 / CELLS as f32 - 1.0;
    let along_x = |i| [-1.0, 1.0].map(|end| Vec3::new(end * x, 0.0, at(i) * z));
    let along_z = |i| [-1.0, 1.0].map(|end| Vec3::new(at(i) * x, 0.0, end * z));
    let rows = (0..=CELLS).map(along_x);
    rows.chain((0..=CELLS).map(along_z)).collect()
}

/// Two circles and four lines between them.
fn frustum(height: f32, bottom: f32, top: f32) -> Vec<[Vec3; 2]> {
    let ends = [0.5 * height * Vec3::NEG_Y, 0.5 * height * Vec3::Y];
    let circles = circle(ends[0], 1, bottom).chain(circle(ends[1], 1, top));
    let sides = [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z];
    let sides = sides.map(|side| [ends[0] + bottom * side, ends[1] + top * side]);
    circles.chain(sides).collect()
}

/// A circle around an axis.
fn circle(centre: Vec3, axis: usize, radius: f32) -> impl Iterator<Item = [Vec3; 2]> {
    let (u, v) = (Vec3::AXES[(axis + 1) % 3], Vec3::AXES[(axis + 2) % 3]);
    let point = move |step: usize| {
        let angle = TAU * step as f32 / SIDES as f32;
        centre + radius * (angle.cos() * u + angle.sin() * v)
    };
    (0..SIDES).map(move |step| [point(step), point(step + 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_lie_on_their_shapes() {
        let sphere = implicit(&Shape::Sphere { radius: 2.0 }, 1.0);
        assert_eq!(sphere.len(), 3 * SIDES);
        let on_sphere = |point: &Vec3| (point.length() - 2.0).abs() < 1e-5;
        assert!(sphere.iter().flatten().all(on_sphere));
        let half = Vec3::new(1.0, 2.0, 3.0);
        let edges = implicit(&Shape::Box { half }, 1.0);
        assert!(edges.iter().flatten().all(|point| point.abs() == half));
        let along = |ends: &[Vec3; 2]| {
            (ends[1] - ends[0])
                .to_array()
                .iter()
                .filter(|c| **c != 0.0)
                .count()
        };
        assert!(edges.iter().all(|ends| along(ends) == 1));
    }
}

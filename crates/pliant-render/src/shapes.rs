//! Meshes for drawing the implicit shapes of colliders.

use glam::{Vec2, Vec3};
use pliant_scene::{CollisionMesh, Shape};
use std::f32::consts::{FRAC_PI_2, TAU};

/// Vertices of a round shape around its axis.
const SLICES: u32 = 48;
/// Circles of vertices on a quarter turn of latitude.
const CIRCLES: u32 = 10;

/// A triangle mesh with normals.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Solid {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    pub(crate) indices: Vec<u32>,
}

/// The surface of a shape. It is `None` for planes, which the ground draws, and for meshes, which `faceted` converts.
pub(crate) fn solid(shape: &Shape) -> Option<Solid> {
    Some(match *shape {
        Shape::Plane { .. } | Shape::Mesh { .. } => return None,
        Shape::Sphere { radius } => capsule(0.0, radius, radius),
        Shape::Box { half } => cuboid(half),
        Shape::Capsule {
            height,
            bottom,
            top,
        } => capsule(height, bottom, top),
        Shape::Cylinder {
            height,
            bottom,
            top,
        } => cylinder(height, bottom, top),
    })
}

/// A collision mesh in the units of its node, with one normal for each face.
pub(crate) fn faceted(collision_mesh: &CollisionMesh, ratio: Vec3) -> Solid {
    let mut solid = Solid::default();
    for triangle in &collision_mesh.triangles {
        let corners = triangle
            .map(|v| (collision_mesh.positions[v as usize] + collision_mesh.center) / ratio);
        let mirrored = ratio.x * ratio.y * ratio.z < 0.0;
        let [a, b, c] = if mirrored {
            [corners[0], corners[2], corners[1]]
        } else {
            corners
        };
        let first = solid.positions.len() as u32;
        solid.positions.extend([a, b, c]);
        solid
            .normals
            .extend([(b - a).cross(c - a).normalize_or_zero(); 3]);
        solid.indices.extend([first, first + 1, first + 2]);
    }
    solid
}

fn cuboid(half: Vec3) -> Solid {
    let mut solid = Solid::default();
    for axis in 0..3 {
        for side in [1.0, -1.0] {
            let normal = Vec3::AXES[axis] * side;
            let (u, v) = (
                Vec3::AXES[(axis + 1) % 3],
                Vec3::AXES[(axis + 2) % 3] * side,
            );
            let first = solid.positions.len() as u32;
            for (s, t) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                solid.positions.push((normal + u * s + v * t) * half);
                solid.normals.push(normal);
            }
            solid.indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
        }
    }
    solid
}

/// The convex hull of two spheres: circles on both, up to their common tangent cone.
fn capsule(height: f32, bottom: f32, top: f32) -> Solid {
    let tangent_latitude = if height > 0.0 {
        ((bottom - top) / height).clamp(-1.0, 1.0).asin()
    } else {
        0.0
    };
    let circles = |from: f32, to: f32, radius: f32, y: f32| {
        (0..=CIRCLES).map(move |i| {
            let latitude = from + (to - from) * i as f32 / CIRCLES as f32;
            let normal = Vec2::new(latitude.cos(), latitude.sin());
            (normal * radius + Vec2::new(0.0, y), normal)
        })
    };
    let profile: Vec<_> = circles(FRAC_PI_2, tangent_latitude, top, height / 2.0)
        .chain(circles(tangent_latitude, -FRAC_PI_2, bottom, -height / 2.0))
        .collect();
    lathe(&profile)
}

fn cylinder(height: f32, bottom: f32, top: f32) -> Solid {
    let half = height / 2.0;
    let side = Vec2::new(height, bottom - top).normalize_or(Vec2::X);
    lathe(&[
        (Vec2::new(0.0, half), Vec2::Y),
        (Vec2::new(top, half), Vec2::Y),
        (Vec2::new(top, half), side),
        (Vec2::new(bottom, -half), side),
        (Vec2::new(bottom, -half), Vec2::NEG_Y),
        (Vec2::new(0.0, -half), Vec2::NEG_Y),
    ])
}

/// Rotates a profile of points and normals about Y. Both are (radial, axial), ordered from the top down.
fn lathe(profile: &[(Vec2, Vec2)]) -> Solid {
    let mut solid = Solid::default();
    for (point, normal) in profile {
        for slice in 0..=SLICES {
            let (sin, cos) = (TAU * slice as f32 / SLICES as f32).sin_cos();
            let around = |p: &Vec2| Vec3::new(p.x * sin, p.y, p.x * cos);
            solid.positions.push(around(point));
            solid.normals.push(around(normal));
        }
    }
    let columns = SLICES + 1;
    for circle in 0..profile.len() as u32 - 1 {
        for slice in 0..SLICES {
            let a = circle * columns + slice;
            solid
                .indices
                .extend([a, a + columns, a + columns + 1, a, a + columns + 1, a + 1]);
        }
    }
    solid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_enclose_their_volume_and_face_outwards() {
        let pi = std::f32::consts::PI;
        let cases = [
            (Shape::Sphere { radius: 0.5 }, pi / 6.0),
            (
                Shape::Box {
                    half: Vec3::new(0.5, 1.0, 1.5),
                },
                6.0,
            ),
            (
                Shape::Capsule {
                    height: 1.0,
                    bottom: 0.5,
                    top: 0.5,
                },
                pi / 6.0 + pi / 4.0,
            ),
            (
                Shape::Cylinder {
                    height: 3.0,
                    bottom: 1.0,
                    top: 0.0,
                },
                pi,
            ),
        ];
        for (shape, volume) in cases {
            let solid = solid(&shape).expect("it has a surface");
            let mut found = 0.0;
            for t in solid.indices.chunks_exact(3) {
                let [a, b, c] = [t[0], t[1], t[2]].map(|i| solid.positions[i as usize]);
                found += a.cross(b).dot(c) / 6.0;
                let normal = (b - a).cross(c - a);
                assert!(
                    normal.dot(solid.normals[t[0] as usize]) > -1e-6,
                    "{shape:?}"
                );
            }
            assert!((found / volume - 1.0).abs() < 0.02, "{shape:?}: {found} m³");
        }
    }
}

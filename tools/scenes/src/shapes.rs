//! Geometry for scenes and tests. Sines are computed in `f64` and rounded, so files are the same on every platform.

use crate::{Mode, Primitive};
use glam::{DVec2, DVec3, Vec2, Vec3};
use std::f64::consts::{PI, TAU};

/// A sheet in XZ around the origin, facing +Y, with `columns` × `rows` vertices; vertex `row·columns + column`, columns along
/// +X, rows along +Z. All quads are split along the same diagonal, from −X−Z to +X+Z.
#[must_use]
pub fn grid(columns: u32, rows: u32, size_x: f32, size_z: f32) -> Primitive {
    let fraction = |i: u32, count: u32| f64::from(i) / f64::from(count - 1);
    let mut sheet = Primitive::new(Mode::Triangles, Vec::new());
    for (row, column) in cells(columns, rows) {
        let (u, v) = (fraction(column, columns), fraction(row, rows));
        let at = DVec3::new(
            (u - 0.5) * f64::from(size_x),
            0.0,
            (v - 0.5) * f64::from(size_z),
        );
        sheet.positions.push(at.as_vec3());
        sheet.normals.push(Vec3::Y);
        sheet.uvs.push(Vec2::new(u as f32, v as f32));
    }
    for (row, column) in cells(columns - 1, rows - 1) {
        let a = row * columns + column;
        sheet
            .indices
            .extend([a, a + columns, a + columns + 1, a, a + columns + 1, a + 1]);
    }
    sheet
}

/// A chain of `links` segments of `link_length` m from the origin along the unit vector `direction`: `links + 1` vertices.
#[must_use]
pub fn chain(links: u32, link_length: f64, direction: DVec3) -> Primitive {
    polyline((0..=links).map(|i| direction * (f64::from(i) * link_length)))
}

/// A chain through points, m.
#[must_use]
pub fn polyline(points: impl IntoIterator<Item = DVec3>) -> Primitive {
    Primitive::new(
        Mode::LineStrip,
        points.into_iter().map(|p| p.as_vec3()).collect(),
    )
}

/// A block of points, `counts` along each axis and `spacing` m apart, that begins at the origin.
#[must_use]
pub fn points(counts: [u32; 3], spacing: f32) -> Primitive {
    let [nx, ny, nz] = counts;
    let rows = (0..nz).flat_map(|z| (0..ny).map(move |y| (y, z)));
    let all = rows.flat_map(|(y, z)| (0..nx).map(move |x| [x, y, z]));
    let position = |step: [u32; 3]| Vec3::from(step.map(|n| n as f32)) * spacing;
    Primitive::new(Mode::Points, all.map(position).collect())
}

/// A sphere around the origin with poles on Y, m.
#[must_use]
pub fn sphere(radius: f32, slices: u32, stacks: u32) -> Primitive {
    capsule(radius, 0.0, slices, stacks)
}

/// A capsule along Y around the origin: `height` m between the centres of its two half spheres.
#[must_use]
pub fn capsule(radius: f32, height: f32, slices: u32, stacks: u32) -> Primitive {
    limb(radius, height, slices, stacks, 1)
}

/// A capsule along Y around the origin, as [`capsule`], whose side is divided into `parts` along Y, so that it can bend.
#[must_use]
pub fn limb(radius: f32, height: f32, slices: u32, stacks: u32, parts: u32) -> Primitive {
    let rings = stacks.div_ceil(2);
    let half = f64::from(height) / 2.0;
    let side = |part: u32| half - f64::from(part) * f64::from(height) / f64::from(parts);
    let sides: Vec<f64> = (0..=parts).map(side).collect();
    let mut profile = Vec::new();
    for ring in 0..=2 * rings {
        let latitude = PI * (0.5 - f64::from(ring) / f64::from(2 * rings));
        let pole = ring % (2 * rings) == 0;
        let normal = if pole {
            [0.0, latitude.signum()]
        } else {
            [latitude.cos(), latitude.sin()]
        };
        let equator = ring == rings && height > 0.0;
        let offsets: &[f64] = if equator {
            &sides
        } else if ring > rings {
            &[-half]
        } else {
            &[half]
        };
        profile.extend(offsets.iter().map(|offset| {
            let r = f64::from(radius);
            Ring {
                radius: r * normal[0],
                y: r * normal[1] + offset,
                normal,
            }
        }));
    }
    lathe(&profile, slices)
}

/// A cylinder with end caps along Y around the origin, m.
#[must_use]
pub fn cylinder(radius: f32, height: f32, slices: u32) -> Primitive {
    let (r, half) = (f64::from(radius), f64::from(height) / 2.0);
    let ring = |radius, y, normal| Ring { radius, y, normal };
    let up = [0.0, 1.0];
    let down = [0.0, -1.0];
    let out = [1.0, 0.0];
    lathe(
        &[
            ring(0.0, half, up),
            ring(r, half, up),
            ring(r, half, out),
            ring(r, -half, out),
            ring(r, -half, down),
            ring(0.0, -half, down),
        ],
        slices,
    )
}

/// A drinking glass that stands on the origin, with its outer radius and the thickness of wall and bottom, m.
#[must_use]
pub fn glass(radius: f64, height: f64, thick: f64, slices: u32) -> Primitive {
    let inside = radius - thick;
    // Repeated points make sharp edges.
    let points = [
        [0.0, thick],
        [inside, thick],
        [inside, thick],
        [inside, height],
        [inside, height],
        [radius, height],
        [radius, height],
        [radius, 0.0],
        [radius, 0.0],
        [0.0, 0.0],
    ];
    surface_of_revolution(&points, slices)
}

/// A chess pawn of 0.9 m that stands on the origin, a collider with concave parts.
#[must_use]
pub fn pawn(slices: u32) -> Primitive {
    let head = (0..=12).map(|i| {
        let latitude = PI * (0.5 - 0.78 * f64::from(i) / 12.0);
        // The pole lies on the axis exactly.
        let radius = if i == 0 { 0.0 } else { 0.16 * latitude.cos() };
        [radius, 0.74 + 0.16 * latitude.sin()]
    });
    let below = [
        [0.165, 0.605],
        [0.175, 0.59],
        [0.165, 0.575],
        [0.105, 0.56],
        [0.095, 0.5],
        [0.1, 0.42],
        [0.115, 0.33],
        [0.145, 0.25],
        [0.19, 0.18],
        [0.25, 0.13],
        [0.29, 0.11],
        [0.31, 0.08],
        [0.31, 0.0],
        // Repeated: a sharp edge.
        [0.31, 0.0],
        [0.0, 0.0],
    ];
    surface_of_revolution(&head.chain(below).collect::<Vec<_>>(), slices)
}

/// A sitting rabbit that looks along +Z, `size` m from its middle to its back, with flat shading.
#[must_use]
pub fn rabbit(size: f32, slices: u32, stacks: u32) -> Primitive {
    // Bulges of a sphere: direction, height and width.
    let bulges = [
        ([0.0, 0.55, 0.83], 0.55, 0.1),
        ([0.3, 0.93, 0.3], 1.25, 0.02),
        ([-0.3, 0.93, 0.3], 1.25, 0.02),
        ([0.0, 0.0, -1.0], 0.2, 0.02),
        ([0.5, -0.5, 0.7], 0.3, 0.04),
        ([-0.5, -0.5, 0.7], 0.3, 0.04),
    ];
    let mut rabbit = sphere(1.0, slices, stacks);
    for position in &mut rabbit.positions {
        let out = bulges.map(|(toward, far, wide)| {
            let away = 1.0 - position.dot(Vec3::from(toward).normalize());
            far * (-away / wide).exp()
        });
        let flat = if position.y < -0.6 {
            0.6 / -position.y
        } else {
            1.0
        };
        *position *= size * flat * (1.0 + out.iter().sum::<f32>());
    }
    rabbit.normals.clear();
    rabbit
}

/// A surface of revolution about Y through points (radius, y), from the top down; smooth except at repeated points.
fn surface_of_revolution(points: &[[f64; 2]], slices: u32) -> Primitive {
    let at = |i: usize| DVec2::from(points[i]);
    let ring = |i: usize| {
        let other = |j: usize| if at(j) == at(i) { i } else { j };
        let [above, below] = [
            other(i.saturating_sub(1)),
            other((i + 1).min(points.len() - 1)),
        ];
        // A repeated point uses the direction of its own side.
        let along = if above == i || below == i {
            at(below) - at(above)
        } else {
            (at(below) - at(i)).normalize() + (at(i) - at(above)).normalize()
        };
        let normal = along.normalize();
        Ring {
            radius: points[i][0],
            y: points[i][1],
            normal: [-normal.y, normal.x],
        }
    };
    lathe(&(0..points.len()).map(ring).collect::<Vec<_>>(), slices)
}

/// A box around the origin; `size` is full, m.
#[must_use]
pub fn cuboid(size: Vec3) -> Primitive {
    let mut solid = Primitive::new(Mode::Triangles, Vec::new());
    for axis in [
        Vec3::X,
        Vec3::NEG_X,
        Vec3::Y,
        Vec3::NEG_Y,
        Vec3::Z,
        Vec3::NEG_Z,
    ] {
        let u = if axis.y == 0.0 {
            Vec3::Y.cross(axis)
        } else {
            Vec3::X
        };
        let v = axis.cross(u);
        let first = solid.positions.len() as u32;
        for [s, t] in [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]] {
            solid.positions.push((axis * 0.5 + u * s + v * t) * size);
            solid.normals.push(axis);
            solid.uvs.push(Vec2::new(s + 0.5, 0.5 - t));
        }
        solid.indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
    }
    solid
}

/// A box around the origin whose faces are `n` × `n` quads, m.
#[must_use]
pub fn block(size: Vec3, n: u32) -> Primitive {
    let coarse = cuboid(size);
    let mut solid = Primitive::new(Mode::Triangles, Vec::new());
    // Faces round equal positions to equal numbers, so that the surface is closed.
    let rounded = |x: Vec3| (x / size * n as f32).round() / n as f32 * size;
    for face in 0..6 {
        let corner = |k: usize| coarse.positions[4 * face + k] + 0.5 * size;
        let first = solid.positions.len() as u32;
        for (row, column) in (0..=n).flat_map(|row| (0..=n).map(move |column| (row, column))) {
            let [s, t] = [column, row].map(|i| i as f32 / n as f32);
            let near = corner(0).lerp(corner(1), s);
            let position = near.lerp(corner(3).lerp(corner(2), s), t);
            solid.positions.push(rounded(position) - 0.5 * size);
            solid.normals.push(coarse.normals[4 * face]);
            solid.uvs.push(Vec2::new(s, 1.0 - t));
        }
        for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
            let a = first + row * (n + 1) + column;
            let (b, c, d) = (a + 1, a + n + 2, a + n + 1);
            solid.indices.extend([a, b, c, a, c, d]);
        }
    }
    solid
}

/// A ring of a surface of revolution; `normal` is its direction away from the axis and along Y.
struct Ring {
    radius: f64,
    y: f64,
    normal: [f64; 2],
}

/// Rotates a profile, from the top down, about Y.
fn lathe(profile: &[Ring], slices: u32) -> Primitive {
    let mut solid = Primitive::new(Mode::Triangles, Vec::new());
    for (j, ring) in profile.iter().enumerate() {
        for i in 0..=slices {
            // The last column closes the surface with its own texture coordinate, at exactly the positions of the first one.
            let (sin, cos) = (TAU * f64::from(i % slices) / f64::from(slices)).sin_cos();
            // Adding zero turns −0 into 0, so that the copies of a pole have equal bits too.
            solid.positions.push(
                DVec3::new(ring.radius * sin, ring.y, ring.radius * cos).as_vec3() + Vec3::ZERO,
            );
            solid.normals.push(
                DVec3::new(ring.normal[0] * sin, ring.normal[1], ring.normal[0] * cos).as_vec3(),
            );
            solid.uvs.push(Vec2::new(
                i as f32 / slices as f32,
                j as f32 / (profile.len() - 1) as f32,
            ));
        }
    }
    let columns = slices + 1;
    for (j, i) in cells(slices, profile.len() as u32 - 1) {
        let a = j * columns + i;
        let (upper, lower) = (&profile[j as usize], &profile[j as usize + 1]);
        // At a pole one of the two triangles is degenerate, at a sharp edge both are.
        if lower.radius > 0.0 && (upper.radius, upper.y) != (lower.radius, lower.y) {
            solid.indices.extend([a, a + columns, a + columns + 1]);
        }
        if upper.radius > 0.0 && (upper.radius, upper.y) != (lower.radius, lower.y) {
            solid.indices.extend([a, a + columns + 1, a + 1]);
        }
    }
    solid
}

/// Every (row, column), row by row.
fn cells(columns: u32, rows: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The volume, and whether every edge has two triangles of opposite direction.
    fn closed_volume(solid: &Primitive) -> (f32, bool) {
        let bits = |i: u32| solid.positions[i as usize].to_array().map(f32::to_bits);
        let mut edges: HashMap<_, i32> = HashMap::new();
        let mut volume = 0.0;
        for t in solid.indices.as_chunks::<3>().0 {
            let [a, b, c] = t.map(|i| solid.positions[i as usize]);
            volume += a.cross(b).dot(c);
            let normal = (b - a).cross(c - a);
            assert!(
                normal.dot(solid.normals[t[0] as usize]) > 0.0,
                "a normal points to the back"
            );
            for (p, q) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                *edges.entry((bits(p), bits(q))).or_default() += 1;
                *edges.entry((bits(q), bits(p))).or_default() -= 1;
            }
        }
        (volume / 6.0, edges.values().all(|&n| n == 0))
    }

    #[test]
    fn solids_are_closed_and_face_outwards() {
        let pi = std::f32::consts::PI;
        for (name, solid, volume) in [
            ("sphere", sphere(0.5, 48, 24), pi / 6.0),
            ("capsule", capsule(0.5, 1.0, 48, 24), pi / 6.0 + pi / 4.0),
            ("cylinder", cylinder(0.5, 2.0, 64), pi / 2.0),
            ("pawn", pawn(64), 0.0835),
            ("glass", glass(0.5, 1.0, 0.1, 64), pi * (0.25 - 0.9 * 0.16)),
            ("box", cuboid(Vec3::new(1.0, 2.0, 3.0)), 6.0),
        ] {
            let (found, closed) = closed_volume(&solid);
            assert!(closed, "{name} is not closed");
            assert!(
                (found / volume - 1.0).abs() < 0.02,
                "{name} encloses {found} m³"
            );
        }
    }

    #[test]
    fn a_grid_faces_up_with_parallel_diagonals() {
        let sheet = grid(4, 3, 1.0, 2.0);
        assert_eq!(sheet.positions.len(), 12);
        assert_eq!(sheet.positions[0], Vec3::new(-0.5, 0.0, -1.0));
        assert_eq!(sheet.positions[11], Vec3::new(0.5, 0.0, 1.0));
        assert_eq!(sheet.positions[4], Vec3::new(-0.5, 0.0, 0.0));
        assert_eq!(sheet.indices.len(), 3 * 2 * 6);
        for quad in sheet.indices.as_chunks::<6>().0 {
            assert_eq!((quad[0], quad[2]), (quad[3], quad[4]));
            let [a, b, c] = [quad[0], quad[1], quad[2]].map(|i| sheet.positions[i as usize]);
            assert!((b - a).cross(c - a).y > 0.0);
        }
    }

    #[test]
    fn upright_moves_the_first_row_to_the_top() {
        let sheet = grid(2, 2, 1.0, 1.0).upright();
        assert_eq!(sheet.positions[0], Vec3::new(-0.5, 0.5, 0.0));
        assert_eq!(sheet.normals[0], Vec3::Z);
    }

    #[test]
    fn a_chain_is_rounded_once() {
        let chain = chain(19, 0.1, DVec3::X);
        assert_eq!(chain.positions.len(), 20);
        assert_eq!(chain.positions[7].x, 0.7);
        assert_eq!(chain.positions[19].x, 1.9);
    }
}

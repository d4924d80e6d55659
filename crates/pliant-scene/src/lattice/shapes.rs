//! Closed surfaces for tests.

use glam::Vec3;
use std::collections::HashMap;
use std::f32::consts::TAU;

/// Vertices and triangles, counter-clockwise from outside.
pub(crate) type Mesh = (Vec<Vec3>, Vec<[u32; 3]>);

/// A box of 8 vertices with its least corner at the origin.
pub(crate) fn cuboid(size: Vec3) -> Mesh {
    let corner = |bits: u32| {
        let at = |axis: u32| (bits >> axis & 1) as f32;
        size * Vec3::new(at(0), at(1), at(2))
    };
    let quads = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let triangles = quads
        .into_iter()
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    ((0..8).map(corner).collect(), triangles.collect())
}

/// An icosahedron, each triangle split in four `times` times, with all vertices brought to length 1.
pub(super) fn ball(times: u32) -> Mesh {
    let g = f32::midpoint(1.0, 5f32.sqrt());
    let mut points = Vec::new();
    for (s, t) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        points.extend([
            Vec3::new(0.0, s, t * g),
            Vec3::new(s, t * g, 0.0),
            Vec3::new(t * g, 0.0, s),
        ]);
    }
    let mut triangles = Vec::new();
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                let [p, q, r] = [a, b, c].map(|at| points[at]);
                let near = |p: Vec3, q: Vec3| p.distance(q) < 2.1;
                if near(p, q) && near(q, r) && near(r, p) {
                    let outward = (q - p).cross(r - p).dot(p) > 0.0;
                    let [a, b, c] = [a as u32, b as u32, c as u32];
                    triangles.push(if outward { [a, b, c] } else { [a, c, b] });
                }
            }
        }
    }
    for _ in 0..times {
        triangles = split(&mut points, &triangles);
    }
    (points.into_iter().map(Vec3::normalize).collect(), triangles)
}

fn split(points: &mut Vec<Vec3>, triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut middles = HashMap::new();
    let mut middle = |a: u32, b: u32| {
        *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
            let sum = points[a as usize].normalize() + points[b as usize].normalize();
            points.push(sum.normalize());
            (points.len() - 1) as u32
        })
    };
    triangles
        .iter()
        .flat_map(|&[a, b, c]| {
            let (d, e, f) = (middle(a, b), middle(b, c), middle(c, a));
            [[a, d, f], [d, b, e], [f, e, c], [d, e, f]]
        })
        .collect()
}

/// A ring around y, of `major` and `minor` radius.
pub(super) fn ring(major: f32, minor: f32, around: u32, across: u32) -> Mesh {
    let point = |at: u32| {
        let (u, v) = (
            (at / across) as f32 / around as f32 * TAU,
            (at % across) as f32 / across as f32 * TAU,
        );
        let out = major + minor * v.cos();
        Vec3::new(out * u.cos(), minor * v.sin(), out * u.sin())
    };
    let at = |i: u32, j: u32| i % around * across + j % across;
    let triangles = (0..around).flat_map(|i| {
        (0..across).flat_map(move |j| {
            let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
            [[a, b, c], [a, c, d]]
        })
    });
    (
        (0..around * across).map(point).collect(),
        triangles.collect(),
    )
}

/// A figure with five limbs that flow into each other: seen from the origin, each direction meets its surface once.
pub(super) fn figure(times: u32) -> Mesh {
    let limbs = [
        (Vec3::new(0.0, 1.0, 0.0), 0.30),
        (Vec3::new(0.9, 0.35, 0.1), 0.17),
        (Vec3::new(-0.9, 0.35, -0.1), 0.17),
        (Vec3::new(0.4, -1.1, 0.0), 0.22),
        (Vec3::new(-0.4, -1.1, 0.1), 0.22),
    ];
    let filled = |p: Vec3| {
        let limb = |(end, radius): (Vec3, f32)| {
            let along = (p.dot(end) / end.length_squared()).clamp(0.0, 1.0);
            (-(p.distance(end * along) / radius).powi(2) * 2f32.ln()).exp2()
        };
        limbs.into_iter().map(limb).sum::<f32>() > 0.5
    };
    let (directions, triangles) = ball(times);
    let reach = |direction: Vec3| {
        let mut outside = 2.0;
        while !filled(direction * outside) {
            outside -= 0.01;
        }
        let (mut low, mut high) = (outside, outside + 0.01);
        for _ in 0..20 {
            let middle = f32::midpoint(low, high);
            if filled(direction * middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        direction * low
    };
    (directions.into_iter().map(reach).collect(), triangles)
}

/// Vertices changed one by one.
pub(super) fn moved((points, triangles): Mesh, to: impl Fn(Vec3) -> Vec3) -> Mesh {
    (points.into_iter().map(to).collect(), triangles)
}

/// The volume a closed mesh encloses.
pub(super) fn volume((points, triangles): &Mesh) -> f64 {
    let six = triangles.iter().map(|t| {
        let [a, b, c] = t.map(|v| points[v as usize].as_dvec3());
        a.cross(b).dot(c)
    });
    six.sum::<f64>() / 6.0
}

/// Two meshes as one.
pub(super) fn joined(one: &Mesh, two: &Mesh) -> Mesh {
    let first = one.0.len() as u32;
    let points = [one.0.as_slice(), &two.0].concat();
    let shifted: Vec<[u32; 3]> = two.1.iter().map(|t| t.map(|v| v + first)).collect();
    (points, [one.1.as_slice(), &shifted].concat())
}

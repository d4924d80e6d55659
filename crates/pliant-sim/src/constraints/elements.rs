//! Triangles and tetrahedra as constraints: their rest shapes and their principal stretches.

use crate::build::pools::Pools;
use glam::{DMat2, DMat3, DVec2, DVec3};
use pliant_math::powi;
use pliant_passes::types::{
    ELASTIC, Link, MATERIALS, STRETCH, Tetrahedron, Triangle, VOLUME, Volume,
};
use pliant_scene::{Body, Model, Scene};

/// The elements of all bodies; corners are particles of the scene.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Elements {
    /// Elastic triangles.
    pub(crate) triangles: Vec<Triangle>,
    /// Elastic tetrahedra.
    pub(crate) tetrahedra: Vec<Tetrahedron>,
    /// Volume constraints of tetrahedra whose edges are links.
    pub(crate) volumes: Vec<Volume>,
    /// The edges of those tetrahedra.
    pub(crate) edges: Vec<Link>,
}

impl Elements {
    /// Elements of a scene with these rest positions, m.
    pub(crate) fn new(scene: &Scene, pools: &Pools, rests: &[[f32; 4]]) -> Self {
        let mut all = Self::default();
        for (index, body) in scene.bodies.iter().enumerate() {
            let first = pools.first_particle[index];
            let row = MATERIALS * index as u32;
            all.add(body, first, row, rests);
        }
        all
    }

    fn add(&mut self, body: &Body, first: u32, row: u32, rests: &[[f32; 4]]) {
        let at = |p: u32| point(&rests[p as usize]);
        let tetrahedra = body.lattice.iter().flat_map(|l| &l.tetrahedra);
        let tetrahedra = tetrahedra.map(|t| t.map(|node| node + first));
        if body.keys.model == Model::Stvk {
            self.tetrahedra
                .extend(tetrahedra.map(|t| tetrahedron(t, t.map(at), row + ELASTIC)));
            let triangles = body.triangles.iter().map(|t| t.map(|p| p + first));
            self.triangles
                .extend(triangles.filter_map(|t| triangle(t, t.map(at), row + ELASTIC)));
        } else {
            let first_volume = self.volumes.len();
            self.volumes
                .extend(tetrahedra.map(|t| volume(t, t.map(at), row + VOLUME)));
            self.edges
                .extend(edges(&self.volumes[first_volume..], at, row + STRETCH));
        }
    }
}

pub(crate) fn point(x: &[f32; 4]) -> DVec3 {
    DVec3::new(x[0].into(), x[1].into(), x[2].into())
}

/// Volume of a tetrahedron, m³.
pub(crate) fn tetrahedron_volume([a, b, c, d]: [DVec3; 4]) -> f64 {
    (b - a).cross(c - a).dot(d - a) / 6.0
}

fn volume([a, b, c, d]: [u32; 4], x: [DVec3; 4], material: u32) -> Volume {
    let rest = tetrahedron_volume(x) as f32;
    Volume {
        a,
        b,
        c,
        d,
        rest,
        material,
    }
}

/// Each edge of the tetrahedra once, by (a, b).
fn edges(volumes: &[Volume], at: impl Fn(u32) -> DVec3, material: u32) -> Vec<Link> {
    let of = |v: &Volume| {
        let pair = |a: u32, b: u32| [a.min(b), a.max(b)];
        [
            pair(v.a, v.b),
            pair(v.a, v.c),
            pair(v.a, v.d),
            pair(v.b, v.c),
            pair(v.b, v.d),
            pair(v.c, v.d),
        ]
    };
    let mut pairs: Vec<[u32; 2]> = volumes.iter().flat_map(of).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let link = |[a, b]: [u32; 2]| Link {
        a,
        b,
        rest: at(a).distance(at(b)) as f32,
        material,
    };
    pairs.into_iter().map(link).collect()
}

fn tetrahedron([a, b, c, d]: [u32; 4], x: [DVec3; 4], material: u32) -> Tetrahedron {
    let edges = DMat3::from_cols(x[1] - x[0], x[2] - x[0], x[3] - x[0]);
    let inverse = edges.inverse().transpose();
    Tetrahedron {
        a,
        b,
        c,
        d,
        inverse_b: inverse.x_axis.as_vec3().to_array(),
        inverse_c: inverse.y_axis.as_vec3().to_array(),
        inverse_d: inverse.z_axis.as_vec3().to_array(),
        volume: tetrahedron_volume(x) as f32,
        material,
    }
}

/// An elastic triangle in a frame with its first edge along X; `None` if it has no area.
fn triangle([a, b, c]: [u32; 3], x: [DVec3; 3], material: u32) -> Option<Triangle> {
    let [p, q] = [x[1] - x[0], x[2] - x[0]];
    let twice = p.cross(q).length();
    let along = p.try_normalize()?;
    let height = twice / p.length();
    let edges = DMat2::from_cols(
        DVec2::new(p.length(), 0.0),
        DVec2::new(q.dot(along), height),
    );
    let inverse = edges.inverse().transpose();
    (twice > 0.0).then(|| Triangle {
        a,
        b,
        c,
        inverse_b: inverse.x_axis.as_vec2().to_array(),
        inverse_c: inverse.y_axis.as_vec2().to_array(),
        area: (0.5 * twice) as f32,
        material,
    })
}

/// Largest principal stretch of an elastic triangle with corners at `x`.
pub(crate) fn triangle_stretch(t: &Triangle, x: [DVec3; 3]) -> f64 {
    let [b, c] = [t.inverse_b, t.inverse_c].map(|v| v.map(f64::from));
    let f = [0, 1].map(|axis| (x[1] - x[0]) * b[axis] + (x[2] - x[0]) * c[axis]);
    let (m00, m11, m01) = (f[0].dot(f[0]), f[1].dot(f[1]), f[0].dot(f[1]));
    let mean = 0.5 * (m00 + m11);
    let radius = (0.25 * powi(m00 - m11, 2) + m01 * m01).sqrt();
    (mean + radius).sqrt()
}

/// Largest principal stretch of an elastic tetrahedron with corners at `x`.
pub(crate) fn tetrahedron_stretch(t: &Tetrahedron, x: [DVec3; 4]) -> f64 {
    let rows = [t.inverse_b, t.inverse_c, t.inverse_d];
    let b = rows.map(|v| DVec3::from(v.map(f64::from)));
    let edges = DMat3::from_cols(x[1] - x[0], x[2] - x[0], x[3] - x[0]);
    let f = edges * DMat3::from_cols(b[0], b[1], b[2]).transpose();
    largest_eigenvalue(f.transpose() * f).sqrt()
}

/// Largest eigenvalue of a symmetric matrix, by the trigonometric solution.
fn largest_eigenvalue(a: DMat3) -> f64 {
    let mean = (a.x_axis.x + a.y_axis.y + a.z_axis.z) / 3.0;
    let b = a - DMat3::from_diagonal(DVec3::splat(mean));
    let p =
        (b.x_axis.length_squared() + b.y_axis.length_squared() + b.z_axis.length_squared()) / 6.0;
    let p = p.sqrt();
    if p <= 1e-12 * mean {
        return mean;
    }
    let c = (b.determinant() / (2.0 * p * p * p)).clamp(-1.0, 1.0);
    mean + 2.0 * p * pliant_math::cos(pliant_math::acos(c) / 3.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_principal_under_any_rotation() {
        let rest = [
            DVec3::ZERO,
            DVec3::X,
            DVec3::new(0.2, 0.9, 0.1),
            DVec3::new(0.1, 0.3, 1.1),
        ];
        let rotation = DMat3::from_rotation_x(0.7) * DMat3::from_rotation_z(-0.4);
        let stretched =
            rotation * DMat3::from_diagonal(DVec3::new(1.3, 0.9, 0.8)) * rotation.transpose();
        let solid = tetrahedron([0, 1, 2, 3], rest, 0);
        assert!((tetrahedron_stretch(&solid, rest) - 1.0).abs() < 1e-6);
        assert!((tetrahedron_stretch(&solid, rest.map(|x| stretched * x)) - 1.3).abs() < 1e-6);
        let flat = [rest[0], rest[1], DVec3::new(0.2, 0.9, 0.0)];
        let sheet = triangle([0, 1, 2], flat, 0).expect("it has an area");
        let stretched_flat =
            DMat3::from_rotation_y(1.0) * DMat3::from_diagonal(DVec3::new(1.0, 1.5, 1.0));
        assert!((triangle_stretch(&sheet, flat.map(|x| stretched_flat * x)) - 1.5).abs() < 1e-6);
    }
}

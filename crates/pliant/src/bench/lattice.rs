//! The cube of the soft benchmark, and the same work as a plain loop on one thread of the host.

use super::container::body;
use pliant_scene::Scene;
use serde_json::json;
use std::time::Instant;

/// Cells along each edge of the cube: 22³ nodes, 46,305 tetrahedra, 59,598 edges.
const CELLS: u32 = 21;

/// A falling cube of 1 m with slightly compliant edges and volumes.
pub(crate) fn cube() -> Vec<u8> {
    let positions: Vec<[f32; 3]> = (0..8_u32)
        .map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|bit| bit as f32))
        .collect();
    let indices: [u32; 36] = [
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6,
        1, 3, 5, 3, 7, 5,
    ];
    let keys = json!({
        "pliant_body": "soft", "pliant_model": "xpbd", "pliant_spacing": 1.0 / f64::from(CELLS), "pliant_mass": 1,
        "pliant_stretch_compliance": 1e-4, "pliant_volume_compliance": 1e-9, "pliant_self_collision": false,
    });
    body("Cube", &keys, &positions, &indices)
}

/// The cube as flat arrays for the native loop.
pub(crate) struct Native {
    positions: Vec<[f32; 4]>,
    previous: Vec<[f32; 3]>,
    velocities: Vec<[f32; 3]>,
    links: Vec<(u32, u32, f32)>,
    link_lambda: Vec<f32>,
    tetrahedra: Vec<([u32; 4], f32)>,
    volume_lambda: Vec<f32>,
    compliance: [f32; 2],
}

impl Native {
    /// `links` are (a, b, rest length as bits); `compliance` is α̃ of links and of volumes.
    pub(crate) fn new(scene: &Scene, links: &[[u32; 3]], compliance: [f32; 2]) -> Self {
        let lattice = scene.bodies[0]
            .lattice
            .as_ref()
            .expect("a soft body has one");
        let w = lattice.positions.len() as f32;
        let volume = |t: &[u32; 4]| {
            let [a, b, c, d] = t.map(|i| lattice.rests[i as usize]);
            (*t, (b - a).cross(c - a).dot(d - a) / 6.0)
        };
        Self {
            positions: lattice
                .positions
                .iter()
                .map(|x| x.extend(w).to_array())
                .collect(),
            previous: vec![[0.0; 3]; lattice.positions.len()],
            velocities: vec![[0.0; 3]; lattice.positions.len()],
            links: links
                .iter()
                .map(|[a, b, rest]| (*a, *b, f32::from_bits(*rest)))
                .collect(),
            link_lambda: vec![0.0; links.len()],
            tetrahedra: lattice.tetrahedra.iter().map(volume).collect(),
            volume_lambda: vec![0.0; lattice.tetrahedra.len()],
            compliance,
        }
    }

    pub(crate) fn constraints(&self) -> usize {
        self.links.len() + self.tetrahedra.len()
    }

    /// Computes a frame of `substeps` of `h` seconds with one iteration each; returns its time, ms.
    pub(crate) fn frame_ms(&mut self, substeps: u32, h: f32) -> f64 {
        let start = Instant::now();
        for _ in 0..substeps {
            self.predict(h);
            self.links();
            self.volumes();
            self.velocities(h);
        }
        start.elapsed().as_secs_f64() * 1e3
    }

    fn predict(&mut self, h: f32) {
        for ((x, old), v) in self
            .positions
            .iter_mut()
            .zip(&mut self.previous)
            .zip(&mut self.velocities)
        {
            v[1] -= 9.81 * h;
            old.copy_from_slice(&x[..3]);
            x.iter_mut().zip(v.iter()).for_each(|(x, v)| *x += h * v);
        }
    }

    #[inline(never)]
    fn links(&mut self) {
        for ((a, b, rest), lambda) in self.links.iter().zip(&mut self.link_lambda) {
            let ([ax, ay, az, aw], [bx, by, bz, bw]) =
                (self.positions[*a as usize], self.positions[*b as usize]);
            let (dx, dy, dz) = (ax - bx, ay - by, az - bz);
            let length = (dx * dx + dy * dy + dz * dz).sqrt();
            let change = (rest - length) / (aw + bw + self.compliance[0]);
            *lambda = change;
            let (p, q) = (aw * change / length, bw * change / length);
            self.positions[*a as usize] = [ax + p * dx, ay + p * dy, az + p * dz, aw];
            self.positions[*b as usize] = [bx - q * dx, by - q * dy, bz - q * dz, bw];
        }
    }

    #[inline(never)]
    fn volumes(&mut self) {
        for ((corners, rest), lambda) in self.tetrahedra.iter().zip(&mut self.volume_lambda) {
            let x = corners.map(|i| self.positions[i as usize]);
            let edge = [1, 2, 3].map(|k| [0, 1, 2].map(|axis| x[k][axis] - x[0][axis]));
            let cross = |a: [f32; 3], b: [f32; 3]| {
                [
                    a[1] * b[2] - a[2] * b[1],
                    a[2] * b[0] - a[0] * b[2],
                    a[0] * b[1] - a[1] * b[0],
                ]
                .map(|c| c / 6.0)
            };
            let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            let g = [
                cross(edge[1], edge[2]),
                cross(edge[2], edge[0]),
                cross(edge[0], edge[1]),
            ];
            let g0 = [0, 1, 2].map(|axis| -(g[0][axis] + g[1][axis] + g[2][axis]));
            let g = [g0, g[0], g[1], g[2]];
            let w: f32 = (0..4).map(|k| x[k][3] * dot(g[k], g[k])).sum();
            let change = (rest - dot(g[1], edge[0])) / (w + self.compliance[1]);
            *lambda = change;
            for k in 0..4 {
                let push = x[k][3] * change;
                self.positions[corners[k] as usize] = [
                    x[k][0] + push * g[k][0],
                    x[k][1] + push * g[k][1],
                    x[k][2] + push * g[k][2],
                    x[k][3],
                ];
            }
        }
    }

    fn velocities(&mut self, h: f32) {
        for ((x, old), v) in self
            .positions
            .iter()
            .zip(&self.previous)
            .zip(&mut self.velocities)
        {
            *v = [0, 1, 2].map(|k| (x[k] - old[k]) / h);
        }
    }
}

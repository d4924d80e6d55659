//! Twin of `shaders/include/facing.glsl`.

use super::{LEAST, Nearest};
use crate::cpu::math::xyz;
use crate::types::{EDGE_EDGE, NONE, STRAND_EDGE};
use glam::Vec3;

/// Of the gap: two triangles fall that far away on both sides of their edge at least, or their corners are enough.
const RIDGE: f32 = 0.1;

/// By how much a surface that goes on from x to `q` nears what `apart` leads to from x, as a height over it.
fn nearing_to(q: Vec3, x: Vec3, apart: Vec3) -> f32 {
    (q - x).dot(apart) / apart.length()
}

/// Whether it does by so much that it still will when both have come as far as `far`.
fn goes_on(q: Vec3, x: Vec3, apart: Vec3, far: f32) -> bool {
    (q - x).dot(apart) > far * (q - x).length()
}

/// A pair where it was sought, and how far its parts may come until it is again.
pub(super) struct Facing<'a> {
    pub(super) sought: &'a [[f32; 4]],
    pub(super) x: [Vec3; 4],
    pub(super) met: Nearest,
    pub(super) gap: f32,
    /// Straight towards each other.
    pub(super) far: f32,
    /// Beside each other, and what of that is a way together or apart.
    pub(super) beside: f32,
    pub(super) way: Vec3,
}

impl Facing<'_> {
    /// Whether the pair holds its parts apart. `around`: the corners beside a triangle, or beside each of two edges.
    pub(super) fn holds(&self, kind: u32, around: [u32; 4]) -> bool {
        if kind == STRAND_EDGE || self.met.apart.length() <= LEAST * self.gap + self.far {
            return true;
        }
        if kind == EDGE_EDGE {
            return self.edges_face(around);
        }
        self.triangle_faces(around)
    }

    /// How far parts may go across what leads from one to the other.
    fn sideways(&self) -> f32 {
        let apart = self.met.apart;
        let along = self.way.dot(apart);
        let across = self.way.length_squared() - along * along / apart.length_squared().max(1e-30);
        self.beside + across.max(0.0).sqrt()
    }

    fn at(&self, particle: u32) -> Vec3 {
        xyz(self.sought[particle as usize])
    }

    /// An edge to `other_end`, met at x, `apart` from another one; `beside`: the corners of its triangles.
    fn edge_faces(&self, other_end: Option<Vec3>, beside: [u32; 2], x: Vec3, apart: Vec3) -> bool {
        if other_end.is_some_and(|end| goes_on(end, x, -apart, self.sideways())) {
            return false;
        }
        let one = self.at(beside[0]);
        if beside[1] == NONE {
            return !goes_on(one, x, apart, self.sideways());
        }
        let other = self.at(beside[1]);
        let far = self.sideways();
        if goes_on(one, x, apart, far) || goes_on(other, x, apart, far) {
            return false;
        }
        nearing_to(one, x, apart) + nearing_to(other, x, apart) < -RIDGE * self.gap
    }

    fn edges_face(&self, around: [u32; 4]) -> bool {
        let (x, u, apart) = (self.x, self.met.weights, self.met.apart);
        let on = x[0].lerp(x[1], u[1]);
        let end = |from: usize| match [u[from], u[from + 1]] {
            [0.0, _] => Some(x[from]),
            [_, 0.0] => Some(x[from + 1]),
            _ => None,
        };
        self.edge_faces(end(0), [around[0], around[1]], on, -apart)
            && self.edge_faces(end(2), [around[2], around[3]], on - apart, apart)
    }

    fn triangle_faces(&self, around: [u32; 4]) -> bool {
        let on = self.x[0] - self.met.apart;
        (0..3).all(|k| {
            let on_edge = self.met.weights[1 + (k + 2) % 3] == 0.0 && around[k] != NONE;
            !on_edge || !goes_on(self.at(around[k]), on, self.met.apart, self.sideways())
        })
    }
}

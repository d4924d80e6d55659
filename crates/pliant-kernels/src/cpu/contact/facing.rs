//! CPU implementation of `shaders/include/facing.glsl`.

use super::Nearest;
use glam::Vec3;
use pliant_passes::types::NONE;

/// By how much a surface that goes on from x to `q` nears what `apart` leads to from x, as a height over it.
fn nearing_to(q: Vec3, x: Vec3, apart: Vec3) -> f32 {
    (q - x).dot(apart) / apart.length()
}

/// Whether it does by so much that it still will when both have come as far as `far`.
fn goes_on(q: Vec3, x: Vec3, apart: Vec3, far: f32) -> bool {
    (q - x).dot(apart) > far * (q - x).length()
}

/// A pair where it meets.
pub(super) struct Facing<'a> {
    /// Where a particle is.
    pub(super) position_of: &'a dyn Fn(u32) -> Vec3,
    pub(super) x: [Vec3; 4],
    pub(super) nearest: Nearest,
    /// How far triangles fall away beside an edge.
    pub(super) ridge: f32,
    /// How far parts may go sideways.
    pub(super) far: f32,
}

impl Facing<'_> {
    /// An edge to `other_end`, nearest at x, `apart` from another one; `beside`: the corners of its triangles.
    fn edge_faces(&self, other_end: Option<Vec3>, beside: [u32; 2], x: Vec3, apart: Vec3) -> bool {
        if other_end.is_some_and(|end| goes_on(end, x, -apart, self.far)) {
            return false;
        }
        let one = (self.position_of)(beside[0]);
        if beside[1] == NONE {
            return !goes_on(one, x, apart, self.far);
        }
        let other = (self.position_of)(beside[1]);
        if goes_on(one, x, apart, self.far) || goes_on(other, x, apart, self.far) {
            return false;
        }
        nearing_to(one, x, apart) + nearing_to(other, x, apart) < -self.ridge
    }

    pub(super) fn edges_face(&self, around: [u32; 4]) -> bool {
        let (x, u, apart) = (self.x, self.nearest.weights, self.nearest.apart);
        let on = x[0].lerp(x[1], u[1]);
        let end = |from: usize| match [u[from], u[from + 1]] {
            [0.0, _] => Some(x[from]),
            [_, 0.0] => Some(x[from + 1]),
            _ => None,
        };
        self.edge_faces(end(0), [around[0], around[1]], on, -apart)
            && self.edge_faces(end(2), [around[2], around[3]], on - apart, apart)
    }

    pub(super) fn triangle_faces(&self, around: [u32; 4]) -> bool {
        let on = self.x[0] - self.nearest.apart;
        (0..3).all(|k| {
            let on_edge = self.nearest.weights[1 + (k + 2) % 3] == 0.0 && around[k] != NONE;
            !on_edge || !goes_on((self.position_of)(around[k]), on, self.nearest.apart, self.far)
        })
    }

    /// Whether what a point is nearest to, the inside of a triangle, an edge or a corner, is this triangle's and not another
    /// one's.
    pub(super) fn is_own(&self, owns: u32) -> bool {
        let on: Vec<usize> = (0..3).filter(|k| self.nearest.weights[1 + k] != 0.0).collect();
        match on[..] {
            [corner] => owns & (1 << corner) != 0,
            [from, to] => owns & (8 << if to - from == 1 { from } else { to }) != 0,
            _ => true,
        }
    }
}

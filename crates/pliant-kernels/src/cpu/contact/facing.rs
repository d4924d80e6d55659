//! CPU implementation of `shaders/contact/facing.glsl`.

use crate::cpu::contact::deformable_contact::Nearest;
use glam::Vec3;
use pliant_passes::types::NONE;

/// How high over x a surface rises that continues from x to `q`, along `separation`, which leads from x to another feature.
fn rise_to(q: Vec3, x: Vec3, separation: Vec3) -> f32 {
    (q - x).dot(separation) / separation.length()
}

/// Whether it rises by so much that it still will when both have moved by `far`.
fn rises(q: Vec3, x: Vec3, separation: Vec3, far: f32) -> bool {
    (q - x).dot(separation) > far * (q - x).length()
}

/// The features of a pair at the time of their contact.
pub(super) struct Facing<'a> {
    /// Where a particle is.
    pub(super) position_of: &'a dyn Fn(u32) -> Vec3,
    pub(super) x: [Vec3; 4],
    pub(super) nearest: Nearest,
    /// How far triangles fall away beside an edge at least.
    pub(super) ridge: f32,
    /// How far features may move sideways.
    pub(super) far: f32,
}

impl Facing<'_> {
    /// An edge to `other_end`, nearest at x, `separation` from another one; `beside`: the corners of its triangles.
    fn edge_faces(
        &self,
        other_end: Option<Vec3>,
        adjacent: [u32; 2],
        x: Vec3,
        separation: Vec3,
    ) -> bool {
        if other_end.is_some_and(|end| rises(end, x, -separation, self.far)) {
            return false;
        }
        let one = (self.position_of)(adjacent[0]);
        if adjacent[1] == NONE {
            return !rises(one, x, separation, self.far);
        }
        let other = (self.position_of)(adjacent[1]);
        if rises(one, x, separation, self.far) || rises(other, x, separation, self.far) {
            return false;
        }
        rise_to(one, x, separation) + rise_to(other, x, separation) < -self.ridge
    }

    pub(super) fn edges_face(&self, around: [u32; 4]) -> bool {
        let (x, u, separation) = (self.x, self.nearest.weights, self.nearest.separation);
        let on = x[0].lerp(x[1], u[1]);
        let end = |from: usize| match [u[from], u[from + 1]] {
            [0.0, _] => Some(x[from]),
            [_, 0.0] => Some(x[from + 1]),
            _ => None,
        };
        self.edge_faces(end(0), [around[0], around[1]], on, -separation)
            && self.edge_faces(end(2), [around[2], around[3]], on - separation, separation)
    }

    pub(super) fn triangle_faces(&self, around: [u32; 4]) -> bool {
        let on = self.x[0] - self.nearest.separation;
        (0..3).all(|k| {
            let on_edge = self.nearest.weights[1 + (k + 2) % 3] == 0.0 && around[k] != NONE;
            !on_edge
                || !rises(
                    (self.position_of)(around[k]),
                    on,
                    self.nearest.separation,
                    self.far,
                )
        })
    }

    /// Whether what a point is nearest to, the inside of a triangle, an edge or a corner, is this triangle's and not another
    /// one's.
    pub(super) fn is_own(&self, owns: u32) -> bool {
        let [_, a, b, c] = self.nearest.weights.map(|u| u != 0.0);
        let bit = match [a, b, c] {
            [true, false, false] => 1,
            [false, true, false] => 2,
            [false, false, true] => 4,
            [true, true, false] => 8,
            [false, true, true] => 16,
            [true, false, true] => 32,
            _ => return true,
        };
        owns & bit != 0
    }
}

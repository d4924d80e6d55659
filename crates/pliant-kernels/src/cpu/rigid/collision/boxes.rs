//! CPU implementation of `shaders/rigid/collision/boxes.glsl`.

use crate::cpu::list::List;
use crate::cpu::rigid::collision::candidates::{Candidate, Candidates};
use glam::{Mat3, Quat, Vec3};
use pliant_passes::types::{Collider, MOST_BOX_CANDIDATES};

/// The overlap of two faces.
type Polygon = List<Vec3, CORNERS>;

const CORNERS: usize = MOST_BOX_CANDIDATES as usize;

#[derive(Debug, Clone, Copy)]
pub(in crate::cpu::rigid) struct Cuboid {
    center: Vec3,
    axes: Mat3,
    half: Vec3,
}

/// 1 for every axis but `axis`.
fn without(axis: usize) -> Vec3 {
    let mut kept = Vec3::ONE;
    kept[axis] = 0.0;
    kept
}

impl Cuboid {
    pub(in crate::cpu::rigid) fn new(collider: &Collider, (turn, center): (Quat, Vec3)) -> Self {
        Self {
            center,
            axes: Mat3::from_cols(turn * Vec3::X, turn * Vec3::Y, turn * Vec3::Z),
            half: collider.size.into(),
        }
    }

    /// A direction in its own frame.
    fn along(&self, direction: Vec3) -> Vec3 {
        self.axes.transpose() * direction
    }

    fn extent_along(&self, axis: Vec3) -> f32 {
        self.half.dot(self.along(axis).abs())
    }

    /// The farthest corner along an axis.
    fn farthest(&self, axis: Vec3, kept: Vec3) -> Vec3 {
        let below = self.along(axis).cmplt(Vec3::ZERO);
        let sign = Vec3::select(below, Vec3::NEG_ONE, Vec3::ONE);
        self.center + self.axes * (kept * self.half * sign)
    }

    fn main_axis(&self, direction: Vec3) -> usize {
        let along = self.along(direction).abs();
        if along.x >= along.y && along.x >= along.z {
            0
        } else if along.y >= along.z {
            1
        } else {
            2
        }
    }

    /// The corners, relative to `origin`, of the face whose normal is nearest to a direction.
    fn face(&self, direction: Vec3, origin: Vec3) -> Polygon {
        let axis = self.main_axis(direction);
        let middle = self.farthest(direction, Vec3::ONE - without(axis));
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let side = |u: usize| self.half[u] * self.axes.col(u);
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .into_iter()
            .map(|(s, t)| middle + s * side(u) + t * side(v) - origin)
            .collect()
    }
}

/// Clips a polygon to the half space within `most` along `plane`; at most eight corners.
fn cut(corners: &[Vec3], plane: Vec3, most: f32) -> Polygon {
    let mut kept = Polygon::default();
    for (k, from) in corners.iter().enumerate() {
        let to = corners[(k + 1) % corners.len()];
        let [inside, next] = [*from, to].map(|corner| most - plane.dot(corner));
        if inside >= 0.0 && kept.len() < CORNERS {
            kept.push(*from);
        }
        if inside * next < 0.0 && kept.len() < CORNERS {
            kept.push(from.lerp(to, inside / (inside - next)));
        }
    }
    kept
}

impl Candidates<CORNERS> {
    /// The face of `other` opposite a face of `cuboid`, clipped to the prism of that face.
    fn collide_faces(
        &mut self,
        cuboid: &Cuboid,
        other: &Cuboid,
        axis: usize,
        out_of: Vec3,
        to_first: f32,
    ) {
        let mut corners = other.face(-out_of, cuboid.center);
        for side in 0..4 {
            let along = (axis + 1 + side / 2) % 3;
            let sign = if side % 2 == 0 { 1.0 } else { -1.0 };
            corners = cut(&corners, sign * cuboid.axes.col(along), cuboid.half[along]);
        }
        for corner in corners.iter() {
            let gap = corner.dot(out_of) - cuboid.half[axis];
            let candidate = Candidate {
                position: cuboid.center + corner - 0.5 * gap * out_of,
                normal: to_first * out_of,
                gap,
            };
            self.add_candidate(candidate);
        }
    }

    /// The nearest points of the two edges across `n`, which leads from a to b.
    fn collide_edges(&mut self, [a, b]: [&Cuboid; 2], [i, j]: [usize; 2], n: Vec3, gap: f32) {
        let (p, q) = (a.farthest(n, without(i)), b.farthest(-n, without(j)));
        let (d, e) = (a.axes.col(i), b.axes.col(j));
        let de = d.dot(e);
        let s = (d.dot(q - p) - de * e.dot(q - p)) / (1.0 - de * de).max(1e-12);
        let s = s.clamp(-a.half[i], a.half[i]);
        let t = (de * s - e.dot(q - p)).clamp(-b.half[j], b.half[j]);
        let candidate = Candidate {
            position: 0.5 * (p + s * d + q + t * e),
            normal: -n,
            gap,
        };
        self.add_candidate(candidate);
    }

    pub(in crate::cpu::rigid) fn collide_cuboids(&mut self, a: &Cuboid, b: &Cuboid, least: f32) {
        let between = b.center - a.center;
        let gap_along =
            |along: Vec3| between.dot(along).abs() - a.extent_along(along) - b.extent_along(along);
        let outward = |along: Vec3| {
            if between.dot(along) < 0.0 {
                -along
            } else {
                along
            }
        };
        let (mut best, mut axis, mut n) = (-3e38, 0, Vec3::ZERO);
        for k in 0..6 {
            let along = if k < 3 {
                a.axes.col(k)
            } else {
                b.axes.col(k - 3)
            };
            let gap = gap_along(along);
            if gap > best + least {
                (best, axis, n) = (gap, k, outward(along));
            }
        }
        self.separated_by = best;
        if best >= self.margin {
            return;
        }
        for k in 0..9 {
            let along = a.axes.col(k / 3).cross(b.axes.col(k % 3));
            let size = along.length();
            if size < 1e-3 {
                continue;
            }
            let along = along / size;
            let gap = gap_along(along);
            if gap > best + 20.0 * least {
                (best, axis, n) = (gap, 6 + k, outward(along));
            }
        }
        self.separated_by = best;
        if best >= self.margin {
            return;
        }
        self.separated_by = 0.0;
        match axis {
            0..3 => self.collide_faces(a, b, axis, n, -1.0),
            3..6 => self.collide_faces(b, a, axis - 3, -n, 1.0),
            _ => self.collide_edges([a, b], [(axis - 6) / 3, (axis - 6) % 3], n, best),
        }
    }
}

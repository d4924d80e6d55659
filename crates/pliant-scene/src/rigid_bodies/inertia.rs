//! Mass properties of solids: volume, centre and inertia, for rigid bodies whose mass the file does not give.

use crate::colliders::collider::{Collider, Shape};
use crate::colliders::collision_mesh::CollisionMesh;
use crate::scene::Scene;
use glam::{DMat3, DQuat, DVec3, Mat4};
use pliant_math::{atan2, powi, sin_cos};
use std::f64::consts::PI;

/// A solid of density 1.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Solid {
    /// m³.
    pub(crate) volume: f64,
    /// Centre of mass, m.
    pub(crate) center: DVec3,
    /// About the centre of mass, for density 1, m⁵.
    pub(crate) inertia: DMat3,
}

impl Solid {
    /// The solid of a collider in the world, where its node's matrix is `world`; empty for a plane.
    pub(crate) fn of(scene: &Scene, collider: &Collider, world: Mat4) -> Self {
        let own = match collider.shape {
            Shape::Plane { .. } => Self::default(),
            Shape::Sphere { radius } => Self::revolved(&[ball(0.0, radius.into(), [-1.0, 1.0])]),
            Shape::Box { half } => Self::cuboid(2.0 * half.as_dvec3()),
            Shape::Capsule {
                height,
                bottom,
                top,
            } => Self::revolved(&capsule(height.into(), bottom.into(), top.into())),
            Shape::Cylinder {
                height,
                bottom,
                top,
            } => Self::revolved(&[cone(
                [-0.5, 0.5].map(|side| side * f64::from(height)),
                [bottom.into(), top.into()],
            )]),
            Shape::Mesh { collision_mesh, .. } => Self::meshed(
                &scene.collision_meshes[collision_mesh],
                collider.scale(world).as_dvec3(),
            ),
        };
        let (position, turn) = collider.placement(world);
        own.placed(position.as_dvec3(), turn.as_dquat())
    }

    /// A box of these full sizes around the origin.
    pub(crate) fn cuboid(size: DVec3) -> Self {
        let volume = size.element_product();
        let squared = size * size;
        let sums = DVec3::splat(squared.element_sum()) - squared;
        Self {
            volume,
            center: DVec3::ZERO,
            inertia: DMat3::from_diagonal(volume / 12.0 * sums),
        }
    }

    fn placed(self, position: DVec3, turn: DQuat) -> Self {
        let axes = DMat3::from_quat(turn);
        Self {
            volume: self.volume,
            center: position + turn * self.center,
            inertia: axes * self.inertia * axes.transpose(),
        }
    }

    /// A solid of revolution around the Y axis.
    fn revolved(pieces: &[Piece]) -> Self {
        // Volume, ∫y, ∫y², and about the axis: all have at most the fourth degree, which three points integrate exactly.
        let mut sums = [0.0; 4];
        for piece in pieces {
            let [low, high] = piece.ends;
            let half = 0.5 * (high - low);
            let far = 0.6_f64.sqrt();
            for (at, weight) in [(-far, 5.0), (0.0, 8.0), (far, 5.0)] {
                let y = 0.5 * (low + high) + half * at;
                let disc = PI * (piece.squared)(y) * half * weight / 9.0;
                let terms = [1.0, y, y * y, 0.5 * (piece.squared)(y)];
                sums.iter_mut()
                    .zip(terms)
                    .for_each(|(sum, term)| *sum += disc * term);
            }
        }
        let [volume, first, second, axial] = sums;
        let middle = if volume > 0.0 { first / volume } else { 0.0 };
        let across = 0.5 * axial + second - volume * middle * middle;
        Self {
            volume,
            center: middle * DVec3::Y,
            inertia: DMat3::from_diagonal(DVec3::new(across, axial, across)),
        }
    }

    /// The sum of the tetrahedra between the origin and each triangle; the bounding box of a mesh that is not closed.
    fn meshed(collision_mesh: &CollisionMesh, scale: DVec3) -> Self {
        let at = |v: u32| collision_mesh.positions[v as usize].as_dvec3() * scale;
        let mut volume = 0.0;
        let mut moment = DVec3::ZERO;
        // ∫ x xᵀ.
        let mut second = DMat3::ZERO;
        for triangle in &collision_mesh.triangles {
            let [a, b, c] = triangle.map(at);
            let sixth = a.dot(b.cross(c)) / 6.0;
            let sum = a + b + c;
            volume += sixth;
            moment += sixth / 4.0 * sum;
            let outer = |u: DVec3| DMat3::from_cols(u * u.x, u * u.y, u * u.z);
            second += (outer(a) + outer(b) + outer(c) + outer(sum)) * (sixth / 20.0);
        }
        if !collision_mesh.closed {
            let corners = (0..collision_mesh.positions.len() as u32).map(at);
            return Self::cuboid(2.0 * corners.fold(DVec3::ZERO, |most, x| most.max(x.abs())));
        }
        // A mirroring scale turns all triangles inside out.
        let sign = volume.signum();
        let center = moment / volume;
        let about = DMat3::from_cols(center * center.x, center * center.y, center * center.z);
        let second = (second - about * volume) * sign;
        let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
        Self {
            volume: volume * sign,
            center,
            inertia: DMat3::from_diagonal(DVec3::splat(trace)) - second,
        }
    }

    /// Several solids as one.
    pub(crate) fn joined(solids: &[Self]) -> Self {
        let volume: f64 = solids.iter().map(|s| s.volume).sum();
        if volume <= 0.0 {
            return Self::default();
        }
        let moment: DVec3 = solids.iter().map(|s| s.volume * s.center).sum();
        let center = moment / volume;
        let about = |sum, s: &Self| sum + s.about(center);
        Self {
            volume,
            center,
            inertia: solids.iter().fold(DMat3::ZERO, about),
        }
    }

    /// Inertia about another point (Steiner).
    pub(crate) fn about(&self, point: DVec3) -> DMat3 {
        let d = self.center - point;
        let outer = DMat3::from_cols(d * d.x, d * d.y, d * d.z);
        self.inertia
            + (DMat3::from_diagonal(DVec3::splat(d.length_squared())) - outer) * self.volume
    }
}

/// A piece of a profile around the Y axis: the square of its radius, at most of the second degree.
struct Piece {
    ends: [f64; 2],
    squared: Box<dyn Fn(f64) -> f64>,
}

/// A slice of a sphere; `ends` are relative to its radius.
fn ball(center: f64, radius: f64, ends: [f64; 2]) -> Piece {
    Piece {
        ends: ends.map(|end| center + radius * end),
        squared: Box::new(move |y| (radius * radius - powi(y - center, 2)).max(0.0)),
    }
}

fn cone(ends: [f64; 2], radii: [f64; 2]) -> Piece {
    let slope = (radii[1] - radii[0]) / (ends[1] - ends[0]);
    Piece {
        ends,
        squared: Box::new(move |y| powi(radii[0] + slope * (y - ends[0]), 2)),
    }
}

/// The hull of two spheres.
fn capsule(height: f64, bottom: f64, top: f64) -> Vec<Piece> {
    let half = 0.5 * height;
    let sine = if height > 0.0 {
        (bottom - top) / height
    } else {
        2.0
    };
    if sine.abs() >= 1.0 {
        let larger = if bottom > top {
            ball(-half, bottom, [-1.0, 1.0])
        } else {
            ball(half, top, [-1.0, 1.0])
        };
        return vec![larger];
    }
    let cosine = (1.0 - sine * sine).sqrt();
    let rims = [-half + bottom * sine, half + top * sine];
    vec![
        ball(-half, bottom, [-1.0, sine]),
        cone(rims, [bottom * cosine, top * cosine]),
        ball(half, top, [sine, 1.0]),
    ]
}

/// Principal moments of a symmetric tensor, and the rotation to the axes they belong to.
pub(crate) fn principal(tensor: DMat3) -> (DVec3, DQuat) {
    let mut tensor = tensor;
    let mut axes = DMat3::IDENTITY;
    let size = tensor
        .to_cols_array()
        .iter()
        .fold(0.0, |m: f64, x| m.max(x.abs()));
    // Jacobi rotations: each eliminates one of the three off-diagonal entries.
    for sweep in 0..60 {
        let (p, q) = [(0, 1), (1, 2), (0, 2)][sweep % 3];
        let off_diagonal = tensor.col(q)[p];
        if off_diagonal.abs() <= 1e-14 * size {
            continue;
        }
        let angle = 0.5 * atan2(2.0 * off_diagonal, tensor.col(q)[q] - tensor.col(p)[p]);
        let (sin, cos) = sin_cos(angle);
        let mut turn = DMat3::IDENTITY;
        turn.col_mut(p)[p] = cos;
        turn.col_mut(q)[q] = cos;
        turn.col_mut(q)[p] = sin;
        turn.col_mut(p)[q] = -sin;
        tensor = turn.transpose() * tensor * turn;
        axes *= turn;
    }
    let moments = DVec3::new(tensor.x_axis.x, tensor.y_axis.y, tensor.z_axis.z);
    (moments, DQuat::from_mat3(&axes).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9 * b.abs().max(1.0), "{a} is not {b}");
    }

    #[test]
    fn solids_have_the_moments_of_the_book() {
        let ball = Solid::revolved(&[ball(0.0, 2.0, [-1.0, 1.0])]);
        close(ball.volume, 4.0 / 3.0 * PI * 8.0);
        close(ball.inertia.x_axis.x, 0.4 * ball.volume * 4.0);
        close(ball.inertia.y_axis.y, 0.4 * ball.volume * 4.0);
        let rod = Solid::revolved(&[cone([-1.5, 1.5], [0.5, 0.5])]);
        close(rod.volume, PI * 0.25 * 3.0);
        close(rod.inertia.x_axis.x, rod.volume * (0.25 / 4.0 + 9.0 / 12.0));
        let cone = Solid::revolved(&[cone([0.0, 4.0], [1.0, 0.0])]);
        close(cone.center.y, 1.0);
        close(cone.inertia.y_axis.y, 0.3 * cone.volume);
        let capsule = Solid::revolved(&capsule(3.0, 0.5, 0.5));
        close(capsule.volume, PI * 0.25 * 3.0 + 4.0 / 3.0 * PI * 0.125);
    }

    #[test]
    fn axes_make_a_tensor_diagonal() {
        let turn = DMat3::from_quat(DQuat::from_rotation_y(0.4) * DQuat::from_rotation_x(1.1));
        let tensor = turn * DMat3::from_diagonal(DVec3::new(1.0, 2.0, 3.0)) * turn.transpose();
        let (moments, axes) = principal(tensor);
        let axes = DMat3::from_quat(axes);
        let again = axes * DMat3::from_diagonal(moments) * axes.transpose();
        assert!(again.abs_diff_eq(tensor, 1e-12), "{again}");
        let mut sorted = moments.to_array();
        sorted.sort_by(f64::total_cmp);
        assert!(DVec3::from(sorted).abs_diff_eq(DVec3::new(1.0, 2.0, 3.0), 1e-12));
    }
}

//! Recognizes meshes whose convex hull is a box: contacts of boxes cost far less than those of hulls.

use glam::{Mat3, Quat, Vec3};

/// A corner may be off by this fraction of the box's longest side.
const TOLERANCE: f32 = 1e-4;
/// Cosine below which two directions count as perpendicular.
const SQUARE: f32 = 1e-3;

/// A box in the frame of its points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cuboid {
    pub(crate) center: Vec3,
    pub(crate) rotation: Quat,
    /// Half of its size, m.
    pub(crate) half: Vec3,
}

/// The box that is the convex hull of the points of these triangles; `None` where it has another form or is flat.
pub(crate) fn hull_box(points: &[Vec3], triangles: &[[u32; 3]]) -> Option<Cuboid> {
    let corners: Vec<Vec3> = triangles
        .iter()
        .flatten()
        .map(|&v| points[v as usize])
        .collect();
    aligned_box(&corners, Mat3::IDENTITY).or_else(|| aligned_box(&corners, axes(&corners)?))
}

/// Axes along the normals of the two largest triangles that are perpendicular to each other; `None` where no two are.
fn axes(corners: &[Vec3]) -> Option<Mat3> {
    let normals = || {
        let triangles = corners.as_chunks::<3>().0.iter();
        triangles.map(|[a, b, c]| (b - a).cross(c - a))
    };
    let largest = |best: Vec3, n: Vec3| {
        if n.length_squared() > best.length_squared() {
            n
        } else {
            best
        }
    };
    let first = normals().fold(Vec3::ZERO, largest).try_normalize()?;
    let is_square = |n: &Vec3| n.dot(first).abs() < SQUARE * n.length();
    let second = normals().filter(is_square).fold(Vec3::ZERO, largest);
    let second = second.reject_from_normalized(first).try_normalize()?;
    Some(Mat3::from_cols(first, second, first.cross(second)))
}

/// The bounding box along `axes`, if the points have all its corners.
fn aligned_box(points: &[Vec3], axes: Mat3) -> Option<Cuboid> {
    let local = || points.iter().map(|p| axes.transpose() * *p);
    let low = local().reduce(Vec3::min)?;
    let high = local().reduce(Vec3::max)?;
    let tolerance = TOLERANCE * (high - low).max_element();
    if (high - low).min_element() <= 4.0 * tolerance {
        return None;
    }
    let mut found = [false; 8];
    for p in local() {
        let (at_low, at_high) = (p - low, high - p);
        if at_low.min(at_high).max_element() <= tolerance {
            found[at_high.cmplt(at_low).bitmask() as usize] = true;
        }
    }
    found.iter().all(|found| *found).then(|| Cuboid {
        center: axes * ((low + high) / 2.0),
        rotation: Quat::from_mat3(&axes),
        half: (high - low) / 2.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::shapes;

    /// A cuboid around `center`.
    fn cuboid(center: Vec3, rotation: Quat, half: Vec3) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let (mut points, triangles) = shapes::cuboid(2.0 * half);
        for point in &mut points {
            *point = center + rotation * (*point - half);
        }
        (points, triangles)
    }

    #[test]
    fn a_turned_box_is_recognized() {
        let (center, half) = (Vec3::new(5.0, -2.0, 1.0), Vec3::new(0.5, 0.2, 0.1));
        let turned = Quat::from_rotation_y(0.7) * Quat::from_rotation_x(0.4);
        for rotation in [Quat::IDENTITY, turned] {
            let (points, triangles) = cuboid(center, rotation, half);
            let found = hull_box(&points, &triangles).expect("a box");
            assert!(found.center.abs_diff_eq(center, 1e-5), "{found:?}");
            let (again, _) = cuboid(found.center, found.rotation, found.half);
            let has = |p: &Vec3| again.iter().any(|q| q.abs_diff_eq(*p, 1e-5));
            assert!(points.iter().all(has), "{found:?}");
        }
    }

    #[test]
    fn a_box_without_a_corner_is_none() {
        let (mut points, triangles) = cuboid(Vec3::ZERO, Quat::IDENTITY, Vec3::ONE);
        points[7] *= 0.99;
        assert_eq!(hull_box(&points, &triangles), None);
    }

    #[test]
    fn flat_and_empty_meshes_are_none() {
        let (points, triangles) = cuboid(Vec3::ZERO, Quat::IDENTITY, Vec3::new(1.0, 0.0, 1.0));
        assert_eq!(hull_box(&points, &triangles), None);
        assert_eq!(hull_box(&[], &[]), None);
    }
}

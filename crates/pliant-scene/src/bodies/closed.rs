//! Closed surfaces: their volume, orientation and defects.

use crate::bodies::body::Body;
use crate::lattice::oriented;
use glam::{DVec3, Vec3};

/// A volume below this fraction of the cube of the surface's size is rounding error.
const FLAT: f64 = 1e-7;

/// The volume that triangles enclose, m³: negative where they face inwards, 0 where they are flat within rounding.
///
/// The sum of tetrahedra between each triangle and the mean of the corners, so a hole counts as closed by a cone to that
/// point.
pub(crate) fn volume(triangles: &[[u32; 3]], positions: &[Vec3]) -> f64 {
    let at = |vertex: u32| positions[vertex as usize].as_dvec3();
    let corners = || triangles.iter().flatten().map(|&vertex| at(vertex));
    let middle = corners().sum::<DVec3>() / (3 * triangles.len()).max(1) as f64;
    let size = corners().fold(0.0, |size: f64, corner| size.max(corner.distance(middle)));
    let sixfold =
        |&[a, b, c]: &[u32; 3]| (at(a) - middle).cross(at(b) - middle).dot(at(c) - middle);
    let volume = triangles.iter().map(sixfold).sum::<f64>() / 6.0;
    if volume.abs() > FLAT * pliant_math::powi(size, 3) {
        volume
    } else {
        0.0
    }
}

/// Orients the skin of a body outwards and returns the defects of its surface, a phrase each; `rests` has the rest
/// positions of its particles.
pub(crate) fn orient(body: &mut Body, rests: &[Vec3]) -> Vec<String> {
    let points: Vec<DVec3> = rests.iter().map(|rest| rest.as_dvec3()).collect();
    let (kept, defects) = oriented(&points, &body.triangles);
    let given = std::mem::take(&mut body.triangles);
    let surface = std::mem::take(&mut body.surface);
    // Both lists have the same order, and no two retained triangles have the same corners.
    let mut next = kept.into_iter().peekable();
    for (triangle, mut vertices) in given.into_iter().zip(surface) {
        let Some(now) = next.next_if(|&now| sorted(now) == sorted(triangle)) else {
            continue;
        };
        if now != triangle {
            vertices.swap(1, 2);
        }
        body.triangles.push(now);
        body.surface.push(vertices);
    }
    defects
}

fn sorted(mut corners: [u32; 3]) -> [u32; 3] {
    corners.sort_unstable();
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tetrahedron_encloses_a_sixth_and_a_sheet_nothing() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let triangles = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        assert!((volume(&triangles, &corners) - 1.0 / 6.0).abs() < 1e-12);
        let turned = triangles.map(|[a, b, c]| [a, c, b]);
        assert!((volume(&turned, &corners) + 1.0 / 6.0).abs() < 1e-12);
        assert_eq!(volume(&[[0, 1, 2], [0, 2, 1]], &corners), 0.0);
    }
}

//! Quality of tetrahedra.

use glam::DVec3;

/// Angles between faces that tetrahedra may have, degrees. The lattice's own are between 54° and 90°.
pub(super) const ANGLES: std::ops::Range<f64> = 8.0..165.0;

/// Pairs of corners at an edge, and the two others.
const EDGES: [[usize; 4]; 6] = [
    [0, 1, 2, 3],
    [0, 2, 1, 3],
    [0, 3, 1, 2],
    [1, 2, 0, 3],
    [1, 3, 0, 2],
    [2, 3, 0, 1],
];

/// Six times the volume.
pub(super) fn determinant([a, b, c, d]: &[DVec3; 4]) -> f64 {
    (b - a).cross(c - a).dot(d - a)
}

/// The angles between faces, at each edge, degrees.
pub(super) fn dihedral_angles(corners: &[DVec3; 4]) -> [f64; 6] {
    EDGES.map(|edge| {
        let [a, b, c, d] = edge.map(|corner| corners[corner]);
        let along = b - a;
        let (n, m) = (along.cross(c - a), along.cross(d - a));
        pliant_math::atan2(n.cross(m).length(), n.dot(m)).to_degrees()
    })
}

/// Whether a tetrahedron is neither inverted nor nearly flat.
pub(super) fn is_sound(corners: &[DVec3; 4]) -> bool {
    roundness(corners) > 0.0
}

/// How far the angles between faces are within their bounds, degrees; least for an inverted tetrahedron.
pub(super) fn roundness(corners: &[DVec3; 4]) -> f64 {
    if determinant(corners) <= 0.0 {
        return -180.0;
    }
    let within = |angle: f64| (angle - ANGLES.start).min(ANGLES.end - angle);
    let angles = dihedral_angles(corners).map(within);
    angles.into_iter().fold(f64::INFINITY, f64::min)
}

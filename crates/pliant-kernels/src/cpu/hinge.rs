//! CPU implementation of `shaders/include/hinge.glsl`.

use glam::Vec3;

/// A dihedral angle and its gradients.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Bend {
    /// rad, 0 when flat.
    pub angle: f32,
    /// Of corners a, b, c, d; rad/m.
    pub gradient: [Vec3; 4],
}

/// The dihedral angle of triangles (a, b, c) and (b, a, d); `None` where one of them has no area.
///
/// atan2 instead of the acos of [MHHR07, app. A]: it has a gradient when flat, and a sign.
#[must_use]
pub fn bend([a, b, c, d]: [Vec3; 4]) -> Option<Bend> {
    let e = b - a;
    let n = e.cross(c - a);
    let m = (d - a).cross(e);
    let (e2, n2, m2) = (e.length_squared(), n.length_squared(), m.length_squared());
    if n2.min(m2) > 1e-12 * e2 * e2 {
        let length = e2.sqrt();
        let angle = pliant_math::atan2(n.cross(m).dot(e) / length, n.dot(m));
        let gc = -length / n2 * n;
        let gd = -length / m2 * m;
        let gb = -(c - a).dot(e) / e2 * gc - (d - a).dot(e) / e2 * gd;
        Some(Bend {
            angle,
            gradient: [-(gb + gc + gd), gb, gc, gd],
        })
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_those_of_the_angle() {
        let x = [
            Vec3::new(0.1, 0.0, -0.2),
            Vec3::new(1.1, 0.2, 0.1),
            Vec3::new(0.4, 0.9, 0.3),
            Vec3::new(0.7, -0.8, 0.5),
        ];
        let at = bend(x).expect("it has area");
        for corner in 0..4 {
            for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                let (mut plus, mut minus) = (x, x);
                plus[corner] += 1e-3 * axis;
                minus[corner] -= 1e-3 * axis;
                let slope =
                    (bend(plus).expect("area").angle - bend(minus).expect("area").angle) / 2e-3;
                assert!(
                    (slope - at.gradient[corner].dot(axis)).abs() < 2e-3,
                    "corner {corner}, {axis}"
                );
            }
        }
    }

    #[test]
    fn a_flat_hinge_has_no_angle_but_a_gradient() {
        let flat = bend([
            Vec3::ZERO,
            Vec3::X,
            Vec3::new(0.5, 1.0, 0.0),
            Vec3::new(0.5, -1.0, 0.0),
        ])
        .expect("it has area");
        assert_eq!(flat.angle, 0.0);
        assert_eq!(flat.gradient[2], Vec3::new(0.0, 0.0, -1.0));
    }
}

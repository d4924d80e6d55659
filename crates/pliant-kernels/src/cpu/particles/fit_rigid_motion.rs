//! CPU implementation of `shaders/particles/fit_rigid_motion.comp`.

use crate::cpu::math::{outer, xyz};
use crate::views::view;
use glam::{Mat3, Vec3};
use pliant_passes::types::Motion;

pub(crate) fn fit_rigid_motion(pass: &view::FitRigidMotion<'_>, body: usize) {
    if body >= pass.params.count as usize {
        return;
    }
    if pass.bodies[body].damping == 0.0 {
        return;
    }
    let first = pass.firsts[body] as usize;
    let particles = first..pass.firsts[body + 1] as usize;
    let origin = xyz(pass.position[first]);
    // Mass, position relative to `center`, and velocity relative to `mean` of each free particle.
    let moving = |center: Vec3, mean: Vec3| {
        let (position, velocity) = (pass.position, pass.velocity);
        let free = particles.clone().filter(move |i| velocity[*i][3] > 0.0);
        free.map(move |i| {
            let r = xyz(position[i]) - origin - center;
            (position[i][3], r, xyz(velocity[i]) - mean)
        })
    };
    let mass: f32 = moving(Vec3::ZERO, Vec3::ZERO).map(|(m, ..)| m).sum();
    let per_mass = if mass > 0.0 { 1.0 / mass } else { 0.0 };
    let means = |center: Vec3, mean: Vec3| {
        let sums =
            moving(center, mean).fold([Vec3::ZERO; 2], |[x, p], (m, r, v)| [x + m * r, p + m * v]);
        [center + per_mass * sums[0], mean + per_mass * sums[1]]
    };
    let [center, mean] = means(Vec3::ZERO, Vec3::ZERO);
    let (mut inertia, mut angular) = (Mat3::ZERO, Vec3::ZERO);
    for (m, r, v) in moving(center, mean) {
        inertia += m * (r.length_squared() * Mat3::IDENTITY - outer(r, r));
        angular += m * r.cross(v);
    }
    let [center, mean] = means(center, mean);
    let angular_velocity = angular_velocity(&inertia, angular).to_array();
    let motion = Motion {
        center: center.to_array(),
        velocity: mean.to_array(),
        angular_velocity,
    };
    pass.motion.set(body, motion);
}

/// ω with I ω = L; 0 about an axis without inertia.
fn angular_velocity(inertia: &Mat3, l: Vec3) -> Vec3 {
    let i = inertia.to_cols_array_2d();
    let threshold = 1e-6 * (i[0][0] + i[1][1] + i[2][2]);
    let inverse = |pivot: f32| if pivot > threshold { 1.0 / pivot } else { 0.0 };
    let a = inverse(i[0][0]);
    let (m, n) = (i[0][1] * a, i[0][2] * a);
    let d = i[1][1] - m * i[0][1];
    let b = inverse(d);
    let o = (i[1][2] - n * i[0][1]) * b;
    let c = inverse(i[2][2] - n * i[0][2] - o * o * d);
    let y = l.y - m * l.x;
    let z = c * (l.z - n * l.x - o * y);
    let w = b * y - o * z;
    Vec3::new(a * l.x - m * w - n * z, w, z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angular_velocity_of_solids_and_of_a_straight_rope() {
        let of = |points: &[Vec3]| {
            points.iter().fold(Mat3::ZERO, |sum, r| {
                sum + r.length_squared() * Mat3::IDENTITY - outer(*r, *r)
            })
        };
        let omega = Vec3::new(0.3, -2.0, 1.1);
        let solid = of(&[Vec3::X, Vec3::new(0.2, 1.0, 0.4), Vec3::new(-0.5, 0.1, 2.0)]);
        assert!((angular_velocity(&solid, solid * omega) - omega).length() < 1e-5);
        for axis in [Vec3::X, Vec3::Z, Vec3::new(1.0, 2.0, -2.0) / 3.0] {
            let rope = of(&[axis, -2.0 * axis]);
            let across = omega - omega.dot(axis) * axis;
            let found = angular_velocity(&rope, rope * omega);
            assert!((found - across).cross(axis).length() < 1e-5, "{axis}");
        }
    }
}

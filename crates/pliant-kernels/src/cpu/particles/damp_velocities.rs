//! CPU implementation of `shaders/particles/damp_velocities.comp`.

use crate::cpu::math::{set_xyz, xyz};
use glam::Vec3;
use pliant_passes::passes::view::DampVelocities;

pub(crate) fn damp_velocities(pass: DampVelocities<'_>) {
    for i in 0..pass.params.count as usize {
        let body = pass.body_of[i] as usize;
        let damping = pass.bodies[body].damping;
        if damping == 0.0 || pass.velocity[i][3] == 0.0 {
            continue;
        }
        let rigid = pass.motion[body];
        let origin = xyz(pass.position[pass.firsts[body] as usize]);
        let r = xyz(pass.position[i]) - origin - Vec3::from(rigid.center);
        let target = Vec3::from(rigid.velocity) + Vec3::from(rigid.angular_velocity).cross(r);
        let v = xyz(pass.velocity[i]);
        set_xyz(&mut pass.velocity[i], v + damping * (target - v));
    }
}

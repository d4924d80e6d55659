//! CPU implementation of `shaders/particles/damp_velocities.comp`.

use crate::cpu::math::xyz;
use crate::views::view::DampVelocities;
use glam::Vec3;

pub(crate) fn damp_velocities(pass: &DampVelocities<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let body = pass.body_of[i] as usize;
    let damping = pass.bodies[body].damping;
    if damping == 0.0 || pass.velocity.get(i)[3] == 0.0 {
        return;
    }
    let rigid = pass.motion[body];
    let origin = xyz(pass.position[pass.firsts[body] as usize]);
    let r = xyz(pass.position[i]) - origin - Vec3::from(rigid.center);
    let target = Vec3::from(rigid.velocity) + Vec3::from(rigid.angular_velocity).cross(r);
    let v = pass.velocity.xyz(i);
    pass.velocity.set_xyz(i, v + damping * (target - v));
}

//! Twin of `shaders/touch/solve.comp`.

use crate::cpu::friction::{combine, friction, resting};
use crate::cpu::math::xyz;
use crate::passes::view::TouchSolve;
use glam::Vec3;

pub(crate) fn solve(pass: TouchSolve<'_>) {
    for i in 0..pass.state[0].pairs as usize {
        let mut touch = pass.touches[i];
        let corners = pass.pairs[i].corners.map(|c| c as usize);
        let ends = || touch.weights.into_iter().zip(corners);
        let w: f32 = ends().map(|(u, c)| u * u * pass.share[c]).sum();
        if touch.presses == 0 || w == 0.0 {
            continue;
        }
        let gone: Vec3 = ends().map(|(u, c)| u * xyz(pass.moved[c])).sum();
        let normal = Vec3::from(touch.normal);
        let along = normal.dot(gone);
        let lambda = (touch.lambda - (touch.open + along) / w).max(0.0);
        let surface = |c: usize| pass.bodies[pass.body_of[c] as usize].coefficients;
        let pair = combine(surface(corners[0]), surface(corners[3]));
        let held = Vec3::from(touch.tangent);
        let slid = gone - along * normal;
        let slip = Vec3::from(touch.slip);
        let wanted = held - (slid + slip - slip.dot(normal) * normal) / w;
        let slow = (w * held - slid).length() < pass.frame[0].h * pass.frame[0].rest_speed;
        let tangent = friction(if slow { resting(pair) } else { pair }, wanted, lambda);
        let push = (lambda - touch.lambda) * normal + tangent - held;
        pass.pushes[i] = push.to_array();
        touch.lambda = lambda;
        touch.tangent = tangent.to_array();
        pass.touches[i] = touch;
    }
}

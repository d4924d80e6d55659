//! Twin of `shaders/touch/bounce.comp`.

use crate::cpu::friction::{combine, friction};
use crate::cpu::math::xyz;
use crate::passes::view::TouchBounce;
use crate::types::STATUS_TOUCHES;
use glam::Vec3;

pub(crate) fn bounce(pass: TouchBounce<'_>) {
    let frame = pass.frame[0];
    for i in 0..pass.state[0].pairs as usize {
        let touch = pass.touches[i];
        if touch.presses == 0 {
            continue;
        }
        pass.pushes[i] = [0.0; 3];
        if touch.lambda == 0.0 {
            continue;
        }
        let normal = Vec3::from(touch.normal);
        let corners = pass.pairs[i].corners.map(|c| c as usize);
        let ends = || touch.weights.into_iter().zip(corners);
        let sliding: Vec3 = ends().map(|(u, c)| u * xyz(pass.velocity[c])).sum();
        let leaving = normal.dot(sliding);
        let w: f32 = ends().map(|(u, c)| u * u * pass.share[c]).sum();
        let approach = touch.approach / frame.h;
        let surface = |c: usize| pass.bodies[pass.body_of[c] as usize].coefficients;
        let pair = combine(surface(corners[0]), surface(corners[3]));
        let wanted = if approach < -frame.rest_speed {
            -pair.restitution * approach
        } else {
            0.0
        };
        pass.pushes[i] = ((wanted - leaving) / w * normal).to_array();
        let slid = Vec3::from(touch.slip) + frame.h * (sliding - leaving * normal);
        pass.touches[i].slip = (w * friction(pair, slid / w, touch.lambda)).to_array();
        if pass.params.fill != 0 {
            pass.status[STATUS_TOUCHES as usize] += 1;
        }
    }
}

//! Twin of `shaders/touch/bounce.comp`.

use crate::cpu::friction::{combine, friction};
use crate::cpu::math::{with_w, xyz};
use crate::passes::view::TouchBounce;
use crate::types::STATUS_TOUCHES;
use glam::Vec3;

pub(crate) fn bounce(pass: TouchBounce<'_>) {
    let frame = pass.frame[0];
    for row in &pass.touching[..pass.state[0].touching as usize] {
        let row = *row as usize;
        let lambda = pass.lambdas[row][3];
        pass.pushes[row] = [0.0; 4];
        if lambda == 0.0 {
            continue;
        }
        let normal = xyz(pass.normals[row]);
        let corners = pass.corners[row].map(|c| c as usize);
        let ends = || pass.weights[row].into_iter().zip(corners);
        let sliding: Vec3 = ends().map(|(u, c)| u * xyz(pass.velocity[c])).sum();
        let leaving = normal.dot(sliding);
        let w: f32 = ends().map(|(u, c)| u * u * pass.share[c]).sum();
        let approach = pass.slips[row][3] / frame.h;
        let surface = |c: usize| pass.bodies[pass.body_of[c] as usize].coefficients;
        let pair = combine(surface(corners[0]), surface(corners[3]));
        let wanted = if approach < -frame.rest_speed {
            -pair.restitution * approach
        } else {
            0.0
        };
        pass.pushes[row] = with_w((wanted - leaving) / w * normal, 0.0);
        let slid = xyz(pass.slips[row]) + frame.h * (sliding - leaving * normal);
        let slip = w * friction(pair, slid / w, lambda);
        pass.slips[row] = with_w(slip, pass.slips[row][3]);
        if pass.params.fill != 0 {
            pass.status[STATUS_TOUCHES as usize] += 1;
        }
    }
}

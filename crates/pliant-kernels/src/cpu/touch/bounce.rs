//! Twin of `shaders/touch/bounce.comp`.

use crate::cpu::friction::{combine, friction};
use crate::cpu::math::{set_xyz, xyz};
use crate::passes::view::TouchBounce;
use crate::types::STATUS_TOUCHES;
use glam::Vec3;

pub(crate) fn bounce(pass: TouchBounce<'_>) {
    let frame = pass.frame[0];
    for row in &pass.touching[..pass.state[0].touching as usize] {
        let row = *row as usize;
        let lambda = pass.lambdas[row][3];
        if lambda == 0.0 {
            set_xyz(&mut pass.pushes[row], Vec3::ZERO);
            set_xyz(&mut pass.slips[row], Vec3::ZERO);
            continue;
        }
        let normal = xyz(pass.normals[row]);
        let corners = pass.corners[row].map(|c| c as usize);
        let ends = || pass.weights[row].into_iter().zip(corners);
        let sliding: Vec3 = ends().map(|(u, c)| u * xyz(pass.velocity[c])).sum();
        let leaving = normal.dot(sliding);
        let w: f32 = ends().map(|(u, c)| u * u * pass.share[c]).sum();
        let approach = pass.opens[row][1] / frame.h;
        let surface = |c: usize| pass.bodies[pass.body_of[c] as usize].coefficients;
        let pair = combine(surface(corners[0]), surface(corners[3]));
        let wanted = if approach < -frame.rest_speed {
            -pair.restitution * approach
        } else {
            0.0
        };
        set_xyz(&mut pass.pushes[row], (wanted - leaving) / w * normal);
        let slid = xyz(pass.slips[row]) + frame.h * (sliding - leaving * normal);
        let slip = w * friction(pair, slid / w, lambda);
        set_xyz(&mut pass.slips[row], slip);
        if pass.params.fill != 0 {
            pass.status[STATUS_TOUCHES as usize] += 1;
        }
    }
}

//! CPU implementation of `shaders/contact/compute_bounces.comp`.

use super::coefficients;
use crate::cpu::friction::combine;
use crate::cpu::math::{set_xyz, xyz};
use pliant_passes::passes::view::ComputeBounces;

pub(crate) fn compute_bounces(pass: ComputeBounces<'_>) {
    let frame = pass.frame[0];
    for row in &pass.bouncing[..pass.state[0].bouncing as usize] {
        let row = *row as usize;
        if pass.lambdas[row][3] == 0.0 {
            continue;
        }
        let normal = xyz(pass.normals[row]);
        let corners = pass.corners[row].map(|c| c as usize);
        let ends = || pass.weights[row].into_iter().zip(corners);
        let leaving: f32 = ends()
            .map(|(u, c)| u * normal.dot(xyz(pass.velocity[c])))
            .sum();
        let w: f32 = ends().map(|(u, c)| u * u * pass.share[c]).sum();
        let approach = pass.opens[row][1] / frame.h;
        let of = |c: usize| coefficients(pass.coefficients[pass.body_of[c] as usize]);
        let pair = combine(of(corners[0]), of(corners[3]));
        let wanted = if approach < -frame.rest_speed {
            -pair.restitution * approach
        } else {
            0.0
        };
        set_xyz(&mut pass.pushes[row], (wanted - leaving) / w * normal);
        pass.presses[row] = -1.0;
        corners.into_iter().for_each(|c| pass.bounced[c] |= 1);
    }
}

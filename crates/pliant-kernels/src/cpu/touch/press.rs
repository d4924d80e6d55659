//! Twin of `shaders/touch/press.comp`.

use crate::cpu::math::xyz;
use crate::passes::view::TouchPress;
use glam::Vec3;

pub(crate) fn press(pass: TouchPress<'_>) {
    for i in 0..pass.state[0].pairs as usize {
        let touch = &mut pass.touches[i];
        if touch.near == 0 {
            continue;
        }
        let normal = Vec3::from(touch.normal);
        let ends = touch.weights.into_iter().zip(pass.pairs[i].corners);
        let along: f32 = ends
            .map(|(u, c)| u * normal.dot(xyz(pass.moved[c as usize])))
            .sum();
        touch.presses = u32::from(touch.open + along < 0.0 || touch.lambda > 0.0);
    }
}

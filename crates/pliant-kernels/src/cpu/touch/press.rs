//! Twin of `shaders/touch/press.comp`.

use crate::cpu::math::xyz;
use crate::passes::view::TouchPress;

pub(crate) fn press(pass: TouchPress<'_>) {
    for row in &pass.touching[..pass.state[0].touching as usize] {
        let row = *row as usize;
        let normal = pass.normals[row];
        let ends = pass.weights[row].into_iter().zip(pass.corners[row]);
        let along: f32 = ends
            .map(|(u, c)| u * xyz(normal).dot(xyz(pass.moved[c as usize])))
            .sum();
        let presses = normal[3] + along < 0.0 || pass.lambdas[row][3] > 0.0;
        pass.presses[row] = f32::from(u8::from(presses && pass.near[row] > 0.0));
    }
}

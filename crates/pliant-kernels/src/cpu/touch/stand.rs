//! Twin of `shaders/touch/stand.comp`.

use crate::cpu::math::xyz;
use crate::passes::view::TouchStand;

/// How far what has gone is from everything, m.
const GONE: f32 = 1e30;
/// Of the gap: by how much more the parts of what presses may be predicted to be open.
const SOON: f32 = 0.02;

pub(crate) fn stand(pass: TouchStand<'_>) {
    for row in &pass.touching[..pass.state[0].touching as usize] {
        let row = *row as usize;
        let corners = pass.corners[row].map(|c| c as usize);
        let normal = xyz(pass.normals[row]);
        let origin = xyz(pass.position[corners[0]]);
        let ends = || pass.weights[row].into_iter().zip(corners);
        let from_origin = |(u, c): (f32, usize)| u * normal.dot(xyz(pass.position[c]) - origin);
        let start: f32 = ends().map(from_origin).sum();
        let approach: f32 = ends()
            .map(|(u, c)| u * normal.dot(xyz(pass.moved[c])))
            .sum();
        let gone = corners.iter().any(|c| pass.position[*c][3] < 0.0);
        let gap = f32::from_bits(pass.manners[row][1]);
        let open = if gone { GONE } else { start - gap };
        let presses = pass.near[row] > 0.0 && open + approach < SOON * gap;
        pass.presses[row] = f32::from(u8::from(presses));
        pass.opens[row] = [open, approach];
        pass.lambdas[row] = [0.0; 4];
    }
}

//! Twin of `shaders/particles/pin.comp`.

use crate::cpu::math::{set_xyz, to_world, xyz};
use crate::passes::view::Pins;

pub(crate) fn pin(pass: Pins<'_>) {
    for pin in &pass.pins[..pass.params.count as usize] {
        let matrix = pass.params.first_matrix + pin.matrix;
        let place = to_world(pass.matrices, matrix, pin.local);
        let i = pin.particle as usize;
        set_xyz(&mut pass.moved[i], place - xyz(pass.position[i]));
    }
}

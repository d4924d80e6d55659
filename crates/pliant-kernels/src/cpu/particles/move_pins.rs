//! CPU implementation of `shaders/particles/move_pins.comp`.

use crate::cpu::math::{set_xyz, to_world, xyz};
use pliant_passes::passes::view::MovePins;

pub(crate) fn move_pins(pass: MovePins<'_>) {
    for pin in &pass.pins[..pass.params.count as usize] {
        let matrix = pass.params.first_matrix + pin.matrix;
        let target = to_world(pass.matrices, matrix, pin.local);
        let i = pin.particle as usize;
        set_xyz(&mut pass.displacement[i], target - xyz(pass.position[i]));
    }
}

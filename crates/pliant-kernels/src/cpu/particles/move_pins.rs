//! CPU implementation of `shaders/particles/move_pins.comp`.

use crate::cpu::math::xyz;
use crate::cpu::particles::matrix::to_world;
use crate::views::view::MovePins;
use pliant_passes::types::NONE;

pub(crate) fn move_pins(pass: &MovePins<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let pin = pass.pins[at];
    let target = match pin.vertex {
        NONE => {
            let matrix = pass.params.first_matrix + pin.matrix;
            to_world(pass.matrices, matrix, pin.local)
        }
        vertex => pass.vertices[vertex as usize].into(),
    };
    let i = pin.particle as usize;
    pass.displacement.set_xyz(i, target - xyz(pass.position[i]));
}

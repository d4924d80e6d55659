//! Twin of `shaders/particles/pin.comp`.

use crate::cpu::math::{set_xyz, xyz};
use crate::passes::view::Pins;

pub(crate) fn pin(pass: Pins<'_>) {
    for pin in &pass.pins[..pass.params.count as usize] {
        let m = &pass.matrices[4 * (pass.params.first_matrix + pin.matrix) as usize..][..4];
        let place = xyz(m[0]) * pin.local[0]
            + xyz(m[1]) * pin.local[1]
            + xyz(m[2]) * pin.local[2]
            + xyz(m[3]);
        let i = pin.particle as usize;
        set_xyz(&mut pass.moved[i], place - xyz(pass.position[i]));
    }
}

//! Twin of `shaders/fluid/emit.comp`.

use crate::cpu::math::with_w;
use crate::passes::view::FluidEmit;

pub(crate) fn emit(pass: FluidEmit<'_>) {
    let births = pass.births.iter().take(pass.params.count as usize);
    for birth in births.filter(|birth| birth.substep == pass.params.substep) {
        let p = birth.particle as usize;
        let mass = pass.position[p][3].abs();
        pass.position[p] = with_w(birth.place.into(), mass);
        pass.velocity[p] = with_w(birth.velocity.into(), 1.0 / mass);
        pass.remainder[p] = [0.0; 3];
    }
}

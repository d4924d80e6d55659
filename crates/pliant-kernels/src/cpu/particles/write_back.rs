//! Twin of `shaders/particles/write_back.comp`.

use crate::cpu::math::xyz;
use crate::passes::view::WriteBack;

pub(crate) fn write_back(pass: WriteBack<'_>) {
    for (vertex, &particle) in pass
        .vertices
        .iter_mut()
        .zip(pass.particle_of)
        .take(pass.params.count as usize)
    {
        *vertex = xyz(pass.position[particle as usize]).to_array();
    }
}

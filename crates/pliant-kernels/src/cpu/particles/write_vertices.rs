//! Twin of `shaders/particles/write_vertices.comp`.

use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::passes::view::WriteVertices;

/// Where what is gone is drawn, m.
const OUT_OF_SIGHT: Vec3 = Vec3::new(0.0, -1e9, 0.0);

pub(crate) fn write_vertices(pass: WriteVertices<'_>) {
    for (vertex, &particle) in pass
        .vertices
        .iter_mut()
        .zip(pass.particle_of)
        .take(pass.params.count as usize)
    {
        let place = pass.position[particle as usize];
        let gone = place[3] < 0.0;
        *vertex = if gone { OUT_OF_SIGHT } else { xyz(place) }.to_array();
    }
}

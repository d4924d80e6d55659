//! CPU implementation of `shaders/particles/write_vertices.comp`.

use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::passes::view::WriteVertices;

/// Where removed particles are drawn, m.
const OUT_OF_SIGHT: Vec3 = Vec3::new(0.0, -1e9, 0.0);

pub(crate) fn write_vertices(pass: WriteVertices<'_>) {
    for (vertex, &particle) in pass
        .vertices
        .iter_mut()
        .zip(pass.particle_of)
        .take(pass.params.count as usize)
    {
        let p = pass.position[particle as usize];
        let removed = p[3] < 0.0;
        *vertex = if removed { OUT_OF_SIGHT } else { xyz(p) }.to_array();
    }
}

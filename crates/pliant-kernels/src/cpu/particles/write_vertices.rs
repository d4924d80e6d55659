//! CPU implementation of `shaders/particles/write_vertices.comp`.

use crate::cpu::math::xyz;
use glam::Vec3;
use pliant_passes::passes::view::WriteVertices;
use pliant_passes::types::HIDDEN_HEIGHT;

pub(crate) fn write_vertices(pass: WriteVertices<'_>) {
    for (vertex, &particle) in pass
        .vertices
        .iter_mut()
        .zip(pass.particle_of)
        .take(pass.params.count as usize)
    {
        let p = pass.position[particle as usize];
        let removed = p[3] < 0.0;
        *vertex = if removed {
            Vec3::new(0.0, HIDDEN_HEIGHT, 0.0)
        } else {
            xyz(p)
        }
        .to_array();
    }
}

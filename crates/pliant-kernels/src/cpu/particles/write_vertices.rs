//! CPU implementation of `shaders/particles/write_vertices.comp`.

use crate::cpu::math::xyz;
use crate::views::view::WriteVertices;
use glam::Vec3;
use pliant_passes::types::HIDDEN_HEIGHT;

pub(crate) fn write_vertices(pass: &WriteVertices<'_>, vertex: usize) {
    if vertex >= pass.params.count as usize {
        return;
    }
    let p = pass.position[pass.particle_of[vertex] as usize];
    let removed = p[3] < 0.0;
    let drawn = if removed {
        Vec3::new(0.0, HIDDEN_HEIGHT, 0.0)
    } else {
        xyz(p)
    };
    pass.vertices.set(vertex, drawn.to_array());
}

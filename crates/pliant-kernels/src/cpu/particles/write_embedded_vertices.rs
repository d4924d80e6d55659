//! CPU implementation of `shaders/particles/write_embedded_vertices.comp`.

use crate::cpu::math::xyz;
use crate::views::view::WriteEmbeddedVertices;
use glam::Vec3;

pub(crate) fn write_embedded_vertices(pass: &WriteEmbeddedVertices<'_>, at: usize) {
    if at >= pass.params.count as usize {
        return;
    }
    let embedded = pass.embedded_vertices[at];
    let corners = embedded.nodes.into_iter().zip(embedded.weights);
    let position: Vec3 = corners
        .map(|(node, weight)| weight * xyz(pass.position[node as usize]))
        .sum();
    pass.vertices
        .set(embedded.vertex as usize, position.to_array());
}

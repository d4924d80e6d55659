//! CPU implementation of `shaders/particles/write_embedded_vertices.comp`.

use crate::cpu::math::xyz;
use pliant_passes::passes::view::WriteEmbeddedVertices;

pub(crate) fn write_embedded_vertices(pass: WriteEmbeddedVertices<'_>) {
    for rider in &pass.embedded_vertices[..pass.params.count as usize] {
        let corners = rider
            .nodes
            .iter()
            .zip(rider.weights)
            .map(|(node, weight)| weight * xyz(pass.position[*node as usize]));
        pass.vertices[rider.vertex as usize] = corners.sum::<glam::Vec3>().to_array();
    }
}

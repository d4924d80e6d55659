//! CPU implementation of `shaders/particles/deform_vertices.comp`.

use crate::cpu::particles::matrix::to_world;
use crate::views::view::DeformVertices;
use glam::Vec3;

pub(crate) fn deform_vertices(pass: &DeformVertices<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let params = pass.params;
    let now = deformed(pass, i, params.first_matrix, params.first_weight);
    let then = deformed(
        pass,
        i,
        params.first_matrix - params.matrices,
        params.first_weight - params.weights,
    );
    let at = params.first_vertex as usize + i;
    pass.vertices.set(at, now.to_array());
    pass.vertex_motions.set(i, (now - then).to_array());
}

fn deformed(pass: &DeformVertices<'_>, i: usize, first_matrix: u32, first_weight: u32) -> Vec3 {
    let vertex = pass.deforming_vertices[i];
    let deltas = vertex.first_delta as usize..vertex.last_delta as usize;
    let local = deltas.fold(Vec3::from(vertex.position), |x, k| {
        let delta = pass.deltas[k];
        x + pass.morph_weights[(first_weight + delta.target) as usize]
            * Vec3::from(delta.displacement)
    });
    let influences = vertex.first_influence as usize..vertex.last_influence as usize;
    influences.fold(Vec3::ZERO, |x, k| {
        let influence = pass.influences[k];
        let matrix = first_matrix + influence.matrix;
        x + influence.weight * to_world(pass.matrices, matrix, local.to_array())
    })
}

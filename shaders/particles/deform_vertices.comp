#version 460
#extension GL_GOOGLE_include_directive : require
// One vertex of a deforming mesh: the displacements of its morph targets, then linear blend skinning, with the matrices at the end of
// the substep and those at its start. Equal matrices give a motion of exactly 0.
#include "bindings/particles/deform_vertices.glsl"

#include "particles/matrix.glsl"

vec3 deformed(DeformingVertex vertex, uint first_matrix, uint first_weight) {
    vec3 local = vertex.position;
    for (uint k = vertex.first_delta; k < vertex.last_delta; ++k) {
        local += morph_weights[first_weight + deltas[k].target] * deltas[k].displacement;
    }
    vec3 x = vec3(0.0);
    for (uint k = vertex.first_influence; k < vertex.last_influence; ++k) {
        x += influences[k].weight * to_world(first_matrix + influences[k].matrix, local);
    }
    return x;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const DeformingVertex vertex = deforming_vertices[i];
    const vec3 now = deformed(vertex, params.first_matrix, params.first_weight);
    const vec3 then = deformed(vertex, params.first_matrix - params.matrices, params.first_weight - params.weights);
    vertices[params.first_vertex + i] = now;
    vertex_motions[i] = now - then;
}

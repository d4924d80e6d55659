#version 460
#extension GL_GOOGLE_include_directive : require
// One embedded vertex: interpolates the corners of the lattice tetrahedron that contains it.
#include "bindings/particles/write_embedded_vertices.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const EmbeddedVertex rider = embedded_vertices[i];
    vec3 x = vec3(0.0);
    for (uint k = 0; k < 4; ++k) x += rider.weights[k] * position[rider.nodes[k]].xyz;
    vertices[rider.vertex] = x;
}

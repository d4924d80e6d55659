#version 460
#extension GL_GOOGLE_include_directive : require
// One vertex: the place of its particle; that of one that is gone, with a negative mass, is out of sight.
#include "bindings/particles/write_vertices.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec4 place = position[particle_of[i]];
    vertices[i] = place.w < 0.0 ? vec3(0.0, HIDDEN_HEIGHT, 0.0) : place.xyz;
}

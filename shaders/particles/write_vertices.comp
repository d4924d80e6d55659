#version 460
#extension GL_GOOGLE_include_directive : require
// One vertex: the place of its particle; that of one that is gone, with a negative mass, is out of sight.
#include "bindings/particles/write_vertices.glsl"

// m.
#define OUT_OF_SIGHT vec3(0.0, -1e9, 0.0)

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec4 place = position[particle_of[i]];
    vertices[i] = place.w < 0.0 ? OUT_OF_SIGHT : place.xyz;
}

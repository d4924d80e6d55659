#version 460
#extension GL_GOOGLE_include_directive : require
// One vertex: the position of its particle. A removed particle has a negative mass and is placed out of sight.
#include "bindings/particles/write_vertices.glsl"

// m.
#define OUT_OF_SIGHT vec3(0.0, -1e9, 0.0)

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec4 p = position[particle_of[i]];
    vertices[i] = p.w < 0.0 ? OUT_OF_SIGHT : p.xyz;
}

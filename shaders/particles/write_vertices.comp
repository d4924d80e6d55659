#version 460
#extension GL_GOOGLE_include_directive : require
// One vertex: the position of its particle. A removed particle has a negative mass and is placed out of sight.
#include "bindings/particles/write_vertices.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec4 p = position[particle_of[i]];
    vertices[i] = p.w < 0.0 ? vec3(0.0, HIDDEN_HEIGHT, 0.0) : p.xyz;
}

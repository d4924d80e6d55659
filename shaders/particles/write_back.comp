#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One vertex: the place of its particle.
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer ParticleOf { uint particle_of[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 2, scalar) writeonly buffer Vertices { vec3 vertices[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    vertices[i] = position[particle_of[i]].xyz;
}

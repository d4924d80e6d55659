#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One vertex: the place of its particle; that of one that is gone, with a negative mass, is out of sight.
layout(push_constant, scalar) uniform Params { CountParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer ParticleOf { uint particle_of[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 2, scalar) writeonly buffer Vertices { vec3 vertices[]; };

// m.
#define OUT_OF_SIGHT vec3(0.0, -1e9, 0.0)

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const vec4 place = position[particle_of[i]];
    vertices[i] = place.w < 0.0 ? OUT_OF_SIGHT : place.xyz;
}
